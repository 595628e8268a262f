import type { PlanResult } from "../../src/engine/plan/compose-plan.ts";
import type { PlanInputs } from "../../src/engine/plan/pipeline.ts";
import { planChanges } from "../../src/engine/plan/pipeline.ts";
import { typeOfAddress } from "../../src/model/address.ts";
import type { DesiredObject, DesiredWorld } from "../../src/model/desired-world.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import type { Plan, PlanStep } from "../../src/model/plan/plan.ts";
import type { LiveObject, Snapshot } from "../../src/model/snapshot.ts";
import type { Origin, State, StateEntry } from "../../src/model/state.ts";
import { indexTypes } from "../../src/model/type-index.ts";
import { registry } from "../../src/resources/registry.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { ownedBy, typeNamed } from "./declare-type.ts";
import { organizationId } from "./declare-world.ts";
import { planOptions } from "./service.ts";

/** A live object in short form: `type id`, its attributes, and other fields. */
export function live(name: string, attributes: JsonObject = {}, rest: Partial<LiveObject> = {}): LiveObject {
  const [type, id] = name.split(" ") as [string, string];
  const ofSite = type.startsWith("site_");
  return {
    type,
    id,
    container: null,
    attributes,
    isDefault: false,
    rank: 0,
    ...(ofSite && { scopeId: "site1" }),
    ...rest,
  };
}

export const inside = (name: string): Pick<LiveObject, "container"> => {
  const [type, id] = name.split(" ") as [string, string];
  return { container: { type, id } };
};

/** The place of a declared object. */
export const into = (address: string): Pick<DesiredObject, "container"> => ({ container: { $ref: address } });

/** A declared object in short form: its address, its attributes, and other fields. */
export function desired(
  address: string,
  attributes: DesiredObject["attributes"] = {},
  rest: Partial<DesiredObject> = {},
): DesiredObject {
  const type = typeOfAddress(address);
  const ofSite = type.startsWith("site_");
  return {
    address,
    type,
    attributes,
    ignore: [],
    owns: ownedBy(typeNamed(type)),
    rank: 0,
    ...(ofSite && { scope: "site.docs", container: null }),
    ...rest,
  };
}

type CaseEntry = Omit<Partial<StateEntry>, "origin"> & {
  readonly id: string;
  readonly origin?: Origin | "unconfirmed";
};

export interface Case {
  readonly live?: readonly LiveObject[];
  readonly desired?: readonly DesiredObject[];
  /** The default origin of an entry is `created`. */
  readonly state?: Readonly<Record<string, CaseEntry>>;
  /** The ids in the journal of an interrupted run, by address. */
  readonly recovered?: Readonly<Record<string, string>>;
  /** Whether the interrupted run created all of these objects hidden from readers. */
  readonly createdHidden?: true;
  readonly prune?: readonly string[];
  readonly deletesRemoved?: true;
  readonly safety?: DesiredWorld["safety"];
  readonly apiVersion?: ApiVersion;
  readonly currentUser?: Snapshot["currentUser"];
  readonly incompleteLists?: Snapshot["incompleteLists"];
  readonly unknownObjects?: Snapshot["unknownObjects"];
}

export function stateOf(entries: NonNullable<Case["state"]>): State {
  const objects = Object.fromEntries(
    Object.entries(entries).map(([address, { origin = "created", ...entry }]) => [
      address,
      { applied: {}, ...(origin !== "unconfirmed" && { origin }), ...entry },
    ]),
  );
  return { docsformState: 2, organization: organizationId, salt: "10c4", objects };
}

export function worldOf({
  live: objects = [],
  apiVersion = "current",
  currentUser,
  incompleteLists,
  unknownObjects,
}: Case): Snapshot {
  return {
    organization: { id: organizationId, title: "Acme" },
    apiVersion,
    objects: objects.map((object, rank) => ({ ...object, rank })),
    contentsReadOf: new Map([["site1", indexTypes(registry).typesReadOf("site")]]),
    ...(currentUser && { currentUser }),
    ...(incompleteLists && { incompleteLists }),
    ...(unknownObjects && { unknownObjects }),
  };
}

export function layoutOf({
  desired: objects = [],
  prune = [],
  safety = {},
  deletesRemoved,
}: Case): DesiredWorld {
  return {
    organizationId,
    objects: objects.map((object, rank) => ({ ...object, rank })),
    prune,
    safety,
    ...(deletesRemoved && { deletesRemoved }),
  };
}

export function planCase(given: Case): PlanResult {
  return planChanges(inputsOf(given));
}

/** The plan of a valid case. Throws the errors of an invalid one. */
export function planned(given: Case): Plan {
  const { plan, diagnostics } = planCase(given);
  if (plan === undefined) throw new Error(JSON.stringify(diagnostics));
  return plan;
}

export function inputsOf(given: Case): PlanInputs {
  return {
    types: registry,
    desired: layoutOf(given),
    live: worldOf(given),
    state: given.state && stateOf(given.state),
    recovered: given.recovered && {
      matches: given.recovered,
      origins: Object.fromEntries(Object.keys(given.recovered).map((address) => [address, "created"])),
      ...(given.createdHidden && { hidden: Object.keys(given.recovered) }),
    },
    options: planOptions,
  };
}

const symbols = {
  create: "+",
  patch: "~",
  move: ">",
  delete: "-",
  replace: "±",
  import: "=",
  record: "r",
  forget: "?",
} satisfies Record<PlanStep["action"], string>;

/** A plan as short lines: found objects, steps and refusals. Without a plan, the codes of the errors. */
export function outline({ plan, diagnostics }: PlanResult): readonly string[] {
  if (!plan) return diagnostics.map((diagnostic) => diagnostic.code);
  const found = plan.found.map(({ address, matchedBy }) => `≈ ${address} by ${matchedBy}`);
  return [...found, ...plan.steps.map(outlineStep), ...plan.guard.refusals.map((refusal) => refusal.code)];
}

function outlineStep(step: PlanStep): string {
  const before = step.renamedFrom === undefined ? [] : [`(was ${step.renamedFrom})`];
  return [symbols[step.action], step.address, ...detailsOf(step), ...before].join(" ");
}

function detailsOf(step: PlanStep): readonly string[] {
  switch (step.action) {
    case "patch":
    case "replace":
      return step.changes.map((change) => change.attribute);
    case "move":
      return placeOf(step);
    case "create":
      return step.createdWith ? [`created with ${step.createdWith}`] : [];
    case "delete":
      return step.deletedWith ? [`with ${step.deletedWith}`] : [];
    case "import":
      return [`by ${step.matchedBy}`];
    case "record":
      return [step.protect ? "protected" : "unprotected"];
    case "forget":
      return [step.reason];
  }
}

function placeOf(step: Extract<PlanStep, { action: "move" }>): readonly string[] {
  const after = step.after === undefined ? [] : [`after ${step.after ?? "nothing"}`];
  return [`in ${step.to ?? "root"}`, ...after];
}
