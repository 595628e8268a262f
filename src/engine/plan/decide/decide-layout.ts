import type { Address } from "../../../model/address.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { isOnlyImported } from "../../../model/resource-type/creation.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { ambiguous } from "../match/by-keys.ts";
import type { MatchedLayout } from "../match/match-layout.ts";
import { findReplaced, findReplacements, type Matches, withLiveObjects } from "../match/match-objects.ts";
import type { Hash } from "../world/compare.ts";
import { type DesiredIndex, indexDesired } from "../world/desired-index.ts";
import { secretTextsOf } from "../world/secret-texts.ts";
import { checkMergedWorld } from "./check-merged.ts";
import { decide } from "./decide.ts";
import type { Decisions } from "./decisions.ts";
import { contextOf, type DecideSettings, type PlanContext } from "./plan-context.ts";

/** The decisions about a layout, or the errors that prevent them. Beside decisions, diagnostics are warnings. */
export interface DecidedLayout {
  readonly context?: PlanContext;
  readonly diagnostics: readonly Diagnostic[];
  /** Texts of secrets, which no output may show. */
  readonly secretTexts: readonly string[];
}

/** Decides what becomes of each object of a layout. */
export function decideLayout(matched: MatchedLayout, settings: DecideSettings): DecidedLayout {
  const { types, desired, live, state } = matched;
  const { options, origins, otherLayouts = [], keepsState = true, purpose = "apply" } = settings;
  const secretTexts = secretTextsOf({ types: types.all, desired: desired.world, live: live.world, state });
  const { matches, decisions } = matchAndDecide(matched, options.hash);
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
    options,
    origins,
    otherLayouts,
    secretTexts,
  });
  const found = [...matches.diagnostics, ...decisions.diagnostics];
  if (found.some(isError)) return { diagnostics: found, secretTexts };
  const diagnostics = [...found, ...checkMergedWorld(context)];
  if (diagnostics.some(isError)) return { diagnostics, secretTexts };
  return { context, diagnostics, secretTexts };
}

/** The live objects that a plan of the layout deletes, also those that it replaces. */
export function deletedObjects(matched: MatchedLayout, hash: Hash): readonly LiveObject[] {
  return [...matchAndDecide(matched, hash).decisions.deleted.values()].map(({ live }) => live);
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
