import type { Address } from "../../model/address.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { isOnlyImported } from "../../model/resource-type/creation.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import type { OtherLayout } from "../../model/state.ts";
import { once } from "../../util/once.ts";
import { type PlannedWorlds, plannedWorlds } from "./audience/planned-worlds.ts";
import { contextOf, type PlanContext, type PlanSettings } from "./context.ts";
import type { Hash } from "./decide/compare.ts";
import { decide } from "./decide/decide.ts";
import type { Decisions } from "./decide/decisions.ts";
import { type DesiredIndex, indexDesired } from "./desired-index.ts";
import { existingObjects } from "./existing-objects.ts";
import { checkMergedWorld } from "./guard/check-merged.ts";
import { ambiguous } from "./match/by-keys.ts";
import type { MatchedLayout } from "./match/match-layout.ts";
import { findReplaced, findReplacements, type Matches, withLiveObjects } from "./match/match-objects.ts";
import type { Origins } from "./match/origins.ts";
import { orderForAudience } from "./order/audience-order.ts";
import { breakCycles } from "./order/break-cycles.ts";
import type { DependencyGraph } from "./order/dependency-graph.ts";
import type { Draft } from "./order/draft.ts";
import { draftNodes } from "./order/draft-nodes.ts";
import { orderNodes } from "./order/order-nodes.ts";
import type { SiblingList } from "./order/sibling-lists.ts";
import type { NodeId, Plan, PlanNode, PlanStep, Purpose } from "./plan.ts";
import { secretTextsOf } from "./report/secret-texts.ts";
import { buildSteps, stepIndex } from "./report/steps.ts";

/** What decides about a layout besides its matches. */
export interface DecideSettings {
  /** Absent: the plan makes the service match the layout. */
  readonly purpose?: Purpose;
  /** Whether a state will record what the run does. Absent: it will. */
  readonly keepsState?: boolean;
  /** Objects that belong to other layouts of the organization. Absent: none. */
  readonly otherLayouts?: readonly OtherLayout[] | undefined;
  /** How live objects came under management. Absent: the layout, the state and the journal decide. */
  readonly origins?: Origins | undefined;
  readonly options: PlanSettings;
}

/** The decisions about a layout, or the errors that prevent them. Beside decisions, diagnostics are warnings. */
export interface DecidedLayout {
  readonly whole?: WholeLayout;
  readonly diagnostics: readonly Diagnostic[];
  /** Texts of secrets, which no output may show. */
  readonly secretTexts: readonly string[];
}

/** All changes of a layout, from which plans are selected and composed. */
export interface WholeLayout {
  readonly context: PlanContext;
  readonly steps: readonly PlanStep[];
  readonly nodes: readonly PlanNode[];
  readonly lists: readonly SiblingList[];
  readonly graph: DependencyGraph<NodeId>;
  readonly existing: Plan["existing"];
  /** The worlds before and after the nodes. Undefined: they can open and close nothing. */
  readonly worlds: () => PlannedWorlds | undefined;
}

/** Decides what becomes of each object of a layout, in which order. */
export function decideLayout(matched: MatchedLayout, settings: DecideSettings): DecidedLayout {
  const { types, desired, live, state, recovered } = matched;
  const { options, origins, otherLayouts = [], keepsState = true, purpose = "apply" } = settings;
  const secretTexts = secretTextsOf({ types: types.all, desired: desired.world, live: live.world, state });
  const { matches, decisions } = decisionsOf(matched, options.hash);
  // From here on, the plan uses the present addresses.
  const context = contextOf({
    ...matched,
    state: matches.state,
    declared: desired,
    desired: withCarried(desired, decisions),
    purpose,
    keepsState,
    matches,
    decisions,
    toDestroy: recovered?.deleting ?? [],
    options,
    origins,
    otherLayouts,
    secretTexts,
  });
  const found = [...matches.diagnostics, ...decisions.diagnostics];
  if (found.some(isError)) return { diagnostics: found, secretTexts };
  const diagnostics = [...found, ...checkMergedWorld(context)];
  if (diagnostics.some(isError)) return { diagnostics, secretTexts };
  const { cycles, ...whole } = draftWhole(context);
  return cycles.length > 0
    ? { diagnostics: [...diagnostics, ...cycles], secretTexts }
    : { whole, diagnostics, secretTexts };
}

/** The live objects that a plan of the layout deletes, also those that it replaces. */
export function deletedObjects(matched: MatchedLayout, hash: Hash): readonly LiveObject[] {
  return [...decisionsOf(matched, hash).decisions.deleted.values()].map(({ live }) => live);
}

function draftWhole(context: PlanContext): WholeLayout & { readonly cycles: readonly Diagnostic[] } {
  const drafted = draftNodes(context);
  const graph = orderNodes(context, drafted);
  const nodes = new Map(drafted.nodes);
  const cycles = breakCycles(context, graph, nodes);
  const steps = buildSteps(context, drafted.lists);
  const unguarded = placeNodes(nodes, graph, steps);
  const { lists } = drafted;
  const { apiVersion } = context.live.world;
  const existing = existingObjects(context, steps, unguarded);
  const doing = { nodes: unguarded, existing, apiVersion };
  const worlds = once(() => plannedWorlds(doing, context.live.world, context.types));
  const whole = { context, steps, lists, graph, existing, worlds };
  if (cycles.length > 0) return { ...whole, nodes: unguarded, cycles };
  const opening = orderForAudience(context, doing, graph, worlds);
  const circles = breakCycles(context, graph, nodes);
  const placed = placeNodes(nodes, graph, steps).map((node) =>
    opening.has(node.id) ? { ...node, opens: true as const } : node,
  );
  return { ...whole, nodes: placed, cycles: circles };
}

/** The layout, with the values that its objects carry over. */
function withCarried(desired: DesiredIndex, { carried, created, retained }: Decisions): DesiredIndex {
  if (carried.size === 0) return desired;
  const objects = desired.world.objects.map(
    (object) => created.get(object.address)?.desired ?? retained.get(object.address)?.desired ?? object,
  );
  return indexDesired({ ...desired.world, objects });
}

interface MatchesAndDecisions {
  readonly matches: Matches;
  readonly decisions: Decisions;
}

/** The decisions about each matched layout: those that further reads depend on are those of the plan. */
const decidedBefore = new WeakMap<
  MatchedLayout,
  { readonly hash: Hash; readonly decided: MatchesAndDecisions }
>();

function decisionsOf(matched: MatchedLayout, hash: Hash): MatchesAndDecisions {
  const before = decidedBefore.get(matched);
  if (before?.hash === hash) return before.decided;
  const decided = matchAndDecide(matched, hash);
  decidedBefore.set(matched, { hash, decided });
  return decided;
}

/** Matches and decides. It decides again if an interrupted run has already created a replacement: the replacement then is the match. */
function matchAndDecide(inputs: MatchedLayout, hash: Hash): MatchesAndDecisions {
  const { matches: first } = inputs;
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
