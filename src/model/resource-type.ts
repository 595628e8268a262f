import type { z } from "zod";
import type { CodeEntry } from "./codes/code-entry.ts";
import type { DesiredObject, DesiredValue } from "./desired-world.ts";
import { type ApiVersion, type Call, type Endpoint, isServed } from "./endpoint.ts";
import type { Json, JsonObject } from "./json.ts";
import { type KeyField } from "./key-field.ts";
import type { ExternalOwner, FoundObject, ObjectName } from "./snapshot.ts";

/** Everything that docsform knows about one kind of object on the service. It is declared once, and everything else is derived from it. */
export interface ResourceType {
  /** Name in addresses, plans and Terraform, such as `site_section`. */
  readonly name: string;
  /** Name for people, singular and plural: `site section`, `site sections`. */
  readonly label: { readonly one: string; readonly many: string };
  /** Description for documentation, in a sentence or two. */
  readonly description: string;
  /** The type whose object owns it in the API, such as the site of a section. Absent: the organization. */
  readonly scope?: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
  /** Values that the service computes, by their names in a live object's `computed`. docsform shows no others. */
  readonly computed?: Readonly<Record<string, ComputedAttribute>>;
  readonly identity: Identity;
  readonly container?: ContainerRule;
  readonly order?: OrderRule;
  readonly defaultRole?: DefaultRoleRule;
  readonly firstChild?: FirstChildRule;
  readonly unique?: readonly UniqueRule[];
  readonly deletion?: DeletionRule;
  /** Absent: objects of the type can only be imported. */
  readonly creation?: CreationRule;
  /** For a type that can only be imported: what a person does to create such an object, in a sentence. */
  readonly origin?: string;
  readonly writers: readonly Writer[];
  /** Bulk reads of this type. They may find objects of several types. */
  readonly reads: readonly BulkRead[];
  /** Absent: an object is gone if two complete reads of its list, some time apart, do not show it. */
  readonly readById?: ReadById;
  /** The parts of an object that something else, such as Git Sync, owns if a response shows it. */
  readonly ownable?: ExternalOwner;
  /** Contents that docsform does not manage, in words. A recreated object does not have them. */
  readonly unmanagedContents?: string;
  /** Attributes that need a separate read for each object. docsform makes these reads only if something needs them. */
  readonly details?: readonly DetailRead[];
  /** Response fields without an attribute of their name (`urls.logo` is a part of a field), and the reason for the coverage page. */
  readonly unmappedFields?: Readonly<Record<string, string>>;
  /** Further values of an object from separate reads. A layout cannot declare them. */
  readonly views?: readonly View[];
  readonly layout: LayoutSyntax;
  /** Rules across attributes. docsform checks them before it sends anything. */
  readonly check?: (attributes: Readonly<Record<string, DesiredValue>>) => readonly CheckFailure[];
  /** Entries for the codes of its checks. */
  readonly codes?: Readonly<Record<string, CodeEntry>>;
  /** The list of all its objects that the token can see, for a caller that does not know the organization yet. */
  readonly listForToken?: Endpoint;
  /** The read of the token's own user, if writes of the type depend on it. */
  readonly currentUser?: CurrentUserRead;
  /** Its objects are people, with user ids. docsform never deletes the token's own user. */
  readonly arePeople?: true;
  /** Upgrades of older states of its Terraform resource. Absent: there were none. */
  readonly terraform?: StoredStateRule;
}

