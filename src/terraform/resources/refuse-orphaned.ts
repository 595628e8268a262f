import { fail } from "../../model/codes/provider-words.ts";
import { objectKey } from "../../model/object-key.ts";
import type { ObjectName } from "../../model/snapshot.ts";
import { forceField, objectResourceName, type TerraformSchema } from "../../model/terraform-schema.ts";
import type { CtyObject } from "../plugin/values/cty-value.ts";
import { objectSlot } from "../session/owners.ts";
import type { Session } from "../session/session.ts";
import { ownObjects } from "./object-state.ts";
import { textOfField } from "./object-values.ts";
import { addressAndId, isProtectedInState } from "./refuse-protected.ts";

// A plan can destroy an object and keep another one that is inside it or refers to it. Terraform plans the two in any order.

/** Notes that the plan destroys an object. Throws if the plan keeps an object that the delete would take along. */
export function noteDeleted(session: Session, schema: TerraformSchema, prior: CtyObject): void {
  const { host, planned } = session;
  for (const object of ownObjects(schema, prior)) {
    const isForced = prior[forceField] === true;
    host.plannedMoves.noteRemoval(object, isForced);
    planned.deleted.set(objectKey(object.type, object.id), {
      address: addressAndId(schema, prior),
      isForced,
    });
    refuseKept(session, object);
  }
}

/** Notes that the plan keeps an object. Throws if the plan destroys one that it is inside or refers to. */
export function noteKept(session: Session, schema: TerraformSchema, kept: CtyObject): void {
  const isProtected = isProtectedInState(kept);
  if (isProtected)
    for (const object of ownObjects(schema, kept)) session.host.plannedMoves.noteProtected(object);
  for (const object of objectsAround(schema, kept)) {
    const key = objectKey(object.type, object.id);
    if (session.planned.kept.get(key)?.isProtected !== true)
      session.planned.kept.set(key, { address: addressAndId(schema, kept), isProtected });
    refuseKept(session, object);
  }
}

/** The objects that an object is inside or refers to. */
function objectsAround(schema: TerraformSchema, state: CtyObject): readonly NamedObject[] {
  const fields = naming.get(schema) ?? namingFields(schema);
  naming.set(schema, fields);
  return fields.flatMap(([field, type]) => {
    const id = textOfField(state, field);
    return id === null ? [] : [{ type, id }];
  });
}

/** The fields of each resource that name other objects, with the types of these. They are needed for each object of a plan. */
const naming = new WeakMap<TerraformSchema, ReturnType<typeof namingFields>>();

function namingFields(schema: TerraformSchema): readonly (readonly [field: string, type: string])[] {
  const { type, scopeField, containerField, values, firstChild } = schema;
  const references = [...values, ...(firstChild?.values ?? [])].flatMap(({ name, rule }) =>
    rule.reference === undefined || rule.onlyAtCreate === true ? [] : [[name, rule.reference.type] as const],
  );
  const places = [
    [scopeField, type.scope] as const,
    ...(type.container?.types ?? []).map((container) => [containerField, container] as const),
  ];
  return [...places, ...references].flatMap(([field, of]) =>
    field === undefined || of === undefined ? [] : [[field, of] as const],
  );
}

type NamedObject = ObjectName & { readonly id: string };

function refuseKept({ planned, index, owners }: Session, { type, id }: NamedObject): void {
  const key = objectKey(type, id);
  const [deleted, kept] = [planned.deleted.get(key), planned.kept.get(key)];
  if (deleted === undefined || kept === undefined || (deleted.isForced && !kept.isProtected)) return;
  // Another resource has the object. Then the destroy only forgets it.
  if (owners.ownerOf(objectSlot(objectResourceName(index.get(type)), id)) !== undefined) return;
  throw fail("terraform/still-used", { object: deleted.address, uses: kept.address, flag: forceField });
}
