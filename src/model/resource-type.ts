import type { z } from "zod";
import type { CodeEntry } from "./codes/code-entry.ts";
import type { DesiredObject, DesiredValue } from "./desired-world.ts";
import { type ApiVersion, type Call, type Endpoint, isServed } from "./endpoint.ts";
import type { Json, JsonObject } from "./json.ts";
import { type KeyField } from "./key-field.ts";
import type { ExternalOwner, FoundObject, ObjectName } from "./snapshot.ts";

/** Everything that is true of a kind of object on the service. Declared once; all machinery is derived from it. */
export interface ResourceType {
  /** The name in addresses, plans and Terraform: `site_section`. */
  readonly name: string;
  /** How a person says it, singular and plural: `site section`, `site sections`. */
  readonly label: { readonly one: string; readonly many: string };
  /** What it is, in a sentence, for documentation. */
  readonly description: string;
  /** The type whose object addresses it: a section lives in a site. Absent: the organization. */
  readonly scope?: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
  /** What the service tells and nobody sets, by its name in a live object's `computed`. What is not listed is not shown. */
  readonly computed?: Readonly<Record<string, ComputedAttribute>>;
  readonly identity: Identity;
  readonly container?: ContainerRule;
  readonly order?: OrderRule;
  readonly defaultRole?: DefaultRoleRule;
  readonly firstChild?: FirstChildRule;
  readonly unique?: readonly UniqueRule[];
  readonly deletion?: DeletionRule;
  /** Absent: it cannot be created, only imported. */
  readonly creation?: CreationRule;
  /** Of what cannot be created: what a person does so that it is there, in a sentence. */
  readonly origin?: string;
  readonly writers: readonly Writer[];
  /** Bulk reads that this type owns. They may find objects of several types. */
  readonly reads: readonly BulkRead[];
  /** Absent: what two whole reads of its list, some time apart, do not show is gone. */
  readonly readById?: ReadById;
  /** What something beside the interface, for example Git Sync, owns of an object where a read says so. */
  readonly ownable?: ExternalOwner;
  /** Contents that docsform does not manage, in words: a recreated object is without them. */
  readonly unmanagedContents?: string;
  /** Attributes that need a read of their own for each object, made only when somebody asks for them. */
  readonly details?: readonly DetailRead[];
  /** Response fields that no attribute is named after (`urls.logo` is a part of one), and why: the coverage page shows the reason. */
  readonly unmappedFields?: Readonly<Record<string, string>>;
  /** Other things that an object shows in reads of their own; no layout declares them. */
  readonly views?: readonly View[];
  readonly layout: LayoutSyntax;
  /** Rules across attributes, checked before anything is sent. */
  readonly check?: (attributes: Readonly<Record<string, DesiredValue>>) => readonly CheckFailure[];
  /** What is told of the codes of its checks, by the code. */
  readonly codes?: Readonly<Record<string, CodeEntry>>;
  /** The list of all its objects that the token sees, for whoever does not know the organization yet. */
  readonly listForToken?: Endpoint;
  /** Who the token acts for, where writes of the type depend on it. */
  readonly currentUser?: CurrentUserRead;
  /** Its objects are people, known by their user ids: the one that the token acts for is never deleted. */
  readonly arePeople?: true;
  /** How older states of its Terraform resource are brought to this one. Absent: there were none. */
  readonly terraform?: StoredStateRule;
}

