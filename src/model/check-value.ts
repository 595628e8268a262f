import type * as z from "zod";
import type { Json } from "../util/json.ts";
import { kindIssues, normalForm } from "./kinds-of.ts";
import type { Attribute } from "./resource-type/attribute.ts";
import { textsIn } from "./secret-value.ts";

/** What is wrong with a declared value. */
export interface ValueIssues {
  readonly issues: readonly z.core.$ZodIssue[];
  /** Their messages contain nothing of the value. */
  readonly areSafe: boolean;
  /** The value contains a private key, which no output may repeat. */
  readonly hasKey: boolean;
}

const none: ValueIssues = { issues: [], areSafe: true, hasKey: false };

/** What is known of a value before its check. */
export interface BeforeCheck {
  /** Texts that stand for values which are not known yet. */
  readonly placeholders?: ReadonlySet<string>;
  /** Whether the last apply wrote this value, so that its texts are what they should be. */
  readonly wasApplied?: (attribute: Attribute, value: Json) => boolean;
}

/** A text must be longer than this for a comparison with the last apply to be faster than its check. */
const longText = 20_000;

/** Checks a declared value: what its texts are, and then its schema. Every way to declare a value asks this. */
export function issuesOf(
  attribute: Attribute,
  declared: unknown,
  { placeholders, wasApplied }: BeforeCheck = {},
): ValueIssues {
  const value = normalForm(attribute, declared as Json);
  const isKnown =
    wasApplied !== undefined &&
    textsIn(value).some(({ length }) => length > longText) &&
    wasApplied(attribute, value);
  const found = isKnown ? [] : kindIssues(attribute, value, placeholders);
  if (found.length > 0)
    return {
      issues: found.map(({ path, message }) => ({
        code: "custom",
        path: [...path],
        message,
        input: undefined,
      })),
      areSafe: true,
      hasKey: found.some(({ isKey }) => isKey),
    };
  const { error } = attribute.schema.safeParse(value);
  return error === undefined ? none : { issues: error.issues, areSafe: false, hasKey: false };
}
