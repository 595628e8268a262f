import type { LoggedRequest } from "../../../src/emulator/wire.ts";
import type { Consent } from "../../../src/engine/plan/guard/consent.ts";
import { typeOfAddress } from "../../../src/model/address.ts";
import type { DesiredObject, DesiredWorld } from "../../../src/model/desired-world.ts";
import { DocsformError } from "../../../src/model/errors.ts";
import { attributesIn } from "../../../src/model/key-field.ts";
import { permissions } from "../../../src/model/plan/permission-flags.ts";
import { clearedBy } from "../../../src/model/resource-type/writes.ts";
import type { State } from "../../../src/model/state.ts";
import { registry } from "../../../src/resources/registry.ts";
import { groupBy } from "../../../src/util/groups.ts";
import { canonicalJson } from "../../../src/util/json.ts";
import type { RunEnd } from "../../support/run-layout.ts";
import { isOwnWrite, wrongExitCode } from "../../support/sent-writes.ts";
import type { Change, ChangeLog } from "./change-log.ts";
import { formerly, isEqual, type Known, type Meanings, meaningsOf, withoutExchanged } from "./declared.ts";
import { notAsDeclared } from "./differences.ts";
import {
  canOnlyBeReplaced,
  completesInterruptedCreate,
  getsNarrowerAccess,
  isDeletedUnforeseen,
  leaveWithOrganization,
  movesOut,
  unnamedCopies,
} from "./excuses.ts";
import { type Fact, type Facts, nameOf, printedFact, valueIn, withUnmanagedContents } from "./facts.ts";

/*
 * These checks decide what a run must not do. The numbers in comments refer to docsform's rules:
 *
 *  2 A pin or the state decides which object an address is.
 *  4 `was:` names the former key of an object.
 *  5 A site can show the same space twice.
 *  6 A layout that owns contents declares all of them. `prune` does the same for a map.
 *  7 Deletes need permission.
 *  8 The service deletes contents with their container, or moves them out.
 * 10 A layout declares people by name, and docsform neither creates nor deletes them without permission.
 * 12 A run cannot prevent a change by another user between its read and its write.
 * 13 An object that cannot move is replaced.
 * 20 Undeclared values stay as they are.
 * 21 The journal records the objects of an interrupted run, so that the next run can continue.
 * 33 An object that no read shows counts as deleted, unless its id is known.
 * 34 An object without a known id matches only in its place. Importing it, or creating an object beside a forgotten one, needs permission.
 * 37 A guard refuses a plan before its first write.
 * 38 A run reports "as declared" only after a new read without differences, and it reports duplicates.
 * 39 A saved plan is applied as it was reviewed, or not at all.
 * 49 A run changes an object that it found by its key only after a person has confirmed it. Contents follow their scope.
 * 51 A replacement keeps the undeclared values of the object, and readers never see it unfinished.
 * 53 The outcome and the exit code show whether a run has sent a write.
 * 59 Another type of a site means another site, which needs permission.
 * 67 The contents of an object count more than its key, if its name goes with them.
 */

/** One run of apply and what an observer knows about it. What the run itself reports is only in `end`. */
export interface ObservedRun {
  readonly desired: DesiredWorld;
  readonly consent: Consent;
  /** The objects that pins and the state named before the first run of this layout. */
  readonly known: Known;
  /** Whether the layout keeps a state. Without one, docsform does not know which objects the layout has forgotten. */
  readonly keepsState: boolean;
  readonly before: Facts;
  readonly changes: readonly Change[];
  /** The objects at the beginning of the run, and at each request since. */
  readonly moments: readonly Facts[];
  /** The objects at earlier moments, which reads may still show. */
  readonly earlier: readonly Facts[];
  readonly changeLog: ChangeLog;
  readonly end: RunEnd;
  /** The requests of the run and of other users during the run. */
  readonly log: readonly LoggedRequest[];
  /** The maximum number of the run's requests in flight. */
  readonly concurrency: number;
  readonly state: State | undefined;
  readonly stateBefore: State | undefined;
  /** Whether other users changed something after the run began its final read. */
  readonly isLate: boolean;
  /** `type id` of the objects that ever belonged to this layout: pinned objects, and those that the state must record as created or imported. */
  readonly ours: ReadonlySet<string>;
  /** `type id` of the objects that neither a list nor a read by id shows. */
  readonly hidden: ReadonlySet<string>;
}

