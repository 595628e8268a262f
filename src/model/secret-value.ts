import { type DesiredValue, isReference, mapSecrets } from "./desired-world.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Attribute, ResourceType } from "./resource-type.ts";
import { Secret, type SecretSource } from "./secret.ts";
import type { FoundObject } from "./snapshot.ts";

type Hiding = Pick<Attribute, "sensitive" | "secretTexts">;

/** Whether some values are secret, or all. */
export function mayBeSecret({ sensitive, secretTexts }: Partial<Hiding>): boolean {
  return sensitive === true || secretTexts !== undefined;
}

/** Whether a value in clear is secret: by its attribute, or by what is in it. */
export function isSecretValue({ sensitive, secretTexts }: Partial<Hiding>, clear: Json): boolean {
  return sensitive === true || (clear !== null && (secretTexts?.(clear) ?? []).length > 0);
}

/** The texts of an object's values that are secret by their attributes, or by what is in them. */
export function secretTextsIn(
  attributes: Readonly<Record<string, Partial<Hiding>>>,
  values: JsonObject,
): readonly string[] {
  return Object.entries(attributes).flatMap(([name, { sensitive, secretTexts }]) => {
    const value = values[name] ?? null;
    if (value === null) return [];
    return [...(sensitive === true ? textsIn(value) : []), ...(secretTexts?.(value) ?? [])];
  });
}

/** The texts of an object that are secret: in what somebody set, and in what the service tells. */
export function secretTextsOfObject(
  type: Pick<ResourceType, "attributes" | "computed"> | undefined,
  { attributes, computed = {} }: Pick<FoundObject, "attributes" | "computed">,
): readonly string[] {
  return [
    ...secretTextsIn(type?.attributes ?? {}, attributes),
    ...secretTextsIn(type?.computed ?? {}, computed),
  ];
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A declared value, in which all text is secret where a part of it is. */
export function withSecretTexts({ secretTexts }: Hiding, value: DesiredValue): DesiredValue {
  if (secretTexts === undefined || value === null || isReference(value)) return value;
  const texts = secretTexts(mapSecrets(value, (secret) => secret.reveal()));
  return texts.length === 0
    ? value
    : hidden(
        value,
        texts.filter(({ length }) => length >= shortestPart),
      );
}

/** A shorter part of a value would be found in other texts by chance. */
const shortestPart = 8;

function hidden(value: DesiredValue, texts: readonly string[]): DesiredValue {
  if (typeof value === "string") return new Secret(value, { kind: "literal" }, texts);
  if (value instanceof Secret) {
    const source = keepable(value.source, texts) ? value.source : ({ kind: "literal" } as const);
    return new Secret(value.reveal(), source, [...value.texts(), ...texts]);
  }
  if (Array.isArray(value)) return value.map((item: DesiredValue) => hidden(item, texts));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value) as [string, DesiredValue][];
  return Object.fromEntries(fields.map(([name, part]) => [name, hidden(part, texts)]));
}

/** Whether what a source says in clear is none of these. */
function keepable(source: SecretSource, texts: readonly string[]): boolean {
  if (source.kind !== "joined") return true;
  return source.parts.every((part) => typeof part !== "string" || !texts.some((text) => part.includes(text)));
}
