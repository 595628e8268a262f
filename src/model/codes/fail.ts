import { firstTexts } from "../../util/first-texts.ts";
import { present } from "../../util/present.ts";
import type { Address } from "../address.ts";
import { DocsformError } from "../errors.ts";
import type { Secret } from "../secret.ts";
import { type Code as AnyCode, codeOfType, type DeclaredCode } from "./code.ts";
import type { CodeEntry, Wording } from "./code-entry.ts";

/** A fact in a message. A list has commas between its items, and a long one names only the first. A secret prints as `(secret)`. */
export type Fact = string | number | readonly string[] | Secret;

/** What an error, a refusal, a diagnostic or a note says. */
export interface Words<Code extends string = AnyCode> {
  readonly code: Code;
  readonly message: string;
  readonly remedy: string;
  readonly flagRemedy?: string;
}

type Entries = Readonly<Record<string, CodeEntry>>;
type ErrorEntry = { readonly message: Wording } | { readonly cases: Readonly<Record<string, Wording>> };

/** The codes of these entries that have a message. */
type ErrorCode<Catalogue> = string &
  { [Code in keyof Catalogue]: Catalogue[Code] extends ErrorEntry ? Code : never }[keyof Catalogue];

// Braces around blanks or nothing are not a placeholder: `lifecycle { … }`, `prune: {}`.
type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name extends `${string}{${infer Inner}`
    ? Placeholders<`{${Inner}}${Rest}`>
    : (Name extends "" | `${string} ${string}` ? never : Name) | Placeholders<Rest>
  : never;
type TextsOf<Words> = Words extends { readonly text: infer Text; readonly remedy: infer Remedy }
  ? Text | Remedy
  : Words;
type FactsOfWording<Words> = { readonly [Name in Placeholders<TextsOf<Words>>]: Fact };

/** One object type in place of an intersection: the compiler finds a fact that is not part of the case. */
type Flat<Facts> = { readonly [Name in keyof Facts]: Facts[Name] };

/** The facts of an entry: one for each placeholder and, if it has cases, the name of the case. */
export type FactsOf<Entry> = Entry extends { readonly cases: infer Cases }
  ? { [Name in keyof Cases]: Flat<{ readonly case: Name } & FactsOfWording<Cases[Name]>> }[keyof Cases]
  : Entry extends { readonly message: infer Words }
    ? FactsOfWording<Words>
    : never;

/** The facts of a code. Optional if its message has no placeholder. */
type Given<Facts, Options> = [keyof Facts] extends [never]
  ? [facts?: Readonly<Record<string, never>>, options?: Options]
  : [facts: Facts, options?: Options];

/** Makes the error of a code: its message, with these facts, and its remedy. */
export type Fail<Catalogue extends Entries> = <Code extends ErrorCode<Catalogue>>(
  code: Code,
  ...given: Given<FactsOf<Catalogue[Code]>, { readonly cause?: unknown }>
) => DocsformError;

/** Returns the function with which a room creates its errors. These entries describe all of them. */
export function failWith<const Catalogue extends Entries>(catalogue: Catalogue): Fail<Catalogue> {
  const words = wordsIn(catalogue);
  return (code, ...[facts, options]) => {
    const { message, ...remedies } = (words as LooseWords)(code, facts);
    const { exitCode } = catalogue[code] as CodeEntry;
    // Every catalogue is part of `codes`, which declares the codes.
    return new DocsformError(code as string as DeclaredCode, message, {
      ...remedies,
      ...present({ exitCode }),
      ...options,
    });
  };
}

/** The error of a check that a resource type declares, in the words of the type. */
export function failCheck(address: Address, { code, message, remedy }: Words<string>): DocsformError {
  return new DocsformError(codeOfType(code), `${address}: ${message}`, { remedy });
}

type LooseWords = (code: string, facts: unknown) => Words;

/** Makes words: the message of a code, with these facts, and its remedy. */
export type InWords<Catalogue extends Entries> = <Code extends ErrorCode<Catalogue>>(
  code: Code,
  ...given: Given<FactsOf<Catalogue[Code]>, never>
) => Words<Code>;

/** Returns the function that words what these entries describe, for a refusal, a note or a subclass of `DocsformError`. */
export function wordsIn<const Catalogue extends Entries>(catalogue: Catalogue): InWords<Catalogue> {
  return (code, ...[facts = {}]) => {
    const { message, cases, remedy, flagRemedy } = catalogue[code] as CodeEntry;
    const values = facts as Readonly<Record<string, Fact>>;
    const wording = message ?? cases?.[String(values["case"])] ?? "";
    const template = typeof wording === "string" ? { text: wording, remedy } : wording;
    // If the facts leave the remedy of the case empty, that of the entry helps.
    const filledRemedy = template.remedy === "" ? "" : withFacts(template.remedy, values) || remedy;
    const words = { code, message: withFacts(template.text, values), remedy: filledRemedy };
    return flagRemedy === undefined ? words : { ...words, flagRemedy };
  };
}

function withFacts(text: string, facts: Readonly<Record<string, Fact>>): string {
  return text.replace(/\{(\w+)\}/gu, (_, name: string) => factText(facts[name] ?? "")).trim();
}

/** An organization can have 10,000 objects. A refusal has all their addresses beside its message. */
const mostListed = 20;

function factText(fact: Fact): string {
  if (!isList(fact)) return String(fact);
  const between = fact.some((item) => item.includes(", ")) ? "; " : ", ";
  return firstTexts(fact, mostListed, between);
}

function isList(fact: Fact): fact is readonly string[] {
  return Array.isArray(fact);
}
