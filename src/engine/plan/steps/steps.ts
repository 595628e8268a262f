import { type Address, nameOfAddress, typeOfAddress } from "../../../model/address.ts";
import { asDeclared, canonicalValue, isHashed, managedPart } from "../../../model/attribute-value.ts";
import {
  type DesiredObject,
  type DesiredValue,
  isReference,
  mapSecrets,
} from "../../../model/desired-world.ts";
import { shownOf } from "../../../model/kinds-of.ts";
import { keyOf } from "../../../model/object-key.ts";
import type {
  AttributeChange,
  CreateStep,
  DeleteExpectation,
  MoveStep,
  PlanStep,
  PlanValue,
  ReplaceStep,
} from "../../../model/plan/plan.ts";
import { stepAddress } from "../../../model/plan/plan.ts";
import { isOfState } from "../../../model/plan/step-effects.ts";
import type { Attribute } from "../../../model/resource-type/attribute.ts";
import { isOnlyImported } from "../../../model/resource-type/creation.ts";
import { clearedByWriting, writtenAgain } from "../../../model/resource-type/writes.ts";
import { textsIn } from "../../../model/secret-value.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import { append } from "../../../util/groups.ts";
import { canonicalJson, type Json, type JsonObject } from "../../../util/json.ts";
import { present } from "../../../util/present.ts";
import type { ChangedAttribute } from "../decide/changes.ts";
import type { Created, Deleted, Retained } from "../decide/decisions.ts";
import { namesOfIds } from "../decide/known-names.ts";
import { defaultName, titleFrom, titleOfGone, titleOfLive } from "../decide/object-names.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import type { Who } from "../decide/who-changed.ts";
import { movesIn } from "../order/moves.ts";
import type { SiblingList } from "../order/sibling-lists.ts";
import { containsSecret } from "../world/compare.ts";
import { partsChangedBy } from "./changed-parts.ts";
import { knownIdsName, siblingsName } from "./expected-ids.ts";
import { type LostAttributesOf, lostAttributesIn } from "./lost-attributes.ts";
import { withPossibleMatches } from "./possible-matches.ts";

/** Builds the steps for people: creates and changes in the order of the layout, then deletes, then steps that change only the state. */
export function buildSteps(context: PlanContext, lists: readonly SiblingList[]): readonly PlanStep[] {
  const moveStepOf = moveStepsIn(context, lists);
  const lostAttributesOf = lostAttributesIn(context);
  const steps: PlanStep[] = [];
  for (const desired of context.desired.world.objects) {
    const created = context.decisions.created.get(desired.address);
    const retained = context.decisions.retained.get(desired.address);
    if (created) steps.push(createdStep(context, created, lostAttributesOf));
    else if (retained) steps.push(...retainedSteps(context, retained, moveStepOf));
  }
  for (const deleted of context.decisions.deleted.values())
    if (deleted.replacedBy === undefined) steps.push(deleteStep(context, deleted, lostAttributesOf));
  return withPossibleMatches(context, [...steps, ...forgetSteps(context)]);
}

function createdStep(
  context: PlanContext,
  created: Created,
  lostAttributesOf: LostAttributesOf,
): CreateStep | ReplaceStep {
  const { desired, createdWith, replaces } = created;
  const container = context.names.desiredContainerOf(desired);
  const changed = context.changes.changed.get(desired.address);
  const lost = context.decisions.carried.get(desired.address)?.lostAttributes ?? [];
  const common = {
    address: desired.address,
    type: desired.type,
    title: titleOfDesired(context.types, desired),
    attributes: context.values.declared(
      context.types.get(desired.type),
      desired,
      Object.keys(desired.attributes),
    ),
    ...(container !== undefined && { container: container === null ? null : { $ref: container } }),
    ...(desired.isDefault && { isDefault: true as const }),
  };
  if (replaces === undefined)
    return {
      ...common,
      action: "create",
      ...present({ shown: shownNew(context, desired) }),
      ...present({ createdWith }),
      ...undoing(context.changes.missing.get(desired.address)),
      ...(lost.length > 0 && { lostAttributes: lost }),
      expects: { knownIds: knownIdsName(desired) },
    };
  return {
    ...common,
    ...present({ renamedFrom: context.matches.former.get(desired.address) }),
    action: "replace",
    id: replaces.live.id,
    changes: changesOf(context, desired, replaces.live, changed?.attributes ?? []),
    reason: replaces.reason,
    ...undoing(changed?.container),
    ...lostAttributesOf(replaces.live),
    expects: deleteExpectation(context, replaces.live),
  };
}

