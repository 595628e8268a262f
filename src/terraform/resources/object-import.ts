import { DocsformError } from "../../model/errors.ts";
import { attributesIn } from "../../model/key-field.ts";
import type { FoundObject } from "../../model/live-world.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { TerraformSchema } from "../../model/terraform-schema.ts";
import type { CallScope } from "../../tfplugin/provider-server.ts";
import { type LookUp, lookUp } from "../session/look-up.ts";
import type { Session } from "../session/session.ts";
import { generationFor } from "./generation.ts";
import { detailed } from "./object-read.ts";
import { firstChildAmong, stateOf } from "./object-state.ts";
import type { ResourceState, Warn } from "./resource.ts";

/** Reads an object into a state, by its id or by what a person calls it. */
export async function importObject(
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
      generation: await generationFor(session, schema.values),
    },
  );
  return { state, private: new Uint8Array() };
}

interface ImportId {
  readonly scopeId: string | undefined;
  /** The rest of the id, for the object itself: its name, or the names of its containers and its own. */
  readonly names: readonly string[];
}

async function splitId(
  session: Session,
  type: ResourceType,
  id: string,
  scope: CallScope,
): Promise<ImportId> {
  if (type.scope === undefined) return { scopeId: undefined, names: [id] };
  const slash = id.indexOf("/");
  if (slash < 1) throw badId(type, id);
  const scopeId = await scopeNamed(session, session.index.get(type.scope), id.slice(0, slash), scope);
  const own = id.slice(slash + 1);
  const names = (await isName(session, { type, scopeId, id: own }, scope)) ? [own] : own.split("/");
  if (names.includes("")) throw badId(type, id);
  return { scopeId, names };
}

/** Whether the whole text is the name of an object, since a name may hold a slash itself. */
async function isName(session: Session, { type, scopeId, id }: LookUp, scope: CallScope): Promise<boolean> {
  if (!id.includes("/")) return true;
  const { found } = await session.bulk(type, scopeId, scope);
  return found.some((object) => object.type === type.name && isCalled(type, object, id));
}

/** The id of the object that addresses others, by its id or by what a person calls it. */
export async function scopeNamed(
  session: Session,
  type: ResourceType,
  name: string,
  scope: CallScope,
): Promise<string> {
  return (await objectNamed(session, type, { scopeId: undefined, names: [name] }, scope)).object.id;
}

interface Named {
  readonly object: FoundObject;
  readonly found: readonly FoundObject[];
}

/** An object by its id, or by a name that only one has. Names before the last are those of what it is inside of. */
export async function objectNamed(
  session: Session,
  type: ResourceType,
  wanted: {
    readonly scopeId: string | undefined;
    readonly names: readonly string[];
  },
  scope: CallScope,
): Promise<Named> {
  const { scopeId, names } = wanted;
  const last = names[names.length - 1] as string;
  const { found } = await session.bulk(type, scopeId, scope);
  const byId = found.find((object) => object.type === type.name && object.id === last);
  if (byId !== undefined) return { object: byId, found };
  const containers = namedContainers(session, found, names.slice(0, -1));
  const candidates = found.filter(
    (object) =>
      object.type === type.name &&
      (containers === undefined || containers.has(object.container?.id ?? "")) &&
      isCalled(type, object, last),
  );
  const [first] = candidates;
  if (first !== undefined && candidates.length === 1) return { object: first, found };
  if (first === undefined)
    return { object: await lookedUp(session, { type, id: last, scopeId }, scope), found };
  throw new DocsformError(
    "terraform/ambiguous-name",
    `${candidates.length} ${type.label.many} are called ${JSON.stringify(last)}: ${candidates.map((each) => each.id).join(", ")}.`,
    { remedy: "Use the id of the right one." },
  );
}

/** A list may be old: what it does not show is asked for again. */
async function lookedUp(session: Session, wanted: LookUp, scope: CallScope): Promise<FoundObject> {
  const located = await lookUp(session, wanted, scope);
  if (located !== undefined) return located.object;
  const { type, id } = wanted;
  throw new DocsformError(
    "terraform/no-such-object",
    `There is no ${type.label.one} ${JSON.stringify(id)}.`,
    {
      remedy: `Give its id, or ${namingFields(type).join(" or ") || "another id"} as long as only one has it.`,
    },
  );
}

function namedContainers(
  session: Session,
  found: readonly FoundObject[],
  names: readonly string[],
): ReadonlySet<string> | undefined {
  const last = names[names.length - 1];
  if (last === undefined) return undefined;
  const named = found.filter((object) => {
    const type = session.index.find(object.type);
    return object.id === last || (type !== undefined && isCalled(type, object, last));
  });
  return new Set(named.map((object) => object.id));
}

function isCalled(type: ResourceType, object: FoundObject, name: string): boolean {
  return namingFields(type).some((field) => object.attributes[field] === name);
}

/** Attributes by which a person would call an object. */
export function namingFields(type: ResourceType): readonly string[] {
  const { key, createKey, fallbackKeys = [] } = type.identity;
  return [...new Set(attributesIn([...key, ...createKey, ...fallbackKeys.flat()]))];
}

function badId(type: ResourceType, id: string): DocsformError {
  return new DocsformError(
    "terraform/bad-import-id",
    `${JSON.stringify(id)} does not say in which ${type.scope} the ${type.label.one} is.`,
    {
      remedy: `Write it as \`<${type.scope}>/<${type.name}>\`, each by its id or by a name that only one has.`,
    },
  );
}
