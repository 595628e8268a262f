import { beforeAll, describe, expect, test } from "vitest";
import type { FaultSpec } from "../../src/emulator/faults.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import type { EmulatedWorld } from "../../src/emulator/world.ts";
import { registry } from "../../src/resources/registry.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { addressAt, declareWorld } from "../support/declare-world.ts";
import { createKillable } from "../support/killable.ts";
import { consistencyWindowMs, runLayout } from "../support/run-layout.ts";
import { createTestService, seededRandom } from "../support/service.ts";
import { stateOfIds } from "../support/states.ts";
import { prepare, type Representative } from "./representative.ts";
import { type Cell, type CellEnd, type FaultlessRun, runCell, runWithoutFaults } from "./run-cell.ts";
import { worldLines } from "./world-lines.ts";

// One example for each rule of applying. The matrix alone does not prove these rules, because it checks only the final outcome.

let given: Representative;
let faultless: FaultlessRun;
beforeAll(async () => {
  given = await prepare("current");
  faultless = await runWithoutFaults(given);
});

/** Runs the representative apply with a fault at the first request of an operation. */
async function atFirst(operation: string, cell: Partial<Cell>): Promise<CellEnd> {
  const at = faultless.requests.findIndex((request) => request.operation === operation) + 1;
  expect(at).toBeGreaterThan(0);
  return await runCell(given, { name: operation, at, journal: "kept", ...cell });
}

const once = (fault: FaultSpec["fault"]): Pick<Cell, "fault"> => ({ fault: { on: { times: 1 }, fault } });

/** The operations by which the representative apply creates objects. */
function creates(): readonly string[] {
  const known = new Set(registry.map(({ creation }) => creation?.endpoint.operation));
  const made = faultless.requests.flatMap(({ operation }) =>
    known.has(operation ?? "") ? [operation ?? ""] : [],
  );
  expect(made.length).toBeGreaterThan(8);
  return [...new Set(made)];
}

describe("each create", { timeout: 60_000 }, () => {
  test("killed after it, with late reads: the next run waits, and creates no duplicate", async () => {
    for (const operation of creates()) {
      const end = await atFirst(operation, { kill: "after", staleMs: 3000 });
      expect([operation, end.world]).toEqual([operation, faultless.world]);
    }
  });

  test("with a lost response and late reads: is found, and not sent again", async () => {
    for (const operation of creates()) {
      const end = await atFirst(operation, { ...once({ kind: "drop-after" }), staleMs: 3000 });
      expect([operation, end.story[0], end.world]).toEqual([operation, "done", faultless.world]);
    }
  });

  test("with a broken response and no read in time: counts as done, and is not sent again", async () => {
    for (const operation of creates()) {
      const service = createTestService({ apiVersion: "current", random: seededRandom(2) });
      service.emulator.load(given.dump);
      service.emulator.faults.add({ on: { operation }, fault: { kind: "truncate" } });
      service.emulator.faults.add({
        on: { method: "read" },
        fault: { kind: "stale-reads", ms: consistencyWindowMs * 2 },
      });
      const end = await runLayout(service, given.desired, createMemoryDisk({ state: given.state }));
      const sent = (log: FaultlessRun["requests"]) =>
        log.filter((request) => request.operation === operation).length;
      expect(sent(service.emulator.log), operation).toBeLessThanOrEqual(sent(faultless.requests));
      const statuses = end.kind === "applied" ? end.result.steps.map(({ status }) => status) : [];
      expect(statuses, operation).toContain("unknown");
    }
  });
});

test("a move with a lost response is done if the object is already there", async () => {
  const end = await atFirst("moveCollection", once({ kind: "drop-after" }));
  expect(end.story[0]).toBe("done");
});

test("a move that another user already made counts as done", async () => {
  const move = (emulator: EmulatedWorld) => {
    const archive = emulator.service.list("collection").find((each) => each["title"] === "Archive");
    emulator.edit("moveCollection", { collectionId: archive?.id ?? "" }, { parent: null });
  };
  const end = await atFirst("moveCollection", { edit: move });
  expect(end.story).toEqual(["done", "nothing"]);
});

test("a sort with lost responses is done if the object is beside the named neighbor", async () => {
  const end = await atFirst("sortSiteStructure", {
    fault: { on: { operation: "sortSiteStructure", times: 40 }, fault: { kind: "drop-after" } },
  });
  expect(end.story).toEqual(["done", "nothing"]);
});

test("a sort that did not happen is not done, although the neighbor is on the other side", async () => {
  const end = await atFirst("sortSiteStructure", {
    fault: { on: { operation: "sortSiteStructure", times: 40 }, fault: { kind: "drop-before" } },
  });
  expect(end.story[0]).toContain("unknown");
  expect(end.world).toEqual(faultless.world);
});

