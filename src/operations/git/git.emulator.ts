import { removed, textIn, wasAbsent, withoutNulls } from "../../model/emulator-responses.ts";
import {
  type EmulatedService,
  type EmulatorHandler,
  EmulatorRefusal,
  type EmulatorRequest,
} from "../../model/emulator-rules.ts";
import { isJsonObject, type Json, type JsonObject } from "../../model/json.ts";
import { withoutCredentials } from "../../model/without-credentials.ts";
import type { RevisionContent } from "../revisions/content.ts";
import { mergeContents } from "../revisions/merge.ts";
import { addRevision, contentOf, revisionOf, showRevision } from "../revisions/revisions.ts";
import type { Handlers, System } from "../system.ts";
import { requireSpace } from "../trash.ts";
import { contentFrom, filesOf } from "./content-files.ts";
import { git } from "./git.operations.ts";
import { queueJob } from "./job-queue.ts";
import { type Checkout, type Commit, type Location, readFolder, writeFolder } from "./repository.ts";

/*
 * Records:
 * `git_job`: an import or an export, `{ id, space, direction, state, timestamp, startedAt, endedAt, error }`.
 * `git_sync`: the last state of a space (its id) that was read or written, `{ id, place, commit, revision, paths }`.
 * `revision_git`: the commit of a revision (its id), `{ id, oid, message, createdByGitBook, ref, url }`.
 */
const handlers: Handlers<typeof git> = {
  import: syncHandler<Checkout>("import", (job) => {
    const time = { at: job.service.now() };
    return {
      fetch: () => readFolder(job.location, time),
      commit: (found) => importInto(job, found),
    };
  }),

  export: syncHandler<Commit>("export", (job) => {
    const { service, space, location, body } = job;
    const revision = revisionOf(requireSpace(service, space));
    const content = contentOf(service, revision);
    const last = lastSync(job);
    const { files, paths } = filesOf(content);
    const change = {
      after: files,
      before: last === undefined ? new Map<string, Buffer>() : filesOf(last.content).files,
      since: last?.commit,
      message: textIn(body["commitMessage"]),
      force: body["force"] === true,
    };
    const time = { at: service.now() };
    return {
      fetch: () => writeFolder(location, change, time),
      commit: (commit) => {
        if (body["standalone"] === true) return undefined;
        keepSync(job, { commit: commit.oid, revision, paths });
        keepCommit(job, revision, commit);
        return undefined;
      },
    };
  }),

  info: ({ params }, service) => {
    const { gitSync } = requireSpace(service, params["spaceId"]);
    if (!isJsonObject(gitSync))
      throw new EmulatorRefusal(404, "The space is not connected with a repository.");
    return { status: 200, body: gitSync };
  },

  deleteLegacyInstallation: ({ params }, service) => {
    const space = requireSpace(service, params["spaceId"]);
    const { gitSync } = space;
    if (!isJsonObject(gitSync) || gitSync["installationProvider"] !== "github-legacy") return wasAbsent;
    service.change("space", space.id, { gitSync: null });
    return removed;
  },
};

/** Git Sync of spaces. The real git does the work, only on repositories of this machine. */
export const gitSystem: System = {
  operations: git,
  handlers,
  needs: { import: "edit", export: "edit" },
  loaded: endRunningJobs,
};

/** Ends jobs that were running when the store was dumped, so that no other job waits for them. */
function endRunningJobs(service: EmulatedService): void {
  for (const { id, space, state } of service.list("git_job")) {
    if (state === "running") end({ service, id, space: textIn(space), body: {} }, "It was interrupted.");
  }
}

/** A requested import or export. */
interface Job {
  readonly service: EmulatedService;
  readonly id: string;
  readonly space: string;
  readonly body: JsonObject;
  readonly location: Location;
}

interface Work<Found> {
  readonly fetch: () => Promise<Found>;
  /** Uses the fetched data. Returns the reason if that is impossible. */
  readonly commit: (found: Found) => string | undefined;
}