/** A value that a layout can set. */
export interface Attribute {
  readonly description: string;
  /**
   * The schema of a declared value that is not null. References are strings (ids). It has no defaults and no transforms. `only`
   * marks parts of it that only some API versions have.
   */
  readonly schema: z.ZodType;
  /** Whether the create call must, may or cannot contain it. */
  readonly atCreate: "required" | "accepted" | "no";
  /** Whether null clears it. */
  readonly nullable?: boolean;
  /** The service chooses a value if the layout gives none. */
  readonly derived?: boolean;
  /** The value that the service chooses, if that is always the same. A pulled layout omits it. */
  readonly default?: Json;
  /** The value decides who has access. A pulled layout always contains it, also if it is null. */
  readonly givesAccess?: boolean;
  /** The changes that give more people access. Absent: if it gives access, all changes. */
  readonly widens?: Widening;
  /** It is a part of the URL for readers. A change breaks readers' links. */
  readonly publicAddress?: true;
  /** Readers see the object only with this value. */
  readonly publishes?: boolean;
  /** The value that the service refuses for the default at the top level of its scope, and for the default inside that default. */
  readonly notInDefault?: Json;
  /** docsform never shows it, and never stores it in clear. */
  readonly sensitive?: boolean;
  /** The secret texts in a value, such as a password in a URL. A value with such a text is secret as a whole. */
  readonly secretTexts?: (value: Json) => readonly string[];
  /** Whether the service never returns this declared value. docsform then compares it with the state. */
  readonly unreadable?: (declared: Json) => boolean;
  /** The value refers to an object of this type. In a request it is that object's id. */
  readonly reference?: { readonly type: string };
  /** It is used only at creation. A later change has no effect. */
  readonly onlyMakes?: true;
  /** The value is a list of people, each by user id or e-mail address. */
  readonly namesPeople?: true;
  /**
   * The attribute whose value it belongs to. The service clears it when that attribute changes, and docsform keeps it only if that
   * attribute stays the same.
   */
  readonly belongsTo?: string;
  /**
   * The attribute that refers to another object. If this attribute is not set, it has the value of that object's attribute of the same
   * name. Every API version shows it, also one in which it cannot be set.
   */
  readonly inheritedFrom?: string;
  /** Attributes that exclude this one. The service clears them when this one gets a value. */
  readonly clears?: readonly string[];
  /** Order of a list does not matter. */
  readonly set?: boolean;
  /** Idempotent canonical form of a value. docsform applies it to both sides of a comparison. */
  readonly normalise?: (value: Json) => Json;
  /** Whether a live value satisfies a declared one. Absent: they must be equal after `normalise`. */
  readonly satisfies?: (declared: Json, live: Json, currentUser?: CallContext["currentUser"]) => boolean;
  /** The live value in the form that a layout declares, if that form differs. */
  readonly toLayout?: (live: Json) => Json;
  /** Two different valid values, for conformance tests and documentation. Not for references. */
  readonly samples: readonly [Json, Json] | readonly [];
  /**
   * `nullAs`: the word for null in Terraform, where an omitted attribute is not managed and null has a meaning. The schema does not
   * allow the word as a value. `asJson`: in Terraform the value is JSON in a text, because it has no fixed fields.
   */
  readonly terraform?: { readonly nullAs?: string; readonly asJson?: true };
}

/** The changes of a value that give more people access. */
export interface Widening {
  /** `visibility`: more people can see it. `access`: more people may do something, or some may do more. */
  readonly kind: "visibility" | "access";
  /** Compares two values, as in a plan: null is not set, `{ $ref }` is an object of the layout. */
  readonly isWider: (before: Json, after: Json) => boolean;
}

/** A value of an object that the service computes. */
export type ComputedAttribute = ReportedValue & {
  /** The parts of the object that change it when they are written. For a value with fields, this can differ for each field. */
  readonly follows: Follows | Readonly<Record<string, Follows>>;
} & (
    | ShownInPlans
    | { readonly sensitive: true; readonly publicAddress?: never; readonly boundUntil?: never }
  );

/** A value that the service reports and that cannot be set. */
export interface ReportedValue {
  readonly description: string;
  readonly schema: z.ZodType;
  /** docsform never shows it. Terraform stores it in its state and does not show it either. */
  readonly sensitive?: boolean;
}

/** How plans show a value, which is then not secret. */
interface ShownInPlans {
  readonly sensitive?: false;
  /** Its field with the URL for readers. */
  readonly publicAddress?: string;
  /**
   * If it has a value, docsform cannot replace the object, because no call gives the value to another object. This text says what a
   * person does to make the replacement possible.
   */
  readonly boundUntil?: string;
}

/**
 * The writes that may change a computed value: writes of these parts of the object, no write (an empty list), or any write. Changes
 * that the service makes by itself do not count.
 */
export type Follows = readonly (KeyField | typeof theDefaultRole)[] | "any write";