export function brokenPromises(run: ObservedRun): readonly string[] {
  const visible = new Map([...run.changeLog.facts].filter(([name]) => !run.hidden.has(name)));
  const unexchangedAt = (facts: Facts) => withoutExchanged(run.desired, facts, run.known);
  const meaningsAt = (facts: Facts, known: Known) => meaningsOf(run.desired, facts, known, run.hidden);
  const unexchanged = unexchangedAt(run.before);
  const meanings = meaningsAt(run.changeLog.facts, unexchanged);
  const meant = [
    ...run.moments.map((facts) => meaningsAt(facts, unexchanged)),
    ...run.earlier.map((facts) => meaningsAt(run.changeLog.facts, unexchangedAt(facts))),
  ];
  const judging: JudgedRun = { ...run, unexchanged, visible, meanings, meant, isDone: isDone(run.end) };
  return [
    ...writesOfRefusedRuns(judging),
    ...wrongOutcomes(judging),
    ...contradictionsApplied(judging),
    ...harmToOthers(judging),
    ...deletedDeclaredObjects(judging),
    ...changedUndeclared(judging),
    ...recreatedObjects(judging),
    ...duplicatedObjects(judging),
    ...unreportedDuplicates(judging),
    ...createdBesideForgotten(judging),
    ...(judging.isDone && !judging.isLate ? differencesAfterSuccess(judging) : []),
  ];
}

export function isDone(end: RunEnd): boolean {
  return end.kind === "applied" && (end.result.outcome === "done" || end.result.outcome === "nothing");
}

interface JudgedRun extends ObservedRun {
  /** The known ids of addresses that cannot mean another object by now. */
  readonly unexchanged: Known;
  /** The objects that the run could see. */
  readonly visible: Facts;
  readonly meanings: Meanings;
  /**
   * 12: what the layout meant at each moment of the run. Other users may have moved the objects since. 67: and what it means now to a run whose reads
   * showed an earlier moment, at which addresses seemed to exchange their objects.
   */
  readonly meant: readonly Meanings[];
  readonly isDone: boolean;
}

const mayWrite = new Set(["done", "differs", "partial", "interrupted"]);

/** 7, 37, 39: a run that is refused or invalid, or that has no steps, writes nothing. */
function writesOfRefusedRuns({ end, changes }: JudgedRun): readonly string[] {
  if (end.kind === "failed" || (end.kind === "applied" && mayWrite.has(end.result.outcome))) return [];
  const word = end.kind === "applied" ? end.result.outcome : end.kind;
  return changes.filter(({ by }) => by === "ours").map(({ name }) => `${word}, and yet changed ${name}`);
}

/** 53: a run that ends with an error or with nothing to do has sent no write. A run that ends as done in part has sent one. */
function wrongOutcomes({ end, log }: JudgedRun): readonly string[] {
  // A killed run has no outcome.
  if (end.kind === "failed" && !(end.error instanceof DocsformError)) return [];
  return wrongExitCode(end, log.filter(isOwnWrite));
}