/**
 * Responds at once, and does the work when it is the job's turn. Skips a request that is older than the last one, unless it is
 * forced.
 */
function syncHandler<Found>(
  direction: "import" | "export",
  work: (job: Job) => Work<Found>,
): EmulatorHandler {
  return ({ params, body }: EmulatorRequest, service) => {
    const space = requireSpace(service, params["spaceId"]).id;
    if (isLate(service, space, body)) return { status: 204 };
    const id = service.newId("");
    service.add("git_job", {
      id,
      space,
      direction,
      state: "running",
      timestamp: body["timestamp"] ?? null,
      startedAt: service.now(),
      endedAt: null,
      error: null,
    });
    const url = textIn(body["url"]);
    const location = {
      url,
      ref: textIn(body["ref"]),
      folder: textIn(body["repoProjectDirectory"]) || undefined,
    };
    const job = { service, id, space, body, location };
    reportGitState(job);
    queueJob(service, { space, id }, (done) => begin(job, work, done));
    return { status: 204 };
  };
}

function begin<Found>(job: Job, work: (job: Job) => Work<Found>, done: () => void): void {
  const finish = (error: string | undefined) => {
    end(job, error);
    done();
  };
  try {
    // Reads the content and the last sync only now: the job before may have changed them.
    const { fetch, commit } = work(job);
    job.service.later<Found>(`git ${job.id}`, {
      fetch,
      commit: (found) => finish(reasonOf(() => commit(found))),
      failed: (error) => finish(messageOf(error)),
    });
  } catch (error) {
    finish(messageOf(error));
  }
}

