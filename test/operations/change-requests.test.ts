import { describe, expect, test } from "vitest";
import { type ApiVersion, publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { insert, openSpaceBench, outline, type SpaceBench, update } from "./space-bench.ts";

interface Proposal extends SpaceBench {
  readonly changeRequestId: string;
  /** The titles of the pages when the change request is created. */
  readonly pages: readonly string[];
}

async function proposalOf(apiVersion: ApiVersion): Promise<Proposal> {
  const bench = await openSpaceBench(apiVersion);
  const pages = bench.edit([insert("Start", "Begin."), insert("Guide", "Go on."), insert("Last", "End.")]);
  const params = { spaceId: bench.space };
  const changeRequestId = await bench.client.make("createChangeRequest", {
    params,
    body: { subject: "News" },
  });
  return { ...bench, changeRequestId, pages };
}

const titlesOf = async ({ ask }: SpaceBench) => outline((await ask("listPages"))["pages"]);

describe.each(apiVersions)("a change request of the %s service", (apiVersion) => {
  test("is known by its id and by its number in the space", async () => {
    const { ask, changeRequestId, client, space } = await proposalOf(apiVersion);
    const first = await ask("getChangeRequestById", { params: { changeRequestId: "1" } });
    expect(first).toMatchObject({ id: changeRequestId, number: 1, status: "draft", outdated: false });
    await client.make("createChangeRequest", { params: { spaceId: space }, body: {} });
    expect(await ask("getChangeRequestById", { params: { changeRequestId: "2" } })).toMatchObject({
      number: 2,
    });
    await ask("getChangeRequestById", { params: { changeRequestId: "3" }, status: 404 });
  });

  test("changes the space only when it is merged", async () => {
    const proposal = await proposalOf(apiVersion);
    const { ask, edit, changeRequestId } = proposal;
    edit([insert("News", "")], changeRequestId);
    expect(await titlesOf(proposal)).toEqual(["Start", "Guide", "Last"]);
    const { revision } = await ask("mergeChangeRequest", { params: { changeRequestId } });
    expect(await titlesOf(proposal)).toEqual(["Start", "Guide", "Last", "News"]);
    expect(await ask("getCurrentRevision")).toMatchObject({
      id: revision,
      type: "merge",
      mergedFrom: { id: changeRequestId },
    });
    expect(await ask("getChangeRequestById", { params: { changeRequestId } })).toMatchObject({
      status: "merged",
      revisionMerged: revision,
      outdated: false,
    });
  });

  test("is outdated until it is updated", async () => {
    const proposal = await proposalOf(apiVersion);
    const { ask, edit, changeRequestId, pages } = proposal;
    const params = { changeRequestId };
    edit([update(pages[0], { title: "Beginning" })], changeRequestId);
    edit([update(pages[1], { title: "The guide" })]);
    expect(await ask("getChangeRequestById", { params })).toMatchObject({ outdated: true });
    expect(await ask("updateChangeRequest", { params })).toMatchObject({ result: "update" });
    const after = await ask("getChangeRequestById", { params });
    const main = await ask("getCurrentRevision");
    expect(after).toMatchObject({ outdated: false, revisionMergedAncestor: main["id"] });
    const { pages: now } = await ask("listPagesInChangeRequest", { params });
    expect(outline(now)).toEqual(["Beginning", "The guide", "Last"]);
    // A second update has nothing to do.
    expect(await ask("updateChangeRequest", { params })).toEqual({
      revision: after["revision"],
      result: "update",
    });
  });

  test.each(["mergeChangeRequest", "updateChangeRequest"])(
    "with conflicts changes nothing in %s",
    async (operation) => {
      const proposal = await proposalOf(apiVersion);
      const { ask, edit, changeRequestId, pages, emulator } = proposal;
      edit([update(pages[0], { title: "Beginning" }), insert("News", "")], changeRequestId);
      edit([update(pages[0], { title: "At first" })]);
      const before = emulator.dump();
      const given = await ask(operation, { params: { changeRequestId } });
      expect(given).toMatchObject({ result: "conflicts" });
      expect(emulator.dump()).toEqual(before);
    },
  );

  test("merges equal changes of both sides", async () => {
    const proposal = await proposalOf(apiVersion);
    const { ask, edit, changeRequestId, pages } = proposal;
    for (const where of [undefined, changeRequestId]) {
      edit([update(pages[0], { title: "Beginning" })], where);
      edit([{ operation: "delete_page", page: pages[2] ?? "" }], where);
    }
    expect(await ask("mergeChangeRequest", { params: { changeRequestId } })).toMatchObject({
      result: "merge",
    });
    expect(await titlesOf(proposal)).toEqual(["Beginning", "Guide"]);
  });

  test("keeps a page under a deleted one", async () => {
    const proposal = await proposalOf(apiVersion);
    const { ask, edit, changeRequestId, pages } = proposal;
    edit([insert("News", "", { into: pages[1] ?? "" })], changeRequestId);
    edit([{ operation: "delete_page", page: pages[1] ?? "" }]);
    const given = await ask("mergeChangeRequest", { params: { changeRequestId } });
    expect(given).toMatchObject({ result: "conflicts" });
  });

  test("cannot be merged twice, or when it is archived", async () => {
    const { ask, changeRequestId, edit } = await proposalOf(apiVersion);
    const params = { changeRequestId };
    await ask("updateChangeRequestById", { params, body: { status: "archived" } });
    await ask("mergeChangeRequest", { params, status: 400 });
    expect(() => edit([insert("News", "")], changeRequestId)).toThrow("archived");
    await ask("updateChangeRequestById", { params, body: { status: "open" } });
    await ask("mergeChangeRequest", { params });
    await ask("mergeChangeRequest", { params, status: 400 });
    await ask("updateChangeRequest", { params, status: 400 });
    await ask("updateChangeRequestById", { params, body: { status: "open" }, status: 400 });
  });

  test("is listed by its status, and counted in the space", async () => {
    const { ask, changeRequestId, list, client, space } = await proposalOf(apiVersion);
    const params = { spaceId: space };
    await client.make("createChangeRequest", { params, body: { subject: "Second" } });
    expect(await list("listChangeRequestsForSpace")).toEqual([]);
    await ask("updateChangeRequestById", { params: { changeRequestId }, body: { status: "open" } });
    const subjects = async (query: Readonly<Record<string, string | string[]>>) =>
      (await list("listChangeRequestsForSpace", { query })).map(({ subject }) => subject);
    expect(await subjects({})).toEqual(["News"]);
    expect(await subjects({ status: "draft" })).toEqual(["Second"]);
    expect(await subjects({ creator: client.user.id })).toEqual(["News"]);
    expect(await subjects({ contributor: "u_other" })).toEqual([]);
    expect(await ask("getSpaceById")).toMatchObject({
      changeRequests: 2,
      changeRequestsOpen: 1,
      changeRequestsDraft: 1,
    });
  });
});

test("the current service lists several statuses at once, in all spaces", async () => {
  const { changeRequestId, client, ask, space } = await proposalOf("current");
  const other = await client.make("createSpace", { body: { title: "Other" } });
  await client.make("createChangeRequest", { params: { spaceId: other }, body: { subject: "Elsewhere" } });
  await ask("updateChangeRequestById", { params: { changeRequestId }, body: { status: "open" } });
  const subjects = async (query: Readonly<Record<string, string | string[]>>) =>
    ((await client.ask("listChangeRequestsForOrganization", { query }))["items"] as readonly JsonObject[])
      .map(({ subject }) => subject as string)
      .toSorted((a, b) => a.localeCompare(b));
  expect(await subjects({ status: ["open", "draft"] })).toEqual(["Elsewhere", "News"]);
  expect(await subjects({ status: ["open", "draft"], space })).toEqual(["News"]);
  await client.ask("deleteSpaceById", { params: { spaceId: other } });
  expect(await subjects({ status: ["open", "draft"] })).toEqual(["News"]);
});
