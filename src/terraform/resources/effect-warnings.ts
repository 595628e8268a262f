import { audienceOf } from "../../engine/audience/audience.ts";
import { compareAudiences, type Difference, isOpening } from "../../engine/audience/compare-audiences.ts";
import { type BulkFound, collect } from "../../engine/live/found-objects.ts";
import { describeDifference } from "../../engine/plan/audience/describe-difference.ts";
import { divided, urlOf } from "../../engine/plan/audience/plan-effects.ts";
import { titleOfLive } from "../../engine/plan/decide/object-names.ts";
import { keyOf, type ObjectKey } from "../../model/object-key.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { LiveObject, Snapshot } from "../../model/snapshot.ts";
import { providerPrefix, resourceName } from "../../model/terraform-names.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import { effectLines } from "../../report/text/effects-text.ts";
import { effectViews } from "../../report/view/effects-view.ts";
import type { JsonObject } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import { warning } from "../plugin/diagnostics.ts";
import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import type { Session } from "../session/session.ts";

/** What a plan knows of one object after the apply. Unknown values are absent. */
export interface PlannedObject {
  readonly type: ResourceType;
  /** Absent: the apply creates it. */
  readonly id?: string;
  readonly scopeId?: string | undefined;
  /** The id of its parent; null for none. Absent: it stays where it is. */
  readonly containerId?: string | null;
  readonly isDefault?: true;
  readonly values: JsonObject;
  /** Values before the apply that lists do not show, from the state. */
  readonly before?: JsonObject;
  /** The object that the service creates with it. */
  readonly firstChild?: { readonly type: ResourceType; readonly values: JsonObject };
}

/**
 * Warns about each danger of a change to one object, in the sentences of a plan of docsform. The provider compares the service as it is with
 * the service after this change alone, because Terraform shows it no other resource of the plan.
 */
export async function warnOfDangers(
  session: Session,
  planned: PlannedObject,
): Promise<readonly ProviderDiagnostic[]> {
  const { live, world, found: all } = await differencesOf(session, planned);
  const { index, writes } = session;
  // Showing what this apply created is no danger.
  const found = all.filter((each) => !(isOpening(each) && writes.isNew(each.of)));
  if (found.length === 0) return [];
  const titled = await withTitles(session, world, found);
  const objects = new Map([...titled, ...live.objects].map((object) => [keyOf(object), object]));
  const described = found.map((difference) =>
    describeDifference(difference, {
      causes: new Map(),
      named(key) {
        const [type = "", id = ""] = key.split("\n");
        const object = objects.get(key);
        const address = `${providerPrefix}_${resourceName(index.get(type))}.${id}`;
        return { address, type, id, title: object === undefined ? id : titleOfLive(index, object) };
      },
      urlOf(key) {
        const object = objects.get(key);
        return object && urlOf(index, object);
      },
    }),
  );
  const views = effectViews(divided(described), index.all, () => ({ address: "" }));
  const [first, ...others] = effectLines(views, "planned", false).dangers.map(({ text }) => text);
  if (first === undefined) return [];
  return [warning(first, [...others, ...(others.length > 0 ? [""] : []), note].join("\n"))];
}

/** Whether somebody sees or may do more after the change of one object. */
export async function opensSomething(session: Session, planned: PlannedObject): Promise<boolean> {
  return (await differencesOf(session, planned)).found.some(isOpening);
}

/** How the service as it is differs for people from the service after the change of one object. */
async function differencesOf(
  session: Session,
  planned: PlannedObject,
): Promise<{ readonly live: Snapshot; readonly world: Snapshot; readonly found: readonly Difference[] }> {
  const live = await worldAround(session, planned);
  const changed = afterwards(live, planned);
  if (changed === undefined) return { live, world: live, found: [] };
  const { index: types } = session;
  const [before, after] = [audienceOf(live, types), audienceOf(changed.world, types)];
  const { world, key } = changed;
  return { live, world, found: [...compareAudiences({ before, after, types, changed: [key] })] };
}

const note =
  "This is what this resource changes, compared with the service as it is now. The other resources of the plan may open more, or close this again.";

