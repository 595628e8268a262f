import { askUntilConsistent } from "../live/access.ts";
import type { KnownObject } from "../live/ask-by-id.ts";
import { readLive } from "../live/read-live.ts";
import { differences, notApplied, type ReadBackDifference } from "../live/write-object.ts";
import type { Address } from "../model/address.ts";
import { satisfiesDeclared } from "../model/attribute-value.ts";
import type { Code } from "../model/codes/code.ts";
import type { Words } from "../model/codes/fail.ts";
import { DocsformError } from "../model/errors.ts";
import { canonicalJson, type Json, type JsonObject, jsonEquals } from "../model/json.ts";
import { keyOf, type ObjectKey, objectKey } from "../model/object-key.ts";
import type { LiveObject, Snapshot } from "../model/snapshot.ts";
import { asDeclared } from "../plan/decide/undeclared.ts";
import type { ManagedObject, Plan } from "../plan/plan.ts";
import type { ApplyRun } from "./apply-run.ts";
import { checkOrders } from "./check-orders.ts";
import { fail, wordsOf } from "./fail.ts";
import { resolveForComparing, secretNames } from "./plan-values.ts";
import { detailsOf } from "./reads-of-changed.ts";

/** What a run changed successfully. */
export interface Changed {
  /** Addresses of existing objects, each with the names of the written attributes. */
  readonly written: ReadonlyMap<Address, ReadonlySet<string>>;
  /** Addresses that the run moved to another container, or created in one. */
  readonly placed: ReadonlySet<Address>;
  readonly madeDefault: ReadonlySet<Address>;
  readonly deleted: readonly {
    readonly address: Address;
    readonly type: string;
    readonly id: string;
    readonly scopeId?: string;
  }[];
}

export interface ReadBack {
  /** Errors of objects that are not as declared, by address. */
  readonly failures: ReadonlyMap<Address, DocsformError>;
  /** Changes that the plan did not ask for. */
  readonly notes: readonly { readonly address: Address; readonly code: Code; readonly message: string }[];
  /** Undeclared values of new objects that only this read shows, and that the state records. */
  readonly accessOfNew: ReadonlyMap<Address, JsonObject>;
}

/**
 * Reads the changed objects again, in bulk, until they are as declared or the consistency window is over. Then it asks by id for objects
 * that no list shows.
 */
export async function readBack(run: ApplyRun, changed: Changed, concurrency: number): Promise<ReadBack> {
  let found: Reread | undefined;
  await askUntilConsistent(run.access, async () => {
    found = await reread(run, changed, concurrency);
    return found.failures.size === 0 ? true : undefined;
  });
  if (found === undefined) return { failures: new Map(), notes: [], accessOfNew: new Map() };
  const { live, failures } = await withOmitted(run, changed, concurrency, found);
  return {
    failures,
    notes: notesOn(run, changed, live),
    accessOfNew: accessOfNewObjects(run, changed, live),
  };
}

/** The result of a read of the service, with the failures in it. */
interface Reread {
  readonly live: Snapshot;
  readonly failures: ReadonlyMap<Address, DocsformError>;
}

async function reread(
  run: ApplyRun,
  changed: Changed,
  concurrency: number,
  known: readonly KnownObject[] = [],
): Promise<Reread> {
  const live = await readChanged(run, changed, concurrency, known);
  return { live, failures: failuresIn(run, changed, live) };
}

/** A list may lag behind, so an object that it omits may exist. */
async function withOmitted(
  run: ApplyRun,
  changed: Changed,
  concurrency: number,
  found: Reread,
): Promise<Reread> {
  const omitted = omittedIn(run, changed, found.live);
  if (omitted.length === 0) return found;
  try {
    return await reread(run, changed, concurrency, omitted);
  } catch (error) {
    if (!(error instanceof DocsformError)) throw error;
    const omittedFailures = omitted.map(({ address }) => [address, error] as const);
    return { ...found, failures: new Map([...found.failures, ...omittedFailures]) };
  }
}

function omittedIn(
  { identities, access }: ApplyRun,
  { written }: Changed,
  live: Snapshot,
): readonly KnownObject[] {
  const listed = new Set(live.objects.map(keyOf));
  return [...written.keys()].flatMap((address) => {
    const type = identities.typeOf(address).name;
    const id = identities.find(address);
    const isReadableById = id !== undefined && access.index.find(type)?.readById !== undefined;
    return isReadableById && !listed.has(objectKey(type, id)) ? [{ type, id, address }] : [];
  });
}

