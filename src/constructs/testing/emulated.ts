import { createClient } from "../../contract/http/http-client.ts";
import { systemClock } from "../../contract/http/system-clock.ts";
import { emulatorTransport } from "../../emulator/in-process-transport.ts";
import type { Emulator } from "../../emulator/new-emulator.ts";
import { type RunningEmulator, serveEmulator } from "../../emulator/server.ts";
import type { PlannedRun } from "../../engine/reconcile/planned.ts";
import { openReconciler, type Reconciler } from "../../engine/reconcile/reconciler.ts";
import { fail } from "../../model/codes/app-words.ts";
import type { DesiredWorld } from "../../model/desired-world.ts";
import { DiagnosticsError } from "../../model/errors.ts";
import { Secret } from "../../model/secret.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import { createMemoryDisk } from "../../state/memory-disk.ts";
import { type AppObjects, appObjects } from "./declared-objects.ts";
import { refuseErrors } from "./docs-app.ts";
import { DocsOf } from "./docs-of.ts";
import { editLive, removeLive } from "./edit-live.ts";
import type {
  ApplyAppOptions,
  AppPlan,
  EmulatedDocs,
  EmulatedOptions,
  PlannedRefusal,
} from "./emulated-types.ts";
import type { AnyConstruct } from "./kit-types.ts";
import { liveObjects } from "./live-objects.ts";
import { driftData, planData } from "./plan-data.ts";
import { type AppRead, readApp, usualOrganization } from "./read-app.ts";
import { types } from "./registered.ts";
import { createRandom, createService, emulatedToken } from "./tested-service.ts";

/**
 * Starts a documentation service in this process, without a network. Plan an app on it, apply the app, edit objects as another user,
 * and see the drift. Close it at the end of the test.
 */
export async function emulated(options: EmulatedOptions = {}): Promise<EmulatedDocs> {
  return new Emulated(options);
}

/**
 * Plans an app on a service of its own: what its first apply would do.
 *
 * @example
 * import { App, TerraformStack } from "cdktf";
 * import { DocsProvider, Space } from "docsform/constructs";
 * import { planApp } from "docsform/testing";
 *
 * const stack = new TerraformStack(new App(), "acme");
 * new DocsProvider(stack, "docs", { organization: "acme" });
 * new Space(stack, "guides", { title: "Guides" });
 * const { steps } = await planApp(stack);
 * console.log(steps.map(({ action, title }) => `${action} ${title}`)); // [ 'create Guides' ]
 */
export async function planApp(app: AnyConstruct, options: EmulatedOptions = {}): Promise<AppPlan> {
  const docs = await emulated(options);
  try {
    return await docs.plan(app);
  } finally {
    await docs.close();
  }
}

/** An app that docsform can plan. */
interface PlannableApp {
  readonly desired: DesiredWorld;
  readonly objects: AppObjects;
  readonly moves: AppRead["moves"];
}

/** The service, and the state of the apps that were applied on it. */
interface Started {
  readonly emulator: Emulator;
  readonly reconciler: Reconciler;
}

type ApplyResult = Awaited<ReturnType<Reconciler["apply"]>["result"]>;

class Emulated implements EmulatedDocs {
  readonly #options: EmulatedOptions;
  // The first app names the organization, unless the options do.
  #started: Started | undefined;
  #served: RunningEmulator | undefined;
  #isClosed = false;

  constructor(options: EmulatedOptions) {
    this.#options = options;
  }

  async plan(app: AnyConstruct): Promise<AppPlan> {
    const read = this.#read(app);
    const planned = await this.#planned(read);
    return planData(planned.plan, read.objects);
  }

  async apply(app: AnyConstruct, { allow = [] }: ApplyAppOptions = {}): Promise<AppPlan> {
    const read = this.#read(app);
    const planned = await this.#planned(read);
    const consent = { allow: new Set(allow) };
    const plan = planData(planned.plan, read.objects);
    if (planned.refusals(consent).length > 0) throw refused(plan.refusals);
    const result = await this.#started?.reconciler.apply(planned, consent).result;
    if (result?.outcome === "done" || result?.outcome === "nothing") return plan;
    throw result === undefined ? fail("testing/closed") : notApplied(result, plan.lines);
  }

