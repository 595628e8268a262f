import type { Address } from "../../model/address.ts";
import { asDeclared, satisfiesDeclared } from "../../model/attribute-value.ts";
import type { Code } from "../../model/codes/code.ts";
import type { Words } from "../../model/codes/fail.ts";
import { fail, wordsOf } from "../../model/codes/service-words.ts";
import { DocsformError } from "../../model/errors.ts";
import { keyOf, type ObjectKey, objectKey } from "../../model/object-key.ts";
import type { ManagedObject } from "../../model/plan/plan.ts";
import type { PlanIndex } from "../../model/plan/plan-index.ts";
import { isSecretValue } from "../../model/secret-value.ts";
import type { LiveObject, Snapshot } from "../../model/snapshot.ts";
import { canonicalJson, type Json, type JsonObject, jsonEquals } from "../../util/json.ts";
import { askUntilConsistent } from "../live/access.ts";
import type { KnownObject } from "../live/ask-by-id.ts";
import { readLive } from "../live/read-live.ts";
import { differences, notApplied, type ReadBackDifference } from "../live/write-object.ts";
import type { ApplyRun } from "./apply-run.ts";
import { checkOrders } from "./check-orders.ts";
import { detailsOf } from "./reads-of-changed.ts";
import { resolveForComparing, secretNames } from "./resolve-values.ts";

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
  /** Undeclared values of new objects that only this read can show. The state records them. */
  readonly accessOfNewObjects: ReadonlyMap<Address, JsonObject>;
}

/**
 * Reads the changed objects again, in bulk, until they are as declared or the consistency window is over. Then it asks by id for objects
 * that no list shows.
 */
export async function readBack(run: ApplyRun, changed: Changed, concurrency: number): Promise<ReadBack> {
  let latest: Reread | undefined;
  await askUntilConsistent(run.access, async () => {
    latest = await reread(run, changed, concurrency);
    return latest.failures.size === 0 ? true : undefined;
  });
  if (latest === undefined) throw new Error("The changed objects were not read.");
  const { live, failures } = await withOmitted(run, changed, concurrency, latest);
  return {
    failures,
    notes: notesOn(run, changed, live),
    accessOfNewObjects: accessOfNewObjects(run, changed, live),
  };
}

/** One read of the changed objects, and the errors of those that are not as declared. */
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

/** Reads again if lists omit written objects, and asks for these by id: a list may lag behind. */
async function withOmitted(
  run: ApplyRun,
  changed: Changed,
  concurrency: number,
  latest: Reread,
): Promise<Reread> {
  const omitted = omittedIn(run, changed, latest.live);
  if (omitted.length === 0) return latest;
  try {
    return await reread(run, changed, concurrency, omitted);
  } catch (error) {
    if (!(error instanceof DocsformError)) throw error;
    const omittedFailures = omitted.map(({ address }) => [address, error] as const);
    return { ...latest, failures: new Map([...latest.failures, ...omittedFailures]) };
  }
}

/** Written objects that no list shows, of types that can be read by id. */
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
  { plan, planIndex, access, identities, deletions }: ApplyRun,
  changed: Changed,
  concurrency: number,
  known: readonly KnownObject[],
): Promise<Snapshot> {
  const { client, index } = access;
  const listedTypes = new Set<string>();
  const owners = new Map<string, { type: string; id: string; types: Set<string> }>();
  const include = (type: string, scopeId: string | undefined) => {
    const scope = index.find(type)?.scope;
    if (scope === undefined || scopeId === undefined) listedTypes.add(type);
    else {
      const otherTypes = owners.get(scopeId)?.types ?? [];
      owners.set(scopeId, { type: scope, id: scopeId, types: new Set([...otherTypes, type]) });
    }
  };
  for (const address of changed.written.keys())
    include(identities.typeOf(address).name, identities.scopeIdOf(address));
  // The contents of a deleted scope can no longer be read. It is enough that the scope no longer exists.
  for (const { type, scopeId } of changed.deleted)
    if (scopeId === undefined || !deletions.has(scopeId)) include(type, scopeId);
  const details = [...changed.written.keys()].flatMap((address) =>
    detailsOf(
      index,
      identities.typeOf(address).name,
      identities.find(address) ?? "",
      wantedValues(planIndex, address),
    ),
  );
  return await readLive({
    client,
    types: index.all,
    organizationId: plan.organizationId,
    apiVersion: plan.apiVersion,
    contentsOf: () => ({ owners: [...owners.values()], details }),
    only: listedTypes,
    known,
    concurrency,
  });
}

