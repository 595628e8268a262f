import { beforeAll, describe, expect, test } from "vitest";
import type { EmulatedWorld } from "../../src/emulator/world.ts";
import { isCreatable } from "../../src/model/resource-type/creation.ts";
import { registry } from "../../src/resources/registry.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { prepare, type Representative } from "../faults/representative.ts";
import { newFixture, worldOf } from "../support/conform.ts";
import { declare, newDeclaration } from "../support/declare-type.ts";
import { runLayout } from "../support/run-layout.ts";
import { createTestService, seededRandom } from "../support/service.ts";

// The service accepts a write, and another user reverts it before the run reads it again.

let given: Representative;
beforeAll(async () => {
  given = await prepare("current");
});

function serviceWhere(operation: string, undo: (emulator: EmulatedWorld) => void) {
  const service = createTestService({ apiVersion: "current", random: seededRandom(2) });
  service.emulator.load(given.dump);
  service.emulator.faults.add({ on: { operation }, fault: { kind: "callback", after: undo } });
  return service;
}

async function failuresOf(operation: string, undo: (emulator: EmulatedWorld) => void) {
  const end = await runLayout(
    serviceWhere(operation, undo),
    given.desired,
    createMemoryDisk({ state: given.state }),
  );
  if (end.kind !== "applied") throw new Error(`The run ended ${end.kind}.`);
  return end.result.steps.flatMap(({ error }) => (error === undefined ? [] : [error.message]));
}

const siteOf = (emulator: EmulatedWorld) => emulator.service.list("site")[0]?.id ?? "";
const sectionAt = (emulator: EmulatedWorld, path: string) =>
  emulator.service.list("site_section").find((each) => each["path"] === path)?.id ?? "";

test("reports a default that another object has taken", async () => {
  const failures = await failuresOf("publishSite", (emulator) => {
    emulator.edit(
      "updateSiteById",
      { siteId: siteOf(emulator) },
      { defaultSiteSection: sectionAt(emulator, "alpha") },
    );
  });
  expect(failures.join()).toContain("the object is not the default among its siblings");
});

test("reports an order that another user changed", async () => {
  const failures = await failuresOf("publishSite", (emulator) => {
    const pointer = (path: string) => ({ type: "site-section", id: sectionAt(emulator, path) });
    emulator.edit(
      "sortSiteStructure",
      { siteId: siteOf(emulator) },
      { item: pointer("alpha"), position: { before: pointer("beta") } },
    );
  });
  expect(failures.join()).toContain("is not the declared order");
});

test("reports a deleted object that exists again", async () => {
  const failures = await failuresOf("deleteCollectionById", (emulator) => {
    const legacy = emulator.service.list("space").find(({ title }) => title === "Legacy")?.id ?? "";
    emulator.edit("restoreSpace", { spaceId: legacy });
  });
  expect(failures.join()).toContain("the object still exists");
});

test("keeps the journal of an incomplete run without a state for the next run", async () => {
  const service = createTestService({ apiVersion: "current", random: seededRandom(2) });
  service.emulator.load(given.dump);
  service.emulator.faults.add({
    on: { operation: "createOpenAPISpec", times: "always" },
    fault: { kind: "error-before", status: 400 },
  });
  const disk = createMemoryDisk({ keepsState: false });
  const objects = given.desired.objects
    .filter(({ scope }) => scope === undefined)
    .map((object) => ({ ...object, owns: [] }));
  const end = await runLayout(service, { ...given.desired, prune: [], objects }, disk);
  expect(end.kind === "applied" && end.result.outcome).toBe("partial");
  expect(disk.journal.length).toBeGreaterThan(0);
});

describe("requests an object by its id if lists do not show it after the consistency window", () => {
  const types = registry.filter((type) => type.readById !== undefined && isCreatable(type, "current"));

  async function made(name: string, byId: "shown" | 403 | 404) {
    const declaration = newDeclaration("current");
    const address = declare(declaration, name);
    const { service, disk } = newFixture("current");
    const { faults } = service.emulator;
    const { reads = [], readById } = registry.find((type) => type.name === name) ?? {};
    for (const { endpoint } of reads)
      faults.add({
        on: { operation: endpoint.operation, times: "always" },
        fault: { kind: "hide", ids: "all" },
      });
    if (byId !== "shown")
      faults.add({
        on: { operation: readById?.endpoint.operation ?? "", times: "always" },
        fault: { kind: "error-before", status: byId },
      });
    const end = await runLayout(service, worldOf(declaration), disk);
    if (end.kind !== "applied") throw new Error(`The run ended ${end.kind}.`);
    const step = end.result.steps.find((each) => each.address === address);
    return { address, step, outcome: end.result.outcome };
  }

  test.each(types)("$name: it exists, and the incomplete list may omit more", async ({ name }) => {
    const { address, step, outcome } = await made(name, "shown");
    expect(step).toMatchObject({ address, status: "done" });
    expect(outcome).toBe("differs");
  });

  test.each(types)("$name: it is gone", async ({ name }) => {
    const { step } = await made(name, 404);
    expect(step).toMatchObject({ status: "failed", error: { code: "apply/not-applied" } });
  });

  test.each(types)("$name: the outcome is unknown", async ({ name }) => {
    const { step } = await made(name, 403);
    expect(step).toMatchObject({ status: "failed", error: { code: "live/not-confirmed-gone" } });
  });
});