/** One thing that a person may set. */
export interface Attribute {
  readonly description: string;
  /**
   * The rule on a declared, non-null value. References are checked as strings (ids). No defaults, no transforms. What one
   * API version alone has is marked in it by `only`.
   */
  readonly schema: z.ZodType;
  /** Whether the creating call carries it: must, may, or cannot. */
  readonly atCreate: "required" | "accepted" | "no";
  /** Whether null clears it. */
  readonly nullable?: boolean;
  /** The service chooses a value when none is given. */
  readonly derived?: boolean;
  /** What it chooses, where that is always the same. A layout that is written from what is live leaves it out. */
  readonly default?: Json;
  /** It says who gets in: a layout that is written from what is live says it in any case, null included. */
  readonly givesAccess?: boolean;
  /** Which of its changes let more people in. Absent: where it gives access, all of them. */
  readonly widens?: Widening;
  /** A part of where readers find the object: when it changes, their links break. */
  readonly publicAddress?: true;
  /** The value with which readers see the object at all; with another one they do not. */
  readonly publishes?: boolean;
  /** The value that the service refuses of the default at the root of its scope, and of the default inside of the default there. */
  readonly notInDefault?: Json;
  /** Never shown, never stored in clear. */
  readonly sensitive?: boolean;
  /** The texts in a value that are secret, such as a password in an address. A value that has any is secret as a whole. */
  readonly secretTexts?: (value: Json) => readonly string[];
  /** Whether the service never gives this declared value back; it is then compared with what the state remembers. */
  readonly unreadable?: (declared: Json) => boolean;
  /** The value is an object of this type (its id on the wire). */
  readonly reference?: { readonly type: string };
  /** It says how an object is made and nothing of what it is: once it is there, another value changes nothing. */
  readonly onlyMakes?: true;
  /** The value is a list of people, each by user id or e-mail address. */
  readonly namesPeople?: true;
  /**
   * The attribute whose value it belongs to: of another one it says nothing, so the service clears it where that changes, and it is
   * carried over only where that stays.
   */
  readonly belongsTo?: string;
  /**
   * The attribute that refers to another object: where nobody sets this one, it is what that object's attribute of the same name
   * is. Every API version shows it, also one in which nobody can set it.
   */
  readonly inheritedFrom?: string;
  /** Attributes that cannot be beside it: the service clears them when this one gets a value. */
  readonly clears?: readonly string[];
  /** Order of a list does not matter. */
  readonly set?: boolean;
  /** Idempotent canonical form for comparing; applied to both sides. */
  readonly normalise?: (value: Json) => Json;
  /** Whether a live value satisfies a declared one, where equality after `normalise` is not the question. */
  readonly satisfies?: (declared: Json, live: Json, currentUser?: CallContext["currentUser"]) => boolean;
  /** The live value as a layout would declare it, where that differs from the live value. */
  readonly toLayout?: (live: Json) => Json;
  /** Two different valid values, for conformance tests and documentation. Not for references. */
  readonly samples: readonly [Json, Json] | readonly [];
  /**
   * `nullAs`: the word for null in Terraform, where an attribute that is left out is not managed and null means something.
   * No value that the rule allows. `asJson`: in Terraform it is JSON in a text, because its values have no fixed fields.
   */
  readonly terraform?: { readonly nullAs?: string; readonly asJson?: true };
}

/** Which changes of a value let more people in. */
export interface Widening {
  /** `visibility`: more people can see it. `access`: more people may do something, or some may do more. */
  readonly kind: "visibility" | "access";
  /** Values as in a plan: null is what is not set, an object of the layout is `{ $ref }`. */
  readonly isWider: (before: Json, after: Json) => boolean;
}

/** One thing that the service tells about an object. */
export type ComputedAttribute = ReportedValue & {
  /** What of the object changes it when it is written; where it is an object itself, of each of its fields where these differ. */
  readonly follows: Follows | Readonly<Record<string, Follows>>;
} & (
    | ShownInPlans
    | { readonly sensitive: true; readonly publicAddress?: never; readonly boundUntil?: never }
  );

/** Something that the service tells and nobody sets. */
export interface ReportedValue {
  readonly description: string;
  readonly schema: z.ZodType;
  /** Never shown. Terraform has it in its state, and shows it nowhere either. */
  readonly sensitive?: boolean;
}

/** What a plan says of a value, which is then no secret. */
interface ShownInPlans {
  readonly sensitive?: false;
  /** The field of it that says where readers find the object. */
  readonly publicAddress?: string;
  /**
   * Where it has a value, no other object can take the place of this one, because no call gives the value to another. What a person
   * does so that one can, in sentences.
   */
  readonly boundUntil?: string;
}

/**
 * What a computed value follows: parts of the object, of which writing one may change it; none, and no write of the object does; or
 * whatever is written of it. What the service does by itself is not meant.
 */
export type Follows = readonly (KeyField | typeof theDefaultRole)[] | "any write";

/** That it is the default among its siblings, as what a computed value follows. */
export const theDefaultRole = { defaultRole: true } as const;

/** How an object is recognised, best first. Pairing is one to one. */
export interface Identity {
  /** The natural key: how a person would name it. */
  readonly key: readonly KeyField[];
  /** Only fields that the creating call carries: how it is found again after a lost answer. */
  readonly createKey: readonly KeyField[];
  /** Further keys that say less, tried after both, for what is inside of a scope: a layout has authority over all of it. */
  readonly fallbackKeys?: readonly (readonly KeyField[])[];
  /**
   * Pair by key, then by fallback keys, then by create key. For types whose create key says less than a fallback key does: a site
   * space that is re-pointed in place is recognised by its path before it is by its space.
   */
  readonly matchByCreateKeyLast?: boolean;
  /**
   * What tells that an object which left the layout, and a new one under the same parent, are one whose key has changed. Where
   * several could be the same, nothing does.
   */
  readonly recognizedBy?: readonly Recognition[];
  /**
   * What tells that an object which left one parent, and a new one under another parent of the same scope, are one. Where several
   * could be the same, nothing does.
   */
  readonly externalIdAttribute?: readonly KeyField[];
  /** Whether the service allows two objects with the same key. */
  readonly keyIsUnique: boolean;
  /** The attribute whose value is the object's id. Absent: the service makes one up. */
  readonly idAttribute?: string;
}

