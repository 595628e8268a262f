import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type YAMLMap,
} from "yaml";
import { count } from "../../util/count.ts";
import { isJsonObject } from "../../util/json.ts";
import { keepingNewest } from "../../util/keeping-newest.ts";
import type { ValueKind } from "../value-kind.ts";

/** An OpenAPI or Swagger document, in JSON or YAML. */
export const openapiDocument: ValueKind = {
  mostCharacters: 5_000_000,
  problem: (text) => {
    const read = readOpenapi(text);
    return "problem" in read ? `must be an OpenAPI document, but ${read.problem}` : undefined;
  },
  shown: (text) => {
    const read = readOpenapi(text);
    const size = sizeOf(text);
    return "problem" in read ? `no OpenAPI document, ${size}` : `${read.shown}, ${size}`;
  },
};

type Read = { readonly problem: string } | { readonly shown: string };

/** The documents of a layout are read one after another, and what is kept of each contains its whole text. */
const readOpenapi = keepingNewest(16, (text): Read => {
  const document = parse(text);
  if (typeof document === "string") return { problem: document };
  const version = [document.field("openapi"), document.field("swagger")].find((each) => each !== undefined);
  if (version === undefined) return { problem: "it has neither a field openapi nor a field swagger" };
  if (typeof version !== "string") return { problem: "its version is no text. Put the version in quotes" };
  if (!/^\d+[.]\d/u.test(version))
    return { problem: "the value of its field openapi or swagger is no version" };
  const [title, ofApi] = [document.field("info", "title"), document.field("info", "version")];
  const name = typeof title === "string" ? JSON.stringify(title) : "without a title";
  const operations = count(document.operations(), "operation");
  return {
    shown: [`${name}${typeof ofApi === "string" ? ` ${ofApi}` : ""}`, `OpenAPI ${version}`, operations].join(
      ", ",
    ),
  };
});

/** A parsed document. */
interface Parsed {
  /** The value at a path; a map or list is null. Undefined: there is none. */
  field(...path: readonly string[]): unknown;
  operations(): number;
}

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]);

/** The document in a text, or what the text is instead. `JSON.parse` is much faster than a parser of YAML. */
function parse(text: string): Parsed | string {
  const [start] = /\S/u.exec(text) ?? [];
  if (start === "<")
    return /^\s*<(?:!doctype html|html)/iu.test(text) ? "this is an HTML page" : "this is XML or HTML";
  if (start === "{") {
    try {
      return ofJson(JSON.parse(text));
    } catch {
      // A map of YAML begins with the same character.
    }
  }
  try {
    return parseYaml(text);
  } catch (error) {
    // The parser throws these for a text that is nested too deeply, and for aliases without an anchor or with too many copies.
    if (error instanceof RangeError || error instanceof ReferenceError)
      return "no parser reads it: it is nested too deeply, or an alias in it is wrong";
    throw error;
  }
}

function parseYaml(text: string): Parsed | string {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0]);
    const reason =
      error.code === "TAB_AS_INDENT"
        ? "a tab indents it, and YAML permits spaces only"
        : "neither JSON nor YAML continues like this";
    return `line ${line}, column ${col} is wrong: ${reason}`;
  }
  if (hasAlias(document, text)) document.toJS();
  return isMap(document.contents) ? ofYaml(document, document.contents) : "it is no map of fields";
}

function ofJson(value: unknown): Parsed | string {
  if (!isJsonObject(value)) return "it is no map of fields";
  const { paths } = value;
  const own = (of: unknown, name: string) =>
    isJsonObject(of) && Object.hasOwn(of, name) ? of[name] : undefined;
  return {
    field: (...path) => path.reduce<unknown>((part, name) => own(part, name), value),
    operations: () =>
      Object.values(isJsonObject(paths) ? paths : {})
        .flatMap((item) => Object.keys(isJsonObject(item) ? item : {}))
        .filter((name) => methods.has(name)).length,
  };
}

function hasAlias(document: Document.Parsed, text: string): boolean {
  let found = false;
  const note = () => {
    found = true;
    return visit.BREAK;
  };
  if (/(?:^|[\s[{,])[*][^\s*]/u.test(text)) visit(document, { Alias: note });
  return found;
}

function ofYaml(document: Document.Parsed, whole: YAMLMap): Parsed {
  const follow = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node);
  const fieldOf = (of: unknown, name: string): unknown => {
    const map = follow(of);
    return isMap(map) ? follow(map.get(name, true)) : undefined;
  };
  return {
    field: (...path) => {
      const found = path.reduce<unknown>(fieldOf, whole);
      return isScalar(found) ? found.value : found === undefined ? undefined : null;
    },
    operations: () => {
      const paths = fieldOf(whole, "paths");
      const items = isMap(paths) ? paths.items.map(({ value }) => follow(value)) : [];
      const keys = items.flatMap((item) => (isMap(item) ? item.items.map(({ key }) => key) : []));
      return keys.filter((key) => isScalar(key) && methods.has(String(key.value))).length;
    },
  };
}

function sizeOf({ length }: string): string {
  if (length < 1000) return count(length, "character");
  return length < 1_000_000 ? `${Math.round(length / 1000)} kB` : `${(length / 1_000_000).toFixed(1)} MB`;
}
