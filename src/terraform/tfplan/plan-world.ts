import { type ResourceSchema, resourceSchemas } from "../../layout/synthesized/schemas.ts";
import { serviceValue } from "../../layout/synthesized/service-value.ts";
import { type Address, addressOf, encodeName, unmanagedAddress } from "../../model/address.ts";
import {
  type DesiredObject,
  type DesiredValue,
  isReference,
  type Reference,
} from "../../model/desired-world.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { LiveObject, ObjectName } from "../../model/snapshot.ts";
import { objectResourceName, type TerraformSchema, type ValueField } from "../../model/terraform-schema.ts";
import { indexTypes, type TypeIndex } from "../../model/type-index.ts";
import { isJsonObject, type Json, type JsonObject } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import type { PlanJson, ResourceChange } from "./plan-json.ts";
import { PlanReferences } from "./plan-references.ts";

/** What happens to a resource: `keep` also stands for a change and a replacement at the same address. */
export type Fate = "create" | "delete" | "keep" | "forget";

/** A resource of docsform's provider in a plan. */
export interface PlannedResource {
  /** Its address in Terraform. */
  readonly name: string;
  readonly fate: Fate;
  readonly schema: ResourceSchema;
  readonly change: ResourceChange;
  /** Key of its provider's configuration in the plan. Undefined: the configuration has no such resource. */
  readonly provider: string | undefined;
}

/** The resources of a plan as docsform compares objects. */
export interface PlanWorld {
  readonly resources: readonly PlannedResource[];
  /** Number of resources of other providers that the plan creates or deletes. */
  readonly others: number;
  /** The objects that the plan creates, changes or keeps, with the first children that the service creates together with them. */
  readonly desired: readonly DesiredObject[];
  /** The objects that the plan creates, without first children. */
  readonly created: readonly DesiredObject[];
  /** The first children of the created objects. */
  readonly createdChildren: readonly DesiredObject[];
  /** The objects in the prior state, with their first children. */
  readonly live: readonly LiveObject[];
  /** The live object of each resource that has a prior state. */
  readonly liveOf: ReadonlyMap<PlannedResource, LiveObject>;
  readonly ids: PlannedIds;
}

/** The address of a resource's object. */
export function objectAddress(type: ResourceType, name: string): Address {
  return addressOf(type.name, encodeName(name));
}

/** The names of resources by the addresses of their objects. */
export function namesByAddress(resources: readonly PlannedResource[]): ReadonlyMap<Address, string> {
  return new Map(
    resources.flatMap(({ schema, name }) =>
      schema.kind === "object" ? [[objectAddress(schema.type, name), name] as const] : [],
    ),
  );
}

/** Splits the created resources without a match: `created` are new, and docsform does not know the keys of `throughLocals`. */
export function splitThroughLocals(names: readonly string[], { ids }: Pick<PlanWorld, "ids">) {
  return {
    created: names.filter((name) => !ids.throughLocals.has(name)),
    throughLocals: names.filter((name) => ids.throughLocals.has(name)),
  };
}

export function readPlanWorld(types: readonly ResourceType[], plan: PlanJson): PlanWorld {
  const schemas = resourceSchemas(types);
  const all = (plan.resource_changes ?? []).filter(
    ({ mode, deposed }) => mode === "managed" && deposed === undefined,
  );
  const references = new PlanReferences(plan);
  const resources = all.flatMap((change): readonly PlannedResource[] => {
    const { address: name, type } = change;
    const schema = schemas.get(type);
    const fate = fateOf(change);
    if (schema === undefined || fate === undefined) return [];
    return [{ name, fate, schema, change, provider: references.at(name)?.config?.provider_config_key }];
  });
  const ids = new PlannedIds(references, indexTypes(types));
  const liveOf = new Map<PlannedResource, LiveObject>();
  const live: LiveObject[] = [];
  const desired: DesiredObject[] = [];
  const created: DesiredObject[] = [];
  const createdChildren: DesiredObject[] = [];
  for (const [rank, resource] of resources.entries()) {
    const { schema, change, fate } = resource;
    if (schema.kind !== "object") continue;
    const { before } = change.change;
    if (before != null) {
      const [object, ...firstChildren] = liveObjects(schema, before as JsonObject, rank);
      if (object !== undefined) {
        liveOf.set(resource, object);
        live.push(object, ...firstChildren);
      }
    }
    if (fate !== "create" && fate !== "keep") continue;
    const { object, firstChildren } = desiredObjects({ schema, change, ids }, rank);
    desired.push(object, ...firstChildren);
    if (fate !== "create") continue;
    created.push(object);
    createdChildren.push(...firstChildren);
  }
  const others = all.filter(({ type, change }) => !schemas.has(type) && isCreateOrDelete(change.actions));
  return { resources, others: others.length, desired, created, createdChildren, live, liveOf, ids };
}

function isCreateOrDelete([action, ...more]: readonly string[]): boolean {
  return more.length === 0 && (action === "create" || action === "delete");
}

function fateOf({ change: { actions, before, after } }: ResourceChange): Fate | undefined {
  const [action, ...more] = actions;
  if (more.length === 0 && (action === "create" || action === "delete" || action === "forget")) return action;
  return before != null && after != null ? "keep" : undefined;
}