/**
 * By an attribute of the first child; by more than half of the children; or by the place among its siblings, where the key differs
 * in nothing but what it refers to.
 */
export type Recognition =
  | { readonly firstChild: string }
  | { readonly children: "most" }
  | { readonly place: "same" };

/** The identity of a call: which organization, which API version, which scope. */
export interface CallContext {
  readonly organizationId: string;
  readonly apiVersion: ApiVersion;
  /** Id of the object that addresses this one, where the type has a scope. */
  readonly scopeId?: string;
  /** The user that the token acts for, where known. */
  readonly currentUser?: { readonly id: string; readonly email?: string };
}

export interface ContainerRule {
  /** Types that may contain it, besides the root of its scope. */
  readonly types: readonly string[];
  /** Whether the root of the scope may contain it. */
  readonly rootAllowed: boolean;
  /** The layout field that names the container; absent where nesting in the layout says it. */
  readonly layoutField?: string;
  /** Whether the creating call can place it, by API version. */
  readonly atCreate: Readonly<Record<ApiVersion, boolean>>;
  /** What a change of container takes, by API version. */
  readonly change: Readonly<Record<ApiVersion, "move" | "replace">>;
  /** The calls that bring it from one container to another; ids, null is the root. Absent where a change is a replace. */
  readonly moveInto?: (
    context: CallContext,
    id: string,
    from: string | null,
    to: string | null,
  ) => readonly Call[];
}

export interface OrderRule {
  /** Types that name the same set and share a container are siblings in one order. */
  readonly siblingSet: string;
  /** API versions in which the order is among objects of the type alone: of the others the service tells no place. */
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
  /** Among whom there is one default. */
  readonly within: "scope" | "container";
  /** Readers find the default at the address of what holds it: a new one changes where both are. */
  readonly publicAddress?: true;
  /** The call that makes it the default; it is a write on the container, or on the scope's object at the root. */
  readonly setDefault: (
    context: CallContext,
    id: string,
    container: { readonly type: string; readonly id: string } | null,
  ) => Call;
}

export interface FirstChildRule {
  /** Type of the child that the creating call makes by itself. The first declared child is the one that is made with it. */
  readonly type: string;
  /** Attributes of that child which the creating call carries. */
  readonly carries: readonly string[];
}

export interface UniqueRule {
  readonly attribute: string;
  readonly within: "organization" | "scope" | "container";
  /**
   * The attribute whose slug the service takes as the value at creation, until another is written: so a creation may take a value
   * that another object wants.
   */
  readonly derivedFrom?: string;
}

export interface DeletionRule {
  readonly call: (context: CallContext, id: string) => Call;
  /**
   * What is inside it (by container or scope) when it is deleted: `implied`, the service takes it along and docsform lists
   * it; `first`, each is deleted or moved out by a step of its own before.
   */
  readonly contents: "implied" | "first";
  /** The service does not delete the last of the siblings: so new ones are added before. */
  readonly addBeforeDelete?: boolean;
}

/** Another operation that creates an object: as a copy of one that is there. */
export interface CopyRule {
  /** The attribute that names the source. Where it is declared, this call is made, which carries nothing else. */
  readonly attribute: string;
  /** The answer is that of the usual creating call. The copy begins with all that its source is, its place included. */
  readonly call: (context: CallContext, sourceId: string) => Call;
}

/** How an object with these attributes is made as a copy; undefined: it is made anew. */
export function copyRuleOf(
  { creation }: ResourceType,
  attributes: Readonly<Record<string, unknown>>,
): CopyRule | undefined {
  const rule = creation?.copy;
  return rule !== undefined && (attributes[rule.attribute] ?? null) !== null ? rule : undefined;
}

/** What a creating call says of the object. */
export interface CreatingInput {
  /** Declared attributes that the creating call can carry, resolved: ids for references, text for secrets. */
  readonly attributes: JsonObject;
  /** null: the root. Given only where the creating call can place it in this API version. */
  readonly containerId: string | null;
  /** What the creating call carries of the child that is made with it. */
  readonly firstChild?: JsonObject;
}

