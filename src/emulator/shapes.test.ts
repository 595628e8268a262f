import { expect, test } from "vitest";
import * as z from "zod";
import { createBox } from "../../test/support/widget-box.ts";
import { get, post, remove } from "../contract/operations/operation.ts";
import type { System } from "../contract/operations/system.ts";
import { only, onlyWhere } from "../model/api-version-marks.ts";
import type { JsonObject } from "../util/json.ts";

const home = "/orgs/{organizationId}/links";

const rows = {
  list: get(home, {
    id: "listLinks",
    query: z.object({
      status: onlyWhere(
        "current",
        z.array(z.enum(["ok", "broken"])).optional(),
        (value) => Array.isArray(value) && value.length > 1,
      ),
      size: z.array(z.number()).optional(),
      order: z.enum(["asc", "desc"]).optional(),
      topic: only("current", z.enum(["a"])).optional(),
    }),
    items: z.object({ id: z.string() }),
    envelope: z.object({ stats: z.object({ total: z.number() }) }),
  }),
  ingest: post(home, { id: "ingestLinks", body: z.array(z.object({ id: z.string() })), success: [204] }),
  forget: remove(`${home}/{linkId}`, { id: "forgetLink" }),
};

const seen: JsonObject[] = [];

const system: System = {
  operations: rows,
  handlers: {
    list: ({ query, queryLists }, service) => {
      seen.push({ query, queryLists });
      const items = service.list("link");
      return { status: 200, items, envelope: { stats: { total: items.length } }, headers: { etag: "1" } };
    },
    ingest: ({ body, bodyItems, headers }, service) => {
      seen.push({ body, prefer: headers["prefer"] ?? null });
      for (const item of bodyItems) service.add("link", item as { id: string });
      return { status: 204 };
    },
  },
};

const createLinks = (apiVersion: "classic" | "current" = "current") =>
  createBox({ operations: { links: system }, types: [], apiVersion });

test("passes all values of a repeated parameter to the rules", async () => {
  const box = createLinks();
  await box.ask("GET", "/orgs/acme/links?status=ok&status=broken&size=1&order=asc");
  expect(seen.pop()).toEqual({
    query: { status: "broken", size: "1", order: "asc" },
    queryLists: { status: ["ok", "broken"], size: ["1"], order: ["asc"] },
  });
});

test.each([
  ["classic", "status=ok&status=broken"],
  ["current", "status=ok&status=gone"],
  ["current", "order=asc&order=desc"],
] as const)("the %s service refuses %s", async (apiVersion, query) => {
  const reported = await createLinks(apiVersion).ask("GET", `/orgs/acme/links?${query}`);
  expect(reported.status).toBe(400);
});

test("ignores a parameter of the other API version", async () => {
  await createLinks("classic").ask("GET", "/orgs/acme/links?topic=whatever");
  expect(seen.pop()).toEqual({ query: {}, queryLists: {} });
});

test("a body can be a list, and pages can have more fields than items", async () => {
  const box = createLinks();
  const ids = ["a", "b", "c"].map((id) => ({ id }));
  expect((await box.ask("POST", "/orgs/acme/links", ids)).status).toBe(204);
  expect(seen.pop()).toEqual({ body: {}, prefer: null });
  const page = await box.ask("GET", "/orgs/acme/links?limit=2");
  expect(page.headers).toMatchObject({ etag: "1" });
  expect(page.body).toEqual({ items: ids.slice(0, 2), count: 3, next: { page: "c" }, stats: { total: 3 } });
  expect((await box.ask("POST", "/orgs/acme/links", [{ id: 1 }])).status).toBe(400);
});

test("an unknown operation gets 501 with its name, before any other check", async () => {
  const box = createLinks();
  const reported = await box.ask("DELETE", "/orgs/acme/links/x", "no body is wanted");
  expect(reported.status).toBe(501);
  expect(reported.body).toEqual({ error: { code: 501, message: expect.stringContaining("forgetLink") } });
  expect(() => box.emulator.edit("forgetLink", { linkId: "x" })).toThrow(
    expect.objectContaining({ status: 501 }),
  );
});
