import * as z from "zod";
import { getOrMake } from "../util/groups.ts";
import { isJsonObject, type Json } from "../util/json.ts";
import { type DesiredValue, isReference } from "./desired-world.ts";
import { containsKey, isKey } from "./private-key.ts";
import { mostCharactersAt, partsAt } from "./schema-parts.ts";
import { Secret } from "./secret.ts";
import type { Kinds, ValueKind } from "./value-kind.ts";
import { webAddress } from "./web-address.ts";

/** The kind of the text at a path in a value. A URL has a kind without being told. */
export function kindAt(
  { kind, kinds, schema }: Partial<Kinds>,
  path: readonly PropertyKey[],
): ValueKind | undefined {
  const [field, ...rest] = path;
  const named = field === undefined ? kind : rest.length === 0 ? kinds?.[String(field)] : undefined;
  return named ?? (schema !== undefined && hasUrl(schema) && isUrlAt(schema, path) ? webAddress : undefined);
}

function isUrlAt(schema: z.ZodType, path: readonly PropertyKey[]): boolean {
  const parts = partsAt(schema, path);
  if (parts.length > 0) return parts.some(([part, rest]) => isUrlAt(part, rest));
  return path.length === 0 && schema instanceof z.ZodURL;
}

interface TextAt {
  readonly path: readonly PropertyKey[];
  readonly text: string;
  readonly kind: ValueKind | undefined;
}

function textsAt(of: Partial<Kinds>, value: unknown, path: readonly PropertyKey[] = []): readonly TextAt[] {
  if (typeof value === "string") return [{ path, text: value, kind: kindAt(of, path) }];
  if (Array.isArray(value)) return value.flatMap((part, at) => textsAt(of, part, [...path, at]));
  if (!isJsonObject(value) || !isPlain(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => textsAt(of, part, [...path, name]));
}

/** A value of an app that only Terraform knows is an object of a class, and may contain itself. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A value with each text in its normal form. A byte order mark is part of a file, and of no text. */
export function normalForm<Value extends DesiredValue>(
  of: Partial<Kinds>,
  value: Value,
  path: readonly PropertyKey[] = [],
): Value {
  if (typeof value === "string") return normalText(kindAt(of, path), value) as Value;
  if (value instanceof Secret)
    return value.mapped((text) => normalText(kindAt(of, path), text)) as DesiredValue as Value;
  if (typeof value !== "object" || value === null || isReference(value)) return value;
  const inside = (part: DesiredValue, step: PropertyKey) => normalForm(of, part, [...path, step]);
  if (Array.isArray(value)) return value.map(inside) as DesiredValue as Value;
  if (!isPlain(value)) return value;
  const parts = Object.entries(value as Readonly<Record<string, DesiredValue>>);
  return Object.fromEntries(parts.map(([name, part]) => [name, inside(part, name)])) as Value;
}

export function normalText(kind: ValueKind | undefined, text: string): string {
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return kind?.normal?.(plain) ?? plain;
}

/** The kinds that texts in values of the attribute can have. */
export function kindsOf({ kind, kinds = {}, schema }: Partial<Kinds>): readonly ValueKind[] {
  const implied = schema !== undefined && hasUrl(schema) ? [webAddress] : [];
  return [...(kind === undefined ? [] : [kind]), ...Object.values(kinds), ...implied];
}

const withUrl = new Map<z.ZodType, boolean>();

/** Whether a value of the schema can contain a URL. Computed once: each text asks. */
function hasUrl(schema: z.ZodType): boolean {
  return getOrMake(withUrl, schema, () => containsUrl(schema));
}

function containsUrl(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodURL) return true;
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape as object) : [];
  const steps = schema instanceof z.ZodArray ? [0] : fields;
  const parts = [partsAt(schema, []), ...steps.map((step) => partsAt(schema, [step]))].flat();
  return parts.some(([part]) => hasUrl(part));
}

/** The secret texts that the kinds find in a value. */
export function secretsInTexts(of: Partial<Kinds>, value: Json): readonly string[] {
  return textsAt(of, value).flatMap(({ text, kind }) => kind?.secretTexts?.(text) ?? []);
}

/** What people see of a value that is one text, alone or in a field. Undefined: no kind describes it, or it has more parts. */
export function shownOf(of: Partial<Kinds>, value: Json): string | undefined {
  const [only, ...more] = textsAt(of, normalForm(of, value));
  return more.length > 0 || partsOf(value) !== 1 ? undefined : only?.kind?.shown(only.text);
}

/** The number of texts, numbers and other single values in a value. */
function partsOf(value: Json): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, part) => sum + partsOf(part as Json), 0);
}

/** What people should know about a value at this time. */
export function warningsOf(of: Partial<Kinds>, value: Json, now: number): readonly string[] {
  return textsAt(of, normalForm(of, value)).flatMap(({ text, kind }) => kind?.warnings?.(text, now) ?? []);
}

/** A rule that a text breaks because of what it is. The message contains nothing of the text. */
export interface KindIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** The text contains a private key, which no output may repeat. */
  readonly isKey: boolean;
}

/** The texts in a value that are something else than their attribute wants. */
export function kindIssues(of: Kinds, value: Json, placeholders?: ReadonlySet<string>): readonly KindIssue[] {
  return textsAt(of, value).flatMap(({ path, text, kind }) => {
    if (text === "" || placeholders?.has(text) === true) return [];
    const hasKey = (containsKey(text) && !isForDocuments(of, path)) || isKey(text);
    const message = problemOf(kind, text) ?? (hasKey ? keyProblem : undefined);
    return message === undefined ? [] : [{ path, message, isKey: hasKey }];
  });
}

function problemOf(kind: ValueKind | undefined, text: string): string | undefined {
  if (kind?.problem === undefined) return undefined;
  const { mostCharacters: most } = kind;
  if (most !== undefined && text.length > most) return `must have at most ${most} characters`;
  return kind.problem(text);
}

/** A longer text can be a document, which may show a key as an example. */
const longestWithoutKey = 10_000;

function isForDocuments(of: Kinds, path: readonly PropertyKey[]): boolean {
  const most = kindAt(of, path)?.mostCharacters ?? mostCharactersAt(of.schema, path);
  return most !== undefined && most > longestWithoutKey;
}

const keyProblem =
  "must not contain a private key, which docsform never sends. Remove it, and keep the key in the system that uses it";
