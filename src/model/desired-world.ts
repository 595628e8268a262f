import { isJsonObject, type Json } from "../util/json.ts";
import type { Address } from "./address.ts";
import type { SourcePosition } from "./diagnostic.ts";
import { Secret } from "./secret.ts";

/** A reference to an object of the same layout. A reference to an object by id is the id itself, a string. */
export interface Reference {
  readonly $ref: Address;
}

export function isReference(value: unknown): value is Reference {
  return isJsonObject(value) && typeof value["$ref"] === "string";
}

/** A value that a layout can declare for an attribute. A reference is the whole value; secrets can be anywhere in it. */
export type DesiredValue =
  | Json
  | Reference
  | Secret
  | { readonly [key: string]: DesiredValue }
  | readonly DesiredValue[];

/** One object as a layout declares it. docsform does not manage attributes and roles that are absent here. */
export interface DesiredObject {
  readonly address: Address;
  readonly type: string;
  /** The object that owns this one in the API, such as the site of a section. Absent: the organization. */
  readonly scope?: Address;
  /** Parent: an object of the layout, an id, or null for the top level of its scope. Absent: not managed. */
  readonly container?: Reference | string | null;
  /** Declared attributes, by their names in the resource type. null clears an attribute. */
  readonly attributes: Readonly<Record<string, DesiredValue>>;
  /** The layout makes it the default among its siblings. Absent: not managed. */
  readonly isDefault?: true;
  /** `id:` the id of the live object. */
  readonly pin?: string;
  /** `was:` former values of key attributes. */
  readonly was?: Readonly<Record<string, DesiredValue>>;
  /** `was:` the former parent; null for the top level of its scope. Absent: the parent is the same. */
  readonly wasIn?: Reference | string | null;
  /** `protect: true` refuses deletion and replacement. Absent: not declared. */
  readonly protect?: boolean;
  /** Attributes that docsform sets at creation and leaves to others afterwards. */
  readonly ignore: readonly string[];
  /** Types whose undeclared objects inside it docsform deletes, such as those of a site's `structure`. */
  readonly owns: readonly string[];
  /** Types whose objects inside it docsform deletes if it declared them at the last apply, such as a site's redirects. */
  readonly manages?: readonly string[];
  /** Orders the declared children and moves no others. Owned contents are always ordered. */
  readonly ordersContents?: true;
  /** Declared place among its siblings, from 0. */
  readonly rank: number;
  /** The order of its siblings omits it, so it stays at its place. */
  readonly isUnordered?: true;
  readonly at?: SourcePosition;
  /** Positions of attributes, by name. */
  readonly positions?: Readonly<Record<string, SourcePosition>>;
}

/** The object whose entry contains this item: its parent, or its scope at the top level. Undefined for an entry of a map. */
export function ownerOf({ container, scope }: DesiredObject): Address | undefined {
  return scope === undefined ? undefined : isReference(container) ? container.$ref : scope;
}

/** An existing object that a layout names by its values and does not manage. After the refresh its id takes its place. */
export interface OutsideObject {
  /** Only references in the layout have it. */
  readonly address: Address;
  readonly type: string;
  /** The object that owns it in the API, such as the site of a section: another outside object, or an id. Absent: the organization. */
  readonly scope?: Reference | string;
  /** Its parent. Absent: it may be anywhere in its scope. */
  readonly container?: Reference | string;
  /** The values by which exactly one live object is found. */
  readonly attributes: Readonly<Record<string, Json>>;
  readonly at?: SourcePosition;
}

/** A share such as 0.3, or a count. */
export type Threshold = { readonly share: number } | { readonly count: number };

/** Limits of an apply. A flag permits more. */
export interface Safety {
  readonly maxDeletes?: Threshold;
  readonly maxChanges?: Threshold;
  /** `refuse`: an apply undoes no change that was made on the service. Absent: it may undo them. */
  readonly undo?: "refuse";
  /** `refuse`: an apply opens nothing to more people. Absent: it may, and the plan says what it opens. */
  readonly opens?: "refuse";
}

/** A whole layout, validated and with its references resolved. */
export interface DesiredWorld {
  /** Name that the layout declares. Absent: it has the name of its file. */
  readonly name?: string;
  /** Which of the layout's environments this is. Absent: it has none. */
  readonly environment?: string;
  readonly organizationId: string;
  readonly objects: readonly DesiredObject[];
  /** Existing objects that the layout names by their values. Absent after the refresh: references to them are ids then. */
  readonly outside?: readonly OutsideObject[];
  /** The paths of an app's constructs, by the addresses of their objects. Absent: people write the layout as YAML. */
  readonly constructPaths?: ReadonlyMap<Address, string>;
  /** Types whose undeclared objects are deleted. */
  readonly prune: readonly string[];
  /** docsform deletes objects that the state has and the layout no longer declares, as Terraform does. */
  readonly deletesRemoved?: true;
  /** Ids of objects that stay. An apply deletes what the layout declared inside them, and no longer declares. */
  readonly deletesRemovedIn?: readonly string[];
  readonly safety: Safety;
}

/** The value with each secret replaced by the result of `replace`. */
export function mapSecrets(value: DesiredValue, replace: (secret: Secret) => Json): Json {
  if (value instanceof Secret) return replace(value);
  if (Array.isArray(value)) return value.map((item: DesiredValue) => mapSecrets(item, replace));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, mapSecrets(item as DesiredValue, replace)]),
    );
  }
  return value as Json;
}
