import { describe, expect, test } from "vitest";
import { createDocsClient, type DocsClient } from "../../src/contract/client/docs-client.ts";
import { ApiError } from "../../src/contract/http/api-error.ts";
import { operations } from "../../src/contract/operations/operations.ts";
import type { OperationTable } from "../../src/contract/operations/system.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import { createEmulator, type Emulator } from "../../src/emulator/new-emulator.ts";
import { registry } from "../../src/resources/registry.ts";
import { watchContract } from "../support/contract-watch.ts";
import { organizationId } from "../support/declare-world.ts";
import { seededRandom, testToken } from "../support/service.ts";
import { createVirtualClock } from "../support/virtual-clock.ts";

interface Bench {
  readonly client: DocsClient;
  readonly emulator: Emulator;
}

function createBench(served: OperationTable = operations): Bench {
  const clock = createVirtualClock(Date.parse("2026-01-01T00:00:00Z"));
  const random = seededRandom(1);
  const emulator = createEmulator({
    types: registry,
    operations: served,
    organizationId,
    token: testToken,
    apiVersion: "current",
    clock,
    random,
    observe: watchContract({ every: true }),
  });
  const transport = emulatorTransport(emulator);
  const client = createDocsClient({
    token: testToken,
    baseUrl: "http://127.0.0.1",
    transport,
    clock,
    random,
  });
  return { client, emulator };
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

async function makeSpaces(client: DocsClient, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    ids.push((await client.spaces.create({ organizationId, title: `Space ${n}` })).id);
  }
  return ids;
}

const pathsOf = ({ log }: Emulator) => log.map(({ method, path }) => `${method} ${path}`);

test("path, query and body are one object, and responses return unchanged", async () => {
  const { client, emulator } = createBench();
  const site = await client.sites.create({ organizationId, title: "Docs", visibility: "unlisted" });
  expect(site).toMatchObject({ object: "site", title: "Docs", visibility: "unlisted" });
  expect(await client.sites.get({ organizationId, siteId: site.id })).toEqual(site);
  const titles: string[] = [];
  for await (const each of client.sites.list({ organizationId, published: false })) titles.push(each.title);
  expect(titles).toEqual(["Docs"]);
  await client.sites.delete({ organizationId, siteId: site.id });
  expect(pathsOf(emulator)).toEqual([
    `POST /v1/orgs/${organizationId}/sites`,
    `GET /v1/orgs/${organizationId}/sites/${site.id}`,
    `GET /v1/orgs/${organizationId}/sites?limit=100&published=false`,
    `DELETE /v1/orgs/${organizationId}/sites/${site.id}`,
  ]);
});

test("an operation that the service lacks is a failure, even a DELETE", async () => {
  const { teams: _, ...others } = operations;
  const { client } = createBench(others);
  const failure = await failureOf(client.teams.delete({ organizationId, teamId: "nobody" }));
  expect(failure).toMatchObject({ status: 501, outcome: "refused" });
});

test("fetches pages as the loop needs items", async () => {
  const { client, emulator } = createBench();
  const ids = await makeSpaces(client, 5);
  emulator.clearLog();
  const found: string[] = [];
  for await (const space of client.spaces.list({ organizationId, limit: 2 })) {
    found.push(space.id);
    if (found.length === 3) break;
  }
  expect(found).toEqual(ids.slice(0, 3));
  expect(emulator.log).toHaveLength(2);
});

test("each page names the next one", async () => {
  const { client } = createBench();
  const ids = await makeSpaces(client, 3);
  const first = await client.spaces.list({ organizationId, limit: 2 }).page();
  expect(first).toMatchObject({ items: ids.slice(0, 2).map((id) => ({ id })), count: 3, next: ids[2] });
  const second = await client.spaces.list({ organizationId, limit: 2, page: first.next }).page();
  expect(second.items.map(({ id }) => id)).toEqual(ids.slice(2));
  expect(second).not.toHaveProperty("next");
});

const listings: readonly (readonly [string, (client: DocsClient, limit: number) => Promise<string[]>])[] = [
  [
    "all()",
    async (client, limit) => (await client.spaces.list({ organizationId, limit }).all()).map(({ id }) => id),
  ],
  [
    "for await",
    async (client, limit) => {
      const ids: string[] = [];
      for await (const { id } of client.spaces.list({ organizationId, limit })) ids.push(id);
      return ids;
    },
  ],
];

