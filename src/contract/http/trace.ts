import { isJsonObject, type Json } from "../../util/json.ts";
import { type Transport, TransportError } from "./transport.ts";

/** Longest text of a body in a line, in characters. */
const longestBody = 2_000;

/**
 * A transport that prints a line for each request and each response, with its body. In a body only the ids of objects, instants and
 * choices are readable: docsform cannot know which other texts are secret, so it prints their lengths.
 */
export function traced(transport: Transport, print: (line: string) => void): Transport {
  return async (request) => {
    const { method, url, body } = request;
    const call = `${method} ${withoutValues(new URL(url))}`;
    print(`> ${call}${shownBody(body)}`);
    try {
      const response = await transport(request);
      print(`< ${call}: ${response.status}${shownBody(response.text)}`);
      return response;
    } catch (error) {
      if (error instanceof TransportError) print(`< ${call}: no response (${error.reason})`);
      throw error;
    }
  };
}

function withoutValues({ pathname, searchParams }: URL): string {
  const names = [...new Set(searchParams.keys())].map((name) => `${name}=…`);
  return names.length === 0 ? pathname : `${pathname}?${names.join("&")}`;
}

function shownBody(text: string | undefined): string {
  if (text === undefined || text === "") return "";
  const shown = JSON.stringify(readable(parsed(text)));
  return shown.length > longestBody ? ` ${shown.slice(0, longestBody)}…` : ` ${shown}`;
}

/** A body that is no JSON counts as one text. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function readable(value: Json, field = ""): Json {
  if (typeof value === "string") return isReadable(field) ? value : `(${value.length} characters)`;
  if (Array.isArray(value)) return value.map((item) => readable(item, field));
  if (!isJsonObject(value)) return value;
  const areNamesFree = freeNames.test(field);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, readable(inner, areNamesFree ? "" : name)]),
  );
}

/** Fields whose value is a map with free names, such as language codes: there, `id` is Indonesian. */
const freeNames = /^(?:localized|properties$|variables$|headers$|metadata$)/u;
const readableField = /^(?:id|object|type|kind|status|state|role|visibility)$|At$/u;

function isReadable(field: string): boolean {
  return readableField.test(field);
}
