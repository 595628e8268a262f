import type { IConstruct } from "constructs";
import { wordsOf } from "../model/codes/app-words.ts";
import type { Attribute } from "../model/resource-type/attribute.ts";
import { opensMore, reachOf } from "../model/resource-type/opens.ts";
import { shortLabelOf } from "../model/resource-type/type-names.ts";
import { jsonSchemaOf } from "../model/terraform-shape.ts";
import type { CheckedObject } from "./checked-object.ts";
import type { DocsRule } from "./docs-rule.ts";
import { typeOf, types } from "./types.ts";

/** Options of the rule for titles. */
export interface TitleOptions {
  /** Names of the types whose titles it checks. Default: all types with a title. */
  readonly types?: readonly string[];
  /** What to do, a sentence: how a title should be. */
  readonly remedy?: string;
}

/** Every title matches the pattern. */
export function titleRule(pattern: RegExp, { types: only, remedy }: TitleOptions): DocsRule {
  return ({ type, title, attributes }, report) => {
    const isChecked = only === undefined ? "title" in attributes : only.includes(type);
    // A pattern with the flag g remembers the end of its last match.
    if (!isChecked || title === undefined || title.search(pattern) >= 0) return;
    const facts = { object: shortLabelOf(typeOf(type)).one, title, pattern: String(pattern) };
    const words = wordsOf("constructs/check-title", facts);
    report.error(words.message, remedy ?? words.remedy);
  };
}

/** Every object that contains parts of a site's navigation contains one. */
export function sectionsHaveContentRule(): DocsRule {
  return ({ type, contents }, report) => {
    if (!isContainerOfReaders(type) || contents.length > 0) return;
    const words = wordsOf("constructs/check-empty", { object: shortLabelOf(typeOf(type)).one });
    report.error(words.message, words.remedy);
  };
}

/** Whether objects of the type contain ordered ones. A type whose objects are created with their first child is never empty. */
function isContainerOfReaders(name: string): boolean {
  if (typeOf(name).firstChild !== undefined) return false;
  return types.some(
    ({ order, scope, container }) =>
      order !== undefined && (scope === name || container?.types.includes(name) === true),
  );
}

/** Options of the rule that nothing is public. */
export interface PublicOptions {
  /** Titles or construct paths of the objects that may be public. */
  readonly allow?: readonly string[];
}

const reasonKey = "docsform:public";

/** Records why an object is public. */
export function allowPublic({ node }: IConstruct, reason: string): void {
  node.addMetadata(reasonKey, reason);
}

/** Nothing is public without a reason. */
export function publicRule({ allow = [] }: PublicOptions): DocsRule {
  return (object, report) => {
    const words = publicWords(object);
    if (words === undefined || isAllowed(object, allow)) return;
    report.error(words.message, words.remedy);
  };
}

function isAllowed({ title, construct: { node } }: CheckedObject, allow: readonly string[]): boolean {
  const hasReason = node.metadata.some(({ type, data }) => type === reasonKey && String(data).trim() !== "");
  return hasReason || allow.includes(node.path) || (title !== undefined && allow.includes(title));
}

/** Why an object is public. Undefined: it is not. */
function publicWords({ type, attributes }: CheckedObject) {
  const rules = Object.entries(typeOf(type).attributes);
  const publishing = rules.filter(([, rule]) => publishes(rule)).map(([name]) => attributes[name]);
  if (publishing.includes(false)) return undefined;
  const object = shortLabelOf(typeOf(type)).one;
  for (const [field, rule] of rules) {
    const widest = widestValue(rule);
    if (widest === undefined) continue;
    const value = attributes[field];
    if (value === widest)
      return wordsOf("constructs/check-public", { case: "public", object, field, value: widest });
    if (value === undefined && publishing.includes(true))
      return wordsOf("constructs/check-public", { case: "unset", object, field });
  }
  return undefined;
}

/** The value that lets everybody see an object. Undefined: the attribute has no such choice. */
function widestValue({ schema, opens }: Attribute): string | undefined {
  if (opens?.as !== "gate") return undefined;
  const { enum: choices } = jsonSchemaOf(schema);
  if (!Array.isArray(choices)) return undefined;
  const values = choices.filter((choice) => typeof choice === "string");
  return values.find((value) => values.every((other) => !opensMore(opens, value, other)));
}

/** Whether readers see the object only after `true` is written. */
function publishes({ opens }: Attribute): boolean {
  return opens?.as === "gate" && reachOf(opens, false) === "none";
}
