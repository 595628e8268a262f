import { type Access, askUntilConsistent, readSiblings } from "../../engine/live/access.ts";
import type { BulkResult } from "../../engine/live/bulk-read.ts";
import { sortObject } from "../../engine/live/place-object.ts";
import { fewestMoves } from "../../engine/plan/order/fewest-moves.ts";
import { fail } from "../../model/codes/provider-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import { keyOf } from "../../model/object-key.ts";
import { isSortable, siblingSetOf } from "../../model/resource-type/place.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import { containerField, type OrderSchema, siblingsField } from "../../model/terraform-schema.ts";
import { enumerated } from "../../util/phrases.ts";
import { withArticle } from "../../util/with-article.ts";
import { providerErrorAt } from "../plugin/diagnostics.ts";
import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import type { SchemaBlock } from "../plugin/protobuf/schema-messages.ts";
import type { CallScope } from "../plugin/provider-server.ts";
import { cty } from "../plugin/values/cty-type.ts";
import {
  type CtyObject,
  type CtyValue,
  ctyObject,
  isUnknown,
  isWhollyKnown,
  unknownNotNull,
} from "../plugin/values/cty-value.ts";
import { sameValue } from "../plugin/values/equal.ts";
import { isNotFound } from "../session/not-found.ts";
import type { OwnedSlot } from "../session/owners.ts";
import type { Session } from "../session/session.ts";
import { changeLine, describeImportOnCreate } from "./import-on-create.ts";
import { limitedResource, type UnlimitedResource } from "./limited-resource.ts";
import { objectNamed, scopeNamed } from "./object-import.ts";
import { validateIds } from "./object-validate.ts";
import { textOfField } from "./object-values.ts";
import { describeObject, ownedInNew, ownedObject, refuseSecond } from "./owned.ts";
import { type PlannedWrite, refuseOwned } from "./refuse-owned.ts";
import type { Resource } from "./resource.ts";
import { attribute, sortedByName } from "./schema-message.ts";

/** The resource that orders siblings in an object. It orders the listed ones among themselves. */
export function orderResource(schema: OrderSchema): Resource {
  const resource: UnlimitedResource = {
    name: schema.name,
    block: orderBlock(schema),
    deletes: false,
    failure: () => "Cannot put the siblings into their order",
    validate: (config) => [
      ...validateIds([schema.scopeField, containerField], config),
      ...validateOrder(config),
    ],
    read: async (session, { state, private: privateState }, scope) => {
      const live = await liveSiblings(schema, session, state, scope);
      if (live === undefined) return { state: null, private: new Uint8Array() };
      const listed = new Set(textsOf(state[siblingsField]));
      const ids = live.filter((object) => listed.has(object.id)).map((object) => object.id);
      return { state: { ...state, [siblingsField]: ids }, private: privateState };
    },
    plan: async (session, { prior, proposed }) => {
      if (session !== undefined && isReordered(prior, proposed))
        await refuseOwned(session, orderWrite(schema, proposed), "plan");
      const changedPlace = [schema.scopeField, containerField].filter(
        (name) => prior !== null && !sameValue(prior[name] ?? null, proposed[name] ?? null, cty.string),
      );
      const isReplaced = changedPlace.length > 0;
      const parent = proposed[containerField] ?? proposed[schema.scopeField] ?? null;
      const id = isUnknown(parent) ? unknownNotNull : parent;
      return {
        planned: { ...proposed, id },
        requiresReplace: changedPlace.map((name) => [name]),
        owns: isReplaced || session === undefined ? [] : [ownedOrder(schema, session, proposed, id)],
        diagnostics: prior === null || isReplaced ? await warnOfNewOrder(schema, session, proposed, id) : [],
      };
    },
    apply: async (session, { planned }, scope) => {
      if (planned === null) return null;
      await refuseOwned(session, orderWrite(schema, planned), "apply");
      await sortSiblings(schema, session, await session.access(scope.signal), planned);
      return planned;
    },
    import: async (session, id, scope) => {
      const [scopeName = "", ...names] = id.split("/");
      const scopeId = await scopeNamed(session, schema.scope, scopeName, scope);
      const parent =
        names.length === 0 ? null : await containerNamed(schema, session, { scopeId, names }, scope);
      const place = ctyObject([
        ["id", parent ?? scopeId],
        [schema.scopeField, scopeId],
        [containerField, parent],
      ]);
      const live = (await liveSiblings(schema, session, place, scope)) ?? [];
      return { state: { ...place, ids: live.map((object) => object.id) }, private: new Uint8Array() };
    },
    upgrade: (state) => state,
  };
  return limitedResource(resource, ["create", "read", "update"]);
}

