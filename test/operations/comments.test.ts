import { describe, expect, test } from "vitest";
import { publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { insert, openSpaceBench } from "./space-bench.ts";

const text = (markdown: string) => ({ markdown });

async function talkOf(where: "InSpace" | "InChangeRequest", apiVersion: "classic" | "current") {
  const bench = await openSpaceBench(apiVersion);
  const [page = ""] = bench.edit([insert("Start", "Begin.")]);
  const spaceId = bench.space;
  const changeRequestId = await bench.client.make("createChangeRequest", { params: { spaceId }, body: {} });
  const params = where === "InSpace" ? { spaceId } : { spaceId, changeRequestId };
  const post = (body: JsonObject) => bench.client.make(`postComment${where}`, { params, body });
  const bodies = async (query: Readonly<Record<string, string | readonly string[]>> = {}) =>
    (await bench.list(`listComments${where}`, { params, query })).map(
      ({ body }) => (body as JsonObject)["markdown"],
    );
  return { ...bench, page, params, post, bodies, changeRequestId };
}

describe.each(
  (["InSpace", "InChangeRequest"] as const).flatMap((where) =>
    apiVersions.map((apiVersion) => ({ where, apiVersion })),
  ),
)("comments $where of the $apiVersion service", ({ where, apiVersion }) => {
  test("are listed newest first, by status, page and author", async () => {
    const { ask, bodies, page, params, post, client } = await talkOf(where, apiVersion);
    await post({ body: text("one"), page });
    const second = await post({ body: text("two") });
    await ask(`updateComment${where}`, {
      params: { ...params, commentId: second },
      body: { resolved: true },
    });
    expect(await bodies()).toEqual(["two", "one"]);
    expect(await bodies({ order: "asc" })).toEqual(["one", "two"]);
    expect(await bodies({ status: "open" })).toEqual(["one"]);
    expect(await bodies({ status: "resolved" })).toEqual(["two"]);
    expect(await bodies({ targetPage: page })).toEqual(["one"]);
    expect(await bodies({ authors: ["u_other", client.user.id] })).toEqual(["two", "one"]);
    expect(await bodies({ authors: ["u_other"] })).toEqual([]);
  });

  test("belong to their place, and are counted there", async () => {
    const { ask, post, list, params, changeRequestId } = await talkOf(where, apiVersion);
    const outside = where === "InSpace" ? "InChangeRequest" : "InSpace";
    const first = await post({ body: text("one") });
    await post({ body: text("two") });
    expect(await list(`listComments${outside}`, { params: { changeRequestId } })).toEqual([]);
    await ask(`updateComment${where}`, { params: { ...params, commentId: first }, body: { resolved: true } });
    const counts = where === "InSpace" ? [1, 0] : [0, 1];
    expect(await ask("getSpaceById")).toMatchObject({ comments: counts[0] });
    expect(await ask("getChangeRequestById", { params: { changeRequestId } })).toMatchObject({
      comments: counts[1],
    });
  });

  test("have each reaction once", async () => {
    const { ask, params, post } = await talkOf(where, apiVersion);
    const commentId = await post({ body: text("one") });
    const react = (body: JsonObject) =>
      ask(`updateComment${where}`, { params: { ...params, commentId }, body });
    await react({ addedReactions: ["1f44d", "1f44d"] });
    const twice = await react({ addedReactions: ["1f44d", "1f389"] });
    expect(twice["reactions"]).toMatchObject([
      { emoji: "1f44d", count: 1 },
      { emoji: "1f389", count: 1 },
    ]);
    expect(twice["editedAt"]).toBeUndefined();
    expect((await react({ removedReactions: ["1f44d"] }))["reactions"]).toMatchObject([{ emoji: "1f389" }]);
  });

  test("are deleted with their replies", async () => {
    const { ask, emulator, list, params, post, client } = await talkOf(where, apiVersion);
    const commentId = await post({ body: text("one") });
    const one = { ...params, commentId };
    await client.make(`postCommentReply${where}`, { params: one, body: { body: text("yes") } });
    expect(await ask(`getComment${where}`, { params: one })).toMatchObject({
      replies: 1,
      repliers: [{ count: 1, user: { id: client.user.id } }],
    });
    expect(await list(`listCommenters${where}`, { params })).toMatchObject([{ id: client.user.id }]);
    await ask(`deleteComment${where}`, { params: one, status: 205 });
    expect(emulator.service.list("comment_reply")).toEqual([]);
    expect(await list(`listCommenters${where}`, { params })).toEqual([]);
    await ask(`listCommentReplies${where}`, { params: one, status: 404 });
  });
});

test("refuses a comment on a missing page", async () => {
  const { ask, emulator, params } = await talkOf("InSpace", "current");
  await ask("postCommentInSpace", { params, body: { body: text("?"), page: "nobody" }, status: 404 });
  expect(emulator.service.list("comment")).toEqual([]);
});
