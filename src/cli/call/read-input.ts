import { missingParts, type RequestPart, requestPartsOf } from "../../contract/client/request-parts.ts";
import { fail } from "../../model/codes/command-words.ts";
import type { Endpoint } from "../../model/endpoint.ts";
import { isJsonObject } from "../../util/json.ts";
import { namedOrganization } from "../environment.ts";
import type { Io } from "../io.ts";
import { flagOf } from "./flag-of.ts";
import { fieldValue } from "./flag-value.ts";
import { type CallCommandLine, isOrganizationParam } from "./operation-command.ts";

type Input = Readonly<Record<string, unknown>>;

/** The input of an operation. Fields override the file, and flags override both. Throws if a required part is missing. */
export function readInput(io: Io, endpoint: Endpoint, { settings, flags }: CallCommandLine): Input {
  const all = requestPartsOf(endpoint);
  const { parts } = all;
  const file = settings.input === undefined ? {} : readFile(io, endpoint, settings.input);
  const fields = (settings.field ?? []).reduce((input, text) => withField(parts, input, text), file);
  const input = { ...organizationOf(io, parts), ...fields, ...flags };
  const missing = missingParts(all, input);
  if (missing.length > 0) {
    throw fail("cli/wrong-usage", { case: "missingInput", flags: missing.map(flagOf) });
  }
  return input;
}

function organizationOf(io: Io, parts: ReadonlyMap<string, RequestPart>): Input {
  const id = namedOrganization(io, {});
  if (id === undefined) return {};
  return Object.fromEntries([...parts.values()].filter(isOrganizationParam).map(({ name }) => [name, id]));
}

function readFile(io: Io, endpoint: Endpoint, path: string): Input {
  const shown = path === "-" ? "stdin" : path;
  const text = path === "-" ? io.stdin?.() : io.files.read(path);
  if (text === undefined) throw fail("cli/wrong-usage", { case: "noInputFile", path: shown });
  const value = parsed(text, shown);
  if (isJsonObject(value)) return value;
  const whole = [...requestPartsOf(endpoint).parts.values()].find((part) => part.in === "whole-body");
  if (whole !== undefined) return { [whole.name]: value };
  throw fail("cli/wrong-usage", { case: "notObject", path: shown });
}

function parsed(text: string, shown: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw fail("cli/wrong-usage", { case: "notJson", path: shown }, { cause });
  }
}

/** The input with one more field, which may be nested: `position.before.space=abc`. */
function withField(parts: ReadonlyMap<string, RequestPart>, input: Input, text: string): Input {
  const at = text.indexOf("=");
  if (at < 1) throw fail("cli/wrong-usage", { case: "badField", field: text });
  const name = text.slice(0, at);
  // A few parameters have a dot in their name.
  const path = parts.has(name) ? [name] : name.split(".");
  const [first = "", ...rest] = path;
  return placed(input, path, fieldValue(parts.get(first), rest, text.slice(at + 1)));
}

function placed(object: Input, [name = "", ...rest]: readonly string[], value: unknown): Input {
  if (rest.length === 0) return { ...object, [name]: value };
  const inner = object[name];
  return { ...object, [name]: placed(isJsonObject(inner) ? inner : {}, rest, value) };
}
