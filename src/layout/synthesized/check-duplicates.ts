import { wordsOf } from "../../model/codes/layout-words.ts";
import { type DesiredObject, isReference } from "../../model/desired-world.ts";
import { errorAt } from "../../model/diagnostic.ts";
import { attributesIn, includesFirstChild, readKey } from "../../model/key-field.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { canonicalJson, type Json } from "../../util/json.ts";
import { syntaxOfType } from "../layout-types.ts";
import type { LayoutReading, ReadObject } from "../reading.ts";
import { positionText } from "../yaml-source.ts";

/**
 * Reports objects that docsform could not distinguish from another declared one: both have the same create key, and neither declares a
 * field that would distinguish them.
 */
export function checkDuplicates(reading: LayoutReading): void {
  const objectOfKey = new Map<string, ReadObject>();
  for (const read of reading.objects) {
    const { type, fieldOf } = syntaxOfType(reading.types, read.object.type);
    const distinguishing = distinguishingFields(type);
    const key = distinguishing.length === 0 ? undefined : createKeyOf(type, read.object);
    if (key === undefined || distinguishing.some((name) => read.object.attributes[name] !== undefined))
      continue;
    const first = objectOfKey.get(key);
    if (first === undefined) {
      objectOfKey.set(key, read);
      continue;
    }
    const words = wordsOf("synth/duplicate", {
      address: read.object.address,
      other: first.object.address,
      place: positionText(first.at),
      fields: distinguishing.map(fieldOf).join(" or "),
    });
    reading.report(errorAt(read.at, words));
  }
}

/**
 * The key attributes that distinguish objects with the same create key. Empty: none can, or the type allows several objects with one key.
 */
function distinguishingFields({ identity }: ResourceType): readonly string[] {
  if (!identity.keyIsUnique || includesFirstChild(identity.createKey)) return [];
  return attributesIn(identity.key).filter((name) => !identity.createKey.includes(name));
}

function createKeyOf({ identity }: ResourceType, object: DesiredObject): string | undefined {
  if (object.pin !== undefined) return undefined;
  const values = readKey(identity.createKey, {
    attribute: (name) => object.attributes[name],
    container: () => object.container,
    firstChild: () => undefined,
  });
  const plain = values.map((value) => (isReference(value) ? { $ref: value.$ref } : value));
  if (plain.some((value) => value === undefined || (typeof value === "object" && !isPlain(value))))
    return undefined;
  return canonicalJson([object.type, object.scope ?? null, ...(plain as readonly Json[])]);
}

function isPlain(value: unknown): boolean {
  return value === null || isReference(value);
}
