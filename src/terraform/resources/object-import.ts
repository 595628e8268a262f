import { fail } from "../../model/codes/provider-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import { attributesIn } from "../../model/key-field.ts";
import { withoutScope } from "../../model/resource-type/call-at.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import type { TerraformSchema } from "../../model/terraform-schema.ts";
import type { CallScope } from "../plugin/provider-server.ts";
import { findObject, type ObjectQuery } from "../session/find-object.ts";
import type { Session } from "../session/session.ts";
import { apiVersionFor } from "./api-version.ts";
import { detailed } from "./object-read.ts";
import { firstChildAmong, stateOf } from "./object-state.ts";
import type { ResourceState, Warn } from "./resource.ts";

/** Reads an object into a state, by its id or by its naming attributes. */
export async function importResource(
  schema: TerraformSchema,
  session: Session,
  { id, warn }: { readonly id: string; readonly warn: Warn },
  scope: CallScope,
): Promise<ResourceState> {
  const { type } = schema;
  const { scopeId, names } = await splitId(session, type, id, scope);
  const { found, object } = await objectNamed(session, type, { scopeId, names }, scope);
  const details = schema.values.filter((field) => field.isDetail);
  const shown = await detailed(session, schema, { object, scopeId }, details, scope, warn);
  const firstChild = firstChildAmong(schema, object.id, found, null);
  const state = stateOf(
    schema,
    { object: shown, scopeId, firstChild },
    {
      before: null,
      user: undefined,
      hidden: new Set(),
      apiVersion: await apiVersionFor(session, schema.values),
    },
  );
  return { state, private: new Uint8Array() };
}

interface ImportId {
  readonly scopeId: string | undefined;
  /** The rest of the id: the object's name, or the names of its containers and then its own. */
  readonly names: readonly string[];
}

async function splitId(
  session: Session,
  type: ResourceType,
  id: string,
  scope: CallScope,
): Promise<ImportId> {
  if (type.scope === undefined)
    return { scopeId: undefined, names: await splitName(session, { type, scopeId: undefined, id }, scope) };
  const slash = id.indexOf("/");
  if (slash < 1) throw badId(type, id);
  const scopeId = await scopeNamed(session, session.index.get(type.scope), id.slice(0, slash), scope);
  const names = await splitName(session, { type, scopeId, id: id.slice(slash + 1) }, scope);
  if (names.includes("")) throw badId(type, id);
  return { scopeId, names };
}

/** The names in a text: those of the containers, if the text has them, and then the object's own. */
async function splitName(session: Session, named: ObjectQuery, scope: CallScope): Promise<readonly string[]> {
  const isWhole = outerTypes(named.type).length === 0 || (await isName(session, named, scope));
  return isWhole ? [named.id] : named.id.split("/");
}

/** Whether the whole text is one object's name. A name may contain a slash. */
async function isName(
  session: Session,
  { type, scopeId, id }: ObjectQuery,
  scope: CallScope,
): Promise<boolean> {
  if (!id.includes("/")) return true;
  const { found } = await session.bulk(type, scopeId, scope);
  return found.some((object) => object.type === type.name && isCalled(type, object, id));
}

/** The id of a scope, found by its id or its name. */
export async function scopeNamed(
  session: Session,
  type: ResourceType,
  name: string,
  scope: CallScope,
): Promise<string> {
  return (await objectNamed(session, type, { scopeId: undefined, names: [name] }, scope)).object.id;
}

interface FoundByName {
  readonly object: FoundObject;
  readonly found: readonly FoundObject[];
}

