import type { Address } from "../model/address.ts";
import type { DesiredWorld } from "../model/desired-world.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { keyOf, type ObjectKey } from "../model/object-key.ts";
import { isOnlyImported } from "../model/resource-type/creation.ts";
import type { ResourceType } from "../model/resource-type.ts";
import type { LiveObject, Snapshot } from "../model/snapshot.ts";
import type { OtherLayout, Recovered, State } from "../model/state.ts";
import { indexTypes } from "../model/type-index.ts";
import { composePlan } from "./compose-plan.ts";
import { contextOf, type PlanContext, type PlanSettings, type Purpose } from "./context.ts";
import type { Hash } from "./decide/compare.ts";
import { decide } from "./decide/decide.ts";
import type { Decisions } from "./decide/decisions.ts";
import { type DesiredIndex, indexDesired } from "./desired-index.ts";
import { checkMergedWorld } from "./guard/check-merged.ts";
import { checkServed } from "./guard/check-served.ts";
import { indexLive } from "./live-index.ts";
import { ambiguous } from "./match/by-keys.ts";
import {
  findReplaced,
  findReplacements,
  type Matches,
  type MatchInputs,
  matchObjects,
  withLiveObjects,
} from "./match/match-objects.ts";
import type { Origins } from "./match/origins.ts";
import { breakCycles } from "./order/break-cycles.ts";
import type { DependencyGraph } from "./order/dependency-graph.ts";
import type { Draft } from "./order/draft.ts";
import { draftNodes } from "./order/draft-nodes.ts";
import { orderNodes } from "./order/order-nodes.ts";
import type { NodeId, Plan, PlanNode, PlanStep } from "./plan.ts";
import { secretTextsOf, withoutSecretTexts } from "./report/secret-texts.ts";
import { buildSteps, stepIndex } from "./report/steps.ts";
import { type SelectedPart, selectSteps, unknownSelected } from "./select/select-steps.ts";
import { type Selection, selectionOf } from "./select/selection.ts";

export interface PlanInputs {
  /** Absent: the plan makes the service match the layout. */
  readonly purpose?: Purpose;
  readonly types: readonly ResourceType[];
  readonly desired: DesiredWorld;
  readonly live: Snapshot;
  readonly state?: State | undefined;
  /** Whether a state will record what the run does. Absent: it will. */
  readonly keepsState?: boolean;
  /** Objects that belong to other layouts of the organization. Absent: none. */
  readonly otherLayouts?: readonly OtherLayout[] | undefined;
  /** How live objects came under management. Absent: the layout, the state and the journal decide. */
  readonly origins?: Origins | undefined;
  /** What the journal of an interrupted run records. */
  readonly recovered?: Recovered | undefined;
  readonly options: PlanSettings;
  /** The selected part of the layout. Absent: all of it. */
  readonly selection?: PlannedSelection | undefined;
}

/** A selection, and how strictly the plan treats it. */
export interface PlannedSelection extends Selection {
  /** The selection may name objects that no longer exist. */
  readonly mayBeGone?: true;
}

/** A plan, or the errors that prevent it. Beside a plan, diagnostics are warnings. */
export interface PlanResult {
  readonly plan?: Plan;
  readonly diagnostics: readonly Diagnostic[];
  /** The live objects that the layout declares and the plan keeps, also those outside the selection. Absent without a plan. */
  readonly retained?: ReadonlySet<ObjectKey>;
}

/** Plans the changes that make the service match the layout. It is a pure function: no clock, no network, no randomness. */
export function planChanges(inputs: PlanInputs): PlanResult {
  return withoutSecretTexts(decideChanges(inputs), secretTextsOf(inputs));
}

function decideChanges(inputs: PlanInputs): PlanResult {
  const types = indexTypes(inputs.types);
  const desired = indexDesired(inputs.desired);
  const live = indexLive(inputs.live, types);
  const { state, recovered, options, origins, otherLayouts = [] } = inputs;
  const { keepsState = true, purpose = "apply" } = inputs;
  const matchInputs = { types, desired, live, state, recovered };
  const { matches, decisions } = matchAndDecide(matchInputs, options.hash);
  const toDestroy = recovered?.deleting ?? [];
  // From here on, the plan uses the present addresses.
  const context = contextOf({
    ...matchInputs,
    state: matches.state,
    desired: withCarried(desired, decisions),
    purpose,
    keepsState,
    matches,
    decisions,
    toDestroy,
    options,
    origins,
    otherLayouts,
  });
  const diagnostics = [...matches.diagnostics, ...decisions.diagnostics];
  if (diagnostics.some(isError)) return { diagnostics };
  const assembled = assemble(context, [...diagnostics, ...checkMergedWorld(context)], inputs.selection);
  const unserved = assembled.plan === undefined ? [] : checkServed(context, assembled.plan);
  return unserved.length === 0 ? assembled : { diagnostics: [...assembled.diagnostics, ...unserved] };
}

