import type { Address } from "../../../model/address.ts";
import { satisfiesDeclared } from "../../../model/attribute-value.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import type { DesiredObject } from "../../../model/desired-world.ts";
import { isReference } from "../../../model/desired-world.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { noteOf } from "../../../model/plan/errors-and-notes.ts";
import type { PlanNote } from "../../../model/plan/plan.ts";
import type { Attribute } from "../../../model/resource-type/attribute.ts";
import { isOnlyImported } from "../../../model/resource-type/creation.ts";
import { writerOf } from "../../../model/resource-type/writes.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { Json } from "../../../util/json.ts";
import { withArticle } from "../../../util/with-article.ts";
import type { Match } from "../match/match-objects.ts";
import { type Hash, isRemembered, resolveValue } from "../world/compare.ts";
import { carryOver } from "./carry.ts";
import { decideDeletes } from "./decide-deletes.ts";
import type { Created, DecideInputs, Decisions, Retained } from "./decisions.ts";
import {
  apiVersionFailures,
  copyFailures,
  creationFailures,
  firstChildFailures,
  importedReplaces,
  pinnedReplaces,
} from "./failures.ts";
import { inheritedValue } from "./inherited.ts";
import { ownUserNotes } from "./known-people.ts";

/** Decides what becomes of each object: declared ones are created, retained or replaced, and others may be deleted. */
export function decide(inputs: DecideInputs): Decisions {
  const retained = new Map<Address, Retained>();
  const created = new Map<Address, Created>();
  const diagnostics: Diagnostic[] = [];
  const notes: PlanNote[] = [];
  const carrying = carryOver(inputs);
  const matches = new Map(
    [...inputs.matches.byAddress].map(([address, match]) => [address, carrying.toExisting(match)]),
  );
  const verdicts = compareAll(inputs, matches, notes);
  for (const desired of inputs.desired.world.objects) {
    const match = matches.get(desired.address);
    const verdict = verdicts.get(desired.address);
    if (verdict?.replace !== undefined && match)
      created.set(desired.address, {
        desired,
        replaces: { live: match.live, reason: verdict.replace, changed: verdict.changed },
      });
    else if (verdict && match) retained.set(desired.address, { ...match, ...verdict });
    else created.set(desired.address, { desired });
    diagnostics.push(...apiVersionFailures(inputs, desired));
  }
  for (const { desired } of Array.from(created.values())) markFirstChild(inputs, created, retained, desired);
  for (const [address, each] of created) created.set(address, carrying.toCreated(each));
  for (const each of created.values()) {
    const imported = importedReplaces(inputs, each);
    diagnostics.push(
      ...(imported.length > 0
        ? imported
        : [
            ...creationFailures(inputs, each.desired),
            ...copyFailures(inputs, each.desired),
            ...firstChildFailures(inputs, each),
            ...pinnedReplaces(each),
          ]),
    );
  }
  notes.push(...ownUserNotes(inputs));
  const deleted = decideDeletes(inputs, retained, created);
  return { retained, created, deleted, carried: carrying.carried, diagnostics, notes };
}

/** How a declared object differs from its live one. */
interface Verdict {
  readonly changed: readonly string[];
  readonly becomesDefault: boolean;
  readonly moves: boolean;
  /** Why the live object must be replaced. Absent: it need not. */
  readonly replace?: string;
}

/** Compares until no further replacement follows: the contents of a replaced object have to move, and may themselves be replaced. */
function compareAll(
  inputs: DecideInputs,
  matches: ReadonlyMap<Address, Match>,
  notes: PlanNote[],
): ReadonlyMap<Address, Verdict> {
  const replaced = new Set<Address>();
  for (;;) {
    notes.length = 0;
    const idOf = (address: Address) =>
      replaced.has(address) ? undefined : inputs.matches.byAddress.get(address)?.live.id;
    const comparing = { ...inputs, idOf };
    const verdicts = new Map<Address, Verdict>();
    for (const match of matches.values())
      verdicts.set(match.desired.address, compare(comparing, match, notes));
    const before = replaced.size;
    for (const [address, verdict] of verdicts) if (verdict.replace !== undefined) replaced.add(address);
    if (replaced.size === before) return verdicts;
  }
}

interface CompareInputs extends DecideInputs {
  /** Returns the id of a retained object. */
  readonly idOf: (address: Address) => string | undefined;
}

function compare(inputs: CompareInputs, { desired, live }: Match, notes: PlanNote[]): Verdict {
  const type = inputs.types.get(desired.type);
  const changed = Object.keys(desired.attributes).filter(
    (name) => !isLeftOut(type, live, name) && isChanged(inputs, type, desired, live, name, notes),
  );
  const fixed = changed.filter((name) => writerOf(type, name) === undefined);
  const moves = containerChanges(inputs, desired, live);
  const replaceContainer = moves && type.container?.change[inputs.live.world.apiVersion] === "replace";
  const verdict = { changed, moves, becomesDefault: desired.isDefault === true && !live.isDefault };
  if (scopeChanges(inputs, desired, live))
    return {
      ...verdict,
      replace: `the ${inputs.types.get(type.scope ?? "").label.one} that contains it is replaced`,
    };
  if (fixed.length > 0) return { ...verdict, replace: `${fixed.join(", ")} can be set only at creation` };
  if (replaceContainer)
    return {
      ...verdict,
      replace: `the service cannot move ${withArticle(type.label.one)} to another parent`,
    };
  return verdict;
}