function failuresIn(run: ApplyRun, changed: Changed, live: Snapshot): Map<Address, DocsformError> {
  const objects = byKey(live);
  const before = run.before === undefined ? undefined : byKey(run.before);
  const failures = new Map<Address, DocsformError>();
  const addFailure = (address: Address, error: DocsformError | undefined) => {
    if (error !== undefined && !failures.has(address)) failures.set(address, error);
  };
  for (const [address, written] of changed.written) {
    const key = run.identities.keyOf(address);
    addFailure(address, failureOf(run, changed, address, written, objects.get(key), before?.get(key)));
  }
  for (const { address, type, id } of changed.deleted) {
    // If the id is a declared value, the same run may have created another object with it.
    const isReused = run.identities.hasCreated(id);
    if (!isReused && objects.has(objectKey(type, id)))
      addFailure(address, fail("apply/not-applied", { case: "stillThere", address }));
  }
  for (const [address, error] of checkOrders(run.plan, run.identities, changed.written, objects))
    addFailure(address, error);
  return failures;
}

function byKey({ objects }: Snapshot): Map<ObjectKey, LiveObject> {
  return new Map(objects.map((object) => [keyOf(object), object]));
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
function wantedValues({ plan, createOf, nodesOf }: PlanIndex, address: Address): ManagedObject["attributes"] {
  const create = createOf(address);
  const created = create?.address === address ? create : create?.firstChild;
  const written = nodesOf(address).flatMap((node) =>
    node.kind === "write" && node.temporary !== true ? [node.values] : [],
  );
  return Object.assign(
    {},
    created?.attributes,
    ...written,
    plan.managed[address]?.attributes,
  ) as ManagedObject["attributes"];
}

/**
 * Wanted values that the live ones do not satisfy. A value that this run did not write counts only if the live value satisfied it before.
 */
function differentValues(
  run: ApplyRun,
  address: Address,
  written: ReadonlySet<string>,
  live: LiveObject,
  before: LiveObject | undefined,
): readonly ReadBackDifference[] {
  const type = run.identities.typeOf(address);
  const wanted = resolveForComparing(wantedValues(run.planIndex, address), run.identities.find);
  const comparable: JsonObject = Object.fromEntries(
    Object.entries(wanted).filter(([name]) => isRead(live, name)),
  );
  const { currentUser } = run.access;
  return differences(type, comparable, live.attributes, currentUser).filter(({ attribute, declared }) => {
    if (written.has(attribute)) return true;
    const rule = type.attributes[attribute];
    return (
      before !== undefined &&
      rule !== undefined &&
      satisfiesDeclared(rule, declared, before.attributes[attribute], currentUser)
    );
  });
}

function isRead({ unreadAttributes = [] }: LiveObject, attribute: string): boolean {
  return !unreadAttributes.includes(attribute);
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

/** Undeclared values that decide who sees a new object, and that a plan cannot know. */
function accessOfNewObjects(
  { plan, identities }: ApplyRun,
  changed: Changed,
  live: Snapshot,
): ReadBack["accessOfNewObjects"] {
  const objects = byKey(live);
  return new Map(
    [...changed.written.keys()].flatMap((address): [Address, JsonObject][] => {
      const { unknown = [] } = plan.managed[address] ?? {};
      const object = unknown.length === 0 ? undefined : objects.get(identities.keyOf(address));
      if (object === undefined) return [];
      const rules = identities.typeOf(address).attributes;
      const values = unknown.flatMap((name): [string, Json][] => {
        const rule = rules[name];
        if (rule === undefined || !isRead(object, name)) return [];
        return [[name, asDeclared(rule, object.attributes[name] ?? null)]];
      });
      return [[address, Object.fromEntries(values)]];
    }),
  );
}

function notesOn(run: ApplyRun, changed: Changed, live: Snapshot): ReadBack["notes"] {
  if (run.before === undefined) return [];
  const before = byKey(run.before);
  const after = byKey(live);
  return [...changed.written.keys()].flatMap((address) => {
    const key = run.identities.keyOf(address);
    const [objectBefore, objectAfter] = [before.get(key), after.get(key)];
    if (objectBefore === undefined || objectAfter === undefined) return [];
    const changes = undeclaredChanges(run, address, objectBefore, objectAfter);
    return changes.map(({ code, message }) => ({ address, code, message }));
  });
}

/** A note on each value that the layout does not declare and that changed during the run. */
function undeclaredChanges(
  run: ApplyRun,
  address: Address,
  before: LiveObject,
  after: LiveObject,
): readonly Words[] {
  const declared = run.plan.managed[address]?.attributes ?? {};
  return Object.entries(run.identities.typeOf(address).attributes).flatMap(([name, rule]) => {
    if (name in declared || !isRead(before, name) || !isRead(after, name)) return [];
    // An inherited value changes with the object that it comes from.
    if (before.inherited?.includes(name) && after.inherited?.includes(name)) return [];
    const [from, to] = [before.attributes[name] ?? null, after.attributes[name] ?? null];
    if (jsonEquals(from, to)) return [];
    if ([from, to].some((value) => isSecretValue(rule, value) || run.secrets.isIn(value)))
      return [wordsOf("apply/undeclared-change", { case: "secret", attribute: name })];
    const values = { before: canonicalJson(from), after: canonicalJson(to) };
    return [wordsOf("apply/undeclared-change", { case: "value", attribute: name, ...values })];
  });
}
