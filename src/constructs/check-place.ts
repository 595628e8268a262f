import type { TerraformProvider } from "cdktf";
import type { IConstruct } from "constructs";
import { wordsOf } from "../model/codes/app-words.ts";
import type { constructsCodes } from "../model/codes/constructs-codes.ts";
import type { FactsOf } from "../model/codes/fail.ts";
import { attributesIn } from "../model/key-field.ts";
import type { UniqueRule } from "../model/resource-type/identity.ts";
import type { Json } from "../util/json.ts";
import { objectGiven } from "./check-references.ts";
import { containsTerraformToken } from "./check-values.ts";
import { identityOf } from "./identity-of.ts";
import { problemText } from "./problem-text.ts";
import type { DocsReference } from "./references.ts";
import { register } from "./register.ts";
import { organizationKey } from "./stacks.ts";
import { typeOf } from "./types.ts";

/** The place of an object. Unique values are unique within it. */
export interface ObjectPlace {
  /** The object that addresses it, such as its site. Absent: the organization. */
  readonly scope?: DocsReference<string> | undefined;
  /** The object that contains it. Absent: the top of the scope. */
  readonly container?: DocsReference<string> | undefined;
  readonly provider?: TerraformProvider | undefined;
}

/** Problems, one sentence each: values that another object of the app, in any stack of its organization, already uses. */
export function checkPlace(
  owner: IConstruct,
  kind: string,
  values: object,
  place: ObjectPlace,
): readonly string[] {
  const type = typeOf(kind);
  const given = values as Readonly<Record<string, unknown>>;
  const problems: string[] = [];
  for (const { attribute, within } of type.unique ?? []) {
    const rule = type.attributes[attribute];
    const value = rule?.reference === undefined ? given[attribute] : partOfKey(given[attribute]);
    if (value === undefined || containsTerraformToken(value)) continue;
    const normalize = rule?.normalize ?? ((same: Json) => same);
    const first = register(
      owner,
      keyOf([kind, attribute, normalize(value as Json), area(owner, within, place)]),
    );
    if (first !== undefined)
      problems.push(notUnique({ case: "value", other: first.node.path, field: attribute }));
  }
  problems.push(...registerName(owner, kind, given, place), ...registerKey(owner, kind, given, place));
  if (given["default"] === true) problems.push(...registerDefault(owner, kind, place));
  return problems;
}

/**
 * Registers the object that an object shows, unless another value distinguishes the object from its siblings. Without one, the service
 * chooses the distinguishing value, and a later reader of the app cannot know which of two siblings has which value.
 */
export function registerName(
  owner: IConstruct,
  kind: string,
  values: Readonly<Record<string, unknown>>,
  place: ObjectPlace,
): readonly string[] {
  const { attributes, layout } = typeOf(kind);
  const distinguishing = layout.addressBy.filter((name) => attributes[name]?.reference === undefined);
  const referenceName = layout.addressBy.find((name) => attributes[name]?.reference !== undefined);
  if (referenceName === undefined || distinguishing.some((name) => values[name] !== undefined)) return [];
  const target = objectGiven(values[referenceName] as DocsReference<string> | undefined);
  if (target === undefined) return [];
  const first = register(owner, keyOf([kind, "by", identityOf(target), area(owner, "container", place)]));
  if (first === undefined) return [];
  const facts = { field: referenceName, distinguishing: distinguishing.join(" or ") };
  return [notUnique({ case: "name", other: first.node.path, ...facts })];
}

/** Registers what identifies an object that has no name of its own: the organization itself, or what an object refers to and its other values. */
function registerKey(
  owner: IConstruct,
  kind: string,
  values: Readonly<Record<string, unknown>>,
  place: ObjectPlace,
): readonly string[] {
  const { attributes, identity, label, layout } = typeOf(kind);
  const key = attributesIn(identity.key);
  const isHead = layout.kind === "head";
  const refers = key.some((name) => attributes[name]?.reference !== undefined);
  if (!isHead && (identity.keyIsUnique || !refers)) return [];
  const parts = isHead ? [] : key.map((name) => partOfKey(values[name]));
  if (parts.includes(undefined)) return [];
  const first = register(owner, keyOf([kind, "key", parts as Json, area(owner, "organization", place)]));
  return first === undefined ? [] : [notUnique({ case: "same", other: first.node.path, object: label.one })];
}

function partOfKey(value: unknown): string | undefined {
  if (typeof value === "string") return containsTerraformToken(value) ? undefined : value;
  const object = objectGiven(value as DocsReference<string> | undefined);
  return object === undefined ? undefined : identityOf(object);
}

/** Registers the default among siblings. */
export function registerDefault(owner: IConstruct, kind: string, place: ObjectPlace): readonly string[] {
  const { defaultRole } = typeOf(kind);
  const first = register(
    owner,
    keyOf([kind, "default", area(owner, defaultRole?.within ?? "container", place)]),
  );
  return first === undefined ? [] : [notUnique({ case: "default", other: first.node.path })];
}

/** The sentence for a value or a role that another object of the app already has. */
export function notUnique(facts: FactsOf<(typeof constructsCodes)["constructs/not-unique"]>): string {
  return problemText(wordsOf("constructs/not-unique", facts));
}

/** The part of the organization in which a value has to be unique. */
export function area(
  owner: IConstruct,
  within: UniqueRule["within"],
  { scope, container, provider }: ObjectPlace,
): Json {
  // An object of the app has a path of its own, whatever the provider of the stack is.
  const organization = scope !== undefined && "resource" in scope ? null : organizationKey(owner, provider);
  if (within === "organization") return organization;
  return [organization, identityOrNull(scope), within === "scope" ? null : identityOrNull(container)];
}

function identityOrNull(object: DocsReference<string> | undefined): Json {
  return object === undefined ? null : identityOf(object);
}

export function keyOf(parts: Json): string {
  return JSON.stringify(parts);
}
