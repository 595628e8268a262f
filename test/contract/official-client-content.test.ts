import { GitBookAPI as ClassicAPI } from "gitbook-api-classic";
import { GitBookAPI as CurrentAPI } from "gitbook-api-current";
import { afterEach, expect, test } from "vitest";
import type { RunningEmulator } from "../../src/emulator/server.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { newRepository, type Repository } from "../operations/git-bench.ts";
import { organizationId } from "../support/declare-world.ts";
import { testToken } from "../support/service.ts";
import { startTestServer } from "../support/test-server.ts";

// The tasks of a writer with the official client of each API version, over HTTP. The emulator's `edit` does what people do in the app.

let server: RunningEmulator | undefined;
let repository: Repository | undefined;

afterEach(async () => {
  await server?.close();
  await repository?.remove();
  server = undefined;
  repository = undefined;
});

type Calls = Readonly<Record<string, (...given: unknown[]) => Promise<{ readonly data: JsonObject }>>>;

interface OfficialClient {
  readonly orgs: Calls;
  readonly spaces: Calls;
}

const clients = [
  { apiVersion: "classic" as const, Official: ClassicAPI },
  { apiVersion: "current" as const, Official: CurrentAPI },
];

async function dayOf({ apiVersion, Official }: (typeof clients)[number]) {
  const running = await startTestServer({ token: testToken, apiVersion });
  server = running;
  const official = new Official({ endpoint: running.url, authToken: testToken }) as unknown as OfficialClient;
  const control = async (path: string, body: unknown): Promise<JsonObject> => {
    const answer = await fetch(`${running.url}/_emulator/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${testToken}` },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as JsonObject;
  };
  const call =
    (group: keyof OfficialClient) =>
    async (operation: string, ...given: unknown[]) => {
      const method = official[group][operation];
      if (method === undefined) throw new Error(`The official client has no ${group}.${operation}`);
      return (await method(...given)).data;
    };
  const org = call("orgs");
  const space = await org("createSpace", organizationId, { title: "Guides" });
  const spaces = call("spaces");
  const inSpace = (operation: string, ...given: unknown[]) => spaces(operation, space["id"], ...given);
  const edit = async (changes: readonly JsonObject[], changeRequestId?: string) => {
    const params = { spaceId: space["id"], ...(changeRequestId === undefined ? {} : { changeRequestId }) };
    const { body } = await control("edit", { operation: "editContent", params, body: { changes } });
    return ((body as JsonObject)["outcomes"] as readonly { readonly page: string }[]).map(({ page }) => page);
  };
  return { org, inSpace, edit, control };
}

const insert = (title: string, markdown: string) => ({
  operation: "insert_page",
  title,
  document: { markdown },
});

test.each(clients)("reads and searches the content of a space ($apiVersion)", async (given) => {
  const { edit, inSpace, org } = await dayOf(given);
  const [start = "", guide = ""] = await edit([
    insert("Start", "Read [the guide](guide.md) and [nothing](none.md)."),
    insert("Guide", "# First steps\n\nTake them."),
  ]);
  expect(await inSpace("getCurrentRevision")).toMatchObject({ pages: [{ id: start }, { id: guide }] });
  expect(await inSpace("listPages")).toMatchObject({ pages: [{ title: "Start" }, { title: "Guide" }] });
  expect(await inSpace("getPageById", guide, { format: "document" })).toMatchObject({
    document: { nodes: [{ type: "heading-1" }, { type: "paragraph" }] },
  });
  expect(await inSpace("searchSpaceContent", { query: "steps" })).toMatchObject({ items: [{ id: guide }] });
  expect(await org("searchOrganizationContent", organizationId, { query: "steps" })).toMatchObject({
    items: [{ pages: [{ id: guide }] }],
  });
  expect(await inSpace("listFiles")).toMatchObject({ items: [] });
  if (given.apiVersion === "current") return;
  expect(await inSpace("listSpaceLinks", { status: "broken" })).toMatchObject({
    items: [{ locationReferences: [{ page: { id: start } }] }],
    stats: { total: 2, broken: { total: 1 } },
  });
  expect(await inSpace("listPageLinksInSpace", start)).toMatchObject({ count: 2 });
  expect(await inSpace("listSpacePageBacklinks", guide)).toMatchObject({ items: [{ page: { id: start } }] });
});

