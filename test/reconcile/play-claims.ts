import { expect } from "vitest";
import type { StoreDump } from "../../src/emulator/dump.ts";
import type { Fault, FaultSpec } from "../../src/emulator/faults.ts";
import type { LoggedRequest } from "../../src/emulator/wire.ts";
import type { EmulatedWorld } from "../../src/emulator/world.ts";
import type { RecoveredObject } from "../../src/engine/apply/apply-events.ts";
import type { Consent } from "../../src/engine/plan/guard/consent.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import { DocsformError } from "../../src/model/errors.ts";
import type { Origin, State } from "../../src/model/state.ts";
import { createMemoryDisk, type MemoryDisk } from "../../src/state/memory-disk.ts";
import { isJsonObject, type JsonObject } from "../../src/util/json.ts";
import { present } from "../../src/util/present.ts";
import { worldLines } from "../faults/world-lines.ts";
import { organizationId } from "../support/declare-world.ts";
import { createKillable, type Killable } from "../support/killable.ts";
import { everythingAllowed, type RunEnd, reconcilerOf, runLayout } from "../support/run-layout.ts";
import { createTestService, seededRandom, type TestService } from "../support/service.ts";

// An apply that loses the response to a create, and what people do meanwhile. The facts come from the emulator, which knows who created what.

/** The service's clock, as its responses show it. */
export interface Clock {
  readonly aheadMs?: number;
  readonly faults?: readonly FaultSpec[];
  /** Responses after the create have no date. */
  readonly isLostLater?: true;
}

/** How the response to a create is lost. */
export interface Loss {
  readonly kill?: "before" | "after";
  readonly fault?: Fault;
}

/** When a person creates an object of the same values, and whether the person edits it. */
export interface Person {
  readonly when?: "before" | "meanwhile" | "after";
  readonly edits?: true;
}

export interface Cell {
  readonly name: string;
  /** The number of the lost create among the POSTs, from 1. */
  readonly nth: number;
  readonly request: LoggedRequest;
  readonly clock: Clock;
  readonly loss: Loss;
  readonly person: Person;
}

/** What is true after a run. */
export interface Facts {
  /** The person's object: its record when the person had made it, its record now, and its origin in the state. */
  readonly theirs?: {
    readonly made: string;
    readonly now: string;
    readonly isInState: boolean;
    readonly origin: Origin | undefined;
    /** A site shows it, be the site published or not. */
    readonly isShown: boolean;
    /** More people can read it or have access to it. */
    readonly isOpened: boolean;
  };
  /** The object that the lost create created. */
  readonly lost?: { readonly id: string; readonly isInState: boolean; readonly origin: Origin | undefined };
  /** The objects of the state that a run probably created. */
  readonly recovered: readonly { readonly address: string; readonly id: string }[];
  readonly told: readonly RecoveredObject[];
  /** The person created the object at the moment of the call. */
  readonly isAtOnce: boolean;
  readonly hasEdits: boolean;
  /** The service shows when it created such objects, by a usable clock. */
  readonly isTimed: boolean;
  /** A person has decided what the runs left to a person. */
  readonly isDecided: boolean;
  /** `prune:` would delete the object of the person, so nothing but another layout helps. */
  readonly isPruneRefused: boolean;
  readonly world: readonly string[];
  readonly expected: readonly string[];
}

/** What a person may create in the app. `edit`: a value that no new object has. */
interface PersonalRow {
  readonly type: string;
  readonly update: string;
  /** The parameter with the id. */
  readonly id: string;
  readonly edit: JsonObject;
}

const personal: Readonly<Record<string, PersonalRow>> = {
  createSpace: { type: "space", update: "updateSpaceById", id: "spaceId", edit: { emoji: "1f41b" } },
  createCollection: {
    type: "collection",
    update: "updateCollectionById",
    id: "collectionId",
    edit: { description: "A person's" },
  },
};

/** Every permission but that to confirm objects. */
const consent: Consent = {
  allow: new Set([...everythingAllowed.allow].filter((permission) => permission !== "imports")),
};

const hourMs = 3_600_000;

interface Prepared {
  readonly after: DesiredWorld;
  readonly dump: StoreDump;
  readonly state: State | undefined;
  /** The requests that create something, with their numbers among the POSTs. */
  readonly creates: readonly { readonly nth: number; readonly request: LoggedRequest }[];
  readonly world: readonly string[];
}

function newService(process?: Killable): TestService {
  return createTestService({
    apiVersion: "current",
    random: seededRandom(5),
    watch: "none",
    ...(process && { transport: process.transport }),
  });
}

