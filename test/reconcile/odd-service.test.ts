import { expect, test } from "vitest";
import type { Transport } from "../../src/contract/http/transport.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import type { Emulator } from "../../src/emulator/new-emulator.ts";
import { openReconciler } from "../../src/engine/reconcile/reconciler.ts";
import { registry } from "../../src/resources/registry.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { organizationId } from "../support/declare-world.ts";
import { layoutWith } from "../support/read-text.ts";
import { consistencyWindowMs, everythingAllowed } from "../support/run-layout.ts";
import { createTestService, seededRandom } from "../support/service.ts";

// A service that breaks its contract. `test:slow` breaks it in every field of every type.

type Response = Awaited<ReturnType<Transport>>;

/** A reconciler of an organization with a space, and a service whose responses this changes. */
function open(change: (emulator: Emulator, response: Response) => Response) {
  const { client, clock, random, emulator } = createTestService({
    apiVersion: "classic",
    random: seededRandom(3),
    watch: "none",
    transport: (of) => async (request) => change(of, await emulatorTransport(of)(request)),
  });
  emulator.edit("createSpace", {}, { title: "Guides" });
  emulator.clearLog();
  const disk = createMemoryDisk();
  const reconciler = openReconciler({
    types: registry,
    client,
    clock,
    random,
    disk,
    concurrency: 1,
    consistencyWindowMs,
  });
  return { reconciler, emulator };
}

test("live/unreadable-field: a field that a layout can declare ends the plan", async () => {
  const { reconciler } = open((_, response) => ({
    ...response,
    text: response.text.replaceAll(/"editMode":\s*"\w+"/gu, '"editMode": 7'),
  }));
  await expect(reconciler.pull({ organizationId })).rejects.toMatchObject({ code: "live/unreadable-field" });
});

test("run/other-api-version: a service that is upgraded during a run gets no more writes after the response that shows it", async () => {
  const writesOf = ({ log }: Emulator) => log.filter(({ method }) => method !== "GET").length;
  const { reconciler, emulator } = open((of, response) => {
    if (writesOf(of) === 1) of.setApiVersion("current");
    return response;
  });
  const planned = await reconciler.plan(
    layoutWith("teams: { a: { title: A }, b: { title: B }, c: { title: C } }\n"),
  );
  if (planned.plan === undefined) throw new Error("There is no plan.");
  const { outcome, error } = await reconciler.apply(planned, everythingAllowed).result;
  expect([outcome, error?.code, writesOf(emulator)]).toEqual(["partial", "run/other-api-version", 2]);
});
