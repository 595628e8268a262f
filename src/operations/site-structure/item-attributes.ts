import { isJsonObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Attribute } from "../../model/resource-type.ts";
import { itemDraft } from "./site-structure.objects.ts";

/** Whether an item of a site's structure is live. */
export function draftOf(item: string) {
  return {
    description: `Whether the ${item} is a draft. Readers do not see drafts.`,
    schema: itemDraft,
    atCreate: "accepted",
    derived: true,
    default: false,
    publishes: false,
    samples: [true, false],
  } as const satisfies Attribute;
}

/** A text of an item in other languages: a map of them, which a write replaces whole. */
export function localizedOf<Schema extends Attribute["schema"]>(text: string, schema: Schema) {
  return {
    description: `The ${text} in languages other than the site's own, by language code. A declared map replaces the whole map.`,
    schema,
    atCreate: "no",
    nullable: true,
    normalise: noneIfEmpty,
    terraform: { asJson: true },
    samples: [{ fr: "Premiers pas" }, { de: "Erste Schritte", "pt-br": "Primeiros passos" }],
  } as const satisfies Attribute;
}

const localizedFields: ReadonlySet<string> = new Set(["localizedTitle", "localizedDescription"]);

/** The values of a write as the service takes them: maps of languages cannot be null there, and an empty one clears. */
export function localizedOnWire(values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, Json] => [
      name,
      value === null && localizedFields.has(name) ? {} : value,
    ]),
  );
}

/** A map of languages that says nothing is as good as none. */
export function noneIfEmpty(map: Json): Json {
  return isJsonObject(map) && Object.keys(map).length === 0 ? null : map;
}