/** Applies the layouts without a loss. */
export async function prepare(before: DesiredWorld | undefined, after: DesiredWorld): Promise<Prepared> {
  const first = newService();
  const disk = createMemoryDisk();
  if (before !== undefined) expectDone(await runLayout(first, before, disk));
  const [dump, state] = [first.emulator.dump(), disk.state];
  const service = newService();
  service.emulator.load(dump);
  expectDone(await runLayout(service, after, createMemoryDisk({ state })));
  const posts = service.emulator.log.filter(({ method }) => method === "POST");
  const creates = posts.flatMap((request, at) => (request.status === 201 ? [{ nth: at + 1, request }] : []));
  return { after, dump, state, creates, world: worldLines(service.emulator.dump()) };
}

function expectDone(end: RunEnd): void {
  expect(end).toMatchObject({ kind: "applied", result: { outcome: "done" } });
}

/** Whether a person can create the object of the request then. */
export function isPossible({ when }: Person, { operation, body }: LoggedRequest, dump: StoreDump): boolean {
  if (when === undefined) return true;
  if (personal[operation ?? ""] === undefined) return false;
  const parent = isJsonObject(body) ? body["parent"] : undefined;
  const existing = Object.values(dump.tables).flat();
  return when !== "before" || parent === undefined || existing.some(({ id }) => id === parent);
}

export class Play {
  readonly #process = createKillable();
  readonly #service = newService(this.#process);
  readonly #disk: MemoryDisk;
  readonly #cell: Cell;
  readonly #given: Prepared;
  readonly #afterRun: (facts: Facts) => void;
  readonly #told: RecoveredObject[] = [];
  #theirs: { readonly type: string; readonly id: string; readonly made: string } | undefined;
  #lostId: string | undefined;
  #decisions = 0;
  #isPruneRefused = false;

  /** `afterRun` checks the facts after each run. */
  constructor(given: Prepared, cell: Cell, afterRun: (facts: Facts) => void) {
    this.#cell = cell;
    this.#given = given;
    this.#afterRun = afterRun;
    this.#disk = this.#process.disk({ state: given.state });
    this.#service.emulator.load(given.dump);
    this.#service.emulator.forward(cell.clock.aheadMs ?? 0);
  }

  async firstRun(): Promise<void> {
    const { clock, loss, nth, person } = this.#cell;
    const { faults } = this.#service.emulator;
    if (person.when === "before") await this.#personCreates();
    for (const fault of clock.faults ?? []) faults.add(fault);
    const on = { method: "POST", nth } as const;
    let before: readonly string[] = [];
    const callbacks = {
      before: (world: EmulatedWorld) => {
        if (person.when === "meanwhile") this.#create(world);
        if (clock.isLostLater === true) faults.add({ fault: { kind: "date" } });
        before = idsIn(world);
      },
      after: (world: EmulatedWorld) => {
        this.#lostId = idsIn(world).find((id) => !before.includes(id));
      },
    };
    faults.add({ on, fault: { kind: "callback", ...callbacks } });
    if (loss.fault !== undefined) faults.add({ on, fault: loss.fault });
    let posts = 0;
    const at = ({ method }: { readonly method: string }) => method === "POST" && ++posts === nth;
    this.#process.start(loss.kill === undefined ? null : { at, when: loss.kill });
    await this.#run();
    this.#process.start(null);
    faults.clear();
    await this.#service.clock.sleep(60_000);
  }