/** The object's role as the default among its siblings, as a part in {@link Follows}. */
export const theDefaultRole = { defaultRole: true } as const;

/** How docsform matches objects, with the best key first. Each address matches one object. */
export interface Identity {
  /** The natural key, by which a person would name the object. */
  readonly key: readonly KeyField[];
  /** Key of fields in the create call. docsform finds the object by it if the call gets no response. */
  readonly createKey: readonly KeyField[];
  /** Weaker keys, for objects in a scope, which the layout covers completely. docsform tries them after both others. */
  readonly fallbackKeys?: readonly (readonly KeyField[])[];
  /**
   * Matches by key, then by fallback keys, then by create key. For types whose create key is weaker than a fallback key: a site space
   * that gets another space matches by its path before it matches by its space.
   */
  readonly matchByCreateKeyLast?: boolean;
  /**
   * How docsform recognizes an object with a changed key: one left the layout, and a new one has the same parent. It recognizes none
   * if several could be the same.
   */
  readonly recognizedBy?: readonly Recognition[];
  /**
   * Key by which docsform recognizes an object that moved: one left its parent, and a new one has another parent in the same scope.
   * docsform recognizes none if several could be the same.
   */
  readonly movedKey?: readonly KeyField[];
  /** Whether the service refuses a second object with the same key. */
  readonly keyIsUnique: boolean;
  /** The attribute whose value is the object's id. Absent: the service assigns an id. */
  readonly idAttribute?: string;
}

/**
 * By an attribute of the first child; by more than half of the children; or by the place among its siblings, if the keys differ only in
 * what they refer to.
 */
export type Recognition =
  | { readonly firstChild: string }
  | { readonly children: "most" }
  | { readonly place: "same" };

/** The context of a call: its organization, API version and scope. */
export interface CallContext {
  readonly organizationId: string;
  readonly apiVersion: ApiVersion;
  /** Id of the object that owns this one in the API. Absent: the type has no scope. */
  readonly scopeId?: string;
  /** The user that the token acts for. Absent: unknown. */
  readonly currentUser?: { readonly id: string; readonly email?: string };
}

export interface ContainerRule {
  /** Types that can be its parent, beside the top level of its scope. */
  readonly types: readonly string[];
  /** Whether it can be at the top level of its scope. */
  readonly rootAllowed: boolean;
  /** The layout field that names the parent. Absent: the nesting in the layout gives it. */
  readonly layoutField?: string;
  /** Whether the create call can set the parent, by API version. */
  readonly atCreate: Readonly<Record<ApiVersion, boolean>>;
  /** Whether a change of the parent moves or replaces the object, by API version. */
  readonly change: Readonly<Record<ApiVersion, "move" | "replace">>;
  /** The calls that move it to another parent. Parents are ids; null is the top level. Absent: a change replaces the object. */
  readonly moveInto?: (
    context: CallContext,
    id: string,
    from: string | null,
    to: string | null,
  ) => readonly Call[];
}

export interface OrderRule {
  /** Types with the same set and the same parent are siblings in one order. */
  readonly siblingSet: string;
  /** API versions in which the order contains only objects of this type, because the service does not show the place of the others. */
  readonly aloneIn?: readonly ApiVersion[];
  /** The call that puts an object directly before or after a sibling. */
  readonly sort: (
    context: CallContext,
    item: { readonly type: string; readonly id: string },
    position:
      | { readonly before: { readonly type: string; readonly id: string } }
      | { readonly after: { readonly type: string; readonly id: string } },
  ) => Call;
}

export interface DefaultRoleRule {
  /** Whether each scope or each parent has one default. */
  readonly within: "scope" | "container";
  /** Readers find the default at its parent's URL, so a change of the default changes the URLs of both children. */
  readonly publicAddress?: true;
  /** The call that makes it the default. It writes the parent, or the scope's object for a child at the top level (null). */
  readonly setDefault: (
    context: CallContext,
    id: string,
    container: { readonly type: string; readonly id: string } | null,
  ) => Call;
}

export interface FirstChildRule {
  /** Type of the child that the service creates in the same call. The first declared child is created with the object. */
  readonly type: string;
  /** Attributes of that child that the create call contains. */
  readonly carries: readonly string[];
}

