import type { Address } from "../../../model/address.ts";
import type { Words } from "../../../model/codes/fail.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import { type DesiredObject, isReference } from "../../../model/desired-world.ts";
import { attributesIn } from "../../../model/key-field.ts";
import { noteOf } from "../../../model/plan/errors-and-notes.ts";
import type { GuardRefusal, PlanNote, PlanStep, PossibleMatch } from "../../../model/plan/plan.ts";
import { endsManagement } from "../../../model/plan/step-effects.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import { firstTexts } from "../../../util/first-texts.ts";
import { append, groupBy } from "../../../util/groups.ts";
import type { Json } from "../../../util/json.ts";
import { replacesInstead } from "../decide/decide.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import { placeOfDesired, placeOfLive, type SiblingPlace } from "../decide/sibling-places.ts";
import { desiredKey, liveKey } from "../match/keys.ts";
import { constructLine } from "./construct-line.ts";
import { idLine, wasLine, wholeEntry } from "./layout-line.ts";

/** Maximum number of possible matches of a new object. */
const mostNamed = 20;

/**
 * Adds to each new object the objects in the same place that the plan deletes or forgets, and that it may be under another name. docsform
 * does not guess: a line in the layout decides.
 */
export function withPossibleMatches(context: PlanContext, steps: readonly PlanStep[]): readonly PlanStep[] {
  const leaving = leavingByPlace(context, steps);
  if (leaving.size === 0) return steps;
  const choices = choicesIn(context);
  return steps.map((step) => {
    const object = step.action === "create" ? context.desired.get(step.address) : undefined;
    const beside = object === undefined ? undefined : leavingBeside(context, leaving, object);
    if (object === undefined || beside === undefined) return step;
    const possibleMatches: PossibleMatch[] = [];
    for (const each of beside) {
      if (possibleMatches.length === mostNamed) break;
      const choice = choices(object, each);
      if (choice !== undefined) possibleMatches.push(choice);
    }
    return possibleMatches.length === 0 ? step : { ...step, possibleMatches };
  });
}

interface Leaving {
  readonly step: PlanStep;
  readonly live: LiveObject;
}

function leavingByPlace(
  context: PlanContext,
  steps: readonly PlanStep[],
): ReadonlyMap<SiblingPlace, readonly Leaving[]> {
  const leaving = new Map<SiblingPlace, Leaving[]>();
  for (const step of steps) {
    if (!endsManagement(step)) continue;
    const live = context.live.get(step.type, step.id);
    if (live !== undefined) append(leaving, placeOfLive(live), { step, live });
  }
  return leaving;
}

function leavingBeside(
  context: PlanContext,
  leaving: ReadonlyMap<SiblingPlace, readonly Leaving[]>,
  object: DesiredObject,
): readonly Leaving[] | undefined {
  const place = placeOfDesired(context, object);
  return place === undefined ? undefined : leaving.get(place);
}

/** Returns how the layout declares that a new object is a former one. Undefined: the plan would create a new object even then. */
function choicesIn(
  context: PlanContext,
): (object: DesiredObject, leaving: Leaving) => PossibleMatch | undefined {
  const worlds = { ...context, byAddress: context.matches.byAddress };
  const alike = new Map<string, ReadonlyMap<string, readonly LiveObject[]>>();
  const isAlone = (type: ResourceType, key: string) => {
    const known =
      alike.get(type.name) ??
      groupBy(context.live.ofType(type.name), (live) => liveKey(worlds, live, type.identity.key));
    alike.set(type.name, known);
    return known.get(key)?.length === 1;
  };
  return (object, { step, live }) => {
    if (replacesInstead(context, object, live)) return undefined;
    const { address, title } = step;
    const base = { address, id: live.id, title };
    const { constructPaths } = context.desired.world;
    if (constructPaths !== undefined)
      return { ...base, line: constructLine(constructPaths.get(object.address), address, live.id) };
    const type = context.types.get(object.type);
    const { was: _, wasIn: __, ...plain } = object;
    const former = formerValues(type, plain, live, (name) => resolved(context, plain, name));
    const before = desiredKey(
      worlds,
      { ...plain, attributes: { ...plain.attributes, ...former } },
      type.identity.key,
    );
    const liveKeyText = liveKey(worlds, live, type.identity.key);
    const describes = former !== undefined && before === liveKeyText && isAlone(type, liveKeyText);
    const line = describes ? wasLine(context, type, former) : idLine(live.id);
    const entry = wholeEntry(context, object, line);
    return entry === undefined ? { ...base, line } : { ...base, line: entry, isWholeEntry: true };
  };
}

function resolved({ matches }: PlanContext, { attributes }: DesiredObject, name: string): unknown {
  const value = attributes[name];
  return isReference(value) ? matches.byAddress.get(value.$ref)?.live.id : value;
}

/** Former values of the key. Undefined: none differs, or one of them is null. */
function formerValues(
  { identity }: ResourceType,
  object: DesiredObject,
  live: LiveObject,
  valueOf: (name: string) => unknown,
): Readonly<Record<string, Json>> | undefined {
  const names = attributesIn(identity.key).filter(
    (name) => object.attributes[name] === undefined || valueOf(name) !== live.attributes[name],
  );
  const former = names.map((name) => [name, live.attributes[name] ?? null] as const);
  if (former.length === 0 || former.some(([, value]) => value === null)) return undefined;
  return Object.fromEntries(former);
}

