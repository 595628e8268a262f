import type { Address } from "./address.ts";
import type { SourcePosition } from "./diagnostic.ts";
import { isJsonObject, type Json } from "./json.ts";
import { Secret } from "./secret.ts";

/** A reference to an object of the same layout. A reference to an object by id is the id itself, a string. */
export interface Reference {
  readonly $ref: Address;
}

export function isReference(value: unknown): value is Reference {
  return isJsonObject(value) && typeof value["$ref"] === "string";
}

/** What a layout may give an attribute. References stand at the top of an attribute, secrets anywhere in it. */
export type DesiredValue =
  | Json
  | Reference
  | Secret
  | { readonly [key: string]: DesiredValue }
  | readonly DesiredValue[];

/** One object as a layout declares it. Only what was declared is present: omitted is not managed. */
export interface DesiredObject {
  readonly address: Address;
  readonly type: string;
  /** The object whose id addresses this one (the site of a section). Absent: the organization. */
  readonly scope?: Address;
  /** What it is inside of: an object of the layout, an id, or null for the root of its scope. Absent: not managed. */
  readonly container?: Reference | string | null;
  /** Declared attributes by their names in the type's declaration. null clears. */
  readonly attributes: Readonly<Record<string, DesiredValue>>;
  /** Declared to be the default among its siblings. Absent: not managed. */
  readonly isDefault?: true;
  /** `id:` the object that this is, and no other. */
  readonly pin?: string;
  /** `was:` former values of key attributes. */
  readonly was?: Readonly<Record<string, DesiredValue>>;
  /** `was:` what it was inside of; null for the root of its scope. Absent: what it is inside of now. */
  readonly wasIn?: Reference | string | null;
  /** `protect: true` refuses deletion and replacement. Absent: not declared. */
  readonly protect?: boolean;
  /** Attributes that are sent at create and left to others afterwards. */
  readonly ignore: readonly string[];
  /** Types of which it is to hold what the layout declares and no more (those of the `structure` of a site). */
  readonly owns: readonly string[];
  /** The children that it declares are to be in their order, and no other is moved. Owned contents are ordered anyway. */
  readonly ordersContents?: true;
  /** Place among its siblings as declared, from 0. */
  readonly rank: number;
  /** The order of its siblings leaves it out: it stays where it is. */
  readonly isUnordered?: true;
  readonly at?: SourcePosition;
  /** Positions of attributes, by name. */
  readonly positions?: Readonly<Record<string, SourcePosition>>;
}

/** The object in whose entry an item is written: its container, or at the root its scope. An entry of a map has none. */
export function ownerOf({ container, scope }: DesiredObject): Address | undefined {
  return scope === undefined ? undefined : isReference(container) ? container.$ref : scope;
}

/** A share such as 0.3, or a count. */
export type Threshold = { readonly share: number } | { readonly count: number };

/** What an apply may not do without a person's word. */
export interface Safety {
  readonly maxDeletes?: Threshold;
  readonly maxChanges?: Threshold;
  /** It takes back nothing that somebody changed on the service. */
  readonly undo?: "refuse";
}

/** A whole layout, checked and resolved. */
export interface DesiredWorld {
  /** What the layout calls itself. Absent: it is called after its file. */
  readonly name?: string;
  /** Which of the layout's environments this is. Absent: it has none. */
  readonly environment?: string;
  readonly organizationId: string;
  readonly objects: readonly DesiredObject[];
  /** How people write it. Absent: as YAML. */
  readonly writtenAs?: "constructs";
  /** Types whose undeclared objects are deleted. */
  readonly prune: readonly string[];
  /** What the state knows and the layout has no more is deleted, as Terraform does with what is in its state. */
  readonly deletesForgotten?: true;
  readonly safety: Safety;
}

/** The value with secrets replaced by what `replace` makes of them. */
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
