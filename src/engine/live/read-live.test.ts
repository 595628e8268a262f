import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../test/support/virtual-clock.ts";
import { ApiError, callName } from "../../contract/http/api-error.ts";
import { createServiceClock } from "../../contract/http/service-clock.ts";
import { wordsOfStatus } from "../../contract/http/words-of-status.ts";
import type { Call } from "../../model/endpoint.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import { readLive } from "./read-live.ts";
import { createSharedReads } from "./shared-reads.ts";

const endpoint = {
  operation: "list",
  method: "GET",
  path: "/x",
  success: [200],
  idempotent: true,
  paged: true,
} as const;

function typeOf(name: string, of: string | undefined, rest: object = {}): ResourceType {
  const read = {
    name,
    endpoint: { ...endpoint, path: `/${name}/{ownerId}` },
    finds: [name],
    ...present({ of }),
    found: (item: Json) => [{ type: name, container: null, attributes: {}, ...(item as JsonObject) }],
  };
  return {
    name,
    attributes: {},
    endpoints: [],
    reads: [read],
    creation: {},
    layout: { kind: "map", field: name, addressBy: ["$key"] },
    ...rest,
  } as unknown as ResourceType;
}

const types = [typeOf("box", undefined), typeOf("thing", "box", { scope: "box" })];
const organization = typeOf("organization", undefined, {
  creation: undefined,
  layout: { kind: "head", field: "organization", addressBy: [] },
});

const notFound = (): never => {
  const about = { operation: "list", method: "GET", path: "/x" };
  const words = wordsOfStatus(404, { call: callName(about), host: "api.example", answer: "404" });
  throw new ApiError(words, { ...about, outcome: "refused", status: 404 });
};

function clientOf(
  lists: Readonly<Record<string, readonly Json[]>>,
  absent: () => readonly Json[] = () => [],
) {
  const asked: string[] = [];
  return {
    asked,
    stats: { calls: 0, writes: 0, retried: 0, waitedMs: 0, requestedWaitMs: 0 },
    serviceClock: createServiceClock(createVirtualClock(), 0),
    call: async () => ({ status: 200, headers: {}, body: null, alreadyDone: false }),
    list: async ({ endpoint: { path }, params }: Call) => {
      const name = path.slice(1).replace("/{ownerId}", ` ${params["ownerId"]}`);
      asked.push(name);
      return lists[name] ?? absent();
    },
  };
}

describe("readLive", () => {
  it("reads lists, then the requested contents; each object once, without the trash", async () => {
    const client = clientOf({
      "box acme": [{ id: "b1" }, { id: "b1" }, { id: "b2", deleted: true }, { id: "b3" }],
      "thing b3": [{ id: "t2" }, { id: "t1" }],
    });
    const live = await readLive({
      client,
      types,
      organizationId: "acme",
      concurrency: 2,
      contentsOf: (soFar) => ({ owners: soFar.objects.filter(({ id }) => id === "b3"), details: [] }),
    });
    expect(live.objects.map(({ id, scopeId, rank }) => [id, scopeId, rank])).toEqual([
      ["b1", undefined, 0],
      ["b3", undefined, 1],
      ["t2", "b3", 2],
      ["t1", "b3", 3],
    ]);
    expect([...live.contentsReadOf]).toEqual([["b3", new Set(["thing"])]]);
    expect(client.asked).toEqual(["box acme", "thing b3"]);
  });

  it.each([
    { what: "the organization is there", there: true, code: "live/no-such-list" },
    { what: "the organization is not there either", there: false, code: "live/wrong-organization" },
  ])("explains a missing list where $what", async ({ there, code }) => {
    const client = clientOf(there ? { "organization acme": [{ id: "acme" }] } : {}, notFound);
    const contentsOf = () => ({ owners: [], details: [] });
    const reading = readLive({
      client,
      types: [...types, organization],
      organizationId: "acme",
      concurrency: 4,
      contentsOf,
    });
    await expect(reading).rejects.toMatchObject({ code });
  });

  it("refuses a token of another organization", async () => {
    const client = clientOf({ "organization acme": [{ id: "other" }] });
    const contentsOf = () => ({ owners: [], details: [] });
    const reading = readLive({
      client,
      types: [organization],
      organizationId: "acme",
      concurrency: 1,
      contentsOf,
    });
    await expect(reading).rejects.toMatchObject({ code: "live/wrong-organization" });
  });
});

describe("createSharedReads", () => {
  it("shares one call between all callers, until a write", async () => {
    const client = clientOf({ "box acme": [{ id: "b1" }] });
    const shared = createSharedReads(client, { now: () => 0, sleep: async () => {}, every: () => () => {} });
    const read = types[0]?.reads[0];
    if (read === undefined) throw new Error("The first type has a read.");
    const ask = () => shared.read(read, { organizationId: "acme", apiVersion: "current" }, "acme");
    await Promise.all([ask(), ask()]);
    await ask();
    shared.invalidate(["thing"]);
    await ask();
    expect(client.asked).toHaveLength(1);
    shared.invalidate(["box"]);
    await ask();
    expect(client.asked).toHaveLength(2);
  });

  it("passes a failure to the callers that waited for it, and to no later one", async () => {
    let asked = 0;
    const client = {
      ...clientOf({}),
      list: async () => {
        asked += 1;
        throw new Error("The service is away.");
      },
    };
    const shared = createSharedReads(client, { now: () => 0, sleep: async () => {}, every: () => () => {} });
    const read = types[0]?.reads[0];
    if (read === undefined) throw new Error("The first type has a read.");
    const ask = () => shared.read(read, { organizationId: "acme", apiVersion: "current" }, "acme");
    expect((await Promise.allSettled([ask(), ask()])).map(({ status }) => status)).toEqual([
      "rejected",
      "rejected",
    ]);
    expect(asked).toBe(1);
    expect(shared.finishedResult(read, "acme")).toBeUndefined();
    await expect(ask()).rejects.toThrow("The service is away.");
    expect(asked).toBe(2);
  });

  it("returns a finished read at once, and neither an old one nor one before a write", async () => {
    const client = clientOf({ "box acme": [{ id: "b1" }] });
    let now = 0;
    const shared = createSharedReads(
      client,
      { now: () => now, sleep: async () => {}, every: () => () => {} },
      1_000,
    );
    const read = types[0]?.reads[0];
    if (read === undefined) throw new Error("The first type has a read.");
    const ask = () => shared.read(read, { organizationId: "acme", apiVersion: "current" }, "acme");
    const reported = () => shared.finishedResult(read, "acme");
    const asked = ask();
    expect(reported()).toBeUndefined();
    const response = await asked;
    expect(reported()).toBe(response);
    expect(shared.finishedResult(read, "another")).toBeUndefined();
    now = 1_001;
    expect(reported()).toBeUndefined();
    const again = await ask();
    expect(reported()).toBe(again);
    shared.invalidate(["box"]);
    expect(reported()).toBeUndefined();
  });
});