/** Finds an object by its id or by a unique name. The names before the last are those of its containers. */
export async function objectNamed(
  session: Session,
  type: ResourceType,
  wanted: {
    readonly scopeId: string | undefined;
    readonly names: readonly string[];
  },
  scope: CallScope,
): Promise<FoundByName> {
  const { scopeId, names } = wanted;
  const last = names[names.length - 1] as string;
  const { found } = await session.bulk(type, scopeId, scope);
  const byId = found.find((object) => object.type === type.name && withoutScope(object.id, scopeId) === last);
  if (byId !== undefined) return { object: byId, found };
  const candidates = await allNamed(session, type, wanted, scope);
  const [first] = candidates;
  if (first !== undefined && candidates.length === 1) return { object: first, found };
  if (first === undefined)
    return { object: await findFresh(session, { type, id: last, scopeId }, scope), found };
  throw fail("terraform/ambiguous-name", {
    case: "name",
    count: candidates.length,
    objects: type.label.many,
    name: JSON.stringify(last),
    ids: candidates.map((each) => each.id),
    place: orItsPlace(type),
  });
}

/** How a name specifies the object's place, for a remedy. Empty for types that no other object contains. */
function orItsPlace(type: ResourceType): string {
  const [outer] = outerTypes(type);
  if (outer === undefined) return "";
  const parts = [...(type.scope === undefined ? [] : [type.scope]), outer, type.name];
  return `, or write the longer form \`${parts.map((part) => `<${part}>`).join("/")}\``;
}

/** Reads the list again if it lacks the object, because a list may be old. */
async function findFresh(session: Session, wanted: ObjectQuery, scope: CallScope): Promise<FoundObject> {
  const located = await findObject(session, wanted, scope);
  if (located !== undefined) return located.object;
  const { type, id } = wanted;
  throw fail("terraform/no-such-object", {
    case: "import",
    organization: await session.organizationId(),
    object: type.label.one,
    id: JSON.stringify(id),
    fields: namingFields(type).join(" or ") || "name",
  });
}

/** Objects that have the last of the names, or the id. Each earlier name has to fit what contains the object, from the inside out. */
async function allNamed(
  session: Session,
  type: ResourceType,
  { scopeId, names }: ImportId,
  scope: CallScope,
): Promise<readonly FoundObject[]> {
  const { found } = await session.bulk(type, scopeId, scope);
  const last = names[names.length - 1] as string;
  const named = found.filter(
    (object) => object.type === type.name && (object.id === last || isCalled(type, object, last)),
  );
  if (names.length === 1) return named;
  const outer = await Promise.all(
    outerTypes(type).map((name) => {
      const other = session.index.get(name);
      const place = other.scope === type.scope ? scopeId : undefined;
      return allNamed(session, other, { scopeId: place, names: names.slice(0, -1) }, scope);
    }),
  );
  const ids = new Set(outer.flat().map(({ id }) => id));
  return named.filter((object) => outerIdsOf(type, object).some((id) => ids.has(id)));
}

/** Types whose names may precede an object's name: its containers, and the types that its key refers to. */
export function outerTypes({ container, attributes, identity }: ResourceType): readonly string[] {
  const referred = attributesIn(identity.key).map((name) => attributes[name]?.reference?.type);
  return [...(container?.types ?? []), ...referred.filter((name) => name !== undefined)];
}

function outerIdsOf({ identity, attributes }: ResourceType, object: FoundObject): readonly string[] {
  const referring = attributesIn(identity.key).filter((name) => attributes[name]?.reference !== undefined);
  const referred = referring.map((name) => object.attributes[name]);
  return [object.container?.id, ...referred].filter((id) => typeof id === "string");
}

function isCalled(type: ResourceType, object: FoundObject, name: string): boolean {
  return namingFields(type).some((field) => object.attributes[field] === name);
}

/** Attributes that name an object. */
export function namingFields(type: ResourceType): readonly string[] {
  const { key, createKey, fallbackKeys = [] } = type.identity;
  return [...new Set(attributesIn([...key, ...createKey, ...fallbackKeys.flat()]))];
}

function badId(type: ResourceType, id: string): DocsformError {
  return fail("terraform/bad-import-id", {
    id: JSON.stringify(id),
    scope: type.scope ?? "",
    object: type.label.one,
    type: type.name,
  });
}