describe.each(listings)("%s", (_name, read) => {
  test("fails if pages keep omitting items", async () => {
    const { client, emulator } = createBench();
    await makeSpaces(client, 7);
    emulator.faults.add({ fault: { kind: "shift-pages" }, on: { times: "always" } });
    expect(await failureOf(read(client, 2))).toMatchObject({
      code: "http/incomplete-list",
      operation: "listSpacesInOrganizationById",
      message: expect.stringContaining("the service counts 7"),
      remedy: expect.any(String),
    });
  });

  test("fails if pages do not end, and no count says that the list is complete", async () => {
    const bench = createBench();
    await makeSpaces(bench.client, 3);
    const cursors = { sent: 0 };
    const client = createDocsClient({
      token: testToken,
      baseUrl: "http://127.0.0.1",
      transport: async () => {
        const next = { page: `cursor ${cursors.sent++}` };
        return { status: 200, headers: {}, text: JSON.stringify({ items: [{ id: "s1" }], next }) };
      },
    });
    expect(await failureOf(read(client, 2))).toMatchObject({
      code: "http/incomplete-list",
      message: expect.stringContaining("without end"),
    });
    expect(cursors.sent).toBeLessThan(200);
  });

  test("begins at a given page, and ignores the count of earlier items", async () => {
    const { client } = createBench();
    const ids = await makeSpaces(client, 5);
    const { next } = await client.spaces.list({ organizationId, limit: 2 }).page();
    const listing = client.spaces.list({ organizationId, limit: 2, page: next });
    expect((await listing.all()).map(({ id }) => id)).toEqual(ids.slice(2));
  });
});

test("a failure is an ApiError with its code, status, message and outcome", async () => {
  const { client } = createBench();
  const error = await failureOf(client.spaces.get({ spaceId: "nowhere" }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    code: "http/not-found",
    status: 404,
    operation: "getSpaceById",
    outcome: "refused",
    serviceMessage: expect.stringContaining("nowhere"),
  });
  expect(String(error)).not.toContain(testToken);
});

test("a signal stops a call, and a list between its pages", async () => {
  const { client, emulator } = createBench();
  await makeSpaces(client, 3);
  const aborted = await failureOf(client.spaces.get({ spaceId: "x" }, { signal: AbortSignal.abort() }));
  expect(aborted).toMatchObject({ code: "http/interrupted", outcome: "not-sent" });
  emulator.clearLog();
  const stop = new AbortController();
  const reading = async () => {
    for await (const _ of client.spaces.list({ organizationId, limit: 1 }, { signal: stop.signal }))
      stop.abort();
  };
  expect(await failureOf(reading())).toMatchObject({ code: "http/interrupted" });
  expect(emulator.log).toHaveLength(1);
});

test("a read-only view has no other methods, and calls no other operations", async () => {
  const { client, emulator } = createBench();
  const { id } = await client.spaces.create({ organizationId, title: "A" });
  const reading = client.readOnly();
  expect(await reading.spaces.get({ spaceId: id })).toMatchObject({ title: "A" });
  expect(Object.keys(reading.spaces)).toEqual(
    Object.keys(client.spaces).filter((name) => /^(list|get)/.test(name)),
  );
  // @ts-expect-error A client that only reads has no delete.
  expect(reading.spaces.delete).toBeUndefined();
  emulator.clearLog();
  const refused = await failureOf(reading.call("deleteSpaceById", { spaceId: id }));
  expect(refused).toMatchObject({ code: "http/read-only", outcome: "not-sent" });
  expect(emulator.log).toEqual([]);
  expect((await reading.call("getSpaceById", { spaceId: id })).body.title).toBe("A");
});

test("an operation can be chosen at run time, and its response includes the envelope", async () => {
  const { client } = createBench();
  const made = await client.call("createSpace", { organizationId, title: "A" });
  expect(made).toMatchObject({ status: 201, requestId: "req-1", body: { title: "A" } });
  expect(made.headers["location"]).toContain(made.body.id);
  const name: string = "listSpacesInOrganizationById";
  expect((await client.call(name, { organizationId })).body).toMatchObject({ items: [{ title: "A" }] });
  expect(await failureOf(client.call("getSpaceByIdd", { spaceId: "x" }))).toMatchObject({
    code: "client/unknown-operation",
    remedy: "Did you mean getSpaceById?",
  });
});

test("an operation without a method is called by its path, and a read-only view only reads by it", async () => {
  const { client, emulator } = createBench();
  const path = `/orgs/${organizationId}/spaces`;
  const made = await client.request("POST", path, { body: { title: "A" } });
  expect(made).toMatchObject({ status: 201, requestId: "req-1", body: { title: "A" } });
  const { body } = await client.readOnly().request("GET", `${path}?limit=5`, { query: { limit: 1 } });
  expect(body).toMatchObject({ items: [{ title: "A" }] });
  expect(emulator.log.at(-1)?.path).toContain("?limit=1");
  emulator.clearLog();
  const refused = await failureOf(client.readOnly().request("POST", path));
  expect(refused).toMatchObject({ code: "http/read-only", outcome: "not-sent" });
  const elsewhere = await failureOf(client.request("GET", "https://evil.example/orgs"));
  expect(elsewhere).toMatchObject({ code: "client/bad-path" });
  expect(emulator.log).toEqual([]);
});

test("accepts a response with unknown fields and values", async () => {
  const client = createDocsClient({
    token: testToken,
    transport: async () => ({
      status: 200,
      headers: { "content-type": "application/json" },
      text: JSON.stringify({ id: 7, visibility: "holographic", mood: "good" }),
    }),
  });
  const space = await client.spaces.get({ spaceId: "x" });
  expect(space).toMatchObject({ mood: "good" });
});

test.each([
  ["", "http/bad-token"],
  ["two words", "http/bad-token"],
])("an invalid token (%j) is refused at once", (token, code) => {
  expect(() => createDocsClient({ token })).toThrow(expect.objectContaining({ code }));
});
