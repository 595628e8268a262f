import { issuesOf } from "../../src/model/check-value.ts";
import type { Attribute } from "../../src/model/resource-type/attribute.ts";
import { isHidden, secretTextsIn } from "../../src/model/secret-value.ts";
import { isJsonObject, type Json } from "../../src/util/json.ts";
import { certificateWith } from "./certificates.ts";

/** A value with texts that no output may show. */
export interface SecretValue {
  readonly value: Json;
  /** The texts to search for: the beginning of each is enough. */
  readonly canaries: readonly string[];
}

/** Whether values of the attribute are hidden whatever their source is. */
export function isSecretByItself(attribute: Attribute): boolean {
  return isHidden(attribute);
}

/** A valid value of the attribute with a canary in each secret text. Throws if there is none. */
export function secretValueOf(attribute: Attribute, mark: string): SecretValue {
  const found = withTexts(attribute, mark, (value) => secretTextsIn({ value: attribute }, { value }));
  if (found !== undefined) return found;
  throw new Error(`No form is known in which a secret gets into this: ${attribute.description}`);
}

/** A valid value of the attribute with a canary in each text. Undefined: the attribute does not accept one. */
export function markedValueOf(attribute: Attribute, mark: string): SecretValue | undefined {
  return withTexts(attribute, mark, (value) => textsIn(value).map(([, text]) => text));
}

function withTexts(
  attribute: Attribute,
  mark: string,
  secretsIn: (value: Json) => readonly string[],
): SecretValue | undefined {
  const [sample] = attribute.samples;
  if (sample === undefined || attribute.reference !== undefined) return undefined;
  let value: Json = sample;
  for (const [path, text] of textsIn(sample))
    for (const marked of formsOf(text, `${mark}${path.join("")}`)) {
      const next = replaced(value, path, marked);
      const isHidden = secretsIn(next).some((secret) => secret.includes(canary(mark)));
      if (issuesOf(attribute, next).issues.length > 0 || !isHidden) continue;
      value = next;
      break;
    }
  const canaries = secretsIn(value).flatMap(
    (text) => text.match(new RegExp(`${canary(mark)}\\w*`, "gu")) ?? [],
  );
  return canaries.length === 0 ? undefined : { value, canaries: [...new Set(canaries)] };
}

/** Long enough for docsform to detect it in a message, and for no other text to contain it by chance. */
export function canary(mark: string): string {
  return `canaryOfASecret${mark}`;
}

/** Texts with a canary, in several forms. Those that are most like the sample come first. */
function formsOf(sample: string, mark: string): readonly string[] {
  const text = canary(mark);
  return [
    ...(sample.startsWith("-----BEGIN CERTIFICATE-----") ? [certificateWith(text)] : []),
    text,
    `https://${text}user:${text}pass@acme.example/specs?key=${text}query`,
    `/${text}`,
    `${text}@acme.example`,
  ];
}

export type Path = readonly (string | number)[];

export function textsIn(value: Json, path: Path = []): readonly (readonly [Path, string])[] {
  if (typeof value === "string") return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((part: Json, at) => textsIn(part, [...path, at]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => textsIn(part as Json, [...path, name]));
}

export function replaced(value: Json, [step, ...rest]: Path, text: string): Json {
  if (step === undefined) return text;
  if (Array.isArray(value))
    return value.map((part: Json, at) => (at === step ? replaced(part, rest, text) : part));
  if (!isJsonObject(value)) return value;
  return { ...value, [step]: replaced(value[step] as Json, rest, text) };
}