test.each(clients)("proposes a change, comments on it and merges it ($apiVersion)", async (given) => {
  const { edit, inSpace, org } = await dayOf(given);
  const [start = ""] = await edit([insert("Start", "Begin.")]);
  const request = await inSpace("createChangeRequest", { subject: "News" });
  const id = request["id"] as string;
  if (given.apiVersion === "current") {
    const changes = [insert("News", "All of them.")];
    await inSpace("updateChangeRequestContent", id, { changes });
  } else await edit([insert("News", "All of them.")], id);
  await edit([{ operation: "update_page", page: start, title: "Beginning" }]);
  await inSpace("updateChangeRequestById", request["number"], { status: "open" });
  expect(await inSpace("listChangeRequestsForSpace", { status: "open" })).toMatchObject({
    items: [{ id, outdated: true }],
  });
  expect(await org("listChangeRequestsForOrganization", organizationId)).toMatchObject({ items: [{ id }] });

  const comment = await inSpace("postCommentInChangeRequest", id, {
    body: { markdown: "Really?" },
    page: start,
  });
  const commentId = comment["id"];
  await inSpace("updateCommentInChangeRequest", id, commentId, { addedReactions: ["1f44d"] });
  const reply = await inSpace("postCommentReplyInChangeRequest", id, commentId, {
    body: { markdown: "Yes." },
  });
  expect(await inSpace("listCommentRepliesInChangeRequest", id, commentId)).toMatchObject({
    items: [{ id: reply["id"], body: { markdown: "Yes." } }],
  });
  expect(await inSpace("listCommentsInChangeRequest", id, { authors: ["nobody"] })).toMatchObject({
    items: [],
  });
  await inSpace("updateCommentInChangeRequest", id, commentId, { resolved: true });
  expect(await inSpace("listCommentsInChangeRequest", id, { status: "resolved" })).toMatchObject({
    count: 1,
  });
  await inSpace("deleteCommentInChangeRequest", id, commentId);
  const note = await inSpace("postCommentInSpace", { body: { markdown: "A note." } });
  expect(await inSpace("getCommentInSpace", note["id"])).toMatchObject({ status: "open" });
  expect(await inSpace("getSpaceById")).toMatchObject({ comments: 1, changeRequestsOpen: 1 });

  expect(await inSpace("updateChangeRequest", id)).toMatchObject({ result: "update" });
  expect(await inSpace("mergeChangeRequest", id)).toMatchObject({ result: "merge" });
  expect(await inSpace("listPages")).toMatchObject({ pages: [{ title: "Beginning" }, { title: "News" }] });
  await expect(inSpace("mergeChangeRequest", id)).rejects.toMatchObject({ code: 400 });
});

test.each(clients)("keeps a space in a repository ($apiVersion)", async (given) => {
  const { control, edit, inSpace } = await dayOf(given);
  repository = await newRepository();
  await repository.commit({ "README.md": "# Welcome\n" });
  const place = { url: repository.url, ref: "refs/heads/main" };
  const gitInfo = { provider: "github", url: "https://git.example/acme/docs/tree/main" };
  await inSpace("importGitRepository", { ...place, gitInfo });
  await control("settle", {});
  expect(await inSpace("listPages")).toMatchObject({ pages: [{ title: "Welcome" }] });
  await edit([insert("News", "All of them.")]);
  await inSpace("exportToGitRepository", { ...place, commitMessage: "News" });
  await control("settle", {});
  expect(await inSpace("getSpaceGitInfo")).toMatchObject({
    installationProvider: "github",
    repoName: "acme/docs",
  });
  expect(await repository.files()).toEqual({
    "README.md": "# Welcome\n",
    "SUMMARY.md": "# Table of contents\n\n* [Welcome](README.md)\n* [News](news.md)\n",
    "news.md": "# News\n\nAll of them.\n",
  });
});
