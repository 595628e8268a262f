import { expect, test } from "vitest";
import { generations } from "../../src/model/endpoint.ts";
import { deskOf, insert } from "./desk.ts";

// Where the published contracts say more than the interface shows.

test.each(generations)("the interface tells a DELETE by 204 alone (%s)", async (generation) => {
  const { emulator, visitor } = await deskOf(generation);
  const collectionId = await visitor.make("createCollection", { body: { title: "Handbook" } });
  for (const _ of [1, 2]) await visitor.ask("deleteCollectionById", { params: { collectionId } });
  const statuses = emulator.log.filter(({ method }) => method === "DELETE").map(({ status }) => status);
  expect(statuses).toEqual([generation === "shown" ? 204 : 205, 204]);
});

test.each(generations)("the interface tells a PUT of a new specification by 200 (%s)", async (generation) => {
  const { emulator, visitor } = await deskOf(generation);
  const asked = { params: { specSlug: "pets" }, body: { source: { text: "openapi: 3.1.0" } } };
  await visitor.ask("createOrUpdateOpenAPISpecBySlug", {
    ...asked,
    status: generation === "shown" ? 200 : 201,
  });
  expect(emulator.service.list("openapi_spec")).toHaveLength(1);
});

test.each(generations)(
  "the interface tells what is found in a space by the space (%s)",
  async (generation) => {
    const { edit, list, space } = await deskOf(generation);
    edit([insert("Start", "Install it."), insert("News", "Nothing.")]);
    const found = await list("searchSpaceContent", { query: { query: "install" } });
    const page = { title: "Start", path: "start" };
    expect(found).toMatchObject(
      generation === "shown" ? [{ id: space, title: "Guides", pages: [page] }] : [page],
    );
    expect(await list("searchSpaceContent", { query: { query: "nowhere" } })).toEqual([]);
  },
);
