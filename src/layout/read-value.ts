import { dirname, isAbsolute, join } from "node:path";
import { isMap, isScalar, isSeq, type Node, type Scalar } from "yaml";
import type { DesiredValue } from "../model/desired-world.ts";
import { Secret, type SecretSource } from "../model/secret.ts";
import { didYouMean } from "./nearest.ts";
import { errorAt, type Reading } from "./reading.ts";
import { type Field, fieldsOf, textOf, type YamlSource } from "./yaml-source.ts";

/**
 * The value of a node: variables and files read, text interpolated. Undefined: it was reported. What `!env` reads is
 * secret anywhere; in a sensitive attribute all text is.
 */
export function readValue(
  reading: Reading,
  source: YamlSource,
  node: Node,
  sensitivity: "sensitive" | "plain",
): DesiredValue | undefined {
  if (isScalar(node)) return readScalar(reading, source, node, sensitivity);
  if (isSeq(node)) {
    const items = node.items.map((item) => readInner(reading, source, source.follow(item), sensitivity));
    return items.includes(undefined) ? undefined : (items as DesiredValue[]);
  }
  if (!isMap(node)) return undefined;
  const fields = fieldsOf(source, node, reading.report).map(
    (field) => [field.name, readInner(reading, source, field.value, sensitivity)] as const,
  );
  if (fields.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(fields) as Record<string, DesiredValue>;
}

/** Plain text: a name or an id. Reports what is not. */
export function readText(reading: Reading, field: Field, what: string): string | undefined {
  const { value, source } = field;
  if (value !== undefined && isScalar(value) && typeof value.value === "string" && value.tag === undefined) {
    return interpolated(reading, source, value, value.value);
  }
  const at = source.at(value ?? field.key);
  const quoted = isScalar(value) && typeof value.value === "number" ? "Put it in quotes." : undefined;
  reading.report(errorAt(at, "invalid-value", `${field.name} must be ${what}.`, quoted));
  return undefined;
}

function readInner(
  reading: Reading,
  source: YamlSource,
  node: Node | undefined,
  sensitivity: "sensitive" | "plain",
) {
  return node === undefined ? undefined : readValue(reading, source, node, sensitivity);
}

function readScalar(
  reading: Reading,
  source: YamlSource,
  node: Scalar,
  sensitivity: "sensitive" | "plain",
): DesiredValue | undefined {
  const { value } = node;
  if (node.tag === "!env") return readVariable(reading, source, node);
  if (node.tag === "!file") return readNamedFile(reading, source, node, sensitivity);
  if (sensitivity === "sensitive") blot(reading, source, node);
  if (typeof value === "string") {
    const text = interpolated(reading, source, node, value);
    return text === undefined || sensitivity === "plain" ? text : new Secret(text, { kind: "literal" });
  }
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  reading.report(errorAt(source.at(node), "invalid-value", "This is not a value that the service can hold."));
  return undefined;
}

function blot(reading: Reading, source: YamlSource, node: Scalar): void {
  const [start, end] = node.range ?? [0, 0];
  reading.literals.push({ file: source.file, start, end });
}

function readVariable(reading: Reading, source: YamlSource, node: Scalar): Secret | undefined {
  const name = textOf(node);
  const value = variable(reading, source, node, name);
  return value === undefined ? undefined : new Secret(value, { kind: "environment", name });
}

function readNamedFile(
  reading: Reading,
  source: YamlSource,
  node: Scalar,
  sensitivity: "sensitive" | "plain",
): DesiredValue | undefined {
  const path = textOf(node);
  try {
    const text = reading.readFile(path, source.file);
    return sensitivity === "sensitive" ? new Secret(text, sourceOf(path, source.file)) : text;
  } catch (error) {
    const remedy = "The path is relative to the layout file.";
    reading.report(
      errorAt(source.at(node), "unreadable-file", `Cannot read ${path}: ${whyUnreadable(error)}.`, remedy),
    );
    return undefined;
  }
}

/** A saved plan is applied without its layout, so the source is told from where docsform runs. */
function sourceOf(path: string, layoutFile: string): SecretSource {
  return { kind: "file", path: isAbsolute(path) ? path : join(dirname(layoutFile), path) };
}

function interpolated(reading: Reading, source: YamlSource, node: Scalar, text: string): string | undefined {
  if (!text.includes("${")) return text;
  let failed = false;
  const result = text.replace(/\$?\$\{([^}]*)\}/g, (whole: string, name: string) => {
    if (whole.startsWith("$$")) return whole.slice(1);
    const value = variable(reading, source, node, name);
    if (value === undefined) failed = true;
    return value ?? "";
  });
  return failed ? undefined : result;
}

function variable(reading: Reading, source: YamlSource, node: Scalar, name: string): string | undefined {
  const { environment } = reading;
  const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
  if (value !== undefined) return value;
  const set = Object.keys(environment).filter((key) => environment[key] !== undefined);
  const remedy = didYouMean(name, set) ?? "Set it, or write $${ for a literal ${.";
  const message =
    name === "" ? "The name of a variable is missing." : `The environment variable ${name} is not set.`;
  reading.report(
    errorAt(source.at(node), "unset-variable", message, node.tag === "!env" ? "Set it." : remedy),
  );
  return undefined;
}

const fileErrors: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "permission denied",
  EISDIR: "it is a folder",
};

/** Why a file could not be read, in plain words. */
export function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return fileErrors[code] ?? (error instanceof Error ? error.message : "unknown reason");
}