function retainedSteps(
  context: PlanContext,
  retained: Retained,
  moveStepOf: MoveStepOf,
): readonly PlanStep[] {
  const { desired, live } = retained;
  const importedBy = matchToImport(context, retained);
  const move = moveStepOf(retained);
  const isPatched = retained.changed.length > 0 || retained.becomesDefault;
  const protect = protectionToRecord(context, retained);
  if (importedBy === undefined && move === undefined && protect === undefined && !isPatched) return [];
  const base = {
    address: desired.address,
    type: desired.type,
    title: titleOfLive(context.types, live),
    id: live.id,
  };
  const renamed = present({ renamedFrom: context.matches.former.get(desired.address) });
  const steps: PlanStep[] = [];
  if (importedBy !== undefined) steps.push({ ...base, action: "import", matchedBy: importedBy });
  if (protect !== undefined) steps.push({ ...base, action: "record", protect });
  if (move !== undefined) steps.push({ ...base, ...move, ...(!isPatched && renamed) });
  if (isPatched) steps.push({ ...base, ...renamed, action: "patch", changes: patchedIn(context, retained) });
  return steps;
}

function patchedIn(context: PlanContext, retained: Retained): readonly AttributeChange[] {
  const { desired, live, becomesDefault } = retained;
  const changed = context.changes.changed.get(desired.address);
  const written = [
    ...changesOf(context, desired, live, changed?.attributes ?? []),
    ...changesOf(context, { ...desired, attributes: {} }, live, clearedBeside(context, retained)),
  ];
  if (!becomesDefault) return written;
  const attribute = defaultName(context.types, desired.type);
  return [...written, { attribute, before: false, after: true, ...undoing(changed?.isDefault) }];
}

/**
 * Attributes that the service clears because the plan writes others. They are undeclared or ignored, so the plan sends nothing for them.
 * The step shows them, so that people notice the loss.
 */
function clearedBeside(
  context: PlanContext,
  { desired, live, changed }: Retained,
): readonly ChangedAttribute[] {
  const type = context.types.get(desired.type);
  const written = [...changed, ...writtenAgain(type, changed, desired)];
  return clearedByWriting(type, context.values.declared(type, desired, written))
    .filter((name) => !written.includes(name) && (live.attributes[name] ?? null) !== null)
    .map((name) => ({ name, changedBy: "none" }));
}

/**
 * How docsform matched an object that the layout asks to import. A layout asks with a pin, or by declaring a type that docsform can only
 * import. Undefined: the object needs no import.
 */
function matchToImport({ state, types }: PlanContext, { desired, live, by }: Retained) {
  if (by === "state" || by === "journal" || state?.objects[desired.address]?.id === live.id) return undefined;
  return desired.pin !== undefined || isOnlyImported(types.get(desired.type)) ? by : undefined;
}

/** The protection that the layout declares and that the state does not have yet. */
function protectionToRecord(
  { state, keepsState }: PlanContext,
  { desired: { address, protect }, live }: Retained,
): boolean | undefined {
  const entry = state?.objects[address];
  const recorded = entry?.id === live.id && entry.protect === true;
  return !keepsState || protect === undefined || protect === recorded ? undefined : protect;
}

/** Marks a step or change that undoes a change on the service, while the declared value is still the last applied one. */
function undoing(who: Who | undefined): { readonly undoes?: true } {
  return who === "live" ? { undoes: true } : {};
}

/** Returns what the step of a move has besides what every step has. Undefined: the object stays where it is. */
type MoveStepOf = (retained: Retained) => Omit<MoveStep, "address" | "type" | "title" | "id"> | undefined;

function moveStepsIn(context: PlanContext, lists: readonly SiblingList[]): MoveStepOf {
  const moveOf = movesIn(context, lists);
  return (retained) => {
    const move = moveOf(retained);
    if (move === undefined) return undefined;
    const { changedBy, ...places } = move;
    const { live } = retained;
    return {
      action: "move",
      ...places,
      ...undoing(changedBy),
      expects: { container: live.container?.id ?? null, siblings: siblingsName(context, live, places.to) },
    };
  };
}