function liveObjects(schema: TerraformSchema, before: JsonObject, rank: number): readonly LiveObject[] {
  const id = textIn(before, "id");
  if (id === undefined) return [];
  const { type, scopeField, defaultField, firstChild } = schema;
  const scopeId = scopeField === undefined ? undefined : textIn(before, scopeField);
  const parent = schema.containerField === undefined ? undefined : textIn(before, schema.containerField);
  const containerType = type.container?.types[0];
  const common = { ...present({ scopeId }), rank };
  const object: LiveObject = {
    ...common,
    type: type.name,
    id,
    container:
      parent === undefined || containerType === undefined ? null : { type: containerType, id: parent },
    attributes: valuesIn(schema.values, before),
    isDefault: defaultField !== undefined && before[defaultField] === true,
    unreadAttributes: unreadable(schema.values),
  };
  const childId = firstChild === undefined ? undefined : textIn(before, firstChild.idField);
  if (firstChild === undefined || childId === undefined) return [object];
  const child: LiveObject = {
    ...common,
    type: firstChild.type.name,
    id: childId,
    container: { type: type.name, id },
    attributes: valuesIn(firstChild.values, before),
    isDefault: false,
    unreadAttributes: unreadable(firstChild.values),
  };
  return [object, child];
}

function textIn(values: JsonObject, field: string): string | undefined {
  const value = values[field];
  return typeof value === "string" ? value : undefined;
}

/** A plan contains no write-only value. */
function unreadable(fields: readonly ValueField[]): readonly string[] {
  return fields.filter(({ writeOnly }) => writeOnly !== undefined).map(({ attribute }) => attribute);
}

function valuesIn(fields: readonly ValueField[], values: JsonObject): JsonObject {
  const found: Record<string, Json> = {};
  for (const { name, attribute, shape } of fields) {
    const value = values[name];
    if (value !== undefined && value !== null)
      found[attribute] = serviceValue(shape, value, () => undefined) as Json;
  }
  return found;
}

interface Creating {
  readonly schema: TerraformSchema;
  readonly change: ResourceChange;
  readonly ids: PlannedIds;
}

function desiredObjects(creating: Creating, rank: number) {
  const { schema, change, ids } = creating;
  const { type, scopeField, firstChild } = schema;
  const address = objectAddress(type, change.address);
  const scope = scopeField === undefined ? undefined : ids.addressIn(change, scopeField, type.scope ?? "");
  const common = { ...present({ scope }), ignore: [], owns: [] };
  const object: DesiredObject = {
    ...common,
    address,
    type: type.name,
    ...present({ container: containerOf(creating) }),
    attributes: declaredIn(creating, schema.values),
    rank,
  };
  if (firstChild === undefined) return { object, firstChildren: [] };
  const child: DesiredObject = {
    ...common,
    // An address of Terraform never ends like this.
    address: `${address}/first`,
    type: firstChild.type.name,
    container: { $ref: address },
    attributes: declaredIn(creating, firstChild.values),
    rank: -1,
  };
  return { object, firstChildren: [child] };
}

function containerOf({ schema: { type, containerField: field }, change, ids }: Creating) {
  return field === undefined ? undefined : ids.in(change, field, type.container?.types ?? []);
}

/** The planned values that Terraform already knows. An id that it does not know yet is a reference. */
function declaredIn({ change, ids }: Creating, fields: readonly ValueField[]): DesiredObject["attributes"] {
  const declared: Record<string, DesiredValue> = {};
  for (const { name, attribute, rule, shape, writeOnly } of fields) {
    if (writeOnly !== undefined) continue;
    const value =
      rule.reference === undefined
        ? (change.change.after?.[name] as Json | undefined)
        : ids.in(change, name, [rule.reference.type]);
    if (value !== undefined && value !== null)
      declared[attribute] = isReference(value) ? value : serviceValue(shape, value, () => undefined);
  }
  return declared;
}

/** The ids in the arguments of planned resources. */
export class PlannedIds {
  readonly #references: PlanReferences;
  readonly #types: TypeIndex;
  /** Ids that arguments contain, by the address that stands for the object. */
  readonly #named = new Map<Address, ObjectName>();
  readonly #throughLocals = new Set<string>();

  constructor(references: PlanReferences, types: TypeIndex) {
    this.#references = references;
    this.#types = types;
  }

  /** The objects that arguments name by their ids. */
  get named(): ReadonlyMap<Address, ObjectName> {
    return this.#named;
  }

  /** The resources with an argument whose unknown id comes through a local value. */
  get throughLocals(): ReadonlySet<string> {
    return this.#throughLocals;
  }

  /** The id in an argument, or a reference to the resource whose id it will have. Null: the argument is not set. */
  in(
    { address, change }: ResourceChange,
    field: string,
    types: readonly string[],
  ): string | Reference | null {
    const value = change.after?.[field];
    if (typeof value === "string") return value;
    const unknown = change.after_unknown;
    if (!isJsonObject(unknown) || unknown[field] !== true) return null;
    const names = types.map((type) => objectResourceName(this.#types.get(type)));
    const target = this.#references.targetOf(address, field, names);
    if (target === undefined) {
      if (this.#references.usesLocal(address, field)) this.#throughLocals.add(address);
      return unknownReference;
    }
    const type = types[names.indexOf(this.#references.at(target)?.change.type ?? "")] ?? "";
    return { $ref: addressOf(type, encodeName(target)) };
  }

  /** The address of the object whose id an argument contains. */
  addressIn(change: ResourceChange, field: string, type: string): Address {
    const id = this.in(change, field, [type]) ?? unknownReference;
    if (isReference(id)) return id.$ref;
    const address = unmanagedAddress(type, id);
    this.#named.set(address, { type, id });
    return address;
  }
}

/** A reference to an address that no object has. A key that contains it is unknown. */
const unknownReference: Reference = { $ref: "?.?" };