function ownedOrder(schema: OrderSchema, session: Session, place: CtyObject, id: CtyValue): OwnedSlot {
  const { name, scope, scopeField, ordered } = schema;
  const isInside = (place[containerField] ?? null) !== null;
  const field = isInside ? containerField : scopeField;
  if (typeof id === "string")
    return { ...ownedObject(name, id, () => describeOrder(schema, session, place, id)), field };
  const containers = [...new Set(ordered.flatMap(({ container }) => container?.types ?? []))];
  const parents = isInside ? containers : [scope.name];
  return ownedInNew(session, name, parents, { field, refuse: refuseSecond });
}

/** Warnings about what the create changes of an existing order. */
async function warnOfNewOrder(
  schema: OrderSchema,
  session: Session | undefined,
  planned: CtyObject,
  id: CtyValue,
): Promise<readonly ProviderDiagnostic[]> {
  if (session === undefined || typeof id !== "string") return [];
  const ids = textsOf(planned[siblingsField]);
  const live = (await liveSiblings(schema, session, planned, { signal: session.host.stop })) ?? [];
  // Nobody has ordered what this apply has created.
  const known = live.filter((object) => !session.writes.isCreated(object));
  const liveOrder = known.map((object) => object.id).filter((each) => ids.includes(each));
  const plannedOrder = ids.filter((each) => liveOrder.includes(each));
  if (plannedOrder.every((each, at) => each === liveOrder[at])) return [];
  const change = changeLine(siblingsField, liveOrder, plannedOrder);
  return describeImportOnCreate(schema.name, `order in ${id}`, [change]);
}

async function describeOrder(
  { name, scope, scopeField }: OrderSchema,
  session: Session,
  place: CtyObject,
  id: string,
): Promise<string> {
  const scopeId = textOfField(place, scopeField) ?? "";
  const scopeName = await describeObject(session, scope, scopeId, undefined);
  return id === scopeId ? `${name} of ${scopeName}` : `${name} of ${id} in ${scopeName}`;
}

function isReordered(prior: CtyObject | null, proposed: CtyObject): boolean {
  const [before, after] = [prior?.[siblingsField] ?? null, proposed[siblingsField] ?? null];
  return prior === null || !sameValue(before, after, cty.list(cty.string));
}

/** The order of the siblings as one write, whichever of them move. */
function orderWrite({ ordered, scopeField }: OrderSchema, place: CtyObject): PlannedWrite {
  const scopeId = textOfField(place, scopeField) ?? undefined;
  return { type: ordered[0] as ResourceType, scopeId, attributes: [] };
}

function orderBlock({ scope, scopeField, ordered }: OrderSchema): SchemaBlock {
  const many = ordered.map((type) => type.label.many).join(", ");
  return {
    description: `The order of siblings in ${withArticle(scope.label.one)} (${many}). The provider orders the listed siblings among each other, with the fewest moves, and leaves the others where they are. Destroying the resource changes nothing on the service.`,
    descriptionKind: "markdown",
    attributes: sortedByName([
      attribute("id", cty.string, "Id of the object that contains the siblings.", { computed: true }),
      attribute(scopeField, cty.string, `Id of the ${scope.label.one}. A change replaces the resource.`, {
        required: true,
      }),
      attribute(
        containerField,
        cty.string,
        `Id of the parent of the siblings. If omitted: the top level of the ${scope.label.one}. A change replaces the resource.`,
        { optional: true },
      ),
      attribute(siblingsField, cty.list(cty.string), "Ids of the siblings, in the order that you want.", {
        required: true,
      }),
    ]),
  };
}

/** The error for an id that is listed twice. */
function validateOrder(config: CtyObject): readonly ProviderDiagnostic[] {
  const value = config[siblingsField] ?? null;
  if (value === null || !isWhollyKnown(value)) return [];
  const ids = textsOf(value);
  const repeatedAt = ids.findIndex((id, at) => ids.indexOf(id) !== at);
  if (repeatedAt < 0) return [];
  const problem = `The id ${JSON.stringify(ids[repeatedAt])} is listed twice`;
  return [providerErrorAt([siblingsField, repeatedAt], problem, "Remove one of them.")];
}