  async drift(app: AnyConstruct) {
    const { desired, objects, moves } = this.#read(app);
    const { reconciler } = this.#start(desired.organizationId);
    return driftData(await reconciler.drift(desired, { moves }), objects);
  }

  async live() {
    return new DocsOf("The service", liveObjects(await this.#live()));
  }

  async edit(...[type, wanted, values]: Parameters<EmulatedDocs["edit"]>): Promise<void> {
    editLive({ emulator: this.#start().emulator, objects: await this.#live() }, type, wanted, values);
  }

  async remove(...[type, wanted]: Parameters<EmulatedDocs["remove"]>): Promise<void> {
    removeLive({ emulator: this.#start().emulator, objects: await this.#live() }, type, wanted);
  }

  async call(...[operation, params = {}, body]: Parameters<EmulatedDocs["call"]>) {
    const { body: found, items, envelope } = this.#start().emulator.edit(operation, params, body);
    return items === undefined ? (found ?? null) : { ...envelope, items };
  }

  async serve() {
    this.#served ??= await serveEmulator(this.#start().emulator, { token: emulatedToken, port: 0 });
    const { url, organization, token } = this.#served;
    return { url, organization, token };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#served?.close();
    this.#served = undefined;
  }

  #read(app: AnyConstruct): PlannableApp {
    const organization = this.#started?.emulator.organizationId ?? this.#options.organization;
    const read = readApp(app, this.#options, organization);
    refuseErrors(read.problems);
    if (read.desired === undefined) throw new DiagnosticsError(read.diagnostics);
    return { desired: read.desired, objects: appObjects(read), moves: read.moves };
  }

  async #planned({ desired, moves }: PlannableApp): Promise<PlannedRun> {
    const planned = await this.#start(desired.organizationId).reconciler.plan(desired, { moves });
    if (planned.plan === undefined) throw new DiagnosticsError(planned.diagnostics);
    return planned;
  }

  async #live(): Promise<readonly LiveObject[]> {
    const { emulator, reconciler } = this.#start();
    const { live } = await reconciler.pull({ organizationId: emulator.organizationId });
    return live.objects;
  }

  #start(organization?: string): Started {
    if (this.#isClosed) throw fail("testing/closed");
    this.#started ??= startService(this.#options, organization);
    const { organizationId } = this.#started.emulator;
    if (organization !== undefined && organization !== organizationId)
      throw fail("testing/other-organization", { app: organization, service: organizationId });
    return this.#started;
  }
}

function startService(options: EmulatedOptions, organization: string | undefined): Started {
  const emulator = createService(options.organization ?? organization ?? usualOrganization, options);
  const random = createRandom();
  const client = createClient({
    baseUrl: "http://127.0.0.1",
    token: new Secret(emulatedToken, { kind: "literal" }),
    transport: emulatorTransport(emulator),
    clock: systemClock,
    random,
  });
  const hex = (bytes: number) =>
    Array.from({ length: bytes }, () =>
      Math.floor(random() * 256)
        .toString(16)
        .padStart(2, "0"),
    ).join("");
  const reconciler = openReconciler({
    types: types.all,
    client,
    disk: createMemoryDisk(),
    clock: systemClock,
    random: { hex },
    // The emulator shows every write at once.
    consistencyWindowMs: 0,
  });
  return { emulator, reconciler };
}

function notApplied({ outcome, steps, error }: ApplyResult, lines: readonly string[]): Error {
  const failures = steps.flatMap(({ error: why }, at) =>
    why === undefined ? [] : `\n  ${lines[at]}: ${`${why.message} ${why.remedy ?? ""}`.trim()}`,
  );
  if (failures.length === 0 && error !== undefined) return error;
  const failed = fail("testing/not-applied", { outcome, failures: failures.join("") });
  failed.message += `\n${failed.remedy}`;
  return failed;
}

function refused(refusals: readonly PlannedRefusal[]): Error {
  const lines = refusals.map(({ message, permission }) =>
    permission === undefined ? `  ${message}` : `  ${message} (allow: "${permission}")`,
  );
  return fail("testing/refused", { refusals: lines.join("\n") });
}