/** 4: an object that keeps its own cannot also be the one that another entry keeps, so the layout is an error. */
function contradictionsApplied(judging: JudgedRun): readonly string[] {
  const { desired, known, before, stateBefore, meanings, end } = judging;
  if (end.kind !== "applied") return [];
  const liveOf = ({ type, address }: DesiredObject) => {
    const id = known.get(address);
    return id === undefined ? undefined : before.get(nameOf({ type, id }));
  };
  const isRenamed = ({ was, wasIn }: DesiredObject) => was !== undefined || wasIn !== undefined;
  const kept = desired.objects.filter((object) => !isRenamed(object)).map(liveOf);
  return desired.objects.flatMap((object) => {
    // 67: contents show what an object is, whatever its keys say.
    const { contents } = registry.find(({ name }) => name === object.type)?.identity ?? {};
    const isFollowed = stateBefore?.objects[object.address]?.was !== undefined;
    if (!isRenamed(object) || isFollowed || contents !== undefined || liveOf(object) === undefined) return [];
    const former = formerly(object);
    const taken = kept.filter((fact) => fact?.type === object.type && meanings.hasKey(former, fact));
    return taken.length === 1
      ? [`${object.address} has its own, and followed \`was:\` to that of another`]
      : [];
  });
}

function harmToOthers(judging: JudgedRun): readonly string[] {
  return oursIn(judging).flatMap(({ name, before, after }) => {
    // 33: the run could not see the object.
    if (before === undefined || !isOthers(judging, before) || judging.hidden.has(name)) return [];
    if (after === undefined)
      return mayDelete(judging, before) || isDeletedUnforeseen(judging, before) || isReplaced(judging, before)
        ? []
        : [`deleted ${name}, which others made: ${printedFact(before)}`];
    return mayChange(judging, before) ||
      onlyPeopleLeft(judging, before, after) ||
      movesOut(judging, before, after)
      ? []
      : [`changed ${name}, which others made: ${printedFact(before)} became ${printedFact(after)}`];
  });
}

function onlyPeopleLeft(judging: JudgedRun, before: Fact, after: Fact): boolean {
  const { attributes = {} } = registry.find(({ name }) => name === before.type) ?? {};
  const changed = Object.keys(attributes).filter(
    (attribute) => !isEqual(valueIn(before, attribute), valueIn(after, attribute)),
  );
  return (
    changed.length > 0 &&
    before.container === after.container &&
    changed.every((attribute) => leaveWithOrganization(judging, before, after, attribute))
  );
}

function oursIn({ changes }: JudgedRun): readonly Change[] {
  return changes.filter(({ by }) => by === "ours");
}

function isOthers({ changeLog, ours }: JudgedRun, fact: Fact): boolean {
  return changeLog.creatorOf(nameOf(fact)) === "others" && !ours.has(nameOf(fact));
}

/**
 * A run may change pinned objects (2), with permission objects that match by their present or former key in their place (4, 34), and objects in an
 * owned place (6).
 */
function mayChange(judging: JudgedRun, fact: Fact): boolean {
  const { desired, meant, moments } = judging;
  // 12: other users may have renamed or moved the object during the run.
  const hadKey = (object: DesiredObject) =>
    meant.some((each, at) =>
      [fact, moments[at]?.get(nameOf(fact)) ?? fact].some(
        (was) => each.hasKey(object, was) || each.hasKey(formerly(object), was),
      ),
    );
  const named = desired.objects.filter(
    (object) => object.type === fact.type && (object.pin === fact.id || hadKey(object)),
  );
  const isPinned = named.some(({ pin }) => pin === fact.id);
  if (isPinned || (named.length > 0 && (mayImport(judging) || isInOwnScope(judging, fact)))) return true;
  return ownersOf(judging, fact).some((owner) => mayChangeContents(judging, owner));
}

/** 49: the contents of a scope belong to the layout if their scope does. */
function isInOwnScope(judging: JudgedRun, fact: Fact): boolean {
  const scope = registry.find(({ name }) => name === fact.type)?.scope;
  if (scope === undefined || fact.scope === null) return false;
  const owner = judging.before.get(nameOf({ type: scope, id: fact.scope }));
  return owner !== undefined && (!isOthers(judging, owner) || isPinned(judging, owner));
}

/** Whether the run may change the contents of the owner: the owner belongs to the layout, is pinned, or is imported with permission (34). */
function mayChangeContents(judging: JudgedRun, owner: Fact): boolean {
  return !isOthers(judging, owner) || mayChange(judging, owner);
}

