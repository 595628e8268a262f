import { canonicalJson, type Json, type JsonObject } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import type { Address } from "../address.ts";
import type { AttributeChange, ManagedObject, Plan, PlanStep } from "./plan.ts";
import { type Selection, selectionOf } from "./selection.ts";
import { comparesAttributes } from "./step-effects.ts";

/**
 * A plan to apply later. It also contains the layout: an apply reads the service and plans again, and the new plan must be the
 * saved one.
 */
export interface SavedPlan extends Plan {
  /** Name of the layout. An apply of the plan finds the state and the journal by it. */
  readonly layout: string;
  /** Hash of the state that the plan was made with. null: there was none. */
  readonly state: string | null;
  /** The layout, without positions in its files. A secret is its source and a hash that is salted for this plan. */
  readonly desired: JsonObject;
  /** Former addresses of objects, and their addresses now. */
  readonly moves: Readonly<Record<Address, Address>>;
  /** Hash of all other fields. It identifies this plan. */
  readonly hash: string;
}

type SavedDecision = Omit<Plan, "knownIds" | "unmanaged" | "notes" | "dangers" | "selection"> & {
  readonly selection?: Selection;
};

/**
 * The part of a plan that must be the same when docsform decides it again: without unmanaged objects, notes, dangers, undeclared values, and
 * known ids, because creates check for duplicates again.
 */
export function decidedIn(plan: Plan): SavedDecision {
  const { knownIds: _, unmanaged: __, notes: ___, dangers: ____, selection, ...decided } = plan;
  const selected = selection && { selection: selectionOf(selection) };
  const managed = withUndeclared(plan.managed, () => undefined);
  return { ...decided, ...selected, managed, steps: plan.steps.map(withoutBystanders) };
}

/** The new plan, with the undeclared values of the saved one for the state. */
export function rememberingAsSaved(saved: Plan, now: Plan): Plan {
  return { ...now, managed: withUndeclared(now.managed, (address) => saved.managed[address]?.undeclared) };
}

function withUndeclared(
  managed: Plan["managed"],
  undeclaredOf: (address: Address) => ManagedObject["undeclared"],
): Plan["managed"] {
  return Object.fromEntries(
    Object.entries(managed).map(([address, object]) => {
      const { undeclared: _, ...rest } = object;
      return [address, { ...rest, ...present({ undeclared: undeclaredOf(address) }) }];
    }),
  );
}

/** Omits names of other objects, because they may change. */
function withoutBystanders(step: PlanStep): PlanStep {
  if (!comparesAttributes(step)) return step;
  return { ...step, changes: step.changes.map(withoutNames) };
}

function withoutNames(change: AttributeChange): AttributeChange {
  const { namesById: _, ...rest } = change;
  return rest;
}

/** Describes how the steps of two plans differ. Empty: no step shows the difference. */
export function differencesOf(saved: Plan, now: Plan): readonly string[] {
  const [before, after] = [namedSteps(saved), namedSteps(now)];
  const lost = [...before].filter(([name, text]) => after.get(name) !== text && !after.has(name));
  const changed = [...before].filter(([name, text]) => after.has(name) && after.get(name) !== text);
  const added = [...after.keys()].filter((name) => !before.has(name));
  return [
    ...lost.map(([name]) => `${inWords(name)} is no longer in the plan`),
    ...changed.map(([name]) => `${inWords(name)} is different now`),
    ...added.map((name) => `${inWords(name)} is not in the saved plan`),
  ];
}

/** `patch space.a` as `the change of space.a`. */
function inWords(name: string): string {
  const [action = "", address = ""] = name.split(/ (.*)/u);
  return `the ${action === "patch" ? "change" : action} of ${address}`;
}

function namedSteps({ steps }: Plan): ReadonlyMap<string, string> {
  return new Map(
    steps.map((step) => [
      `${step.action} ${step.address}`,
      canonicalJson(JSON.parse(JSON.stringify(withoutBystanders(step))) as Json),
    ]),
  );
}