async function readChanged(
  { plan, access, identities, deletions }: ApplyRun,
  changed: Changed,
  concurrency: number,
  known: readonly KnownObject[],
): Promise<Snapshot> {
  const { client, index } = access;
  const only = new Set<string>();
  const owners = new Map<string, { type: string; id: string; types: Set<string> }>();
  const note = (type: string, scopeId: string | undefined) => {
    const scope = index.find(type)?.scope;
    if (scope === undefined || scopeId === undefined) only.add(type);
    else {
      const known = owners.get(scopeId)?.types ?? [];
      owners.set(scopeId, { type: scope, id: scopeId, types: new Set([...known, type]) });
    }
  };
  for (const address of changed.written.keys())
    note(identities.typeOf(address).name, identities.scopeIdOf(address));
  // The contents of a deleted scope can no longer be read. It is enough that the scope no longer exists.
  for (const { type, scopeId } of changed.deleted)
    if (scopeId === undefined || !deletions.has(scopeId)) note(type, scopeId);
  const details = [...changed.written.keys()].flatMap((address) =>
    detailsOf(
      index,
      identities.typeOf(address).name,
      identities.find(address) ?? "",
      wantedValues(plan, address),
    ),
  );
  return await readLive({
    client,
    types: index.all,
    organizationId: plan.organizationId,
    apiVersion: plan.apiVersion,
    contentsOf: () => ({ owners: [...owners.values()], details }),
    only,
    known,
    concurrency,
  });
}

function failuresIn(run: ApplyRun, changed: Changed, live: Snapshot): Map<Address, DocsformError> {
  const objects = byKey(live);
  const before = run.before === undefined ? undefined : byKey(run.before);
  const failures = new Map<Address, DocsformError>();
  const fail = (address: Address, error: DocsformError | undefined) => {
    if (error !== undefined && !failures.has(address)) failures.set(address, error);
  };
  for (const [address, written] of changed.written) {
    const key = run.identities.keyOf(address);
    fail(address, failureOf(run, changed, address, written, objects.get(key), before?.get(key)));
  }
  for (const { address, type, id } of changed.deleted) {
    // If the id is a declared value, the same run may have created another object with it.
    const isUsed = run.identities.hasCreated(id);
    if (!isUsed && objects.has(objectKey(type, id))) fail(address, stillThere(address));
  }
  for (const [address, error] of checkOrders(run.plan, run.identities, changed.written, objects))
    fail(address, error);
  return failures;
}

function byKey(world: Snapshot): Map<ObjectKey, LiveObject> {
  return new Map(world.objects.map((object) => [keyOf(object), object]));
}

function failureOf(
  run: ApplyRun,
  changed: Changed,
  address: Address,
  written: ReadonlySet<string>,
  live: LiveObject | undefined,
  before: LiveObject | undefined,
): DocsformError | undefined {
  if (live === undefined) return fail("apply/not-applied", { case: "missing", address });
  const managed = run.plan.managed[address];
  if (managed === undefined) return undefined;
  const different = differentValues(run, address, written, live, before);
  if (different.length > 0) return notApplied(address, different, secretsOf(run, address, managed));
  if (changed.placed.has(address) && !isInContainer(run, managed, live)) {
    const parent = live.container?.id ?? "the top level";
    return fail("apply/not-applied", { case: "parent", address, parent });
  }
  if (changed.madeDefault.has(address) && !live.isDefault) {
    return fail("apply/not-applied", { case: "default", address });
  }
  return undefined;
}

/** The values that an object should have: the declared ones, and those carried over from another object. */
function wantedValues({ managed, nodes }: Plan, address: Address): ManagedObject["attributes"] {
  const given = nodes.flatMap((node) => {
    if (node.kind === "create" && node.firstChild?.address === address) return [node.firstChild.attributes];
    if (node.address !== address) return [];
    if (node.kind === "create") return [node.attributes];
    return node.kind === "write" && node.temporary !== true ? [node.values] : [];
  });
  return Object.assign({}, ...given, managed[address]?.attributes) as ManagedObject["attributes"];
}