/** 49: no run changes an object that it found by its key, unless a person confirms it. The state makes no difference. */
function mayImport({ consent }: JudgedRun): boolean {
  return allows(consent, "--allow-import");
}

/** With permission (7, 49), a run deletes objects in an owned place (6) and objects that `prune` covers (6). */
function mayDelete(judging: JudgedRun, fact: Fact): boolean {
  if (!allows(judging.consent, "--allow-deletes")) return false;
  if (judging.desired.prune.includes(fact.type)) return mayImport(judging);
  return ownersOf(judging, fact).some(
    (owner) => !isOthers(judging, owner) || isPinned(judging, owner) || mayImport(judging),
  );
}

/** 13, 34: an object that cannot move is recreated in its new place, if imports and deletes are permitted. */
function isReplaced(judging: JudgedRun, fact: Fact): boolean {
  if (!canOnlyBeReplaced(fact.type) || !allows(judging.consent, "--allow-deletes")) return false;
  if (!mayImport(judging) || ownersOf(judging, fact).length === 0) return false;
  const { key = [] } = registry.find(({ name }) => name === fact.type)?.identity ?? {};
  return oursIn(judging).some(
    ({ before, after }) =>
      before === undefined &&
      after?.type === fact.type &&
      after.scope === fact.scope &&
      attributesIn(key).every((name) => isEqual(valueIn(after, name), valueIn(fact, name))),
  );
}

function isPinned({ desired }: JudgedRun, { type, id }: Fact): boolean {
  return desired.objects.some((object) => object.type === type && object.pin === id);
}

/** The owner of the object, if the layout owns its contents. */
function ownersOf(judging: JudgedRun, fact: Fact): readonly Fact[] {
  const { desired, changeLog, before, meant, known } = judging;
  const scope = registry.find(({ name }) => name === fact.type)?.scope;
  if (scope === undefined || fact.scope === null) return [];
  const name = nameOf({ type: scope, id: fact.scope });
  const owner = before.get(name) ?? changeLog.facts.get(name);
  const owning = desired.objects.filter(({ type, owns }) => type === scope && owns.length > 0);
  // 12: another user may have deleted the owner since. The layout still means an owner that it knows by id.
  const isMeant = ({ address, pin }: DesiredObject, id: string) =>
    (pin ?? known.get(address)) === id || meant.some(({ ids }) => ids(address).includes(id));
  return owner !== undefined && owning.some((object) => isMeant(object, owner.id)) ? [owner] : [];
}

function allows({ allow }: Consent, flag: string): boolean {
  return [...allow].some((permission) => permissions[permission].flag === flag);
}

/** 7, 13: the run may not delete an object that the layout declares, unless it recreates the object in another place. */
function deletedDeclaredObjects(judging: JudgedRun): readonly string[] {
  return oursIn(judging).flatMap(({ name, before, after }) => {
    if (before === undefined || after !== undefined || isOthers(judging, before)) return [];
    // 8, 33: the service deletes the object with its container, and the run could not see it.
    if (judging.hidden.has(name) || isDeletedUnforeseen(judging, before)) return [];
    if (!allows(judging.consent, "--allow-deletes"))
      return [`deleted ${name} unasked: ${printedFact(before)}`];
    const declared = addressOf(judging, before);
    return declared === undefined || canOnlyBeReplaced(before.type)
      ? []
      : [`deleted ${name}, which is ${declared} of the layout: ${printedFact(before)}`];
  });
}

function addressOf({ unexchanged, desired }: JudgedRun, { type, id }: Fact): string | undefined {
  const object = desired.objects.find(
    (each) => each.type === type && (each.pin ?? unexchanged.get(each.address)) === id,
  );
  return object?.address;
}

