import type * as z from "zod";
import { groupBy } from "../../util/groups.ts";
import type { Json } from "../../util/json.ts";
import type { ExplainedCode } from "../codes/code-entry.ts";
import type { Words } from "../codes/fail.ts";
import type { DesiredValue } from "../desired-world.ts";
import type { Kinds } from "../value-kind.ts";
import type { CallContext } from "./call-context.ts";
import type { Opens } from "./opens.ts";

/** The values that a layout can set. */
export interface Declarable {
  readonly attributes: Readonly<Record<string, Attribute>>;
  /** Rules across attributes. docsform checks them before it sends anything. */
  readonly check?: (attributes: Readonly<Record<string, DesiredValue>>) => readonly CheckFailure[];
  /** Entries for the codes of its checks. */
  readonly codes?: Readonly<Record<string, ExplainedCode>>;
}

/** A value that a layout can set. */
export interface Attribute extends Kinds {
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
  /**
   * How its values decide who sees or may do something, and where readers find it. A pulled layout contains a value that gives rights
   * unless it is the default, also if it is null.
   */
  readonly opens?: Opens;
  /** The value that the service refuses for the default at the top level of its scope, and for the default inside that default. */
  readonly notInDefault?: Json;
  /** docsform never shows it, and never stores it in clear. */
  readonly sensitive?: boolean;
  /** Whether the service never returns this declared value. docsform then compares it with the state. */
  readonly unreadable?: (declared: Json) => boolean;
  /** The value refers to an object of this type. In a request it is that object's id. */
  readonly reference?: { readonly type: string };
  /** The value is the id of something that no layout declares, such as a page. No other organization has it. */
  readonly foreignId?: true;
  /** It is used only at creation. A later change has no effect. */
  readonly onlyAtCreate?: true;
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
  /**
   * The word for a union. An object has exactly one of the attributes with the same word, such as a URL or a section to which it leads: the
   * others are null, and the service clears them when this one gets a value.
   */
  readonly oneOf?: string;
  /** A layout manages the fields of the map that it declares. The other ones keep their values. */
  readonly isPartial?: true;
  /** Order of a list does not matter. Its items are the parts of its value. */
  readonly set?: boolean;
  /** For a set: whether the service may have an item that a layout does not declare. The layout then leaves this item alone. */
  readonly isOptional?: (item: Json, currentUser: CallContext["currentUser"]) => boolean;
  /** Idempotent canonical form of a value. docsform applies it to both sides of a comparison. */
  readonly normalize?: (value: Json) => Json;
  /**
   * Whether a live value satisfies a declared one. Absent: they must be equal after `normalize`, and the fields of a map are the parts of its
   * value. For a set, it also compares single items, each as a list of its own.
   */
  readonly satisfies?: (declared: Json, live: Json) => boolean;
  /**
   * The live value in the form that a layout declares, if that form differs, and in the words of `beside` where it has several. A declared
   * value stays as it is.
   */
  readonly toLayout?: (live: Json, beside?: Json) => Json;
  /** Two different valid values, for conformance tests and documentation. Not for references. */
  readonly samples: readonly [Json, Json] | readonly [];
  /**
   * `nullAs`: the word for null in Terraform, where an omitted attribute is not managed and null has a meaning. The schema does not
   * allow the word as a value. `asJson`: in Terraform the value is JSON in a text, because it has no fixed fields. `shown`: what plans
   * show of a value that Terraform hides.
   */
  readonly terraform?: {
    readonly nullAs?: string;
    readonly asJson?: true;
    readonly shown?: ShownPart;
  };
}

/** The part of a value that is no secret, as an attribute of its own. */
export interface ShownPart {
  /** Name in Terraform. */
  readonly name: string;
  readonly description: string;
  /** null: the value has no such part. */
  readonly of: (value: Json) => string | null;
}

/** A broken rule of a type, in the words of the type's `codes`. */
export interface CheckFailure extends Words<string> {
  /** The attribute at fault. */
  readonly attribute?: string;
}

/** The attributes that refer to objects of the type with this name. */
export function referringAttributes({ attributes }: Declarable, typeName: string): readonly string[] {
  return Object.keys(attributes).filter((name) => attributes[name]?.reference?.type === typeName);
}

/** The attributes of each union of which an object has none or several, given the names of those that it has. */
export function brokenUnions(
  { attributes }: Declarable,
  isGiven: (name: string) => boolean,
): readonly { readonly among: readonly string[]; readonly given: readonly string[] }[] {
  const inUnion = Object.keys(attributes).filter((name) => attributes[name]?.oneOf !== undefined);
  return [...groupBy(inUnion, (name) => attributes[name]?.oneOf).values()]
    .map((among) => ({ among, given: among.filter(isGiven) }))
    .filter(({ given }) => given.length !== 1);
}