test.each([
  { what: "refused", kind: "failed", fate: "not-tried", fault: { kind: "error-before", status: 400 } },
  { what: "unknown", kind: "unknown", fate: "unknown", fault: { kind: "truncate" } },
] as const)(
  "an object that would be created with a section is not reported as done if the create is $what",
  async ({ kind, fate, fault }) => {
    const service = createTestService({ apiVersion: "current", random: seededRandom(2) });
    service.emulator.load(given.dump);
    service.emulator.faults.add({ on: { operation: "addSectionToSite", times: "always" }, fault });
    const slow = {
      on: { method: "read" },
      fault: { kind: "stale-reads", ms: consistencyWindowMs * 2 },
    } as const;
    service.emulator.faults.add(slow);
    const disk = createMemoryDisk({ state: given.state });
    const end = await runLayout(service, given.desired, disk);
    const steps = end.kind === "applied" ? end.result.steps : [];
    const status = (address: string) => steps.find((step) => step.address === address)?.status;
    expect(status("site_section.docs/gamma-kit")).toBe(kind);
    expect(status("site_space.docs/gamma-kit/kit")).toBe(fate);
  },
);

test("a move that the service accepted and did not make is a failed step", async () => {
  const end = await atFirst("moveSpace", once({ kind: "drop-field", field: "parent" }));
  expect(end.story[0]).toMatch(/^partial, space\.\w+ failed/);
  expect(end.world).toEqual(faultless.world);
});

test("a checkout in response to a publication is a failed step", async () => {
  const end = await atFirst("publishSite", once({ kind: "checkout" }));
  expect(end.story[0]).toMatch(
    /^partial, site\.docs failed site\.docs: The service did not publish the site and asked for a checkout/,
  );
});

test.each(["createSpace", "moveSpace", "deleteCollectionById", "updateMembersInOrganizationTeam"])(
  "a checkout in response to %s is a failed step, and a second run does it",
  async (operation) => {
    const end = await atFirst(operation, once({ kind: "checkout" }));
    expect(end.fired).toEqual({ checkout: 1 });
    expect(end.story[0]).toMatch(
      new RegExp(`^partial, .* failed .*${operation}.* failed: \\S+ returned a checkout`),
    );
    expect(end.world).toEqual(faultless.world);
  },
);

test("a collection with new contents since the plan is not deleted", async () => {
  const goes = faultless.requests.findIndex((request) => request.operation === "deleteCollectionById");
  const reread = faultless.requests
    .slice(0, goes)
    .findLastIndex((request) => request.operation === "listCollectionsInOrganizationById");
  const put = (emulator: EmulatedWorld) => {
    const old = emulator.service.list("collection").find((each) => each["title"] === "Old");
    emulator.edit("createSpace", {}, { title: "Theirs", parent: old?.id ?? "" });
  };
  const end = await runCell(given, { name: "contents", at: reread + 1, journal: "kept", edit: put });
  expect(end.story[0]).toContain(
    "collection.old failed docsform did not delete collection.old: another user put space",
  );
});

test("the token's own user stays a member", async () => {
  const join = (emulator: EmulatedWorld) => {
    const writers = emulator.service.list("team").find((each) => each["title"] === "Writers");
    emulator.edit("updateMembersInOrganizationTeam", { teamId: writers?.id ?? "" }, { add: ["u_me"] });
  };
  const end = await runCell(given, { name: "own user", at: 1, journal: "kept", edit: join });
  expect(end.story).toEqual(["done", "nothing"]);
  expect(end.world.filter((line) => line.includes("team(Writers)") && line.includes("u_me"))).not.toEqual([]);
});

test("an object in the trash does not exist, although a list shows it", async () => {
  const throwAway = (emulator: EmulatedWorld) => {
    const { body } = emulator.edit("createSpace", {}, { title: "Kit" });
    emulator.edit("deleteSpaceById", { spaceId: (body as { readonly id: string }).id });
  };
  const end = await runCell(given, {
    name: "trash",
    at: 1,
    journal: "kept",
    edit: throwAway,
    fault: { on: { times: "always" }, fault: { kind: "trash-in-lists" } },
  });
  expect(end.fired["trash-in-lists"]).toBeGreaterThan(0);
  expect(end.world).toEqual(faultless.world);
});

test("a section leaves its group before it enters another one, if it can have only one", async () => {
  const classic = await prepare("classic");
  const service = createTestService({
    apiVersion: "classic",
    random: seededRandom(2),
    policy: { secondMembership: "refused" },
  });
  service.emulator.load(classic.dump);
  const disk = createMemoryDisk({ state: classic.state });
  const end = await runLayout(service, classic.desired, disk);
  expect(end.kind === "applied" && end.result.outcome).toBe("done");
  expect(worldLines(service.emulator.dump())).toEqual((await runWithoutFaults(classic)).world);
});

test("the journal has the object of each address before the first write", async () => {
  const process = createKillable();
  const service = createTestService({
    apiVersion: "current",
    random: seededRandom(2),
    transport: process.transport,
  });
  service.emulator.load(given.dump);
  // Without a state, the next run has only the journal.
  const disk = process.disk({ keepsState: false });
  const first = faultless.requests.findIndex((request) => request.method !== "GET") + 1;
  process.start({ at: first, when: "before" });
  const objects = given.desired.objects.filter(({ scope }) => scope === undefined);
  const unowned = objects.map((object) => ({ ...object, owns: [] }));
  await runLayout(service, { ...given.desired, prune: [], objects: unowned }, disk);
  const pairs = disk.journal.flatMap((line) => (line.kind === "match" ? [line.address] : []));
  expect(pairs).toEqual(expect.arrayContaining(["collection.handbook", "team.writers"]));
});

