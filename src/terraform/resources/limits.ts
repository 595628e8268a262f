import { isJsonObject, type Json, type JsonObject } from "../../util/json.ts";

/** The limits of a JSON Schema and the word for null as a sentence: `2 to 128 characters.` Empty if the schema sets no limit. */
export function limitsText(schema: JsonObject, word?: string): string {
  const choices = statedChoices(schema, word);
  const stated = [
    choices,
    range(schema, "Length", "characters"),
    range(schema, "Items", "items"),
    numbers(schema),
  ];
  const limits = stated.filter((part) => part !== "").join(", ");
  return sentence(word === undefined || choices !== "" ? limits : orElse(word, limits));
}

/** The values of a JSON Schema and the word for null as a sentence: `One of …`. Empty if the schema accepts other values too. */
export function choicesText(schema: JsonObject, word?: string): string {
  return sentence(statedChoices(schema, word));
}

function sentence(text: string): string {
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function statedChoices(schema: JsonObject, word: string | undefined): string {
  const values = choiceValues(schema);
  return values.length === 0 ? "" : oneOf([...values, ...(word === undefined ? [] : [word])]);
}

function oneOf(values: readonly string[]): string {
  return `one of ${values.map((value) => `\`${value}\``).join(", ")}`;
}

function orElse(word: string, limits: string): string {
  return `\`${word}\`${limits === "" ? ", or anything else" : `, or ${limits}`}`;
}

function choiceValues(schema: JsonObject): readonly string[] {
  const { enum: values, const: only } = schema;
  if (Array.isArray(values)) return values.map(text);
  if (only !== undefined) return [text(only)];
  const variants = schema["anyOf"] ?? schema["oneOf"];
  return Array.isArray(variants) ? variants.filter(isJsonObject).flatMap(choiceValues) : [];
}

function text(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function range(schema: JsonObject, kind: "Length" | "Items", unit: string): string {
  return between(schema[`min${kind}`], schema[`max${kind}`], unit);
}

function numbers(schema: JsonObject): string {
  return between(schema["minimum"], schema["maximum"], "");
}

function between(least: Json | undefined, most: Json | undefined, unit: string): string {
  const ends = [typeof least === "number" ? least : undefined, typeof most === "number" ? most : undefined];
  const [from, to] = ends;
  if (from === undefined && to === undefined) return "";
  if (to === undefined) return `at least ${from} ${from === 1 ? unit.replace(/s$/, "") : unit}`.trim();
  if (from === undefined || from === 0) return `at most ${to} ${unit}`.trim();
  return `${from} to ${to} ${unit}`.trim();
}
