import { dirname, isAbsolute, join } from "node:path";
import { isMap, isScalar, isSeq, type Node, type Scalar } from "yaml";
import type { FactsOf } from "../model/codes/fail.ts";
import type { layoutCodes } from "../model/codes/layout-codes.ts";
import { wordsOf } from "../model/codes/layout-words.ts";
import type { DesiredValue } from "../model/desired-world.ts";
import { errorAt, type SourcePosition } from "../model/diagnostic.ts";
import { DocsformError } from "../model/errors.ts";
import { isChoiceAt, longTextAt } from "../model/long-text.ts";
import { mostCharacters } from "../model/most-characters.ts";
import type { Attribute } from "../model/resource-type/attribute.ts";
import { mostCharactersAt } from "../model/schema-parts.ts";
import { Secret, type SecretSource } from "../model/secret.ts";
import { type LayoutReading, readLater, reportToken, secretShown, type VariableValue } from "./reading.ts";
import { mapFields, textOfScalar, type YamlField, type YamlSource } from "./yaml-source.ts";

/** The place of a value: an attribute, and the path to a part of it. */
export interface Slot {
  readonly attribute: Attribute;
  readonly path: readonly PropertyKey[];
}

/** The value of a node, with files read and variables replaced. Undefined: an error was reported. */
export function readValue(
  reading: LayoutReading,
  source: YamlSource,
  node: Node,
  slot: Slot,
): DesiredValue | undefined {
  if (isScalar(node)) return readScalar(reading, source, node, slot);
  const inside = (part: Node | undefined, step: PropertyKey) =>
    part === undefined
      ? undefined
      : readValue(reading, source, part, { ...slot, path: [...slot.path, step] });
  if (isSeq(node)) {
    const items = node.items.map((item, index) => inside(source.follow(item), index));
    return items.includes(undefined) ? undefined : (items as DesiredValue[]);
  }
  if (!isMap(node)) return undefined;
  const fields = mapFields(source, node, reading.report).map(
    (field) => [field.name, inside(field.value, field.name)] as const,
  );
  if (fields.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(fields) as Record<string, DesiredValue>;
}

type InvalidValue = FactsOf<(typeof layoutCodes)["layout/invalid-value"]>;

/** What a text names, for the error if a field has another value. */
type TextFacts = WithoutField<Extract<InvalidValue, { case: "id" | "itemOrId" | "keyOfMap" | "text" }>>;
type WithoutField<Facts> = Facts extends unknown ? Omit<Facts, "field"> : never;

/** Reads a text that outputs show: a name or an id. Reports other values, and secrets. */
export function readText(reading: LayoutReading, field: YamlField, expected: TextFacts): string | undefined {
  const { value, source } = field;
  if (isScalar(value) && typeof value.value === "string" && value.tag === undefined) {
    const text = readWritten(reading, source, value, value.value);
    return text instanceof Secret ? refuseSecret(reading, source.at(value), field.name) : text;
  }
  if (isScalar(value) && value.tag === "!env") return refuseSecret(reading, source.at(value), field.name);
  const facts = isUnquoted(value) ? ({ case: "unquoted" } as const) : expected;
  const words = wordsOf("layout/invalid-value", { ...facts, field: field.name });
  reading.report(errorAt(source.at(value ?? field.key), words));
  return undefined;
}

/** Whether a value would be text in quotes. */
export function isUnquoted(node: Node | undefined): boolean {
  return isScalar(node) && (typeof node.value === "number" || typeof node.value === "boolean");
}

function readScalar(
  reading: LayoutReading,
  source: YamlSource,
  node: Scalar,
  slot: Slot,
): DesiredValue | undefined {
  const { value } = node;
  if (node.tag === "!env")
    return withoutSecretChoice(reading, source, node, slot, readFromEnvironment(reading, source, node));
  if (node.tag === "!file") return readNamedFile(reading, source, node, slot);
  if (typeof value === "string")
    return withoutSecretChoice(
      reading,
      source,
      node,
      slot,
      readWritten(reading, source, node, value, slot.attribute),
    );
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  reading.report(errorAt(source.at(node), wordsOf("layout/invalid-value", { case: "notStorable" })));
  return undefined;
}

/** Refuses a secret for an attribute with a few fixed values: what a plan does depends on the value, so plans show it. */
function withoutSecretChoice(
  reading: LayoutReading,
  source: YamlSource,
  node: Scalar,
  { attribute, path }: Slot,
  value: VariableValue | undefined,
): VariableValue | undefined {
  if (!(value instanceof Secret) || attribute.sensitive === true || !isChoiceAt(attribute.schema, path))
    return value;
  return refuseSecret(reading, source.at(node), "this value");
}

function refuseSecret(reading: LayoutReading, at: SourcePosition, what: string): undefined {
  reading.report(secretShown(at, what));
  return undefined;
}

function readFromEnvironment(reading: LayoutReading, source: YamlSource, node: Scalar): Secret | undefined {
  const name = textOfScalar(node);
  const at = source.at(node);
  const value = Object.hasOwn(reading.environment, name) ? reading.environment[name] : undefined;
  if (value === undefined && name !== "" && reading.secretsLater === true)
    return new Secret(readLater, { kind: "environment", name });
  if (value === undefined) {
    const facts = name === "" ? ({ case: "unnamed" } as const) : ({ case: "environment", name } as const);
    reading.report(errorAt(at, wordsOf("layout/unset-variable", facts)));
    return undefined;
  }
  return reportToken(reading, at, value)
    ? undefined
    : secretOf(reading, value, { kind: "environment", name });
}

/** The limit for a secret whose schema names none. */
const mostSecretCharacters = 100_000;

/** The maximum number of characters of a file that contains a value. Undefined: no file can contain it. */
function mostFromFile({ attribute, path }: Slot): number | undefined {
  const most = longTextAt(attribute, path);
  if (most !== undefined || attribute.sensitive !== true) return most;
  return mostCharactersAt(attribute.schema, path) ?? mostSecretCharacters;
}

function readNamedFile(
  reading: LayoutReading,
  source: YamlSource,
  node: Scalar,
  slot: Slot,
): DesiredValue | undefined {
  const path = textOfScalar(node);
  const at = source.at(node);
  const most = mostFromFile(slot);
  if (most === undefined) {
    reading.report(errorAt(at, wordsOf("layout/not-a-long-text")));
    return undefined;
  }
  try {
    const text = reading.readFile(path, at.file, most);
    if (reportToken(reading, at, text)) return undefined;
    const isSecret = slot.attribute.sensitive === true || reading.secretNodes.has(node);
    return isSecret ? secretOf(reading, text, sourceOf(path, at.file)) : text;
  } catch (error) {
    reading.report(errorAt(at, wordsOf("layout/unreadable-file", { path, ...whyUnreadable(error) })));
    return undefined;
  }
}

/** A run applies a saved plan without its layout, so the path is relative to the working directory. */
function sourceOf(path: string, layoutFile: string): SecretSource {
  return { kind: "file", path: isAbsolute(path) ? path : join(dirname(layoutFile), path) };
}

/** A text with its variables replaced. It is a secret in a secret attribute, and wherever an alias refers to a text in one. */
function readWritten(
  reading: LayoutReading,
  source: YamlSource,
  node: Scalar,
  text: string,
  attribute?: Attribute,
): VariableValue | undefined {
  const at = source.at(node);
  const parts = text.includes("${") ? withVariables(reading, at, text) : [text];
  const joined = parts?.map((part) => (part instanceof Secret ? part.reveal() : part)).join("");
  if (parts === undefined || joined === undefined || reportToken(reading, at, joined)) return undefined;
  const secrets = parts.filter((part) => part instanceof Secret);
  const isLiteral = attribute?.sensitive === true || reading.secretNodes.has(node);
  if (!isLiteral && secrets.length === 0) return joined;
  return secretOf(
    reading,
    joined,
    secrets.length === 0 ? { kind: "literal" } : joinedSource(parts, isLiteral),
    secrets.flatMap((secret) => secret.texts()),
  );
}

function secretOf(
  reading: LayoutReading,
  text: string,
  source: SecretSource,
  parts: readonly string[] = [],
): Secret {
  const secret = new Secret(text, source, parts);
  reading.secrets.push(secret);
  return secret;
}

/**
 * The source of a text with variables. For one secret variable alone, it is the variable's own source. With `isLiteral` the text beside the
 * variables is secret too.
 */
function joinedSource(parts: readonly VariableValue[], isLiteral: boolean): SecretSource {
  const sources = parts
    .filter((part) => part !== "")
    .map((part) => (part instanceof Secret ? part.source : part));
  const [only] = sources;
  if (sources.length === 1 && typeof only === "object") return only;
  return isLiteral ? { kind: "literal" } : { kind: "joined", parts: sources };
}

/** Whether the texts with variables are too long together. Reports it once. */
function isTooMuch(
  { characterBudget, report }: LayoutReading,
  at: SourcePosition,
  parts: readonly VariableValue[],
): boolean {
  for (const part of parts)
    characterBudget.left -= typeof part === "string" ? part.length : part.reveal().length;
  if (characterBudget.left >= 0) return false;
  report(errorAt(at, wordsOf("layout/too-much", { case: "variables", most: mostCharacters.layout })));
  return true;
}

/** The parts of a text with variables. Undefined: an error was reported, or the texts are too long together. */
function withVariables(
  reading: LayoutReading,
  at: SourcePosition,
  written: string,
): readonly VariableValue[] | undefined {
  const { values, undeclared } = reading.variables;
  let failed = reading.characterBudget.left < 0;
  const parts = written.split(/(\$?\$\{[^}]*\})/).map((part): VariableValue => {
    const name = /^\$?\$\{([^}]*)\}$/.exec(part)?.[1];
    if (name === undefined) return part;
    if (part.startsWith("$$")) return part.slice(1);
    const value = values.get(name);
    if (!values.has(name) && !undeclared.has(name)) undeclared.set(name, at);
    if (value === undefined) failed = true;
    return value ?? "";
  });
  if (failed || isTooMuch(reading, at, parts)) return undefined;
  return parts;
}

const systemReasons = ["ENOENT", "EACCES", "EISDIR", "ELOOP", "ENOTDIR", "ENAMETOOLONG"] as const;

/** Why docsform cannot read a file, and the remedy if the error has one. */
export function whyUnreadable(error: unknown) {
  if (error instanceof DocsformError && error.remedy !== undefined)
    return { case: "refused", reason: error.message, remedy: error.remedy } as const;
  const code = systemReasons.find((each) => error instanceof Error && "code" in error && error.code === each);
  const known = code && wordsOf("layout/unreadable-file", { case: code }).message;
  const reason = known ?? (error instanceof Error ? error.message : String(error));
  return { case: "unreadable", reason } as const;
}