/** Whether a plan would replace the live object by a new one if the live object were the declared one. */
export function replacesInstead(
  context: Omit<DecideInputs, "hash"> & {
    readonly decisions: Decisions;
    readonly options: { readonly hash: Hash };
  },
  desired: DesiredObject,
  live: LiveObject,
): boolean {
  const idOf = (address: Address) => context.decisions.retained.get(address)?.live.id;
  return (
    compare({ ...context, hash: context.options.hash, idOf }, { desired, live, by: "was" }, []).replace !==
    undefined
  );
}

/** Whether the service leaves out a value that nobody can give the object. Then nothing needs it. */
function isLeftOut(type: ResourceType, { attributes }: LiveObject, name: string): boolean {
  return isOnlyImported(type) && writerOf(type, name) === undefined && (attributes[name] ?? null) === null;
}

function isChanged(
  inputs: CompareInputs,
  type: ResourceType,
  desired: DesiredObject,
  live: LiveObject,
  name: string,
  notes: PlanNote[],
): boolean {
  const attribute = type.attributes[name];
  const value = desired.attributes[name];
  if (attribute === undefined || value === undefined || desired.ignore.includes(name)) return false;
  if (attribute.onlyAtCreate === true) return noteEditAfterCreation(inputs, desired, name, notes);
  const resolved = resolveValue(value, inputs.idOf);
  if (resolved === undefined) return true;
  const now = valueWithoutSetting(inputs, desired, live, name);
  if (satisfiesDeclared(attribute, resolved, now, inputs.live.world.currentUser)) return false;
  const isShown = (live.attributes[name] ?? null) !== null;
  if (isShown || !attribute.unreadable?.(resolved)) return true;
  return isUnlikeApplied(inputs, attribute, desired, name, notes);
}

/**
 * The value that an attribute has if neither the layout nor a person sets it. It follows the object that it is inherited from, and that
 * object can change or be replaced.
 */
function valueWithoutSetting(
  inputs: DecideInputs,
  desired: DesiredObject,
  { attributes, inherited }: LiveObject,
  name: string,
): Json | undefined {
  const value = inherited?.includes(name) ? inheritedValue(inputs, desired, name, attributes) : undefined;
  return typeof value === "string" ? value : attributes[name];
}

/** An attribute that matters only at creation changes nothing later. A note reports an edit of it. */
function noteEditAfterCreation(
  { state, idOf, hash, types }: CompareInputs,
  { address, type, attributes }: DesiredObject,
  name: string,
  notes: PlanNote[],
): false {
  const attribute = types.get(type).attributes[name];
  const applied = state?.objects[address]?.applied[name];
  const declared = attributes[name] ?? null;
  const isSame =
    applied === undefined ||
    attribute === undefined ||
    isRemembered(attribute, declared, applied, { idOf, salt: state?.salt ?? "", hash });
  if (!isSame) notes.push(noteOf(wordsOf("plan/only-at-create", { attribute: name, address }), address));
  return false;
}

/** Whether a value that the service never returns differs from the last applied one. Without one, a note reports that nothing is known. */
function isUnlikeApplied(
  inputs: CompareInputs,
  attribute: Attribute,
  desired: DesiredObject,
  name: string,
  notes: PlanNote[],
): boolean {
  const { address } = desired;
  const applied = inputs.state?.objects[address]?.applied[name];
  if (applied === undefined) {
    notes.push(noteOf(wordsOf("plan/cannot-compare", { attribute: name, address }), address));
    return false;
  }
  const declared = desired.attributes[name] ?? null;
  const { idOf, hash, state } = inputs;
  return !isRemembered(attribute, declared, applied, { idOf, salt: state?.salt ?? "", hash });
}

/** Whether the scope of the object changes. An object in a recreated scope must be recreated there. */
function scopeChanges({ idOf }: CompareInputs, { scope }: DesiredObject, live: LiveObject): boolean {
  return scope !== undefined && idOf(scope) !== live.scopeId;
}

function containerChanges(inputs: CompareInputs, desired: DesiredObject, live: LiveObject): boolean {
  if (desired.container === undefined) return false;
  const liveId = live.container?.id ?? null;
  if (!isReference(desired.container)) return desired.container !== liveId;
  return inputs.idOf(desired.container.$ref) !== liveId;
}

/** The creating call of an object also creates its first declared child. A child that lives under another parent is therefore replaced. */
function markFirstChild(
  inputs: DecideInputs,
  created: Map<Address, Created>,
  retained: Map<Address, Retained>,
  parent: DesiredObject,
): void {
  const firstChild = inputs.desired.firstChild(parent, inputs.types);
  if (firstChild === undefined) return;
  const otherParent = retained.get(firstChild.address);
  if (otherParent) retained.delete(firstChild.address);
  const before = created.get(firstChild.address) ?? { desired: firstChild };
  const replaces = otherParent && {
    live: otherParent.live,
    reason: `it is created together with ${parent.address}`,
    changed: otherParent.changed,
  };
  created.set(firstChild.address, { ...before, ...(replaces && { replaces }), createdWith: parent.address });
}