/** New objects, and the objects that each of them may be. */
interface RenameChoice {
  readonly created: readonly Address[];
  readonly possibleMatches: readonly PossibleMatch[];
}

/** Maximum numbers of names in a note, and in the remedy of a refusal, which has less room. The steps have all names. */
const inNote = { created: 3, possibleMatches: 8 };
const inRemedy = { created: 2, possibleMatches: 3 };
/** If there are more choices, only the first is shown, as an example of such a line. */
const mostChoices = 3;

/** Notes with the line that declares a new object to be one that the plan deletes or forgets. */
export function possibleMatchNotes(steps: readonly PlanStep[]): readonly PlanNote[] {
  return sentencesOf(steps).map(({ note }) => note);
}

interface Sentence {
  readonly note: PlanNote;
  /** The same in the remedy of a refusal. */
  readonly inRemedy: string;
}

function sentencesOf(steps: readonly PlanStep[]): readonly Sentence[] {
  const { shown, more } = shownOf(choicesOf(steps, () => true));
  return shown.map((choice) => {
    const [only, ...others] = choice.created;
    const words = wordsOfChoice(choice, more > 0 ? inRemedy : inNote, more);
    return {
      note: noteOf(words, others.length === 0 ? only : undefined),
      inRemedy: wordsOfChoice(choice, inRemedy, more).message,
    };
  });
}

/** The refusals and notes of a plan, in which each sentence about possible renames stands once: in a refusal, else in a note. */
export function withoutRepeats<Refusal extends Pick<GuardRefusal, "remedy">>(
  steps: readonly PlanStep[],
  refusals: readonly Refusal[],
  notes: readonly PlanNote[],
): { readonly refusals: readonly Refusal[]; readonly notes: readonly PlanNote[] } {
  const sentences = sentencesOf(steps);
  const given = new Set<Sentence>();
  const once = refusals.map((refusal) => {
    let { remedy } = refusal;
    for (const sentence of sentences.filter(({ inRemedy }) => refusal.remedy.includes(inRemedy))) {
      if (given.has(sentence)) remedy = remedy.replace(` ${sentence.inRemedy}`, "");
      given.add(sentence);
    }
    return remedy === refusal.remedy ? refusal : { ...refusal, remedy };
  });
  const repeated = new Set([...given].map(({ note }) => note.message));
  return { refusals: once, notes: notes.filter(({ message }) => !repeated.has(message)) };
}

/**
 * The sentences that a refusal of deletes or forgets adds to its remedy: the lines that keep the objects. Starts with a blank; empty if
 * there are none.
 */
export function possibleMatchRemedy(steps: readonly PlanStep[], concerned: readonly PlanStep[]): string {
  const addresses = new Set(concerned.map(({ address }) => address));
  const { shown, more } = shownOf(choicesOf(steps, ({ address }) => addresses.has(address)));
  return shown.map((choice) => ` ${wordsOfChoice(choice, inRemedy, more).message}`).join("");
}

function shownOf(choices: readonly RenameChoice[]): {
  readonly shown: readonly RenameChoice[];
  readonly more: number;
} {
  const shown = choices.length > mostChoices ? choices.slice(0, 1) : choices;
  const more = choices.slice(shown.length).reduce((sum, { created }) => sum + created.length, 0);
  return { shown, more };
}

/** Groups new objects with the same choices, because those in one place often have the same ones. */
function choicesOf(
  steps: readonly PlanStep[],
  isAsked: (possibleMatches: PossibleMatch) => boolean,
): readonly RenameChoice[] {
  const creates = steps.flatMap((step) => {
    const possibleMatches = step.action === "create" ? (step.possibleMatches ?? []).filter(isAsked) : [];
    return possibleMatches.length === 0 ? [] : [{ address: step.address, possibleMatches }];
  });
  const same = groupBy(creates, ({ possibleMatches }) => JSON.stringify(possibleMatches));
  return [...same.values()].map((group) => ({
    created: group.map(({ address }) => address),
    possibleMatches: (group[0] as (typeof group)[number]).possibleMatches,
  }));
}

function wordsOfChoice({ created, possibleMatches }: RenameChoice, most: typeof inNote, more: number): Words {
  const [first] = possibleMatches as readonly [PossibleMatch, ...PossibleMatch[]];
  const isWhole = first.isWholeEntry === true;
  const facts = {
    created: oneOf(created, most.created),
    more: more === 0 ? "" : wordsOf("plan/possible-rename", { case: "more", count: more }).message,
  };
  if (possibleMatches.length === 1)
    return wordsOf("plan/possible-rename", {
      case: isWhole ? "entry" : "line",
      ...facts,
      object: namedIn(first),
      line: first.line,
    });
  const lines = possibleMatches.map((each) => `\`${each.line}\` for ${namedIn(each)}`);
  return wordsOf("plan/possible-rename", {
    case: isWhole ? "entries" : "lines",
    ...facts,
    lines: firstTexts(lines, most.possibleMatches, "; "),
  });
}

function oneOf(addresses: readonly Address[], most: number): string {
  const more = addresses.length - most;
  return more > 0 ? `${addresses.slice(0, most).join(", ")} or one of ${more} more` : addresses.join(" or ");
}

function namedIn({ address, title }: PossibleMatch): string {
  return title === "" || address.endsWith(`/${title}`) ? address : `${address} “${title}”`;
}
