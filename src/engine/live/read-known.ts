import { keyOf } from "../../model/object-key.ts";
import type {
  FoundObject,
  ObjectName,
  Snapshot,
  TransferredObject,
  UnreadableField,
} from "../../model/snapshot.ts";
import { present } from "../../util/present.ts";
import { askById } from "./ask-by-id.ts";
import { collect } from "./found-objects.ts";
import type { LiveReading } from "./live-reading.ts";
import { unreadableAmong } from "./unreadable.ts";

/** Adds objects with known ids that no list shows. A missing object counts as gone only if the service reports that for its id. */
export async function withKnown(reading: LiveReading, listed: Snapshot): Promise<Snapshot> {
  const { client, organizationId, known = [], signal } = reading.options;
  const context = { organizationId, apiVersion: listed.apiVersion };
  const listedKeys = new Set(listed.objects.map(keyOf));
  const unreadable: { readonly types: readonly string[]; readonly unreadable: readonly UnreadableField[] }[] =
    [];
  const pending = known.flatMap((object) => {
    const readById = reading.types.find(object.type)?.readById;
    if (readById === undefined || listedKeys.has(keyOf(object))) return [];
    const note = (field: UnreadableField) => unreadable.push({ types: [object.type], unreadable: [field] });
    return reading.limit(() => askById(client, readById, context, object, signal, note));
  });
  const found = (await Promise.all(pending)).filter((object) => object !== undefined);
  if (found.length === 0) return listed;
  const trashed = found.filter(({ deleted }) => deleted === true);
  const transferredObjects = transferredAmong(found, organizationId);
  const omitted = found.filter((object) => !trashed.includes(object) && !isIn(transferredObjects, object));
  return {
    ...listed,
    objects: collect(reading.types, [{ found: omitted }], listed.objects),
    ...present({ omittedObjects: namesOf(omitted), trashed: namesOf(trashed) }),
    ...(transferredObjects.length > 0 && { transferredObjects }),
    ...unreadableAmong(reading.types, unreadable, listed.unreadable),
  };
}

/** Objects that now belong to another organization. A token with access to several organizations can still read them by id. */
function transferredAmong(found: readonly FoundObject[], here: string): readonly TransferredObject[] {
  return found.flatMap(({ type, id, organizationId, deleted }) =>
    organizationId === undefined || organizationId === here || deleted === true
      ? []
      : [{ type, id, organizationId }],
  );
}

function isIn(names: readonly ObjectName[], object: ObjectName): boolean {
  return names.some((name) => keyOf(name) === keyOf(object));
}

function namesOf(objects: readonly FoundObject[]): readonly ObjectName[] | undefined {
  return objects.length === 0 ? undefined : objects.map(({ type, id }) => ({ type, id }));
}
