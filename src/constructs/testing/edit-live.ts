import type { Emulator } from "../../emulator/new-emulator.ts";
import { fail } from "../../model/codes/app-words.ts";
import type { Call } from "../../model/endpoint.ts";
import { callAt } from "../../model/resource-type/call-at.ts";
import { writerOf, writingCall } from "../../model/resource-type/writes.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import { groupBy } from "../../util/groups.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import { parentName } from "./declared-objects.ts";
import { checkNames, findOne, typeNamed } from "./find-in-app.ts";
import type { ExpectedValues, Wanted } from "./kit-types.ts";
import { liveAddress, liveObjects } from "./live-objects.ts";

/** The service, and its objects as they were read. */
export interface LiveService {
  readonly emulator: Emulator;
  readonly objects: readonly LiveObject[];
}

/** Changes the values and the parent of an object as another user. */
export function editLive(
  service: LiveService,
  typeName: string,
  wanted: Wanted,
  values: ExpectedValues,
): void {
  const type = typeNamed(typeName);
  checkNames(type, values);
  const object = objectNamed(service, type, wanted);
  const { [parentName]: parent, ...others } = values;
  const calls = [
    ...writingCalls(service, object, type, others),
    ...(parent === undefined ? [] : movingCalls(service, object, type, parent as string | null)),
  ];
  for (const call of calls) service.emulator.foreign(call);
}

/** Deletes an object as another user. */
export function removeLive(service: LiveService, typeName: string, wanted: Wanted): void {
  const type = typeNamed(typeName);
  const object = objectNamed(service, type, wanted);
  if (type.deletion === undefined) throw cannot(type, "be deleted");
  service.emulator.foreign(callAt(type.deletion.endpoint, contextOf(service, object), [object.id]));
}

function objectNamed({ objects }: LiveService, type: ResourceType, wanted: Wanted): LiveObject {
  const { address } = findOne({ name: "The service", objects: liveObjects(objects).all }, type, wanted);
  return objects.find((object) => liveAddress(object) === address) as LiveObject;
}

function contextOf({ emulator }: LiveService, { scopeId }: LiveObject) {
  const { organizationId, apiVersion } = emulator;
  return { organizationId, apiVersion, ...present({ scopeId }) };
}

/** A call for each operation that writes some of the values. */
function writingCalls(
  service: LiveService,
  object: LiveObject,
  type: ResourceType,
  values: ExpectedValues,
): readonly Call[] {
  const byWriter = groupBy(Object.keys(values), (name) => writerOf(type, name));
  return [...byWriter].map(([writer, names]) => {
    if (writer === undefined) throw cannot(type, `change its ${names.join(", ")}`);
    const written = names.map((name) => [name, valueFor(service, type, name, values[name] as Json)]);
    const before = names.map((name) => [name, object.attributes[name] ?? null]);
    return writingCall(writer, contextOf(service, object), object.id, {
      values: Object.fromEntries(written) as JsonObject,
      before: Object.fromEntries(before) as JsonObject,
    });
  });
}

/** A value for a call: the id of the object that a reference names by its title. */
function valueFor(service: LiveService, type: ResourceType, name: string, value: Json): Json {
  const reference = type.attributes[name]?.reference;
  if (reference === undefined || typeof value !== "string") return value;
  return objectNamed(service, typeNamed(reference.type), value).id;
}

function movingCalls(
  service: LiveService,
  object: LiveObject,
  type: ResourceType,
  parent: string | null,
): readonly Call[] {
  const { types: parents = [], moveInto } = type.container ?? {};
  const [parentType] = parents;
  if (moveInto === undefined || parentType === undefined) throw cannot(type, "move");
  const to = parent === null ? null : objectNamed(service, typeNamed(parentType), parent).id;
  return moveInto(contextOf(service, object), object.id, object.container?.id ?? null, to);
}

function cannot({ label }: ResourceType, change: string): Error {
  return fail("testing/cannot-edit", { objects: label.many, change });
}