test("the next run knows what a killed run created, whatever its name is then", async () => {
  const rename = (emulator: EmulatedWorld) => {
    const kit = emulator.service.list("space").find((each) => each["title"] === "Kit");
    emulator.edit("updateSpaceById", { spaceId: kit?.id ?? "" }, { title: "Renamed" });
  };
  const end = await atFirst("publishSite", { kill: "before", edit: rename });
  expect(end.kills).toBe(1);
  expect(end.world).toEqual(faultless.world);
});

test("distinguishes a lost create from another one with the same create key", async () => {
  const service = createTestService({ apiVersion: "current", random: seededRandom(2) });
  service.emulator.load(given.dump);
  const extra = given.desired.objects.flatMap((object) => {
    if (object.address !== "site_section.docs/gamma-kit" && object.container !== null) {
      const isInside =
        typeof object.container === "object" && object.container.$ref === "site_section.docs/gamma-kit";
      return isInside && object.address.endsWith("/kit")
        ? [
            object,
            {
              ...object,
              address: "site_space.docs/duplicate/kit",
              container: { $ref: "site_section.docs/duplicate" },
            },
          ]
        : [object];
    }
    if (object.address !== "site_section.docs/gamma-kit") return [object];
    return [
      object,
      {
        ...object,
        address: "site_section.docs/duplicate",
        attributes: { ...object.attributes, path: "duplicate" },
        rank: object.rank + 1,
      },
    ];
  });
  service.emulator.faults.add({
    on: { operation: "addSectionToSite", nth: 2 },
    fault: { kind: "drop-after" },
  });
  const disk = createMemoryDisk({ state: given.state });
  const end = await runLayout(service, { ...given.desired, objects: extra }, disk);
  expect(end.kind === "applied" && [end.result.outcome, end.result.error?.message]).toEqual([
    "done",
    undefined,
  ]);
  const paths = service.emulator.service.list("site_section").map((section) => section["path"]);
  expect(paths.filter((path) => path === "duplicate" || path === "gamma-kit").sort()).toEqual([
    "duplicate",
    "gamma-kit",
  ]);
  expect(service.emulator.faults.fired["drop-after"]).toBe(1);
});

describe("a list that stays shorter than the service counts", () => {
  const skipped: FaultSpec = {
    on: { method: "read", times: 10_000 },
    fault: { kind: "shift-pages", by: "skip" },
  };
  const wanted = (title: string) =>
    declareWorld(
      {
        collections: [],
        spaces: [{ title, collection: null, emoji: null }],
        teams: [],
        saml: null,
        specs: [],
        site: null,
        further: [],
      },
      { prune: [] },
    );

  test("duplicates and forgets nothing that it omits", async () => {
    const service = createTestService({ apiVersion: "current", random: seededRandom(3), pageCap: 2 });
    for (const title of ["One", "Two", "Three"]) service.emulator.edit("createSpace", {}, { title });
    const desired = wanted("Three");
    const third = service.emulator.service.list("space").find((each) => each["title"] === "Three");
    const state = stateOfIds(new Map([[addressAt("space", 0), third?.id ?? ""]]));
    const disk = createMemoryDisk({ state });
    service.emulator.faults.add(skipped);
    const refused = await runLayout(service, desired, disk);
    expect(refused.kind === "refused" && refused.refusals.map(({ code }) => code)).toEqual([
      // The list is shorter than its count, and it omits an object of the state.
      "guard/incomplete-list",
      "guard/incomplete-list",
    ]);
    service.emulator.faults.clear();
    const end = await runLayout(service, desired, disk);
    expect(end.kind === "applied" && end.result.outcome).toBe("nothing");
    expect(service.emulator.service.list("space")).toHaveLength(3);
  });

  test("leaves the outcome of a create with a lost response unknown", async () => {
    const service = createTestService({
      apiVersion: "current",
      random: seededRandom(3),
      pageCap: 2,
      transport: (emulator) => {
        const send = emulatorTransport(emulator);
        return async (request) => {
          if (request.method === "POST") emulator.faults.add(skipped);
          return await send(request);
        };
      },
    });
    for (const title of ["One", "Two"]) service.emulator.edit("createSpace", {}, { title });
    service.emulator.faults.add({ on: { operation: "createSpace" }, fault: { kind: "drop-after" } });
    const disk = createMemoryDisk();
    const end = await runLayout(service, wanted("Three"), disk);
    const statuses = end.kind === "applied" ? end.result.steps.map(({ status }) => status) : [];
    expect(statuses).toEqual(["unknown"]);
    service.emulator.faults.clear();
    await runLayout(service, wanted("Three"), disk);
    expect(service.emulator.service.list("space")).toHaveLength(3);
  });
});
