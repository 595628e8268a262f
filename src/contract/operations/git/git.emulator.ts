import { removed, textIn, wasAbsent, withoutNulls } from "../../../model/emulator-responses.ts";
import {
  type EmulatedService,
  type EmulatorHandler,
  EmulatorRefusal,
  type EmulatorRequest,
} from "../../../model/emulator-rules.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../util/json.ts";
import { withoutCredentials } from "../../../util/without-credentials.ts";
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
 * `git_sync`, with the space's id: what the last import or export synced, `{ id, place, commit, revision, paths }`.
 * `revision_git`, with the revision's id: its commit, `{ id, oid, message, createdByGitBook, ref, url }`.
 */
const handlers: Handlers<typeof git> = {
  import: syncHandler<Checkout>("import", (job) => {
    const time = { at: job.service.now() };
    return {
      fetch: () => readFolder(job.location, time),
      commit: (checkout) => importInto(job, checkout),
    };
  }),

  export: syncHandler<Commit>("export", (job) => {
    const { service, space, location, body } = job;
    const revision = revisionOf(requireSpace(service, space));
    const content = contentOf(service, revision);
    const previous = lastSync(job);
    const { files, paths } = filesOf(content);
    const change = {
      after: files,
      before: previous === undefined ? new Map<string, Buffer>() : filesOf(previous.content).files,
      since: previous?.commit,
      message: textIn(body["commitMessage"]),
      force: body["force"] === true,
    };
    const time = { at: service.now() };
    return {
      fetch: () => writeFolder(location, change, time),
      commit: (commit) => {
        if (body["standalone"] === true) return undefined;
        recordSync(job, { commit: commit.oid, revision, paths });
        recordCommit(job, revision, commit);
        return undefined;
      },
    };
  }),

  info: ({ params }, service) => {
    const { gitSync } = requireSpace(service, params["spaceId"]);
    if (!isJsonObject(gitSync)) throw new EmulatorRefusal(404, "The space is not connected to a repository");
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

/** Git Sync of spaces. The installed `git` does the work. It reaches only repositories on this machine. */
export const gitSystem: System = {
  operations: git,
  handlers,
  needs: { import: "edit", export: "edit" },
  loaded: endRunningJobs,
};

/** Ends jobs that were running when the store was dumped, so that no other job waits for them. */
function endRunningJobs(service: EmulatedService): void {
  for (const { id, space, state } of service.list("git_job")) {
    if (state === "running")
      endJob({ service, id, space: textIn(space), body: {} }, "The job was interrupted");
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

/** The work of a job: on the repository, and then on the space. */
interface Work<Fetched> {
  readonly fetch: () => Promise<Fetched>;
  /** Uses the fetched data. Returns the reason if that is impossible. */
  readonly commit: (fetched: Fetched) => string | undefined;
}

/**
 * Responds at once, and does the work when it is the job's turn. Skips a request that is older than the last one, unless it is
 * forced.
 */
function syncHandler<Fetched>(
  direction: "import" | "export",
  workOf: (job: Job) => Work<Fetched>,
): EmulatorHandler {
  return ({ params, body }: EmulatorRequest, service) => {
    const space = requireSpace(service, params["spaceId"]).id;
    if (isOlderThanLast(service, space, body)) return { status: 204 };
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
    const location = {
      url: textIn(body["url"]),
      ref: textIn(body["ref"]),
      folder: textIn(body["repoProjectDirectory"]) || undefined,
    };
    const job = { service, id, space, body, location };
    reportGitState(job);
    queueJob(service, { space, id }, (done) => beginJob(job, workOf, done));
    return { status: 204 };
  };
}

function beginJob<Fetched>(job: Job, workOf: (job: Job) => Work<Fetched>, done: () => void): void {
  const finish = (error: string | undefined) => {
    endJob(job, error);
    done();
  };
  try {
    // Reads the content and the last sync only now: the job before may have changed them.
    const { fetch, commit } = workOf(job);
    job.service.later<Fetched>(`git ${job.id}`, {
      fetch,
      commit: (fetched) => finish(failureOf(() => commit(fetched))),
      failed: (error) => finish(messageOf(error)),
    });
  } catch (error) {
    finish(messageOf(error));
  }
}

/** Runs `commit`, and returns the reason if it fails, for example because the space no longer exists. */
function failureOf(commit: () => string | undefined): string | undefined {
  try {
    return commit();
  } catch (error) {
    return messageOf(error);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "The job failed for an unknown reason";
}

type EndedJob = Pick<Job, "service" | "id" | "space" | "body">;

function endJob(job: EndedJob, error: string | undefined): void {
  const state = error === undefined ? "success" : "failure";
  job.service.change("git_job", job.id, { state, endedAt: job.service.now(), error: error ?? null });
  reportGitState(job);
}

function isOlderThanLast(service: EmulatedService, space: string, { timestamp, force }: JsonObject): boolean {
  if (force === true || typeof timestamp !== "string") return false;
  const otherTimestamps = service
    .list("git_job")
    .flatMap((job) =>
      job["space"] === space && typeof job["timestamp"] === "string" ? [job["timestamp"]] : [],
    );
  return otherTimestamps.some((other) => Date.parse(other) > Date.parse(timestamp));
}

/** Updates the space's information on its repository, once a request has included some. */
function reportGitState({ service, id, space, body }: EndedJob): void {
  const record = service.get("space", space);
  if (record === undefined) return;
  const { gitSync: before } = record;
  const { gitInfo } = body;
  if (!isJsonObject(before) && !isJsonObject(gitInfo)) return;
  const { provider, url: urlWithCredentials } = isJsonObject(gitInfo) ? gitInfo : {};
  const url = typeof urlWithCredentials === "string" ? withoutCredentials(urlWithCredentials) : undefined;
  const gitSync = {
    ...(isJsonObject(before) ? before : { installationProvider: "github" }),
    ...withoutNulls({ installationProvider: provider, url, repoName: url && repositoryName(url) }),
    ...(service.apiVersion === "current" ? installationFields(service, id, space) : {}),
    updatedAt: service.now(),
  };
  service.change("space", space, { gitSync });
}

/** The name of the repository, from the URL of one of its folders. */
function repositoryName(url: string): string | undefined {
  return /^[a-z+]+:\/\/[^/]+\/([^/]+\/[^/]+)/i.exec(url)?.[1]?.replace(/[.]git$/, "");
}

function installationFields(service: EmulatedService, jobId: string, space: string): JsonObject {
  const job: JsonObject = service.get("git_job", jobId) ?? {};
  const { state, direction, startedAt, endedAt, error } = job;
  return {
    installationStatus: "active",
    installationId: `${space}git`,
    operation: withoutNulls({ state, direction, startedAt, endedAt, error }),
  };
}

/** The state in which a space and its repository were last in sync. */
interface Sync {
  readonly commit: string;
  readonly content: RevisionContent;
  /** Path of the file of each part of the content, by id. */
  readonly paths: ReadonlyMap<string, string>;
}

/** Identifies the folder, branch and repository of a job. */
function placeOf({ location: { url, ref, folder } }: Job): string {
  return `${withoutCredentials(url)} ${ref} ${folder ?? ""}`;
}

function lastSync(job: Job): Sync | undefined {
  const record = job.service.get("git_sync", job.space);
  if (record === undefined || record["place"] !== placeOf(job)) return undefined;
  return {
    commit: textIn(record["commit"]),
    content: contentOf(job.service, textIn(record["revision"])),
    paths: new Map(Object.entries(record["paths"] as Readonly<Record<string, string>>)),
  };
}

type NewSync = Omit<Sync, "content"> & { readonly revision: string };

function recordSync(job: Job, { commit, revision, paths }: NewSync): void {
  const { service, space } = job;
  if (service.get("git_sync", space) !== undefined) service.remove("git_sync", space);
  const fields = { place: placeOf(job), commit, revision, paths: Object.fromEntries(paths) as Json };
  service.add("git_sync", { id: space, ...fields });
}

function recordCommit({ service, body, location }: Job, revision: string, commit: Commit): void {
  if (service.get("revision_git", revision) !== undefined) service.remove("revision_git", revision);
  const { repoCommitURL } = body;
  const commitsUrl = typeof repoCommitURL === "string" ? withoutCredentials(repoCommitURL) : undefined;
  service.add("revision_git", {
    id: revision,
    oid: commit.oid,
    message: commit.message,
    createdByGitBook: commit.isOwn,
    ref: location.ref,
    ...withoutNulls({ url: commitsUrl && `${commitsUrl.replace(/\/$/, "")}/${commit.oid}` }),
  });
}

/** Imports the files. Keeps what the space has changed since the last sync. Returns the reason if that is impossible. */
function importInto(job: Job, { commit, files }: Checkout): string | undefined {
  const { service, space, body } = job;
  const ourRevision = revisionOf(requireSpace(service, space));
  const previous = lastSync(job);
  const isForced = body["force"] === true;
  const isStandalone = body["standalone"] === true;
  if (previous?.commit === commit.oid && !isForced && !isStandalone) return undefined;
  const ours = contentOf(service, ourRevision);
  const known = previous ?? { content: ours, paths: filesOf(ours).paths };
  const theirs = contentFrom(files, { ...known, newId: () => service.newId(""), now: service.now() });
  const merge =
    previous === undefined || isForced || isStandalone
      ? { content: theirs }
      : mergeContents({ base: previous.content, ours, theirs });
  if (merge.content === undefined) {
    const conflicts = merge.conflicts.map(({ part, id }) => `${part} ${id}`);
    return `Both the space and the repository changed ${conflicts.join(", ")}: nothing was imported`;
  }
  const { content } = merge;
  const imported = addRevision(service, { space, parents: [ourRevision], type: "edits", content: theirs }).id;
  recordCommit(job, imported, commit);
  if (isStandalone) return undefined;
  recordSync(job, { commit: commit.oid, revision: imported, paths: filesOf(theirs).paths });
  // If the merge kept changes of the space, its result is a revision of its own.
  const shown =
    content === theirs
      ? imported
      : addRevision(service, { space, parents: [ourRevision, imported], type: "edits", content }).id;
  showRevision(service, space, shown);
  return undefined;
}
