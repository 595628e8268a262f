import { expect, test } from "vitest";
import type { TransportRequest } from "../../src/contract/http/transport.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";
import { declareWorld } from "../support/declare-world.ts";
import { runLayout } from "../support/run-layout.ts";
import { createTestService, seededRandom, type TestService } from "../support/service.ts";

// Answers that contradict what docsform knows: it believes neither of two, and looks for itself.

/** A service with the space "One", some of whose answers another program rewrites. */
function serviceWith(
  rewrite: (request: TransportRequest, body: Json, service: TestService) => Json,
): TestService {
  const service: TestService = createTestService({
    apiVersion: "current",
    random: seededRandom(3),
    watch: "none",
    transport: (emulator) => {
      const send = emulatorTransport(emulator);
      return async (request) => {
        const response = await send(request);
        const isRead = response.text.startsWith("{") && response.status < 300;
        return isRead
          ? {
              ...response,
              text: JSON.stringify(rewrite(request, JSON.parse(response.text) as Json, service)),
            }
          : response;
      };
    },
  });
  service.emulator.edit("createSpace", {}, { title: "One" });
  return service;
}

const wanted = declareWorld(
  {
    collections: [],
    spaces: [{ title: "Two", collection: null, emoji: null }],
    teams: [],
    saml: null,
    specs: [],
    site: null,
    further: [],
  },
  { prune: [] },
);
const spacesOf = ({ emulator }: TestService) => emulator.service.list("space");

test.each<{ name: string; idOf: (service: TestService) => string }>([
  { name: "the id of another object", idOf: (service) => String(spacesOf(service)[0]?.id) },
  { name: "an empty id", idOf: () => "" },
])("a create that is answered with $name is found by its values", async ({ idOf }) => {
  const service = serviceWith(({ method }, body, it) =>
    method === "POST" ? { ...(body as JsonObject), id: idOf(it) } : body,
  );
  const disk = createMemoryDisk();
  const end = await runLayout(service, wanted, disk);
  expect(end.kind === "applied" && end.result.outcome).toBe("done");
  const two = spacesOf(service).find(({ title }) => title === "Two");
  expect(spacesOf(service)).toHaveLength(2);
  expect(Object.values(disk.state?.objects ?? {}).map(({ id }) => id)).toEqual([two?.id]);
});

test("a list that shows one object with two contents is an error, and nothing is written", async () => {
  const service = serviceWith(({ method, url }, body) => {
    const { items } = body as { items?: JsonObject[] };
    if (method !== "GET" || items === undefined || !url.includes("/spaces")) return body;
    return {
      ...(body as JsonObject),
      items: [...items, ...items.map((item) => ({ ...item, title: "Other" }))],
    };
  });
  const before = service.emulator.log.length;
  const end = await runLayout(service, wanted, createMemoryDisk());
  expect(end).toMatchObject({ kind: "failed", error: { code: "http/incomplete-list" } });
  expect(service.emulator.log.slice(before).every(({ method }) => method === "GET")).toBe(true);
});

test("a list that contradicts itself in one read only is read again", async () => {
  let reads = 0;
  const service = serviceWith(({ method, url }, body) => {
    const { items } = body as { items?: JsonObject[] };
    if (method !== "GET" || items === undefined || !url.includes("/spaces") || ++reads > 1) return body;
    return {
      ...(body as JsonObject),
      items: [...items, ...items.map((item) => ({ ...item, title: "Old" }))],
    };
  });
  const end = await runLayout(service, wanted, createMemoryDisk());
  expect([end.kind === "applied" && end.result.outcome, reads > 1]).toEqual(["done", true]);
});

test("a list that repeats an object is read as one", async () => {
  const service = serviceWith(({ method, url }, body) => {
    const { items } = body as { items?: JsonObject[] };
    if (method !== "GET" || items === undefined || !url.includes("/spaces")) return body;
    return { ...(body as JsonObject), items: [...items, ...items] };
  });
  const end = await runLayout(service, wanted, createMemoryDisk());
  expect(end.kind === "applied" && end.result.outcome).toBe("done");
});
