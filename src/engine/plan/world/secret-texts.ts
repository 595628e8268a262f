import { type Address, typeOfAddress } from "../../../model/address.ts";
import { isHashed } from "../../../model/attribute-value.ts";
import type { DesiredObject, DesiredValue, DesiredWorld } from "../../../model/desired-world.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { objectKey } from "../../../model/object-key.ts";
import type { AttributeChange, CreateStep, NamesById, Plan, PlanStep } from "../../../model/plan/plan.ts";
import { comparesAttributes } from "../../../model/plan/step-effects.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import { Secret } from "../../../model/secret.ts";
import { liveSecretTexts, textsIn } from "../../../model/secret-value.ts";
import type { Snapshot } from "../../../model/snapshot.ts";
import type { State } from "../../../model/state.ts";
import { present } from "../../../util/present.ts";

/** Minimum length of a text. A shorter one could be part of an ordinary word. */
const shortest = 4;

interface Worlds {
  readonly types: readonly ResourceType[];
  readonly desired: DesiredWorld;
  readonly live: Snapshot;
  readonly state?: State | undefined;
}

/**
 * Texts that no output may show: the secrets that the layout declares, those that the service shows, and live values of attributes with
 * secrets in the state.
 */
export function secretTextsOf({ types, desired, live, state }: Worlds): readonly string[] {
  const texts = new Set(liveSecretTexts(types, live.objects));
  for (const { attributes, was } of desired.objects) {
    addSecrets(texts, attributes);
    if (was !== undefined) addSecrets(texts, was);
  }
  addHashed(texts, live, state);
  return formsOf([...texts].filter((text) => text.length >= shortest));
}

/** The texts, also as they stand in quotes. */
function formsOf(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]))];
}

/** Adds the live values of attributes whose hash the state contains. */
function addHashed(texts: Set<string>, live: Snapshot, state: State | undefined): void {
  const hashed = Object.entries(state?.objects ?? {}).filter(
    ([, { applied, undeclared }]) => (undeclared !== undefined && isHashed(undeclared)) || isHashed(applied),
  );
  if (hashed.length === 0) return;
  const objects = new Map(live.objects.map((object) => [objectKey(object.type, object.id), object]));
  for (const [address, { id, applied, undeclared }] of hashed) {
    const { attributes = {} } = objects.get(objectKey(typeOfAddress(address), id)) ?? {};
    for (const [name, value] of Object.entries({ ...undeclared, ...applied }))
      if (isHashed(value)) for (const text of textsIn(attributes[name] ?? null)) texts.add(text);
  }
}

/** Removes secrets from the texts for people. The parts of the plan that apply uses contain no secret in clear. */
export function withoutSecretTexts<
  Result extends { readonly plan?: Plan; readonly diagnostics: readonly Diagnostic[] },
>(result: Result, texts: readonly string[]): Result {
  if (texts.length === 0) return result;
  const diagnostics = messagesWithout(result.diagnostics, texts);
  const plan = result.plan === undefined ? {} : { plan: planWithout(result.plan, texts) };
  return { ...result, ...plan, diagnostics };
}

function planWithout(plan: Plan, texts: readonly string[]): Plan {
  const { guard, steps, dangers, effects, found, notes, unmanaged } = plan;
  return {
    ...plan,
    steps: steps.map((step) => stepWithout(step, texts)),
    dangers: dangers.map((danger) => describedWithout(danger, texts)),
    effects: effects.map((effect) => describedWithout(effect, texts)),
    found: found.map((object) => withoutIn(object, ["title"], texts)),
    notes: notes.map((note) => withoutIn(note, ["message"], texts)),
    unmanaged: unmanaged.map((object) => withoutIn(object, ["title"], texts)),
    guard: { ...guard, refusals: messagesWithout(guard.refusals, texts) },
  };
}

export function messagesWithout<Found extends { readonly message: string; readonly remedy?: string }>(
  all: readonly Found[],
  texts: readonly string[],
): readonly Found[] {
  return all.map((found) => withoutIn(found, ["message", "remedy"], texts));
}

/** What is said of an object, without secrets in names, URLs, conditions and levels. */
export function describedWithout<E extends { readonly address: Address; readonly type: string }>(
  effect: E,
  texts: readonly string[],
): E {
  const { address, type } = effect;
  return { ...(hiddenIn(effect, texts) as E), address, type };
}

function hiddenIn(value: unknown, texts: readonly string[]): unknown {
  if (typeof value === "string") return hidden(value, texts);
  if (Array.isArray(value)) return value.map((item) => hiddenIn(item, texts));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, hiddenIn(part, texts)]));
}

function stepWithout(step: PlanStep, texts: readonly string[]): PlanStep {
  const redacted = withoutIn(step, ["title"], texts);
  if (redacted.action === "create")
    return { ...redacted, ...present({ possibleMatches: matchesWithout(redacted, texts) }) };
  if (!comparesAttributes(redacted)) return redacted;
  return { ...redacted, changes: redacted.changes.map((change) => changeWithout(change, texts)) };
}

function matchesWithout(
  { possibleMatches }: CreateStep,
  texts: readonly string[],
): CreateStep["possibleMatches"] {
  return possibleMatches?.map((match) => withoutIn(match, ["title", "line"], texts));
}

function changeWithout(change: AttributeChange, texts: readonly string[]): AttributeChange {
  const { undoneParts } = change;
  return {
    ...withoutSecretNames(change, texts),
    ...present({ undoneParts: undoneParts?.map((part) => hidden(part, texts)) }),
  };
}

/** A copy in which no name of an id contains a secret. */
export function withoutSecretNames<Thing extends { readonly namesById?: NamesById }>(
  thing: Thing,
  texts: readonly string[],
): Thing {
  const { namesById } = thing;
  return namesById === undefined
    ? thing
    : { ...thing, namesById: withoutIn(namesById, Object.keys(namesById), texts) };
}

/** A copy in which these fields contain no secret. */
export function withoutIn<Thing extends object>(
  thing: Thing,
  names: readonly (keyof Thing)[],
  secrets: readonly string[],
): Thing {
  const found = names.filter((name) => {
    const text = thing[name];
    return typeof text === "string" && secrets.some((secret) => text.includes(secret));
  });
  if (found.length === 0) return thing;
  return {
    ...thing,
    ...Object.fromEntries(found.map((name) => [name, hidden(String(thing[name]), secrets)])),
  };
}

function hidden(text: string, secrets: readonly string[]): string {
  // One secret can be a part of another.
  const longestFirst = [...secrets].sort((one, other) => other.length - one.length);
  return longestFirst.reduce((rest, secret) => rest.replaceAll(secret, "(secret)"), text);
}

function addSecrets(texts: Set<string>, value: DesiredValue | DesiredObject["attributes"]): void {
  if (value instanceof Secret) for (const text of value.texts()) texts.add(text);
  else if (typeof value === "object" && value !== null)
    for (const part of Object.values(value)) addSecrets(texts, part as DesiredValue);
}