  async nextDay(): Promise<void> {
    await this.#service.clock.sleep(24 * hourMs);
    if (this.#cell.person.when === "after") await this.#personCreates();
  }

  /** Applies until nothing is left. A person decides what the runs leave to a person. */
  async rerun(): Promise<void> {
    for (let run = 0; run < 8; run += 1) {
      const end = await this.#run();
      this.#afterRun(this.facts());
      if (end.kind === "applied" && (end.result.outcome === "done" || end.result.outcome === "nothing"))
        return;
      this.#isPruneRefused =
        this.#decisions > 1 && this.#given.after.prune.length > 0 && end.kind === "refused";
      if (this.#isPruneRefused) return;
      if (isQuestion(end)) await this.#decide();
    }
    throw new Error("It never ended.");
  }

  facts(): Facts {
    const { person } = this.#cell;
    const entries = Object.entries(this.#disk.state?.objects ?? {});
    const theirs = this.#theirsNow();
    const recovered = entries.filter(([, { origin }]) => origin === "recovered");
    return {
      ...present({ theirs, lost: this.#lostId === undefined ? undefined : this.#inState(this.#lostId) }),
      recovered: recovered.map(([address, { id }]) => ({ address, id })),
      told: this.#told,
      isAtOnce: person.when === "meanwhile",
      hasEdits: person.edits === true,
      isTimed: this.#isTimed(),
      isDecided: this.#decisions > 0,
      isPruneRefused: this.#isPruneRefused,
      world: this.#worldWithout(theirs?.isInState === true ? undefined : theirs?.id),
      expected: this.#given.world,
    };
  }

  #theirsNow() {
    const theirs = this.#theirs;
    if (theirs === undefined) return undefined;
    const now = this.#recordOf(theirs);
    return { ...theirs, ...this.#inState(theirs.id), now, ...this.#audienceOf(theirs) };
  }

  #isTimed(): boolean {
    const { clock, request } = this.#cell;
    const isUsable = clock.faults === undefined && clock.isLostLater !== true;
    return isUsable && request.operation !== "createCollection";
  }

  /** What happened in the cell, for the counts. */
  happened(): readonly string[] {
    const { theirs, isDecided } = this.facts();
    return [
      ...new Set(this.#told.map(({ origin }) => origin)),
      ...(isDecided ? ["asked a person"] : []),
      ...(theirs?.isInState === false ? ["theirs untouched"] : []),
    ];
  }

  async #run(): Promise<RunEnd> {
    const end = await runLayout(this.#service, this.#given.after, this.#disk, 4, consent);
    if (end.kind === "applied") this.#told.push(...end.result.recovered);
    return end;
  }

  async #personCreates(): Promise<void> {
    this.#create(this.#service.emulator);
    await this.#service.clock.sleep(hourMs);
  }

  /** A person creates an object with the values of the lost request. */
  #create(world: EmulatedWorld): void {
    const { request, person } = this.#cell;
    const { type, update, id: param, edit } = personalAs(({ operation }) => operation === request.operation);
    const answer = world.edit(request.operation ?? "", { organizationId }, request.body);
    const { id } = answer.body as { readonly id: string };
    if (person.edits === true) world.edit(update, { [param]: id }, edit);
    this.#theirs = { type, id, made: this.#recordOf({ type, id }) };
  }

  /** A person renames the object of the other person, and confirms what is left. */
  async #decide(): Promise<void> {
    this.#decisions += 1;
    const theirs = this.#theirs;
    if (theirs !== undefined && !this.#inState(theirs.id).isInState) {
      const { update, id } = personalAs(({ type }) => type === theirs.type);
      this.#service.emulator.edit(update, { [id]: theirs.id }, { title: "A person's" });
    }
    await reconcilerOf(this.#service, this.#disk).confirmFound(this.#given.after);
  }

  #inState(id: string) {
    const entry = Object.values(this.#disk.state?.objects ?? {}).find((each) => each.id === id);
    return { id, isInState: entry !== undefined, origin: entry?.origin };
  }

  #recordOf({ type, id }: { readonly type: string; readonly id: string }): string {
    const found = this.#service.emulator.service.list(type).find((record) => record.id === id);
    return JSON.stringify(found ?? null);
  }

  #audienceOf(theirs: { readonly type: string; readonly id: string; readonly made: string }) {
    const { service } = this.#service.emulator;
    const levelIn = (record: string) => (JSON.parse(record) as JsonObject | null)?.["defaultLevel"];
    const published = new Set<unknown>(
      service.list("site").flatMap((site) => (site["published"] === true ? [site.id] : [])),
    );
    const places = service.list("site_space").filter((each) => each["space"] === theirs.id);
    return {
      isShown: places.length > 0,
      isOpened:
        levelIn(this.#recordOf(theirs)) !== levelIn(theirs.made) ||
        places.some((each) => published.has(each["site"])),
    };
  }

  #worldWithout(theirs: string | undefined): readonly string[] {
    const dump = this.#service.emulator.dump();
    const tables = Object.fromEntries(
      Object.entries(dump.tables).map(([type, records]) => [type, records.filter(({ id }) => id !== theirs)]),
    );
    return worldLines({ ...dump, tables });
  }
}

function personalAs(isMeant: (row: PersonalRow & { readonly operation: string }) => boolean): PersonalRow {
  const rows = Object.entries(personal).map(([operation, row]) => ({ ...row, operation }));
  const found = rows.find(isMeant);
  if (found === undefined) throw new Error("A person cannot create that.");
  return found;
}

function idsIn(world: EmulatedWorld): readonly string[] {
  return Object.entries(world.dump().tables).flatMap(([type, records]) =>
    countedTypes.test(type) ? records.map(({ id }) => id) : [],
  );
}

const countedTypes = /^(?:space|collection|site.*)$/u;

const questions: readonly string[] = [
  "guard/import",
  "plan/ambiguous",
  "apply/ambiguous-create",
  "apply/not-confirmed",
];

/** Whether only a person can continue: a run must not claim, open or delete something. */
function isQuestion(end: RunEnd): boolean {
  const codes = codesIn(end);
  const others = end.kind === "applied" ? [] : codes.filter((code) => !questions.includes(code));
  if (others.length > 0) throw new Error(`ended with ${others.join(", ")}: ${JSON.stringify(end)}`);
  return codes.some((code) => questions.includes(code));
}

function codesIn(end: RunEnd): readonly string[] {
  switch (end.kind) {
    case "refused":
      return end.refusals.map(({ code }) => code);
    case "invalid":
      return end.diagnostics.map(({ code }) => code);
    case "failed":
      return [end.error instanceof DocsformError ? end.error.code : "unexpected"];
    case "applied":
      return end.result.steps.flatMap(({ error }) => (error === undefined ? [] : [error.code]));
  }
}