/** Runs the work, and returns the reason if it fails, for example because the space no longer exists. */
function reasonOf(work: () => string | undefined): string | undefined {
  try {
    return work();
  } catch (error) {
    return messageOf(error);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "It failed for no known reason";
}

type EndedJob = Pick<Job, "service" | "id" | "space" | "body">;

function end(job: EndedJob, error: string | undefined): void {
  const state = error === undefined ? "success" : "failure";
  job.service.change("git_job", job.id, { state, endedAt: job.service.now(), error: error ?? null });
  reportGitState(job);
}

function isLate(service: EmulatedService, space: string, { timestamp, force }: JsonObject): boolean {
  if (force === true || typeof timestamp !== "string") return false;
  const earlier = service
    .list("git_job")
    .flatMap((job) =>
      job["space"] === space && typeof job["timestamp"] === "string" ? [job["timestamp"]] : [],
    );
  return earlier.some((other) => Date.parse(other) > Date.parse(timestamp));
}

/** Updates the space's information on its repository, once a request has included some. */
function reportGitState({ service, id, space, body }: EndedJob): void {
  const record = service.get("space", space);
  if (record === undefined) return;
  const before = record["gitSync"];
  const { gitInfo } = body;
  if (!isJsonObject(before) && !isJsonObject(gitInfo)) return;
  const given = isJsonObject(gitInfo) ? gitInfo : {};
  const known = isJsonObject(before) ? before : { installationProvider: "github" };
  const url = typeof given["url"] === "string" ? withoutCredentials(given["url"]) : undefined;
  const gitSync = {
    ...known,
    ...withoutNulls({ installationProvider: given["provider"], url, repoName: url && nameIn(url) }),
    ...(service.apiVersion === "current" ? operationOf(service, id, space) : {}),
    updatedAt: service.now(),
  };
  service.change("space", space, { gitSync });
}

/** The name of the repository, from the URL of one of its folders. */
function nameIn(url: string): string | undefined {
  return /^[a-z+]+:\/\/[^/]+\/([^/]+\/[^/]+)/i.exec(url)?.[1]?.replace(/[.]git$/, "");
}

function operationOf(service: EmulatedService, id: string, space: string): JsonObject {
  const job: JsonObject = service.get("git_job", id) ?? {};
  const { state, direction, startedAt, endedAt, error } = job;
  return {
    installationStatus: "active",
    installationId: `${space}git`,
    operation: withoutNulls({ state, direction, startedAt, endedAt, error }),
  };
}

interface Sync {
  readonly commit: string;
  readonly content: RevisionContent;
  readonly paths: ReadonlyMap<string, string>;
}

/** Identifies the folder, branch and repository of a job. */
function placeIn({ location: { url, ref, folder } }: Job): string {
  return `${withoutCredentials(url)} ${ref} ${folder ?? ""}`;
}

function lastSync(job: Job): Sync | undefined {
  const record = job.service.get("git_sync", job.space);
  if (record === undefined || record["place"] !== placeIn(job)) return undefined;
  return {
    commit: textIn(record["commit"]),
    content: contentOf(job.service, textIn(record["revision"])),
    paths: new Map(Object.entries(record["paths"] as Readonly<Record<string, string>>)),
  };
}

interface NewSync {
  readonly commit: string;
  readonly revision: string;
  readonly paths: ReadonlyMap<string, string>;
}

function keepSync(job: Job, { commit, revision, paths }: NewSync): void {
  const { service, space } = job;
  if (service.get("git_sync", space) !== undefined) service.remove("git_sync", space);
  const fields = { place: placeIn(job), commit, revision, paths: Object.fromEntries(paths) as Json };
  service.add("git_sync", { id: space, ...fields });
}

function keepCommit({ service, body, location }: Job, revision: string, commit: Commit): void {
  if (service.get("revision_git", revision) !== undefined) service.remove("revision_git", revision);
  const { repoCommitURL } = body;
  const prefix = typeof repoCommitURL === "string" ? withoutCredentials(repoCommitURL) : undefined;
  service.add("revision_git", {
    id: revision,
    oid: commit.oid,
    message: commit.message,
    createdByGitBook: commit.isOwn,
    ref: location.ref,
    ...withoutNulls({ url: prefix && `${prefix.replace(/\/$/, "")}/${commit.oid}` }),
  });
}

/** Imports the files. Keeps what the space has changed since the last sync. Returns the reason if that is impossible. */
function importInto(job: Job, { commit, files }: Checkout): string | undefined {
  const { service, body } = job;
  const space = requireSpace(service, job.space);
  const last = lastSync(job);
  const isForced = body["force"] === true;
  const isStandalone = body["standalone"] === true;
  if (last?.commit === commit.oid && !isForced && !isStandalone) return undefined;
  const ours = revisionOf(space);
  const known = last ?? { content: contentOf(service, ours), paths: filesOf(contentOf(service, ours)).paths };
  const theirs = contentFrom(files, { ...known, newId: () => service.newId(""), now: service.now() });
  const merge =
    last === undefined || isForced || isStandalone
      ? { content: theirs }
      : mergeContents({ base: last.content, ours: contentOf(service, ours), theirs });
  if (merge.content === undefined) {
    const named = merge.conflicts.map(({ part, id }) => `${part} ${id}`);
    return `Both the space and the repository changed ${named.join(", ")}: nothing was imported`;
  }
  const imported = addRevision(service, { space: space.id, parents: [ours], type: "edits", content: theirs });
  keepCommit(job, imported.id, commit);
  if (isStandalone) return undefined;
  keepSync(job, { commit: commit.oid, revision: imported.id, paths: filesOf(theirs).paths });
  showRevision(
    service,
    space.id,
    mergedRevision(job, { ours, imported: imported.id }, merge.content, theirs),
  );
  return undefined;
}

/** The imported revision, or a new one if the merge kept changes of the space. */
function mergedRevision(
  { service, space }: Job,
  { ours, imported }: { readonly ours: string; readonly imported: string },
  content: RevisionContent,
  theirs: RevisionContent,
): string {
  if (content === theirs) return imported;
  return addRevision(service, { space, parents: [ours, imported], type: "edits", content }).id;
}
