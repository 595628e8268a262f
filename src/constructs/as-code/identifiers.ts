import { slugOf } from "../../model/slug.ts";
import { capital } from "../../util/with-article.ts";

/** An object that needs an identifier. */
export interface Nameable<Key> {
  readonly key: Key;
  readonly id: string;
  /** Identifiers are distinct within it. */
  readonly within: string;
  /** The words of its possible names, best first. Empty names are skipped. */
  readonly candidates: readonly (readonly string[])[];
  /** The words that name its type. An object without a name gets them and a part of its id. */
  readonly typeWords: readonly string[];
}

/** Writes the words of a name as an identifier. */
export type IdentifierStyle = (words: readonly string[], typeWords: readonly string[]) => string;

/** The longest part of an identifier that comes from one name, in characters. */
const longestName = 40;

/** The words of a text that every language has in its identifiers: Latin letters and digits. */
export function identifierWords(text: string): readonly string[] {
  const words = slugOf(text)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  const kept: string[] = [];
  for (const word of words) {
    const length = kept.join("_").length;
    if (length + word.length + 1 > longestName && kept.length > 0) break;
    kept.push(word.slice(0, longestName));
  }
  return kept;
}

/** `main_guides`. Words of the type come first where the name alone is no identifier or a word of the language. */
export const snakeStyle: IdentifierStyle = (words, typeWords) => {
  const name = words.join("_");
  return isPlain(words) ? name : [...typeWords, ...words].join("_");
};

/** `mainGuidesSpace`: the type is always a part, so that objects of several types never share a name. */
export const camelStyle: IdentifierStyle = (words, typeWords) => {
  const [first = ""] = words;
  return camelCase(/^[a-z]/.test(first) ? [...words, ...typeWords] : [...typeWords, ...words]);
};

export function camelCase(words: readonly string[]): string {
  return words.map((word, at) => (at === 0 ? word : capital(word))).join("");
}

function isPlain(words: readonly string[]): boolean {
  const [first = ""] = words;
  return /^[a-z]/.test(first) && !(words.length === 1 && reserved.has(first));
}

/** Words with a meaning of their own in Terraform's language. */
const reserved: ReadonlySet<string> = new Set(
  "count data each else endfor endif false for if in local module null path self terraform true var".split(
    " ",
  ),
);

/**
 * An identifier for each object, distinct among the objects with the same `within`. Objects get their best names first, in the given order;
 * an object whose names are all taken gets a part of its id. So a new object at the end changes no other identifier.
 */
export function distinctIdentifiers<Key>(
  objects: readonly Nameable<Key>[],
  style: IdentifierStyle,
): ReadonlyMap<Key, string> {
  const identifiers = new Map<Key, string>();
  const taken = new Set<string>();
  const take = ({ key, within, typeWords }: Nameable<Key>, words: readonly string[]): boolean => {
    const identifier = style(words, typeWords);
    const place = `${within} ${identifier}`;
    if (taken.has(place)) return false;
    taken.add(place);
    identifiers.set(key, identifier);
    return true;
  };
  let open = objects;
  const rounds = Math.max(0, ...objects.map(({ candidates }) => candidates.length));
  for (let round = 0; round < rounds; round += 1)
    open = open.filter((object) => {
      const words = object.candidates[round] ?? [];
      return words.length === 0 || !take(object, words);
    });
  for (const object of open) {
    const base = object.candidates.find((words) => words.length > 0);
    for (const suffix of suffixesOf(object.id)) {
      const isFree =
        base === undefined
          ? take({ ...object, typeWords: [...object.typeWords, suffix] }, [])
          : take(object, [...base, suffix]);
      if (isFree) break;
    }
  }
  return identifiers;
}

/** The ends of an id that distinguish objects: six characters, then the whole id, then numbers. */
function* suffixesOf(id: string): Generator<string> {
  const plain = id.toLowerCase().replace(/[^a-z0-9]+/g, "");
  yield plain.slice(-6) || "1";
  if (plain.length > 6) yield plain;
  for (let number = 2; ; number += 1) yield `${plain}${number}`;
}
