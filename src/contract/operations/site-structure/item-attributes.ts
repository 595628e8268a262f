import type * as z from "zod";
import type { Attribute } from "../../../model/resource-type/attribute.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../util/json.ts";
import { itemDraft } from "./site-structure.objects.ts";

/** The draft flag of an item of a site's structure. */
export function draftOf(item: string) {
  return {
    description: `Whether the ${item} is a draft. Readers do not see drafts.`,
    schema: itemDraft,
    atCreate: "accepted",
    derived: true,
    default: false,
    opens: { as: "gate", of: { true: "none" }, isEditorial: true },
    samples: [true, false],
  } as const satisfies Attribute;
}

/** Translations of an item's text by language. A write replaces the whole map. */
export function localizedOf<Schema extends Attribute["schema"]>(text: string, schema: Schema) {
  return {
    description: `The ${text} in languages other than the site's own, by language code. A write replaces the whole map.`,
    schema,
    atCreate: "no",
    nullable: true,
    normalize: noneIfEmpty,
    samples: [{ fr: "Premiers pas" }, { de: "Erste Schritte", "pt-br": "Primeiros passos" }],
  } as const satisfies Attribute;
}

const localizedFields: ReadonlySet<string> = new Set(["localizedTitle", "localizedDescription"]);

/** The values as the service accepts them: it refuses null for a map of languages, and an empty map clears it. */
export function localizedOnWire(values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, Json] => [
      name,
      value === null && localizedFields.has(name) ? {} : value,
    ]),
  );
}

/** Treats an empty map of languages like an absent one. */
export function noneIfEmpty(map: Json): Json {
  return isJsonObject(map) && Object.keys(map).length === 0 ? null : map;
}

/** A path of one segment. People take a slash from a URL along with it, and the service would not find it under that name again. */
export function segmentOf(path: z.ZodString): z.ZodType<string> {
  return path.refine((text) => !/^\/|\/$/u.test(text), "must not begin or end with a slash");
}

/** A condition that does not end in the middle of an expression. */
export function conditionOf(condition: z.ZodString): z.ZodType<string> {
  return condition.refine((text) => !/[.&|=!<>]\s*$/u.test(text), "must be a whole expression");
}