/** The objects around and inside an object, as far as they decide who sees them. */
async function worldAround(session: Session, planned: PlannedObject): Promise<Snapshot> {
  const { index } = session;
  const { type, id, scopeId } = planned;
  // Contents without a place among others, such as share links, decide nothing about them.
  const contents = [...index.typesReadOf(type.scope ?? type.name)]
    .map((each) => index.get(each))
    .filter((each) => each.container !== undefined || each === type);
  const inside = new Set(contents.map(({ name }) => name));
  const ownerId = type.scope === undefined ? id : scopeId;
  const lists = await Promise.all([
    ...typesBeside(index, planned).map((each) => readList(session, each, undefined)),
    ...(ownerId === undefined ? [] : contents.map((each) => readList(session, each, ownerId))),
  ]);
  const [organizationId, apiVersion] = await Promise.all([session.organizationId(), session.apiVersion()]);
  return {
    organization: { id: organizationId, title: organizationId },
    apiVersion,
    objects: collect(index, lists, []).map((object) =>
      object.type === type.name && object.id === id
        ? { ...object, attributes: { ...planned.before, ...object.attributes } }
        : object,
    ),
    contentsReadOf: new Map(ownerId === undefined ? [] : [[ownerId, inside]]),
  };
}

async function readList(
  session: Session,
  type: ResourceType,
  scopeId: string | undefined,
): Promise<BulkFound> {
  const { found } = await session.bulk(type, scopeId, { signal: session.host.stop });
  return { found, ...present({ scopeId }) };
}

/** The types of the organization whose objects are around an object, or that it contains. A new one contains nothing. */
function typesBeside(index: TypeIndex, { type, id, containerId }: PlannedObject): readonly ResourceType[] {
  if (type.scope !== undefined) return [index.get(type.scope)];
  const parents = (type.container?.types ?? []).map((name) => index.get(name));
  if (id === undefined) return typeof containerId === "string" ? parents : [];
  const contents = index.contentTypes(type.name).filter(({ scope }) => scope === undefined);
  return [...new Set([type, ...parents, ...contents])];
}

/** The world after the change, and the object that changes. Undefined: the object is gone. */
function afterwards(
  live: Snapshot,
  planned: PlannedObject,
): { readonly world: Snapshot; readonly key: ObjectKey } | undefined {
  const before = live.objects.find(({ type, id }) => type === planned.type.name && id === planned.id);
  if (planned.id !== undefined && before === undefined) return undefined;
  const object = changedObject(live, planned, before ?? newObject(planned, planned.type, newId));
  const others = live.objects
    .filter((each) => each !== before)
    .map((each) =>
      planned.isDefault === true && isSibling(each, object) ? { ...each, isDefault: false } : each,
    );
  const children = before === undefined ? firstChildOf(planned) : [];
  return { world: { ...live, objects: [...others, object, ...children] }, key: keyOf(object) };
}

function newObject({ scopeId }: PlannedObject, { name: type }: ResourceType, id: string): LiveObject {
  return {
    type,
    id,
    ...present({ scopeId }),
    container: null,
    isDefault: false,
    rank: Number.MAX_SAFE_INTEGER,
    attributes: {},
  };
}

function changedObject(
  { objects }: Snapshot,
  { type, containerId, isDefault, values }: PlannedObject,
  before: LiveObject,
): LiveObject {
  const container = (id: string) => objects.find((object) => object.id === id)?.type ?? type.name;
  return {
    ...before,
    ...(containerId !== undefined && {
      container: containerId === null ? null : { type: container(containerId), id: containerId },
    }),
    ...present({ isDefault }),
    attributes: { ...before.attributes, ...values },
  };
}

function firstChildOf(planned: PlannedObject): readonly LiveObject[] {
  const { type, firstChild } = planned;
  if (firstChild === undefined) return [];
  const child = newObject(planned, firstChild.type, `${newId} first`);
  const container = { type: type.name, id: newId };
  return [{ ...child, container, isDefault: true, attributes: firstChild.values }];
}

const newId = "new";

function isSibling(one: LiveObject, other: LiveObject): boolean {
  return (
    one.scopeId === other.scopeId && one.container?.id === other.container?.id && one.type === other.type
  );
}

/** The objects, with those that differences are about and that other lists have. */
async function withTitles(
  session: Session,
  world: Snapshot,
  found: readonly Difference[],
): Promise<readonly LiveObject[]> {
  const known = new Set(world.objects.map(keyOf));
  const missing = found.map(({ of }) => of).filter((key) => !known.has(key));
  const types = new Set(missing.map((key) => session.index.get(key.split("\n")[0] ?? "")));
  const unscoped = [...types].filter(({ scope }) => scope === undefined);
  const lists = await Promise.all(unscoped.map((type) => readList(session, type, undefined)));
  return collect(session.index, lists, world.objects);
}