function textsOf(value: CtyValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];
}

/** The siblings as the service orders them. Undefined: their parent is gone. */
async function liveSiblings(
  schema: OrderSchema,
  session: Session,
  place: CtyObject,
  scope: CallScope,
): Promise<readonly FoundObject[] | undefined> {
  try {
    const scopeId = textOfField(place, schema.scopeField) ?? "";
    const responses = await Promise.all(schema.ordered.map((type) => session.bulk(type, scopeId, scope)));
    const found = objectsIn(responses);
    const parent = textOfField(place, containerField);
    if (parent !== null && !found.some((object) => object.id === parent)) return undefined;
    return siblingsIn(schema, found, parent);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** The objects of several reads, each object once. */
function objectsIn(responses: readonly Pick<BulkResult, "found">[]): readonly FoundObject[] {
  return [
    ...new Map(responses.flatMap(({ found }) => found).map((object) => [keyOf(object), object])).values(),
  ];
}

/** The siblings with this parent. null: those at the top level. */
function siblingsIn(
  schema: OrderSchema,
  found: readonly FoundObject[],
  parent: string | null,
): readonly FoundObject[] {
  const names = new Set(schema.ordered.map((type) => type.name));
  return found.filter((object) => names.has(object.type) && (object.container?.id ?? null) === parent);
}

/** The id of the parent with these names: the last one, and the names of the objects around it. */
async function containerNamed(
  schema: OrderSchema,
  session: Session,
  wanted: { readonly scopeId: string; readonly names: readonly string[] },
  scope: CallScope,
): Promise<string> {
  const containers = new Set(schema.ordered.flatMap((type) => type.container?.types ?? []));
  let failure: unknown;
  for (const name of containers) {
    try {
      return (await objectNamed(session, session.index.get(name), wanted, scope)).object.id;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Moves the listed siblings into their order, with the fewest calls. */
async function sortSiblings(
  schema: OrderSchema,
  session: Session,
  access: Access,
  planned: CtyObject,
): Promise<void> {
  const scopeId = textOfField(planned, schema.scopeField) ?? "";
  const parent = textOfField(planned, containerField);
  const ids = textsOf(planned[siblingsField]);
  const anyType = schema.ordered[0] as ResourceType;
  let live: readonly FoundObject[] = [];
  // The list may not show a sibling yet that was created or moved just now.
  const isComplete = await askUntilConsistent(access, async () => {
    // One read may find several types.
    const typeByRead = new Map(
      schema.ordered.map(({ name }) => [access.index.readOf(name, access.apiVersion), name]),
    );
    const responses = await Promise.all(
      [...typeByRead.values()].map((name) => readSiblings(access, name, scopeId)),
    );
    live = siblingsIn(schema, objectsIn(responses), parent);
    return ids.every((id) => live.some((object) => object.id === id)) ? true : undefined;
  });
  if (isComplete !== true) throw notSiblings(ids.filter((id) => !live.some((object) => object.id === id)));
  const sorted = ids.map((id) => live.find((object) => object.id === id) as FoundObject);
  const { sorts } = fewestMoves(sorted, (object) => live.indexOf(object));
  refuseUnsupportedOrder(schema, access, sorted, sorts.length > 0);
  session.invalidateReads(anyType);
  for (const { item, position } of sorts)
    await sortObject(
      access,
      { type: session.index.get(item.type), id: item.id, scopeId },
      schema.name,
      position,
    );
  session.invalidateReads(anyType);
}

/** Refuses an order that a service of this API version does not return, or a move that it has no operation for. */
function refuseUnsupportedOrder(
  schema: OrderSchema,
  { index, apiVersion }: Access,
  siblings: readonly FoundObject[],
  needsMoves: boolean,
): void {
  const types = [...new Set(siblings.map(({ type }) => index.get(type)))];
  const isOneOrder = new Set(types.map((type) => siblingSetOf(type, apiVersion))).size < 2;
  if (isOneOrder && (!needsMoves || types.every((type) => isSortable(type, apiVersion)))) return;
  throw fail("terraform/not-ordered", {
    apiVersion,
    objects: enumerated(types.map(({ label }) => label.many)),
    resource: schema.name,
  });
}

function notSiblings(ids: readonly string[]): DocsformError {
  return fail("terraform/not-siblings", { ids, field: containerField });
}
