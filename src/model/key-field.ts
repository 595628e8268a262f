/**
 * A part of a key: an attribute, by its name; the parent; or an attribute of the first child, which is created together with the object.
 */
export type KeyField = string | { readonly container: true } | { readonly firstChild: string };

/** The object's parent, as a part of its key. */
export const theContainer = { container: true } as const;

/** An attribute of the first child, as a part of its parent's key. */
export function ofFirstChild(attribute: string): KeyField {
  return { firstChild: attribute };
}

/** Reads each kind of part. `S` is the object to read them from, for a reader that serves many objects. */
export interface KeyReader<T, S = undefined> {
  attribute(name: string, of: S): T;
  container(of: S): T;
  firstChild(attribute: string, of: S): T;
}

export function readKey<T>(key: readonly KeyField[], reader: KeyReader<T>): readonly T[];
export function readKey<T, S>(key: readonly KeyField[], reader: KeyReader<T, S>, of: S): readonly T[];
export function readKey<T, S>(key: readonly KeyField[], reader: KeyReader<T, S>, of?: S): readonly T[] {
  return key.map((field) => readField(field, reader, of as S));
}

export function readField<T, S>(field: KeyField, reader: KeyReader<T, S>, of: S): T {
  if (typeof field === "string") return reader.attribute(field, of);
  return "container" in field ? reader.container(of) : reader.firstChild(field.firstChild, of);
}

/** The parts of a key that are attributes of the object itself. */
export function attributesIn(key: readonly KeyField[]): readonly string[] {
  return key.filter((field) => typeof field === "string");
}

export function includesContainer(key: readonly KeyField[]): boolean {
  return key.some((field) => typeof field === "object" && "container" in field);
}

export function includesFirstChild(key: readonly KeyField[]): boolean {
  return key.some((field) => typeof field === "object" && "firstChild" in field);
}

const containerText = "$container";
const firstChildText = "$firstChild.";

/** The text of a part of a key in a journal. */
export function fieldText(field: KeyField): string {
  if (typeof field === "string") return field;
  return "container" in field ? containerText : `${firstChildText}${field.firstChild}`;
}

/** The part of a key from its text in a journal. */
export function fieldOfText(text: string): KeyField {
  if (text === containerText) return theContainer;
  return text.startsWith(firstChildText) ? ofFirstChild(text.slice(firstChildText.length)) : text;
}
