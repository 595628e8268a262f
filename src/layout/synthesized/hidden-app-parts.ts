import { hidesText, mayBeSecret } from "../../model/secret-value.ts";
import { providerPrefix } from "../../model/terraform-names.ts";
import type { HiddenPart } from "../reading.ts";
import type { SourceText } from "../yaml-source.ts";
import {
  blocksOf,
  endOfText,
  type JsonNode,
  type JsonSource,
  jsonEntries,
  jsonField,
} from "./json-source.ts";
import { type ResourceSchema, valueFields } from "./schemas.ts";

/**
 * The parts of a synthesized file that no diagnostic may show: secrets, and everything that belongs to other providers, because docsform
 * does not know their secrets.
 */
export function hiddenAppParts(
  source: JsonSource,
  schemas: ReadonlyMap<string, ResourceSchema>,
): readonly HiddenPart[] {
  const { root, file } = source;
  const hidden = [...jsonEntries(root)].flatMap(([name, { value }]) => {
    if (name === "resource")
      return each(value, (type, named) => hiddenInResources(schemas.get(type), type, named));
    if (name === "provider") return each(value, hiddenInProvider);
    if (name === "variable") return each(value, (_name, variable) => hiddenInVariable(variable));
    return ownParts.has(name) ? [] : [value];
  });
  return hidden.flatMap(textsToHide).map(({ start, end }) => ({ file, start, end }));
}

/** Every text in a file that is not valid JSON: any of them may be secret. */
export function textsIn({ file, text }: SourceText): readonly HiddenPart[] {
  const found: HiddenPart[] = [];
  for (let start = text.indexOf('"'); start >= 0; ) {
    const end = endOfText(text, start);
    found.push({ file, start, end });
    start = text.indexOf('"', end);
  }
  return found;
}

/** Parts whose values are not secret, unless a secret attribute uses them. */
const ownParts = new Set(["//", "terraform", "locals", "import", "moved", "removed"]);

function each(
  node: JsonNode,
  hidden: (name: string, value: JsonNode) => readonly JsonNode[],
): readonly JsonNode[] {
  return blocksOf(node).flatMap((block) =>
    [...jsonEntries(block)].flatMap(([name, { value }]) => hidden(name, value)),
  );
}

function hiddenInResources(
  schema: ResourceSchema | undefined,
  type: string,
  named: JsonNode,
): readonly JsonNode[] {
  if (!type.startsWith(`${providerPrefix}_`)) return [named];
  if (schema?.kind !== "object") return [];
  const secret = valueFields(schema).filter(({ rule }) => mayBeSecret(rule));
  const hiddenIn = (block: JsonNode) =>
    secret.flatMap(({ name, writeOnly, rule }) =>
      fieldsIn(block, writeOnly === undefined ? [name] : [name, writeOnly.name])
        .flatMap(textsToHide)
        .filter(({ value }) => hidesText(rule, String(value))),
    );
  return each(named, (_label, body) => blocksOf(body).flatMap(hiddenIn));
}

function hiddenInProvider(name: string, value: JsonNode): readonly JsonNode[] {
  if (name !== providerPrefix) return [value];
  return blocksOf(value).flatMap((block) => fieldsIn(block, ["token"]));
}

function hiddenInVariable(variable: JsonNode): readonly JsonNode[] {
  return isSensitiveVariable(variable) ? fieldsIn(variable, ["default"]) : [];
}

/** Whether the app declares a variable as sensitive. */
export function isSensitiveVariable(variable: JsonNode): boolean {
  const flag = jsonField(variable, "sensitive");
  return flag?.kind === "scalar" && flag.value === true;
}

function fieldsIn(node: JsonNode, names: readonly string[]): readonly JsonNode[] {
  return names.flatMap((name) => jsonField(node, name) ?? []);
}

function textsToHide(node: JsonNode): readonly Extract<JsonNode, { kind: "scalar" }>[] {
  if (node.kind === "array") return node.items.flatMap(textsToHide);
  if (node.kind === "object") return [...node.entries.values()].flatMap(({ value }) => textsToHide(value));
  return needsNoHiding(node.value) ? [] : [node];
}

/** Whether a value is no text, or only refers to another value. */
function needsNoHiding(value: string | number | boolean | null): boolean {
  return typeof value !== "string" || /^\$\{[^"]*\}$/.test(value);
}
