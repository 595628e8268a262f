import type { Json, JsonObject } from "../../util/json.ts";
import { type ApiVersion, type Call, type Endpoint, isServed } from "../endpoint.ts";
import type { FoundObject } from "../snapshot.ts";
import { callAt } from "./call-at.ts";
import type { CallContext } from "./call-context.ts";
import type { Placed } from "./place.ts";

/** How an object comes into being. */
export interface Creatable {
  /** Absent: objects of the type can only be imported. */
  readonly creation?: CreationRule;
  readonly firstChild?: FirstChildRule;
  /** For a type that can only be imported: what a person does to create such an object, in a sentence. */
  readonly origin?: string;
}

export interface CreationRule {
  readonly endpoint: Endpoint;
  /** The body without the parent. Absent: the attributes, each in the field of its name. */
  readonly body?: (input: CreatingInput) => JsonObject;
  /** The field of the body with the parent's id. */
  readonly parentField?: string;
  readonly copy?: CopyRule;
  /** The call writes over an object with the same key, so docsform looks for one just before. */
  readonly writesOver?: true;
  /** The type of which the scope must have an object before the call. */
  readonly after?: string;
  /**
   * The object, and the children created with it, from the response, or from what was sent if there is none. Throws if they do not contain
   * them.
   */
  readonly created: (response: Json, sent: SentCreate) => CreatedObjects;
}

/** What a create call contained, and the id of the object that owns the new one. */
export interface SentCreate {
  readonly scopeId?: string | undefined;
  readonly attributes: JsonObject;
}

export interface CreatedObjects {
  readonly object: FoundObject;
  readonly children: readonly FoundObject[];
}

/** What a create call contains. */
export interface CreatingInput {
  /** Declared attributes that the create call can contain, resolved: ids for references, text for secrets. */
  readonly attributes: JsonObject;
  /** The parent's id. null: the top level, or the create call cannot set the parent in this API version. */
  readonly containerId: string | null;
  /** Attributes of the first child, which the service creates in the same call. */
  readonly firstChild?: JsonObject;
}

/** Another operation that creates an object: as a copy of an existing one. */
export interface CopyRule {
  /** The attribute that names the source. If a layout declares it, docsform makes this call, which contains no other attribute. */
  readonly attribute: string;
  /**
   * Its path ends with the source's id. The response has the form of the usual create call's. The copy starts with everything that its
   * source has, its place included.
   */
  readonly endpoint: Endpoint;
}

export interface FirstChildRule {
  /** Type of the child that the service creates in the same call. The first declared child is created with the object. */
  readonly type: string;
  /** Attributes of that child that the create call contains. */
  readonly carries: readonly string[];
}

/** The call that creates an object: a copy, if the attributes name a source. */
export function creatingCall(creation: CreationRule, context: CallContext, input: CreatingInput): Call {
  const { copy } = creation;
  const source = copy === undefined ? undefined : input.attributes[copy.attribute];
  return copy !== undefined && typeof source === "string"
    ? callAt(copy.endpoint, context, [source])
    : callAt(creation.endpoint, context, [], { body: bodyOf(creation, input) });
}

function bodyOf({ body, parentField }: CreationRule, input: CreatingInput): JsonObject {
  const fields = body?.(input) ?? input.attributes;
  const { containerId } = input;
  return parentField === undefined || containerId === null
    ? fields
    : { ...fields, [parentField]: containerId };
}

/** The rule by which an object with these attributes is created as a copy. Undefined: it is not a copy. */
export function copyRuleOf(
  { creation }: Creatable,
  attributes: Readonly<Record<string, unknown>>,
): CopyRule | undefined {
  const rule = creation?.copy;
  return rule !== undefined && (attributes[rule.attribute] ?? null) !== null ? rule : undefined;
}

/** Whether the API version has the operation that creates objects of the type with such attributes. */
export function isCreatable(
  type: Creatable,
  apiVersion: ApiVersion,
  attributes: Readonly<Record<string, unknown>> = {},
): boolean {
  const { creation } = type;
  if (creation === undefined) return false;
  return isServed((copyRuleOf(type, attributes) ?? creation).endpoint, apiVersion);
}

/** The attribute that names the source of a copy. Undefined: the type or the API version has no copies. */
export function copyAttribute(type: Creatable, apiVersion: ApiVersion): string | undefined {
  const name = type.creation?.copy?.attribute;
  return name !== undefined && isCreatable(type, apiVersion, { [name]: "" }) ? name : undefined;
}

/** Whether objects of a type are only imported. docsform never creates them, so it forgets them instead of deleting them. */
export function isOnlyImported({ creation, scope }: Creatable & Placed): boolean {
  return creation === undefined && scope === undefined;
}
