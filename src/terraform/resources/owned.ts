import { fail } from "../../model/codes/provider-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import { objectKey } from "../../model/object-key.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { objectResourceName, type TerraformSchema } from "../../model/terraform-schema.ts";
import { type CtyObject, type CtyValue, isUnknown } from "../plugin/values/cty-value.ts";
import { type OwnedSlot, objectSlot } from "../session/owners.ts";
import type { Session } from "../session/session.ts";
import { namingFields } from "./object-import.ts";
import { textOfField } from "./object-values.ts";
import { resourceAddress } from "./resource-names.ts";

export function refuseSecond(other: string): DocsformError {
  return fail("terraform/imported-twice", { case: "planned", other });
}

/** A live object, or a part of one, that a resource plans. `describe` returns the resource with its id. */
export function ownedObject(resource: string, id: string, describe: OwnedSlot["describe"]): OwnedSlot {
  return { key: objectSlot(resource, id), describe, refuse: refuseSecond };
}

/** The slot of an object or a place that the plan creates. `parents`: the types that it can be. */
export function ownedInNew(
  { planned, index }: Session,
  resource: string,
  parents: readonly string[],
  { field, refuse }: Pick<OwnedSlot, "field" | "refuse">,
): OwnedSlot {
  const labels = parents.map((name) => index.get(name).label.one).join(" or ");
  return {
    key: `${resource} of a new ${parents.join()}`,
    field,
    newParents: parents.reduce((count, name) => count + (planned.created.get(name) ?? 0), 0),
    describe: () => `${resource} of a ${labels} that this plan creates`,
    refuse,
  };
}

/** The slots that only the resource of an object may plan. `id`: the object's id, if it is known. */
export function ownedBy(
  session: Session,
  schema: TerraformSchema,
  id: string | undefined,
  planned: CtyObject,
  config: CtyObject,
): readonly OwnedSlot[] {
  const describe = (): string => `${resourceAddress(schema, planned)} (${id ?? "not created yet"})`;
  const { firstChild } = schema;
  const childId = textOfField(planned, firstChild?.idField);
  return [
    ...(firstChild === undefined || childId === null
      ? []
      : [ownedObject(objectResourceName(firstChild.type), childId, describe)]),
    ...(id === undefined ? [] : [ownedObject(schema.name, id, describe)]),
    ...ownedDefault(session, schema, { planned, config, describe }),
  ];
}

/** Only a configured default counts, because the service makes the first object the default by itself. */
function ownedDefault(
  session: Session,
  { name, type, defaultField, scopeField, containerField }: TerraformSchema,
  {
    planned,
    config,
    describe,
  }: Pick<OwnedSlot, "describe"> & { readonly planned: CtyObject; readonly config: CtyObject },
): readonly OwnedSlot[] {
  if (defaultField === undefined || config[defaultField] !== true) return [];
  const fields = type.defaultRole?.within === "container" ? [scopeField, containerField] : [scopeField];
  const place = fields.map((field) => (field === undefined ? null : (planned[field] ?? null)));
  const slot = {
    field: defaultField,
    refuse: (other: string) => fail("terraform/two-defaults", { other, field: defaultField }),
  };
  if (!place.some(isUnknown)) return [{ ...slot, key: `${name} default ${JSON.stringify(place)}`, describe }];
  return [ownedInNew(session, `the default ${name}`, newPlaces(type, place), slot)];
}

/** The types that a place can be of which the plan does not know the id: the scope, and the container if it is unknown too. */
function newPlaces({ scope, container }: ResourceType, place: readonly CtyValue[]): readonly string[] {
  const isContainerUnknown = place.length > 1 && isUnknown(place.at(-1));
  return isContainerUnknown ? (container?.types ?? []) : [scope ?? ""];
}

/** `the site "Docs" (site_1)`, with the name that lists show. */
export async function describeObject(
  session: Session,
  type: ResourceType,
  id: string,
  scopeId: string | undefined,
): Promise<string> {
  const { byKey } = await session.bulk(type, scopeId, { signal: session.host.stop });
  const attributes = byKey.get(objectKey(type.name, id))?.attributes ?? {};
  const name = namingFields(type)
    .map((field) => attributes[field] ?? null)
    .find((value) => value !== null);
  return `the ${type.label.one}${name === undefined ? "" : ` ${JSON.stringify(name)}`} (${id})`;
}