/** The layout, with the values that its objects carry over. */
function withCarried(desired: DesiredIndex, { carried, created, retained }: Decisions): DesiredIndex {
  if (carried.size === 0) return desired;
  const objects = desired.world.objects.map(
    (object) => created.get(object.address)?.desired ?? retained.get(object.address)?.desired ?? object,
  );
  return indexDesired({ ...desired.world, objects });
}

/** Matches and decides. It decides again if an interrupted run has already created a replacement: the replacement then is the match. */
function matchAndDecide(inputs: MatchInputs, hash: Hash): { matches: Matches; decisions: Decisions } {
  const first = matchObjects(inputs);
  const superseded = new Map(findReplaced(inputs, first));
  const decisions = decide({ ...inputs, state: first.state, matches: first, hash, superseded });
  const instead = new Map<Address, LiveObject>();
  const diagnostics = [...first.diagnostics];
  // Parents come before their contents, because docsform looks for a replacement inside a replacement.
  for (const desired of inputs.desired.world.objects) {
    const { replaces } = decisions.created.get(desired.address) ?? {};
    // An import-only object has no replacement, because docsform never creates its type.
    if (isOnlyImported(inputs.types.get(desired.type))) continue;
    if (!replaces || desired.pin !== undefined) continue;
    const soFar = withLiveObjects(first, instead);
    const [replacement, ...others] = findReplacements(inputs, soFar, desired);
    if (replacement === undefined) continue;
    if (others.length > 0) diagnostics.push(ambiguous([desired], [replacement, ...others]));
    instead.set(desired.address, replacement);
    superseded.set(desired.address, replaces.live);
  }
  if (instead.size === 0) return { matches: first, decisions };
  const matches = withLiveObjects({ ...first, diagnostics }, instead);
  return { matches, decisions: decide({ ...inputs, state: matches.state, matches, hash, superseded }) };
}

function assemble(
  context: PlanContext,
  diagnostics: readonly Diagnostic[],
  selection: PlannedSelection | undefined,
): PlanResult {
  if (diagnostics.some(isError)) return { diagnostics };
  const drafted = draftNodes(context);
  const graph = orderNodes(context, drafted);
  const nodes = new Map(drafted.nodes);
  const cycles = breakCycles(context, graph, nodes);
  if (cycles.length > 0) return { diagnostics: [...diagnostics, ...cycles] };
  const steps = buildSteps(context, drafted.lists);
  const whole = { context, steps, nodes: placeNodes(nodes, graph, steps), lists: drafted.lists };
  const retained = new Set([...context.decisions.retained.values()].map(({ live }) => keyOf(live)));
  if (selection === undefined) return { plan: composePlan(whole, context), diagnostics, retained };
  const unknown = selection.mayBeGone === true ? [] : unknownSelected(context, steps, selection);
  if (unknown.length > 0) return { diagnostics: [...diagnostics, ...unknown] };
  const part = selectSteps(context, { ...whole, graph }, selection);
  const plan = { ...composePlan({ ...whole, ...part }, context), ...selectionField(selection, part) };
  return { plan, diagnostics, retained };
}

function selectionField(selection: PlannedSelection, { leftOut }: SelectedPart): Pick<Plan, "selection"> {
  return { selection: { ...selectionOf(selection), leftOut } };
}

function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === "error";
}

function placeNodes(
  nodes: ReadonlyMap<NodeId, Draft>,
  graph: DependencyGraph<NodeId>,
  steps: readonly PlanStep[],
): readonly PlanNode[] {
  const indexOf = stepIndex(steps);
  return [...nodes.values()].map(
    (draft) =>
      ({ ...draft, step: indexOf(draft.address, draft.kind), after: graph.after(draft.id) }) as PlanNode,
  );
}
