import { bodyOf } from "../../../model/emulator-responses.ts";
import { type EmulatedService, type EmulatorRecord, EmulatorRefusal } from "../../../model/emulator-rules.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { structureParams } from "./records.ts";
import { itemKinds } from "./site-structure.objects.ts";

type ShownType = keyof typeof itemKinds;

/** Items of one type as the site's structure shows them, from all levels, in the order of display. */
export function shownItems(service: EmulatedService, siteId: string, type: ShownType): JsonObject[] {
  const response = bodyOf(service.call("getSiteStructure", structureParams(service, siteId)));
  return flatten(response["structure"]).filter((item) => item["object"] === itemKinds[type]);
}

/** One record as the site's structure shows it. */
export function shownItem(service: EmulatedService, type: ShownType, record: EmulatorRecord): JsonObject {
  const items = shownItems(service, record["site"] as string, type);
  const found = items.find((item) => item["id"] === record.id);
  if (found === undefined)
    throw new EmulatorRefusal(404, `No such ${type.replaceAll("_", " ")}: ${record.id}`);
  return found;
}

function flatten(items: Json | undefined): JsonObject[] {
  return ((items ?? []) as readonly JsonObject[]).flatMap((item) => [
    item,
    ...flatten(item["children"]),
    ...flatten(item["siteSpaces"]),
  ]);
}
