import type { Consent } from "../../engine/plan/guard/consent.ts";
import { nodesOfDeletes } from "../../engine/plan/order/without-deletes.ts";
import { withoutRepeats } from "../../engine/plan/steps/possible-matches.ts";
import type { PlannedRun } from "../../engine/reconcile/planned.ts";
import type { Address } from "../../model/address.ts";
import type { ApiVersion } from "../../model/endpoint.ts";
import { permissions } from "../../model/plan/permission-flags.ts";
import {
  type Effect,
  type GuardRefusal,
  gapsIn,
  type Plan,
  type PlanNode,
  type PlanNote,
  type PlanStep,
} from "../../model/plan/plan.ts";
import { selectionFlags } from "../../model/plan/selection.ts";
import { deletesObject } from "../../model/plan/step-effects.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { indexTypes, type TypeIndex } from "../../model/type-index.ts";
import { present } from "../../util/present.ts";
import { type ActionView, actionView } from "./actions.ts";
import { type DeleteView, deleteViews } from "./deletes-view.ts";
import { type Cause, type EffectViews, effectViews } from "./effects-view.ts";
import { type PlanEntries, planEntries } from "./entries.ts";
import type { Label } from "./label.ts";
import { type LayoutPlaces, layoutPlaces } from "./layout-places.ts";
import { type Names, namesIn } from "./names-view.ts";
import { deletedIn, type StepView, stepView } from "./step-view.ts";

/** A plan as people read it. It contains no secret. */
export interface PlanView extends EffectViews {
  readonly purpose: PlannedRun["purpose"];
  readonly organization: { readonly id: string; readonly title?: string };
  readonly apiVersion: ApiVersion;
  /** The service's host. */
  readonly service?: string;
  /** The plan is about to be applied, unless a guard refuses it. */
  readonly isRun: boolean;
  /** The file of the saved plan, and the plan's hash. Absent: the plan was not saved. */
  readonly saved?: SavedView;
  readonly steps: readonly StepView[];
  /** The same steps as people read them. */
  readonly entries: PlanEntries;
  readonly places: LayoutPlaces;
  /** Names of objects without a step. */
  readonly names: Pick<Names, "labelOf" | "titleAt">;
  /** The dangers that are deletes and replacements, the worst first. */
  readonly deletes: readonly DeleteView[];
  /** Absent: this is the whole plan. */
  readonly selection?: SelectionView;
  readonly unmanaged: readonly UnmanagedView[];
  /** The number of managed objects without a step. */
  readonly unchanged: number;
  readonly notes: readonly PlanNote[];
  /** Refusals of guards that no given permission lifts. */
  readonly refusals: readonly GuardRefusal[];
  /** All refusals of guards, also those that a given permission lifts. */
  readonly guards: readonly GuardRefusal[];
  /** Whether every list that the plan needs is complete. */
  readonly isReliable: boolean;
  /** The given flags without which a guard would refuse the plan. */
  readonly permittedBy: readonly string[];
  /** The number of unconfirmed objects that docsform found by their keys alone. */
  readonly found: number;
  /** The number of those that the apply confirms, because a given flag permits it. */
  readonly confirmed: number;
  readonly writeCalls: number;
  /** The steps that the run skips, because of `--skip-deletes`. */
  readonly skipped: readonly StepView[];
  /** The number of changes made on the service that the plan undoes. */
  readonly undone: number;
}

export interface SavedView {
  readonly path: string;
  readonly hash: string;
}

export interface SelectionView {
  /** The flags as given: `--target site.docs`. */
  readonly flags: readonly string[];
  readonly leftOut: readonly LeftOutView[];
}

/** A step that the selection excludes. */
export interface LeftOutView {
  readonly address: Address;
  readonly action: ActionView;
  /** The excluded object that it needs. */
  readonly needs?: Address;
}

export interface UnmanagedView {
  readonly address: Address;
  readonly label: Label;
  readonly title: string;
  /** The other layout that manages it. Absent: docsform knows of none. */
  readonly layout?: string;
}

/** A plan, and what else its view shows. */
export interface PlanToView {
  readonly plan: Plan;
  readonly purpose: PlannedRun["purpose"];
  readonly refusals: readonly GuardRefusal[];
  /** The permissions of the run. Absent: none. */
  readonly consent?: Consent;
  readonly types: readonly ResourceType[];
  /** The snapshot of the refresh. Absent: titles and former places are unknown. */
  readonly live?: Snapshot;
  readonly service?: string;
  readonly isRun?: boolean;
  /** Paths of the constructs that declare the objects of an app. */
  readonly constructPaths?: ReadonlyMap<Address, string> | undefined;
}