export interface CreationRule {
  readonly call: (context: CallContext, input: CreatingInput) => Call;
  readonly copy?: CopyRule;
  /** The object, and the children made together with it, in the answer. Throws when the answer does not hold them. */
  readonly created: (answer: Json) => {
    readonly object: FoundObject;
    readonly children: readonly FoundObject[];
  };
}

/** A call that changes attributes of an existing object. */
export interface Writer {
  readonly name: string;
  /** The attributes that it carries. An attribute of no writer cannot change after creation: a change is a replace. */
  readonly attributes: readonly string[];
  readonly call: (
    context: CallContext,
    id: string,
    /** Only the attributes to change: resolved new values, and what was live before (absent just after a create). */
    change: { readonly values: JsonObject; readonly before: JsonObject },
  ) => Call;
  /** The object in the answer, to compare with what was asked. Absent or undefined: the answer does not show it. */
  readonly answered?: (answer: Json) => FoundObject | undefined;
  /** A success by status that is a refusal by content. */
  readonly rejected?: (answer: Json) => CheckFailure | undefined;
  /** `last`: only after every other step of the object's contents succeeded (publication). */
  readonly stage?: "last";
  /** Where the write is a Terraform resource of its own: the values while it exists, and those after it is destroyed. */
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
  /** Type of which one read is made for each object; absent: one read for the organization. */
  readonly of?: string;
  /** Types that it finds. Together the reads of a registry cover every type. */
  readonly finds: readonly string[];
  /** API versions in which it is made. Absent: those that have its operation. */
  readonly apiVersions?: readonly ApiVersion[];
  readonly call: (context: CallContext, ownerId: string) => Call;
  /** Objects in one item of a paged answer, or in the whole of an unpaged one; siblings in their order. */
  readonly found: (answer: Json) => readonly FoundObject[];
  /** Objects in the answer of kinds that docsform does not know: kind and container of each; null for the owner itself. */
  readonly unknownKinds?: (
    answer: Json,
  ) => readonly { readonly kind: string; readonly container: ObjectName | null }[];
  /** The API versions that an item can be of; undefined: it does not tell. */
  readonly revealsApiVersion?: (answer: Json) => readonly ApiVersion[] | undefined;
}

/** The call that creates an object: as a copy of what its attributes name, where they do. */
export function creatingCall(creation: CreationRule, context: CallContext, input: CreatingInput): Call {
  const { copy } = creation;
  const source = copy === undefined ? undefined : input.attributes[copy.attribute];
  return copy !== undefined && typeof source === "string"
    ? copy.call(context, source)
    : creation.call(context, input);
}

/** Whether a service of the API version has the operation that creates objects of the type with such attributes. */
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

/** The attribute by which objects of the type are made as copies, where a service of the API version can. */
export function copyAttribute(type: ResourceType, apiVersion: ApiVersion): string | undefined {
  const name = type.creation?.copy?.attribute;
  return name !== undefined && isCreatable(type, apiVersion, { [name]: "" }) ? name : undefined;
}

/** Whether a service of the API version has the operation that puts objects of the type beside one another. */
export function isSortable({ name, order }: ResourceType, apiVersion: ApiVersion): boolean {
  if (order === undefined) return false;
  const item = { type: name, id: "" };
  const { endpoint } = order.sort({ organizationId: "", apiVersion, scopeId: "" }, item, { after: item });
  return isServed(endpoint, apiVersion);
}

/** Whether a read is made where the service is of an API version. */
export function isMadeIn(
  { endpoint, apiVersions }: Pick<BulkRead, "endpoint" | "apiVersions">,
  apiVersion: ApiVersion,
): boolean {
  return isServed(endpoint, apiVersion) && apiVersions?.includes(apiVersion) !== false;
}

/** A read of one object by its id, which answers 404 where there is none. */
export interface ReadById {
  readonly endpoint: Endpoint;
  readonly call: (context: CallContext, id: string) => Call;
  readonly found: (answer: Json) => FoundObject;
}

/** Asks who the token acts for. */
export interface CurrentUserRead {
  readonly endpoint: Endpoint;
  readonly user: (answer: Json) => NonNullable<CallContext["currentUser"]>;
}

export interface DetailRead {
  readonly attribute: string;
  readonly endpoint: Endpoint;
  readonly call: (context: CallContext, id: string) => Call;
  /** The attribute's live value from all items of a paged answer, or from the one answer that there is. */
  readonly value: (items: readonly Json[]) => Json;
  /** The value where the service answers 404 because nobody has set one. Absent: such an answer is an error. */
  readonly absent?: Json;
}