function changesOf(
  context: PlanContext,
  desired: DesiredObject,
  live: LiveObject,
  changed: readonly ChangedAttribute[],
): readonly AttributeChange[] {
  const type = context.types.get(desired.type);
  const names = changed.map(({ name }) => name);
  const after: Readonly<Record<string, PlanValue>> = context.values.declared(type, desired, names);
  return changed.map((each) => {
    const { name: attribute, changedBy } = each;
    const rule = type.attributes[attribute];
    const current = live.attributes[attribute] ?? null;
    const value = after[attribute] ?? null;
    const values = {
      before: inLayoutForm(
        context,
        rule,
        context.values.before(type, desired, live.attributes, attribute),
        value,
      ),
      after: value,
    };
    const undoneParts = changedBy === "live" ? partsChangedBy("live", each) : [];
    return {
      attribute,
      ...values,
      ...present({
        shown: rule && shownChange(context, rule, current, desired.attributes[attribute] ?? null),
      }),
      ...namesOfIds(context.nameOf, [rule?.reference?.type], Object.values(values)),
      ...(isSecretChange(context, rule, current, desired.attributes[attribute] ?? null) && {
        sensitive: true as const,
      }),
      ...undoing(changedBy),
      ...(undoneParts.length > 0 && { undoneParts }),
    };
  });
}

/** What a plan shows of the attributes of a new object that a kind describes as a whole. Undefined: there are none. */
function shownNew(context: PlanContext, { type, attributes }: DesiredObject): CreateStep["shown"] {
  const rules = context.types.get(type).attributes;
  const shown = Object.entries(attributes).flatMap(([name, value]) => {
    const rule = rules[name];
    const after = rule && value !== null && shownChange(context, rule, null, value)?.after;
    return after ? [[name, after] as const] : [];
  });
  return shown.length === 0 ? undefined : Object.fromEntries(shown);
}

/** A declared value without references and with clear secrets, only for what a kind says of it. */
function clearOf(declared: DesiredValue): Json {
  return isReference(declared) ? null : mapSecrets(declared, (secret) => secret.reveal());
}

/** What a layout with this value says of a live one, so that both values of a change have one form. */
function inLayoutForm(
  context: PlanContext,
  rule: Attribute | undefined,
  before: PlanValue,
  after: PlanValue,
): PlanValue {
  if (rule === undefined || isHashed(before)) return before;
  return asDeclared(rule, managedPart(rule, after, before, context.live.world.currentUser), after);
}

/** What a plan shows of values that a kind describes. Undefined: the values themselves are short, and say the same. */
function shownChange(
  context: PlanContext,
  rule: Attribute,
  live: Json,
  declared: DesiredValue,
): AttributeChange["shown"] {
  // What is secret by its source is secret as a whole.
  if (rule.sensitive !== true && isSecretChange(context, rule, live, declared)) return undefined;
  const clear = clearOf(declared);
  const [before, after] = [live, clear].map((value) => (value === null ? undefined : shownOf(rule, value)));
  if (before === undefined && after === undefined) return undefined;
  const isPlain = [live, clear].every((value, at) =>
    textsIn(value).every((text) => text === [before, after][at]),
  );
  return isPlain ? undefined : present({ before, after });
}

/** Whether the live or the declared value is secret. */
function isSecretChange(
  { values }: PlanContext,
  rule: Attribute | undefined,
  current: Json,
  declared: DesiredValue,
): boolean {
  return values.isSecret(rule, current) || containsSecret(declared);
}

function deleteStep(
  context: PlanContext,
  { live, address, deletedWith }: Deleted,
  lostAttributesOf: LostAttributesOf,
): PlanStep {
  const outer = deletedWith === undefined ? undefined : context.decisions.deleted.get(deletedWith)?.address;
  return {
    action: "delete",
    address,
    type: live.type,
    title: titleOfLive(context.types, live),
    id: live.id,
    ...present({ deletedWith: outer }),
    ...(context.purpose === "apply" && undoing(context.changes.undeclared.get(keyOf(live)))),
    ...lostAttributesOf(live),
    expects: deleteExpectation(context, live),
  };
}