export function planView({
  plan,
  purpose,
  refusals,
  consent = { allow: new Set() },
  types,
  live,
  service,
  isRun = false,
  constructPaths,
}: PlanToView): PlanView {
  const deleted = deletedIn(plan.steps);
  const names = namesIn(plan, types, constructPaths);
  const steps = plan.steps.map((step) => stepView(names, step, deleted));
  const entries = planEntries(steps);
  const changed = new Set(steps.map(({ address }) => address));
  const skippedNodes = nodesSkippedBy(consent, plan);
  const skipped = stepsSkippedBy(consent, plan, skippedNodes);
  const happens = ({ steps: causes }: Pick<Effect, "steps">) =>
    causes.length === 0 || causes.some((at) => !skipped.has(at));
  const dangers = plan.dangers.filter(happens);
  const index = indexTypes(types);
  const skippedIds = new Set(skippedNodes.map(({ id }) => id));
  const sent = new Set(plan.nodes.filter(({ id }) => !skippedIds.has(id)).map((node) => node.inCallOf));
  const skippedCalls = skippedNodes.reduce((sum, { id, calls }) => sum + (sent.has(id) ? 0 : calls), 0);
  return {
    purpose,
    organization: { id: plan.organizationId, ...present({ title: live?.organization.title }) },
    apiVersion: plan.apiVersion,
    ...present({ service, selection: selectionView(plan) }),
    isRun,
    steps,
    entries,
    names,
    places: layoutPlaces(plan, { types, live }),
    deletes: deleteViews(dangers, steps),
    ...effectViews({ dangers, effects: plan.effects.filter(happens) }, types, (at) =>
      causeIn(plan, index, at),
    ),
    unmanaged: plan.unmanaged.map(({ address, type, title, layout }) => ({
      address,
      label: names.labelOf(type),
      title,
      ...present({ layout }),
    })),
    unchanged: Object.keys(plan.managed).filter((address) => !changed.has(address)).length,
    ...withoutRepeats(plan.steps, refusals, plan.notes),
    guards: plan.guard.refusals,
    isReliable: gapsIn(refusals).length === 0,
    permittedBy: permittedBy(plan, purpose, consent),
    found: plan.found.length,
    confirmed: consent.allow.has("imports") ? plan.found.length : 0,
    writeCalls: plan.writeCalls - skippedCalls,
    skipped: steps.filter((_, at) => skipped.has(at)),
    undone: steps.reduce((sum, { undone }) => sum + undone, 0),
  };
}

/** What a step changes: its object, or the first attribute that opens or closes something. */
function causeIn({ steps }: Plan, types: TypeIndex, at: number): Cause {
  const step = steps[at] as PlanStep;
  const changes = "changes" in step ? step.changes : [];
  const opens = types.find(step.type)?.attributes ?? {};
  const attribute = changes.find((change) => opens[change.attribute]?.opens !== undefined)?.attribute;
  return { address: step.address, ...present({ attribute }) };
}

function selectionView({ selection }: Plan): SelectionView | undefined {
  if (selection === undefined) return undefined;
  const parts = Object.entries(selectionFlags) as readonly (readonly [keyof typeof selectionFlags, string])[];
  return {
    flags: parts.flatMap(([part, flag]) => (selection[part] ?? []).map((address) => `${flag} ${address}`)),
    leftOut: selection.leftOut.map(({ address, action, needs }) => ({
      address,
      action: actionView(action),
      ...present({ needs }),
    })),
  };
}

/** destroy needs no permission to delete. */
function permittedBy({ guard }: Plan, purpose: PlannedRun["purpose"], { allow }: Consent): readonly string[] {
  const given = new Set<string>([...allow].map((permission) => permissions[permission].flag));
  const needed = guard.refusals.flatMap(({ permittedBy: flag }) => flag ?? []);
  return [...new Set(needed)].filter(
    (flag) => given.has(flag) && (purpose === "apply" || flag !== permissions.deletes.flag),
  );
}

function nodesSkippedBy({ skipDeletes = false }: Consent, plan: Plan): readonly PlanNode[] {
  if (!skipDeletes) return [];
  const ids = nodesOfDeletes(plan);
  return plan.nodes.filter(({ id }) => ids.has(id));
}

/** The indexes of the steps that the run skips. A step without nodes happens with the step of its parent. */
function stepsSkippedBy(
  { skipDeletes = false }: Consent,
  { steps }: Plan,
  nodes: readonly PlanNode[],
): ReadonlySet<number> {
  const deletes = steps.flatMap((step, at) => (skipDeletes && deletesObject(step) ? [at] : []));
  return new Set([...deletes, ...nodes.map(({ step }) => step)]);
}
