import { type Document, isScalar, type Pair, Scalar, visit, type YAMLMap } from "yaml";
import { containsText } from "../model/secret-value.ts";
import type { LiveObject } from "../model/snapshot.ts";
import { isJsonObject, type Json } from "../util/json.ts";
import { type LayoutWriting, noted } from "./writing.ts";

/** A placeholder for a secret that pull omits. Its value is the text that a person would write instead. */
export class SecretGap extends Scalar<string> {}

/** A gap for a secret attribute of an object. `name` names the object, `what` describes the attribute to a person. */
export function secretGap(
  writing: LayoutWriting,
  { type, id }: LiveObject,
  { attribute, name, what, live }: GapPlace,
): SecretGap {
  const plain = [type, name, attribute]
    .join("_")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toUpperCase();
  const used = writing.secrets.filter(
    ({ variable }) => variable === plain || variable.startsWith(`${plain}_`),
  );
  const variable = used.length === 0 ? plain : `${plain}_${used.length + 1}`;
  writing.secrets.push({ variable, type, id, attribute });
  noted(writing, `${what} is secret, so pull omits it. A comment shows how to declare it.`);
  return new SecretGap(written(live, `!env ${variable}`, writing.secretTexts));
}

interface GapPlace {
  readonly attribute: string;
  readonly name: string;
  readonly what: string;
  readonly live: Json;
}

/** A value with each text replaced by `text`, and so each map with a secret in the name of a field. */
function written(value: Json, text: string, secrets: readonly string[]): string {
  if (typeof value === "string") return text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (!isJsonObject(value)) return `[${value.map((item) => written(item, text, secrets)).join(", ")}]`;
  const fields = Object.entries(value);
  if (fields.some(([name]) => containsText(name, secrets))) return text;
  return `{ ${fields.map(([name, part]) => `${name}: ${written(part, text, secrets)}`).join(", ")} }`;
}

/** Replaces each gap by a comment. */
export function commentGaps(document: Document): void {
  visit(document, {
    Map(_key, map) {
      const gaps = map.items.filter(({ value }) => value instanceof SecretGap);
      for (const gap of gaps) commentGap(map, gap as Pair<Scalar<string>, SecretGap>);
    },
  });
}

function commentGap(map: YAMLMap, gap: Pair<Scalar<string>, SecretGap>): void {
  const comment = ` Secret, so pull does not write it. To declare it, set the variable:\n ${gap.key.value}: ${gap.value?.value}`;
  const at = map.items.indexOf(gap);
  const next = map.items[at + 1]?.key;
  map.items.splice(at, 1);
  if (isScalar(next)) next.commentBefore = joined(next.commentBefore, comment);
  else map.comment = joined(map.comment, comment);
}

function joined(before: string | null | undefined, comment: string): string {
  return before ? `${before}\n${comment}` : comment;
}