/** What an object shows in a read of its own, and that nobody declares: a data source, and a part of `pull --all`. */
export interface View {
  /** Follows the type's name: `versions` is `docs_openapi_spec_versions` in Terraform. */
  readonly name: string;
  /** How a person says it. */
  readonly label: string;
  /** What it is, in a sentence. */
  readonly description: string;
  /** Where the operation pages, it tells of several things, each with these fields. */
  readonly endpoint: Endpoint;
  readonly call: (context: CallContext, id: string) => Call;
  /** `asJson`: in Terraform it is JSON in a text, because its values have no fixed fields. */
  readonly fields: Readonly<Record<string, ReportedValue & { readonly asJson?: true }>>;
  /** The fields in the answer, or in one item of a list. */
  readonly valuesIn: (answer: Json) => JsonObject;
}

export interface CheckFailure {
  /** Declared among the type's `codes`. */
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
  /** The attribute at fault. */
  readonly attribute?: string;
}

/** A field in which a layout writes what is inside of an object. Whether that has an order, the types of it say. */
export interface ContentsField {
  readonly field: string;
  readonly types: readonly string[];
  /** What is not declared there is to be deleted. */
  readonly owned?: boolean;
}

/** How a layout writes the type. */
export type LayoutSyntax = {
  /** Attribute names that make the object's part of an address, first present one wins; `$key` is the key in a map. */
  readonly addressBy: readonly string[];
  /** What is written inside this object, in fields beside one another; each type in one of them. */
  readonly contents?: readonly ContentsField[];
} & (
  | {
      /** The field at the top of the layout that names the one object of the type: its id, or its fields with its id. */
      readonly kind: "head";
      readonly field: string;
    }
  | {
      /** A map at the top of the layout: key → object. */
      readonly kind: "map";
      readonly field: string;
      /** The attribute that the key of the map is, where the key is more than a name. */
      readonly keyAttribute?: string;
      /** Attributes that tell apart what has one name: a key that is made for a variant ends with them. */
      readonly distinguishedBy?: readonly string[];
    }
  | {
      /** An item of another object's contents, recognised by this field. */
      readonly kind: "item";
      readonly field: string;
      /** The attribute that the field holds. */
      readonly attribute: string;
      /** A bare string stands for `{ field: string }`. */
      readonly shorthand?: boolean;
      /** Attributes that must be declared except on the first item of its type among its siblings. */
      readonly requiredAfterFirst?: readonly string[];
      /** Attributes that must always be declared. */
      readonly required?: readonly string[];
      /** The field that marks the default. */
      readonly defaultField?: string;
      /**
       * The field of what addresses it in which it is written, where that type does not name it among its contents: so a
       * new type joins an old one. Types that name the same field stand in it together.
       */
      readonly writtenIn?: { readonly field: string; readonly owned?: boolean };
    }
);

/** Version of the Terraform state, and how older ones are upgraded. */
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

/** The organization is the object that the head of a layout names. */
export function isOrganization({ layout }: ResourceType): boolean {
  return layout.kind === "head";
}

/** The name of those with whom objects of the type share an order; undefined: they have none. */
export function siblingSetOf({ name, order }: ResourceType, apiVersion: ApiVersion): string | undefined {
  return order?.aloneIn?.includes(apiVersion) === true ? name : order?.siblingSet;
}

/** Whether objects of a type are only imported: docsform never made them, so it forgets them where it deletes others. */
export function isOnlyImported({ creation, scope }: ResourceType): boolean {
  return creation === undefined && scope === undefined;
}

/** Whether an object is the user that the token acts for. */
export function isOwnUser(type: ResourceType, id: string, currentUser: CallContext["currentUser"]): boolean {
  return type.arePeople === true && currentUser?.id === id;
}

/** The writer that carries an attribute; undefined when it can only be set at create. */
export function writerOf(type: ResourceType, attribute: string): Writer | undefined {
  return type.writers.find((writer) => writer.attributes.includes(attribute));
}

/** The declared attributes whose values belong to that of one that changes: they are written again with it. */
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
 * The attributes that the service clears when these values are written to an object that is there: what cannot be beside them, and
 * what belongs to another value.
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

/** The attributes that cannot be beside these values. */
export function clearedBy(
  { attributes }: ResourceType,
  written: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.keys(written)
    .filter((name) => written[name] !== null)
    .flatMap((name) => attributes[name]?.clears ?? []);
}