/** 8, 20: undeclared values stay, except for references to objects that may be deleted. */
function changedUndeclared(judging: JudgedRun): readonly string[] {
  return oursIn(judging).flatMap(({ name, before, after }) => {
    if (before === undefined || after === undefined || !judging.before.has(name)) return [];
    // 13: this is another object that has the name of the deleted one.
    if (before.record["createdAt"] !== after.record["createdAt"]) return [];
    const type = registry.find(({ name: each }) => each === after.type);
    const { attributes = {} } = type ?? {};
    const printed = declaredValuesOf(judging, after);
    const isLeft = (attribute: string) => printed.every((each) => each[attribute] === undefined);
    // The service clears a value when a declared one excludes it.
    const isCleared = (attribute: string) =>
      (valueIn(after, attribute) ?? null) === null &&
      printed.some((each) => type !== undefined && clearedBy(type, each).includes(attribute));
    // A value that belongs to another attribute is cleared when that attribute changes.
    const isOrphan = (attribute: string, owner = attribute) =>
      owner !== attribute &&
      (valueIn(after, attribute) ?? null) === null &&
      !isEqual(valueIn(before, owner), valueIn(after, owner));
    return Object.entries(attributes)
      .filter(([attribute, { belongsTo }]) => !isOrphan(attribute, belongsTo))
      .filter(
        ([attribute, { reference }]) => printed.length > 0 && isLeft(attribute) && reference === undefined,
      )
      .filter(([attribute]) => !isEqual(valueIn(before, attribute), valueIn(after, attribute)))
      .filter(
        ([attribute]) =>
          !isCleared(attribute) &&
          !completesInterruptedCreate(judging, before, after, attribute) &&
          !getsNarrowerAccess(judging, before, after, attribute),
      )
      .filter(([attribute]) => !leaveWithOrganization(judging, before, after, attribute))
      .map(
        ([attribute]) =>
          `changed ${attribute} of ${name}, of which the layout says nothing: ${printedFact(after)}`,
      );
  });
}

/**
 * The declared values of the object at each moment of the run. If several objects of the layout can mean it, the values of each of them. Empty: no
 * layout declares it.
 */
function declaredValuesOf(
  { desired, meanings, meant }: JudgedRun,
  { type, id }: Fact,
): readonly DesiredObject["attributes"][] {
  const isMeant = ({ address }: DesiredObject) =>
    [meanings, ...meant].some(({ ids }) => ids(address).includes(id));
  return desired.objects
    .filter((object) => object.type === type && isMeant(object))
    .map(({ attributes }) => attributes);
}

/**
 * 13, 33: an object that is known by its id is not created again while it exists. If it has disappeared and may have had more contents than
 * docsform manages, it is created again only with permission. An object that can only be replaced is excepted.
 */
function recreatedObjects(judging: JudgedRun): readonly string[] {
  const { unexchanged, state, desired, visible } = judging;
  return desired.objects.flatMap(({ type, address }) => {
    const [id, now] = [unexchanged.get(address), state?.objects[address]?.id];
    if (id === undefined || now === undefined || now === id || canOnlyBeReplaced(type)) return [];
    if (!isNewOfOurs(judging, nameOf({ type, id: now }))) return [];
    const was = nameOf({ type, id });
    if (visible.has(was)) return [`made ${address} again, though ${was} is there`];
    return mayRecreate(judging, type, was) ? [] : [`made ${address} again unasked, though ${was} held more`];
  });
}

/** 12: if another user deletes the object during the run, the run can no longer ask for permission. */
function mayRecreate({ before, hidden, consent }: JudgedRun, type: string, was: string): boolean {
  const wasThere = before.has(was) && !hidden.has(was);
  return wasThere || !withUnmanagedContents.has(type) || allows(consent, "--allow-recreate");
}

/**
 * 34, 59: if the layout forgets an object, the run creates another object of its type in the same place only with permission, because it may be a
 * rename.
 */