export interface UniqueRule {
  readonly attribute: string;
  readonly within: "organization" | "scope" | "container";
  /**
   * The service derives the value at creation as the slug of this attribute, until a write sets another value. So a new object may occupy a
   * value that another object needs.
   */
  readonly derivedFrom?: string;
}

export interface DeletionRule {
  readonly call: (context: CallContext, id: string) => Call;
  /**
   * What a delete does with the contents. `implied`: the service deletes them too, and docsform lists them. `first`: docsform first
   * deletes each of them or moves it out, in a separate step.
   */
  readonly contents: "implied" | "first";
  /** The service does not delete the last sibling, so docsform adds new siblings first. */
  readonly addBeforeDelete?: boolean;
}

/** Another operation that creates an object: as a copy of an existing one. */
export interface CopyRule {
  /** The attribute that names the source. If a layout declares it, docsform makes this call, which contains no other attribute. */
  readonly attribute: string;
  /** The response has the form of the usual create call's. The copy starts with everything that its source has, its place included. */
  readonly call: (context: CallContext, sourceId: string) => Call;
}

/** The rule by which an object with these attributes is created as a copy. Undefined: it is not a copy. */
export function copyRuleOf(
  { creation }: ResourceType,
  attributes: Readonly<Record<string, unknown>>,
): CopyRule | undefined {
  const rule = creation?.copy;
  return rule !== undefined && (attributes[rule.attribute] ?? null) !== null ? rule : undefined;
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

export interface CreationRule {
  readonly call: (context: CallContext, input: CreatingInput) => Call;
  readonly copy?: CopyRule;
  /** The object, and the children created with it, from the response. Throws if the response does not contain them. */
  readonly created: (response: Json) => {
    readonly object: FoundObject;
    readonly children: readonly FoundObject[];
  };
}

/** A call that changes attributes of an existing object. */
export interface Writer {
  readonly name: string;
  /** The attributes that it can change. An attribute without a writer cannot change after creation: a change replaces the object. */
  readonly attributes: readonly string[];
  readonly call: (
    context: CallContext,
    id: string,
    /** Only the attributes to change: their resolved new values, and their live values before (absent directly after a create). */
    change: { readonly values: JsonObject; readonly before: JsonObject },
  ) => Call;
  /** The object in the response, to compare with what was sent. Absent or undefined: the response does not contain it. */
  readonly fromResponse?: (response: Json) => FoundObject | undefined;
  /** Finds a refusal in the body of a response whose status is a success. */
  readonly rejected?: (response: Json) => CheckFailure | undefined;
  /** `last`: runs only after every other step of the object and its contents succeeded (publication). */
  readonly stage?: "last";
  /** In Terraform the write is a resource of its own: the values while it exists, and the values after it is destroyed. */
  readonly asObject?: {
    readonly description: string;
    readonly present: JsonObject;
    readonly absent: JsonObject;
  };
}

/** A read that finds all objects of one or several types at once. */
export interface BulkRead {
  readonly name: string;
  readonly endpoint: Endpoint;
  /** docsform makes one read for each object of this type. Absent: one read for the organization. */
  readonly of?: string;
  /** Types of the objects that it finds. The reads of all types together cover every type. */
  readonly finds: readonly string[];
  /** API versions in which docsform makes it. Absent: those that have its operation. */
  readonly apiVersions?: readonly ApiVersion[];
  readonly call: (context: CallContext, ownerId: string) => Call;
  /** Objects in one item of a paged response, or in the whole of an unpaged one; siblings in their order. */
  readonly found: (response: Json) => readonly FoundObject[];
  /** Objects in the response of kinds that docsform does not know: the kind and the parent of each; null for the owner itself. */
  readonly unknownKinds?: (
    response: Json,
  ) => readonly { readonly kind: string; readonly container: ObjectName | null }[];
  /** The API versions that can return such an item. Undefined: the item does not show it. */
  readonly revealsApiVersion?: (response: Json) => readonly ApiVersion[] | undefined;
}

/** The call that creates an object: a copy, if the attributes name a source. */
export function creatingCall(creation: CreationRule, context: CallContext, input: CreatingInput): Call {
  const { copy } = creation;
  const source = copy === undefined ? undefined : input.attributes[copy.attribute];
  return copy !== undefined && typeof source === "string"
    ? copy.call(context, source)
    : creation.call(context, input);
}

/** Whether the API version has the operation that creates objects of the type with such attributes. */
export function isCreatable(
  type: ResourceType,
  apiVersion: ApiVersion,
  attributes: Readonly<Record<string, unknown>> = {},
): boolean {
  const { creation } = type;
  if (creation === undefined) return false;
  const context = { organizationId: "", apiVersion, scopeId: "" };
  const copy = copyRuleOf(type, attributes);
  const source = copy === undefined ? {} : { [copy.attribute]: "" };
  const input = { attributes: source, containerId: null, firstChild: {} };
  return isServed(creatingCall(creation, context, input).endpoint, apiVersion);
}

/** The attribute that names the source of a copy. Undefined: the type or the API version has no copies. */
export function copyAttribute(type: ResourceType, apiVersion: ApiVersion): string | undefined {
  const name = type.creation?.copy?.attribute;
  return name !== undefined && isCreatable(type, apiVersion, { [name]: "" }) ? name : undefined;
}

/** Whether the API version has the operation that orders objects of the type. */
export function isSortable({ name, order }: ResourceType, apiVersion: ApiVersion): boolean {
  if (order === undefined) return false;
  const item = { type: name, id: "" };
  const { endpoint } = order.sort({ organizationId: "", apiVersion, scopeId: "" }, item, { after: item });
  return isServed(endpoint, apiVersion);
}

/** Whether docsform makes the read in an API version. */
export function isMadeIn(
  { endpoint, apiVersions }: Pick<BulkRead, "endpoint" | "apiVersions">,
  apiVersion: ApiVersion,
): boolean {
  return isServed(endpoint, apiVersion) && apiVersions?.includes(apiVersion) !== false;
}

/** A read of one object by its id. The service returns 404 if there is none. */
export interface ReadById {
  readonly endpoint: Endpoint;
  readonly call: (context: CallContext, id: string) => Call;
  readonly found: (response: Json) => FoundObject;
}

/** The read of the token's own user. */
export interface CurrentUserRead {
  readonly endpoint: Endpoint;
  readonly user: (response: Json) => NonNullable<CallContext["currentUser"]>;
}

export interface DetailRead {
  readonly attribute: string;
  readonly endpoint: Endpoint;
  readonly call: (context: CallContext, id: string) => Call;
  /** The attribute's live value, from all items of a paged response or from the one response of an unpaged operation. */
  readonly value: (items: readonly Json[]) => Json;
  /** The value if the service returns 404 because none is set. Absent: such a response is an error. */
  readonly absent?: Json;
}

/** Values of an object from a separate read, which a layout cannot declare: a data source, and a part of `pull --all`. */
export interface View {
  /** Follows the type's name: `versions` is `docs_openapi_spec_versions` in Terraform. */
  readonly name: string;
  /** Name for people. */
  readonly label: string;
  /** Description, in a sentence. */
  readonly description: string;
  /** A paged operation returns several items, each with these fields. */
  readonly endpoint: Endpoint;
  readonly call: (context: CallContext, id: string) => Call;
  /** `asJson`: in Terraform it is JSON in a text, because its values have no fixed fields. */
  readonly fields: Readonly<Record<string, ReportedValue & { readonly asJson?: true }>>;
  /** The fields of the response, or of one item of a list. */
  readonly valuesIn: (response: Json) => JsonObject;
}

export interface CheckFailure {
  /** Declared among the type's `codes`. */
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
  /** The attribute at fault. */
  readonly attribute?: string;
}

/** A field in which a layout writes the contents of an object. The types of the contents decide whether they have an order. */
export interface ContentsField {
  readonly field: string;
  readonly types: readonly string[];
  /** docsform deletes objects that the field omits. */
  readonly owned?: boolean;
}

/** How a layout writes the type. */
export type LayoutSyntax = {
  /** Attributes whose value names the object in an address; the first that has one counts. `$key` is the key in a map. */
  readonly addressBy: readonly string[];
  /** Fields that list the contents of this object. Each type is in one of them. */
  readonly contents?: readonly ContentsField[];
} & (
  | {
      /** The field at the top of the layout for the one object of the type: its id, or a map of its fields with its id. */
      readonly kind: "head";
      readonly field: string;
    }
  | {
      /** A map at the top of the layout: key → object. */
      readonly kind: "map";
      readonly field: string;
      /** The attribute whose value is the key of the map. Absent: the key is only a name. */
      readonly keyAttribute?: string;
      /** Attributes that distinguish variants with the same name: a generated key of a variant ends with their values. */
      readonly distinguishedBy?: readonly string[];
    }
  | {
      /** An item of another object's contents. docsform recognizes its type by this field. */
      readonly kind: "item";
      readonly field: string;
      /** The attribute whose value the field contains. */
      readonly attribute: string;
      /** A bare string stands for `{ field: string }`. */
      readonly shorthand?: boolean;
      /** Attributes that every item of the type must declare, except the first among its siblings. */
      readonly requiredAfterFirst?: readonly string[];
      /** Attributes that must always be declared. */
      readonly required?: readonly string[];
      /** Field that marks the default. */
      readonly defaultField?: string;
      /**
       * The field of its scope's object that lists it, if that type does not name it among its contents. So a new type can add itself to an
       * existing one. Types that name the same field share it.
       */
      readonly writtenIn?: { readonly field: string; readonly owned?: boolean };
    }
);

/** Version of the Terraform state, and the upgrades of older ones. */
export interface StoredStateRule {
  /** Absent: 0. */
  readonly version?: number;
  /** Brings a stored state from the version of the key to the next one. */
  readonly upgraders?: Readonly<Record<number, (state: JsonObject) => JsonObject>>;
}

/** Checks a type's declaration without widening it. */
export function defineResource(type: ResourceType): ResourceType {
  return type;
}

/** Whether the type is the organization, which the head of a layout names. */
export function isOrganization({ layout }: ResourceType): boolean {
  return layout.kind === "head";
}

/** The name of the sibling set that objects of the type are in. Undefined: they have no order. */
export function siblingSetOf({ name, order }: ResourceType, apiVersion: ApiVersion): string | undefined {
  return order?.aloneIn?.includes(apiVersion) === true ? name : order?.siblingSet;
}

/** Whether objects of a type are only imported. docsform never creates them, so it forgets them instead of deleting them. */
export function isOnlyImported({ creation, scope }: ResourceType): boolean {
  return creation === undefined && scope === undefined;
}

/** Whether an object is the user that the token acts for. */
export function isOwnUser(type: ResourceType, id: string, currentUser: CallContext["currentUser"]): boolean {
  return type.arePeople === true && currentUser?.id === id;
}

/** The writer that changes an attribute. Undefined: the attribute can be set only at creation. */
export function writerOf(type: ResourceType, attribute: string): Writer | undefined {
  return type.writers.find((writer) => writer.attributes.includes(attribute));
}

/** The declared attributes that belong to a changed attribute. docsform writes them again together with it. */
export function writtenAgain(
  { attributes: rules }: ResourceType,
  changed: readonly string[],
  { attributes, ignore }: Pick<DesiredObject, "attributes" | "ignore">,
): readonly string[] {
  return Object.keys(attributes).filter((name) => {
    const owner = rules[name]?.belongsTo;
    return (
      owner !== undefined && changed.includes(owner) && !changed.includes(name) && !ignore.includes(name)
    );
  });
}

/**
 * The attributes that the service clears when docsform writes these values to an existing object: attributes that they exclude, and
 * attributes that belong to one of them and are not written too.
 */
export function clearedByWriting(
  type: ResourceType,
  written: Readonly<Record<string, unknown>>,
): readonly string[] {
  const orphans = Object.entries(type.attributes)
    .filter(([name, { belongsTo = name }]) => belongsTo in written && !(name in written))
    .map(([name]) => name);
  return [...clearedBy(type, written), ...orphans];
}

/** The attributes that these values exclude. */
export function clearedBy(
  { attributes }: ResourceType,
  written: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.keys(written)
    .filter((name) => written[name] !== null)
    .flatMap((name) => attributes[name]?.clears ?? []);
}
