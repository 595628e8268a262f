import * as z from "zod";
import type { Json } from "../../util/json.ts";
import type { ApiVersion } from "../endpoint.ts";
import type { Attribute } from "../resource-type/attribute.ts";
import type { ComputedAttribute } from "../resource-type/computed-attribute.ts";
import type { Named } from "../resource-type/type-names.ts";

/*
 * A plain type is what these facts say: its operations, the emulator's side of them, their scenario and the resource type are derived from them.
 */

/** The names of fields, from the outermost to the innermost. */
export type Path = readonly [string, ...string[]];

/** A value that a layout can set. */
export interface FieldFacts extends Omit<Attribute, "atCreate"> {
  /** Absent: the create call must contain it, unless it has a default, or is nullable or derived. */
  readonly atCreate?: Attribute["atCreate"];
  /** The update call does not have it, so a change replaces the object. */
  readonly isFixed?: true;
  /** Where bodies have it. Absent: in the field of its name. */
  readonly at?: Path;
  /** Where responses have it. Absent: where bodies have it. */
  readonly shownAt?: Path;
  /** Texts beside it in the object that contains it, such as the kind of a union. An object with other texts does not have the field. */
  readonly beside?: Readonly<Record<string, string>>;
  /** The published contract does not promise it in responses. */
  readonly mayBeAbsent?: true;
  /** What the service has for null. */
  readonly unset?: Json;
  /** Its form in bodies and responses, if it is not the declared one. */
  readonly wire?: {
    readonly schema: z.ZodType;
    readonly to: (declared: Json) => Json;
    readonly from: (shown: Json) => Json;
  };
}

/** A value that the service adds. */
export type ComputedFacts = ComputedAttribute & {
  readonly shownAt?: Path;
  readonly mayBeAbsent?: true;
  /** How the emulator makes it. */
  readonly make: (record: { readonly id: string; readonly createdAt: string }) => Json;
};

interface CommonFacts extends Pick<Named, "label" | "description"> {
  /** The type whose objects have it, such as the site of a share link. Absent: the organization. */
  readonly within?: string;
  /** The API versions that have the operations. Absent: those with a published contract. */
  readonly apiVersions?: readonly ApiVersion[];
  readonly fields: Readonly<Record<string, FieldFacts>>;
}

/** What responses have beside the fields. */
interface ShownFacts {
  /** The value of `object`. */
  readonly object: string;
  /** Values that the service adds. Only the emulator shows those of settings. */
  readonly computed?: Readonly<Record<string, ComputedFacts>>;
}

/** Objects of one type, with a list, a create, an update and a delete call. */
interface ListedFacts extends CommonFacts {
  readonly type: string;
  /** The path of the list. */
  readonly path: string;
  /** The published names of the operations. */
  readonly operations: Readonly<Record<"list" | "create" | "update" | "delete", string>>;
  /** The parameter that names an object in the path of its calls. */
  readonly idParam: string;
  /** The list of them in a layout, and the field of an item that has its key. */
  readonly layout: { readonly list: string; readonly item: string };
}

/** A list of objects that have ids of their own. */
export interface ListFacts extends ListedFacts, ShownFacts {
  readonly kind: "list";
  /** The field by which a person names one. */
  readonly key: string;
  /** Whether the service refuses a second object with that value. */
  readonly keyIsUnique: boolean;
  readonly bulk?: BulkFacts;
}

/**
 * A PUT of the list's path that creates, changes and deletes several objects by their keys, which must be unique. An item has the fields of
 * the create call; those that it leaves out are reset. No field may be secret, because docsform sends an item whole.
 */
export interface BulkFacts {
  /** The published name of the operation. */
  readonly operation: string;
  /** The field of the body with the items, and that of the response with a result for each: its key, and its `id` or its `error`. */
  readonly items: string;
  readonly results: string;
  readonly mostItems: number;
  /** The field of an item whose null deletes the object. Absent: the call deletes nothing. */
  readonly nullDeletes?: string;
  /** Computed values that a result has too. */
  readonly shown?: readonly string[];
}

/** Objects that say what another object is in their scope. The id is `SCOPE/OTHER`. The create call has no response. */
export interface AssociationFacts extends ListedFacts {
  readonly kind: "association";
  readonly other: {
    readonly type: string;
    readonly description: string;
    /** The field of the create call with a list of the other objects' ids. */
    readonly sentIn: string;
    /** The field of an item with the other object, and that object's field with its name. */
    readonly shownIn: string;
    readonly nameIn: string;
    /** The operation by which the emulator reads the other object. */
    readonly read: string;
  };
  /** The path of the create call. */
  readonly createPath: string;
}

/** Settings that exist with their scope: one attribute of its type. A layout manages those that it declares. */
export interface SingletonFacts extends CommonFacts, ShownFacts {
  readonly kind: "singleton";
  readonly within: string;
  /** The attribute of the scope. */
  readonly attribute: string;
  readonly path: string;
  readonly operations: Readonly<Record<"get" | "update", string>>;
  /** The update call replaces all settings, so it needs those that a layout does not declare. Absent: it changes only what it contains. */
  readonly isWritten?: "whole";
}

export type Facts = ListFacts | AssociationFacts | SingletonFacts;

/** The published names of the operations of a list, which mostly follow from one word. */
export function operationNames<const Word extends string>(word: Word) {
  return {
    list: `list${word}s`,
    create: `create${word}`,
    update: `update${word}ById`,
    delete: `delete${word}ById`,
  } as const;
}

/** When the service made an object. */
export const createdAt = {
  description: "Time of creation, ISO 8601.",
  schema: z.string(),
  follows: [],
  make: (record) => record.createdAt,
} as const satisfies ComputedFacts;

/** The URL of an object in the API. */
export const apiUrl = {
  description: "URL in the API.",
  schema: z.string(),
  follows: [],
  shownAt: ["urls", "location"],
  make: () => "/",
} as const satisfies ComputedFacts;

/** Whether the create call must, may or cannot contain a field. */
export function atCreateOf({
  atCreate,
  nullable,
  derived,
  oneOf,
  default: usual,
}: FieldFacts): Attribute["atCreate"] {
  const isOptional = nullable === true || derived === true || oneOf !== undefined || usual !== undefined;
  return atCreate ?? (isOptional ? "accepted" : "required");
}

/** Whether a call can contain a field. */
export function isCarried(field: FieldFacts, call: "create" | "update"): boolean {
  return call === "create" ? atCreateOf(field) !== "no" : field.isFixed !== true;
}