function createdBesideForgotten(judging: JudgedRun): readonly string[] {
  const { consent, changes, known, state, desired, keepsState } = judging;
  if (!keepsState || allows(consent, "--allow-create")) return [];
  const made = changes.flatMap(({ by, before, after }) =>
    // 13: an object that can only be replaced is recreated with the permission to delete.
    by === "ours" && before === undefined && after?.scope === null && !canOnlyBeReplaced(after.type)
      ? [after]
      : [],
  );
  const declared = new Set(desired.objects.map(({ address }) => address));
  // An object that has another address now is not forgotten.
  const remembered = new Set(
    Object.entries(state?.objects ?? {}).map(([address, { id }]) =>
      nameOf({ type: typeOfAddress(address), id }),
    ),
  );
  const forgotten = [...known].filter(
    ([address, id]) =>
      !declared.has(address) && !remembered.has(nameOf({ type: typeOfAddress(address), id })),
  );
  return made.flatMap((fact) => {
    const left = forgotten.find(([address, id]) => {
      const name = nameOf({ type: fact.type, id });
      const isBeside = judging.before.get(name)?.container === fact.container;
      return address.startsWith(`${fact.type}.`) && judging.visible.has(name) && isBeside;
    });
    return left === undefined ? [] : [`made ${printedFact(fact)} unasked, and forgot ${left[0]}`];
  });
}

function isNewOfOurs({ changes }: JudgedRun, name: string): boolean {
  return changes.some(
    (change) => change.by === "ours" && change.name === name && change.before === undefined,
  );
}

/** 38: the service differs from the layout although the run reported that it is as declared. */
function differencesAfterSuccess(judging: JudgedRun): readonly string[] {
  const { desired, visible, changeLog, consent } = judging;
  const prunes = allows(consent, "--allow-deletes");
  const found = possibleMeanings(judging).map((meanings) =>
    notAsDeclared({ desired, meanings, visible, all: changeLog.facts, prunes }),
  );
  const broken = found.some(({ length }) => length === 0) ? [] : (found[0] ?? []);
  return broken.map((what) => `done, but ${what}`);
}

/**
 * 21: if an address with owned contents can mean several objects, the journal may have told docsform which one its run created. The contents belong
 * to that one.
 */
function possibleMeanings(judging: JudgedRun): readonly Meanings[] {
  const { desired, meanings, changeLog, unexchanged: known, hidden } = judging;
  const owners = desired.objects.filter(({ scope, owns }) => scope === undefined && owns.length > 0);
  const open = owners.flatMap(({ address, type }) => {
    const ids = meanings.ids(address);
    const made = ids.filter((id) => changeLog.creatorOf(nameOf({ type, id })) === "ours");
    return ids.length > 1 ? [{ address, ids: made.length > 0 ? made : ids }] : [];
  });
  return open
    .reduce<readonly Known[]>(
      (all, { address, ids }) => all.flatMap((one) => ids.map((id) => new Map([...one, [address, id]]))),
      [known],
    )
    .map((one) => (one === known ? meanings : meaningsOf(desired, changeLog.facts, one, hidden)));
}

/** 33, 38: the run created an object beside one with the same key in the same place, or two objects with one key. */
function duplicatedObjects(judging: JudgedRun): readonly string[] {
  const { changeLog, isDone, isLate } = judging;
  const isOurs = (fact: Fact) => changeLog.creatorOf(nameOf(fact)) === "ours";
  return sameKeysOf(judging).flatMap(({ object, all, created, ofOthers, ofOthersBefore }) => {
    const isTwice = isDone && all.filter(isOurs).length > 1;
    const isHidden = isDone && !isLate && ofOthers.length > 0;
    return isTwice || (created.length > 0 && (isHidden || ofOthersBefore.length > 0))
      ? [
          `${object.address} is there ${all.length} times: ${all.map((fact) => madeBy(judging, fact)).join("; ")}`,
        ]
      : [];
  });
}

