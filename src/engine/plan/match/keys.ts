import type { Address } from "../../../model/address.ts";
import { canonicalValue } from "../../../model/attribute-value.ts";
import type { DesiredObject, DesiredValue } from "../../../model/desired-world.ts";
import { isReference } from "../../../model/desired-world.ts";
import { attributesIn, type KeyField, type KeyReader, readField, readKey } from "../../../model/key-field.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { StateEntry } from "../../../model/state.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import { canonicalJson, type Json, jsonEquals } from "../../../util/json.ts";
import { present } from "../../../util/present.ts";
import { containsSecret, resolveValue } from "../world/compare.ts";
import type { DesiredIndex } from "../world/desired-index.ts";
import type { LiveIndex } from "../world/live-index.ts";
import type { AppliedInside } from "./applied-index.ts";

/** The layout, the snapshot and the matches so far. The key of a desired object needs the ids of the objects that it refers to. */
interface MatchedWorlds {
  readonly types: TypeIndex;
  readonly desired: DesiredIndex;
  readonly live: LiveIndex;
  readonly byAddress: ReadonlyMap<Address, { readonly live: LiveObject }>;
}

interface LiveSubject<Worlds = MatchedWorlds> {
  readonly worlds: Worlds;
  readonly type: ResourceType;
  readonly object: LiveObject;
}

// One reader serves all objects, because each object needs several keys.
const liveReader: KeyReader<Json, LiveSubject> = {
  attribute: (name, { type, object }) => canonicalField(type, name, object.attributes[name] ?? null),
  container: ({ object }) => object.container?.id ?? null,
  firstChild(name, { worlds, type, object }) {
    const inside = type.firstChild === undefined ? [] : worlds.live.inside(object.type, object.id);
    return inside.find((child) => child.type === type.firstChild?.type)?.attributes[name] ?? null;
  },
};

/** The key of a live object over the fields, comparable with the key of a desired object. */
export function liveKey(worlds: MatchedWorlds, object: LiveObject, fields: readonly KeyField[]): string {
  const type = worlds.types.get(object.type);
  return canonicalJson([object.scopeId ?? null, ...readKey(fields, liveReader, { worlds, type, object })]);
}

/** What the state records of live objects. */
interface RememberedWorlds extends MatchedWorlds {
  readonly entryOf: (live: LiveObject) => StateEntry | undefined;
  readonly appliedInside: AppliedInside;
}

interface RememberedSubject extends LiveSubject<RememberedWorlds> {
  readonly entry: StateEntry | undefined;
}

const rememberedReader: KeyReader<Json, RememberedSubject> = {
  attribute(name, subject) {
    const applied = subject.entry?.applied[name];
    return applied === undefined
      ? liveReader.attribute(name, subject)
      : canonicalField(subject.type, name, applied);
  },
  container: (subject) => {
    const applied = subject.entry?.container;
    return applied === undefined ? liveReader.container(subject) : applied;
  },
  firstChild(name, subject) {
    const { worlds, type, object } = subject;
    const first = worlds.appliedInside(object).find((child) => child.type === type.firstChild?.type);
    return first?.entry.applied[name] ?? liveReader.firstChild(name, subject);
  },
};

/** The key of a live object as it was last applied, or else as it is live. A change in the app does not make it another object. */
export function rememberedKey(
  worlds: RememberedWorlds,
  object: LiveObject,
  fields: readonly KeyField[],
): string {
  const type = worlds.types.get(object.type);
  const values = readKey(fields, rememberedReader, { worlds, type, object, entry: worlds.entryOf(object) });
  return canonicalJson([object.scopeId ?? null, ...values]);
}

/** Whether a desired object declares these fields with the values that were last applied, or else are live. */
export function declaresAsApplied(
  worlds: RememberedWorlds,
  object: DesiredObject,
  live: LiveObject,
  fields: readonly KeyField[],
): boolean {
  const type = worlds.types.get(object.type);
  const wanted = { worlds, type, object };
  const had = { worlds, type, object: live, entry: worlds.entryOf(live) };
  return fields.every((field) => {
    const value = readField(field, desiredReader, wanted);
    const applied = readField(field, rememberedReader, had);
    return value !== undefined && (value === applied || jsonEquals(value, applied));
  });
}

interface DesiredSubject {
  readonly worlds: MatchedWorlds;
  readonly type: ResourceType;
  readonly object: DesiredObject;
}

const desiredReader: KeyReader<Json | undefined, DesiredSubject> = {
  attribute: (name, subject) => resolved(subject, name, subject.object.attributes[name]),
  container({ worlds, object: { container = null } }) {
    // The service creates an object without a declared container at the root, so docsform looks for it only there.
    return isReference(container) ? idOf(worlds, container.$ref) : container;
  },
  firstChild: (name, subject) =>
    resolved(
      subject,
      name,
      subject.worlds.desired.firstChild(subject.object, subject.worlds.types)?.attributes[name],
    ),
};

/** The key of a desired object over the fields. Undefined: there are no fields, or one of them is undeclared or has no id yet. */
export function desiredKey(
  worlds: MatchedWorlds,
  object: DesiredObject,
  fields: readonly KeyField[],
): string | undefined {
  const scope = object.scope === undefined ? null : idOf(worlds, object.scope);
  if (scope === undefined || fields.length === 0) return undefined;
  const values = desiredValues(worlds, object, fields);
  return values === undefined ? undefined : canonicalJson([scope, ...values]);
}

/** The values of the fields. Undefined: one of them is undeclared or has no id yet. */
function desiredValues(
  worlds: MatchedWorlds,
  object: DesiredObject,
  fields: readonly KeyField[],
): readonly Json[] | undefined {
  const type = worlds.types.get(object.type);
  const values = readKey(fields, desiredReader, { worlds, type, object });
  return values.includes(undefined) ? undefined : (values as Json[]);
}

/** The object with its former key, which `was:` declares. Undefined: it declares none. */
export function formerly(object: DesiredObject): DesiredObject | undefined {
  const { was, wasIn = object.container } = object;
  if (was === undefined && object.wasIn === undefined) return undefined;
  return { ...object, attributes: { ...object.attributes, ...was }, ...present({ container: wasIn }) };
}

/** The values of the former key, as a state records them. Undefined: there is none, or it has a secret or an object that has no id yet. */
export function formerKeyValues(worlds: MatchedWorlds, object: DesiredObject): readonly Json[] | undefined {
  const before = formerly(object);
  if (before === undefined) return undefined;
  const { key } = worlds.types.get(object.type).identity;
  if (attributesIn(key).some((name) => containsSecret(before.attributes[name] ?? null))) return undefined;
  return desiredValues(worlds, before, key);
}

function resolved(
  { worlds, type }: DesiredSubject,
  name: string,
  value: DesiredValue | undefined,
): Json | undefined {
  if (value === undefined || value === null) return undefined;
  const clear = isReference(value) ? idOf(worlds, value.$ref) : resolveValue(value, () => undefined);
  return clear === undefined ? undefined : canonicalField(type, name, clear);
}

function idOf({ byAddress }: MatchedWorlds, address: Address): string | undefined {
  return byAddress.get(address)?.live.id;
}

function canonicalField(type: ResourceType, field: string, value: Json): Json {
  const attribute = type.attributes[field];
  return attribute ? canonicalValue(attribute, value) : value;
}