/**
 * Declared values that the live ones do not satisfy. A value that this run did not write counts only if the live value satisfied it before.
 */
function differentValues(
  run: ApplyRun,
  address: Address,
  written: ReadonlySet<string>,
  live: LiveObject,
  before: LiveObject | undefined,
): readonly ReadBackDifference[] {
  const type = run.identities.typeOf(address);
  const declared = resolveForComparing(wantedValues(run.plan, address), run.identities.find);
  const shown: JsonObject = Object.fromEntries(
    Object.entries(declared).filter(
      ([name]) => live.unreadAttributes?.includes(name) !== true && type.attributes[name] !== undefined,
    ),
  );
  const { currentUser } = run.access;
  return differences(type, shown, live.attributes, currentUser).filter(({ attribute, declared: value }) => {
    if (written.has(attribute)) return true;
    const rule = type.attributes[attribute];
    return (
      before !== undefined &&
      rule !== undefined &&
      satisfiesDeclared(rule, value, before.attributes[attribute], currentUser)
    );
  });
}

function secretsOf(run: ApplyRun, address: Address, managed: ManagedObject): ReadonlySet<string> {
  const { attributes } = run.identities.typeOf(address);
  const sensitive = Object.keys(attributes).filter((name) => attributes[name]?.sensitive === true);
  return new Set([...sensitive, ...secretNames(managed.attributes)]);
}

function isInContainer(run: ApplyRun, managed: ManagedObject, live: LiveObject): boolean {
  if (managed.container === undefined) return true;
  const { container: wanted } = resolveForComparing({ container: managed.container }, run.identities.find);
  return wanted === undefined || jsonEquals(wanted, live.container?.id ?? null);
}

function stillThere(address: Address): DocsformError {
  return fail("apply/not-applied", { case: "stillThere", address });
}

/** Undeclared values that decide who sees a new object, and that a plan cannot know. */
function accessOfNewObjects(
  { plan, identities }: ApplyRun,
  changed: Changed,
  live: Snapshot,
): ReadBack["accessOfNew"] {
  const objects = byKey(live);
  return new Map(
    [...changed.written.keys()].flatMap((address): [Address, JsonObject][] => {
      const { unknown = [] } = plan.managed[address] ?? {};
      const object = unknown.length === 0 ? undefined : objects.get(identities.keyOf(address));
      if (object === undefined) return [];
      const rules = identities.typeOf(address).attributes;
      const shown = unknown.filter((name) => object.unreadAttributes?.includes(name) !== true);
      const values = shown.flatMap((name): [string, Json][] => {
        const rule = rules[name];
        return rule === undefined ? [] : [[name, asDeclared(rule, object.attributes[name] ?? null)]];
      });
      return [[address, Object.fromEntries(values)]];
    }),
  );
}

function notesOn(run: ApplyRun, changed: Changed, live: Snapshot): ReadBack["notes"] {
  if (run.before === undefined) return [];
  const before = byKey(run.before);
  const now = byKey(live);
  return [...changed.written.keys()].flatMap((address) => {
    const key = run.identities.keyOf(address);
    const [was, is] = [before.get(key), now.get(key)];
    if (was === undefined || is === undefined) return [];
    return changedByItself(run, address, was, is).map(({ code, message }) => ({ address, code, message }));
  });
}

function changedByItself(run: ApplyRun, address: Address, was: LiveObject, is: LiveObject): readonly Words[] {
  const type = run.identities.typeOf(address);
  const declared = run.plan.managed[address]?.attributes ?? {};
  return Object.keys(type.attributes).flatMap((name) => {
    const attribute = type.attributes[name];
    const isRead = [was, is].every((each) => !each.unreadAttributes?.includes(name));
    // An inherited value changes with the object that it comes from.
    const isInherited = [was, is].every((each) => each.inherited?.includes(name));
    const [from, to] = [was.attributes[name] ?? null, is.attributes[name] ?? null];
    if (attribute === undefined || !isRead || isInherited) return [];
    if (name in declared || jsonEquals(from, to)) return [];
    if (attribute.sensitive === true)
      return [wordsOf("apply/undeclared-change", { case: "secret", attribute: name })];
    const values = { before: canonicalJson(from), after: canonicalJson(to) };
    return [wordsOf("apply/undeclared-change", { case: "value", attribute: name, ...values })];
  });
}