/** 38: if a run has checked for duplicates, it reports objects that other users created or moved there at the same time, whatever else it did. */
function unreportedDuplicates(judging: JudgedRun): readonly string[] {
  const { end, isLate } = judging;
  if (end.kind !== "applied" || isLate || !end.result.checkedForDuplicates) return [];
  const { outcome, duplicates } = end.result;
  if (outcome !== "partial" && outcome !== "differs") return [];
  const reported = new Set(duplicates.map(({ duplicateId }) => duplicateId));
  return sameKeysOf(judging).flatMap(({ object, created, ofOthers }) =>
    created.length === 0
      ? []
      : ofOthers
          // The report of a duplicate includes its contents.
          .filter(({ id, container }) => !reported.has(id) && !reported.has(container ?? ""))
          .map((fact) => `${object.address} has a duplicate that is not reported: ${madeBy(judging, fact)}`),
  );
}

function madeBy({ changeLog }: JudgedRun, fact: Fact): string {
  return `${printedFact(fact)}, made by ${changeLog.creatorOf(nameOf(fact))}`;
}

/** The live objects with the key of a declared object, in its place. */
interface SameKey {
  readonly object: DesiredObject;
  readonly all: readonly Fact[];
  /** Those that this run created. */
  readonly created: readonly Fact[];
  /** Those of other users. */
  readonly ofOthers: readonly Fact[];
  /** Those of other users that had the key before the run. */
  readonly ofOthersBefore: readonly Fact[];
}

/** The references in the key of a type of the organization. */
function referencesOfKey(name: string): readonly string[] {
  const type = registry.find((each) => each.name === name);
  if (type === undefined || type.scope !== undefined) return [];
  return attributesIn(type.identity.key).filter((field) => type.attributes[field]?.reference !== undefined);
}

function sameKeysOf(judging: JudgedRun): readonly SameKey[] {
  const { desired, meanings, visible } = judging;
  // 5, 6: an owned place is compared as a whole, because a layout may declare the same object twice in it.
  const owned = new Set(desired.objects.flatMap(({ owns }) => owns));
  return desired.objects.flatMap((object) => {
    if (owned.has(object.type)) return [];
    const alike = [...visible.values()].filter(
      (fact) => fact.type === object.type && meanings.hasKey(object, fact),
    );
    return [...groupBy(alike, referencesInKey).values()].map((same) => sameKeyAmong(judging, object, same));
  });
}

/**
 * 33: a run that cannot see an object may create it again. Then two objects whose keys refer to different ones of the two are no duplicates of each
 * other.
 */
function referencesInKey(fact: Fact): string {
  return canonicalJson(referencesOfKey(fact.type).map((name) => valueIn(fact, name) ?? null));
}

function sameKeyAmong(judging: JudgedRun, object: DesiredObject, all: readonly Fact[]): SameKey {
  // An object is not the run's duplicate if another user gave it the key, whatever the run changed.
  const hasKey = (fact: Fact | undefined) => fact !== undefined && judging.meanings.hasKey(object, fact);
  const hasOurKey = (fact: Fact) =>
    oursIn(judging).some(
      ({ name, before, after }) => name === nameOf(fact) && hasKey(after) && !hasKey(before),
    );
  // The object may have been deleted since, and another user's object may have its name.
  const isOurs = (fact: Fact) => judging.changeLog.creatorOf(nameOf(fact)) === "ours";
  const created = all
    .filter((fact) => isOurs(fact) && isNewOfOurs(judging, nameOf(fact)) && hasOurKey(fact))
    .slice(judging.isDone ? 0 : unnamedCopies(judging.desired, judging.meanings, object));
  const ofOthers = all.filter((fact) => isOthers(judging, fact));
  const ofOthersBefore = ofOthers.filter((fact) => {
    const former = judging.before.get(nameOf(fact));
    return (
      former !== undefined &&
      judging.meant[0]?.hasKey(object, former) === true &&
      referencesInKey(former) === referencesInKey(fact)
    );
  });
  return { object, all, created, ofOthers, ofOthersBefore };
}