function deleteExpectation(context: PlanContext, live: LiveObject): DeleteExpectation {
  return {
    fingerprint: fingerprintOf(context.types, live, context.options.salt, context.options.hash),
    contents: stepContents((type, id) => context.live.inside(type, id), live),
  };
}

/** A hash of all attributes of an object that a person can change, and of its container. */
export function fingerprintOf(
  types: TypeIndex,
  live: LiveObject,
  salt: string,
  hash: (text: string, salt: string) => string,
): string {
  const type = types.get(live.type);
  const fields: JsonObject = Object.fromEntries(
    Object.entries(type.attributes)
      // docsform does not always read attributes that need a separate read.
      .filter(([name]) => !type.details?.some((detail) => detail.attribute === name))
      // An inherited value changes with the object that it comes from, and this plan may change that object.
      .filter(([name]) => live.inherited?.includes(name) !== true)
      .map(([name, attribute]) => [name, canonicalValue(attribute, live.attributes[name] ?? null)]),
  );
  return hash(canonicalJson([fields, live.container?.id ?? null]), salt);
}

/** Ids of everything inside an object, at any depth, sorted. */
export function stepContents(
  inside: (type: string, id: string) => readonly LiveObject[],
  live: LiveObject,
): readonly string[] {
  const ids: string[] = [];
  const stack = [...inside(live.type, live.id)];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    ids.push(next.id);
    stack.push(...inside(next.type, next.id));
  }
  return ids.sort();
}

/** Steps that forget objects of the state that the service or the layout no longer has. */
function forgetSteps(context: PlanContext): readonly PlanStep[] {
  const steps: PlanStep[] = [];
  const toDelete = new Set([...context.decisions.deleted.values()].map((each) => each.live));
  for (const [address, { id, scopeId, applied }] of Object.entries(context.state?.objects ?? {})) {
    const type = typeOfAddress(address);
    if (context.desired.get(address) || !context.types.find(type)) continue;
    const live = context.live.get(type, id);
    const reason = live ? whyLeft(context, toDelete, live) : whyMissing(context, type, scopeId);
    if (reason === undefined || staysInState(context, reason)) continue;
    const title = live ? titleOfLive(context.types, live) : titleOfGone(context, address, applied);
    steps.push({ action: "forget", address, type, title, id, reason });
  }
  return steps;
}

type WhyForgotten = Extract<PlanStep, { action: "forget" }>["reason"];

/** Undefined: the object has another address now or is deleted, so another step names it. */
function whyLeft(
  { matches }: PlanContext,
  toDelete: ReadonlySet<LiveObject>,
  live: LiveObject,
): WhyForgotten | undefined {
  return toDelete.has(live) || matches.byLive.has(keyOf(live)) ? undefined : "undeclared";
}

/** Why the snapshot does not have an object. Undefined: it is unknown, because the list is incomplete. */
function whyMissing(
  context: PlanContext,
  type: string,
  scopeId: string | undefined,
): WhyForgotten | undefined {
  if (context.live.incompleteList(type) !== undefined) return undefined;
  return context.live.isUnread(type, scopeId) ? "undeclared" : "gone";
}

/** Whether the object stays in the state: a destroy does not forget objects that it does not delete. */
function staysInState(context: PlanContext, reason: WhyForgotten): boolean {
  return context.purpose === "destroy" && reason === "undeclared";
}

function titleOfDesired(types: TypeIndex, desired: DesiredObject): string {
  return titleFrom(types, desired.type, desired.attributes) ?? nameOfAddress(desired.address);
}

/** Index of the step that a node belongs to, by address. */
export function stepIndex(steps: readonly PlanStep[]): (address: Address, kind: string) => number {
  const byAddress = new Map<Address, number[]>();
  steps.forEach((step, at) => append(byAddress, step.address, at));
  const moving = new Set(["reparent", "reorder"]);
  return (address, kind) => {
    const own = byAddress.get(stepAddress(address)) ?? [];
    const isMove = (at: number) => steps[at]?.action === "move";
    const isWork = (at: number) => !isOfState(steps[at] as PlanStep);
    const fitting = own.find((at) => isWork(at) && isMove(at) === moving.has(kind));
    return fitting ?? own.find(isWork) ?? own[0] ?? -1;
  };
}
