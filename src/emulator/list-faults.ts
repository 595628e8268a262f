import { EmulatorRefusal, type EmulatorResponse } from "../model/emulator-rules.ts";
import { isJsonObject, type Json, type JsonObject } from "../util/json.ts";
import type { RoutedRequest, ServeContext } from "./context.ts";
import { type FaultOf, faultsOf } from "./faults.ts";

/** A read's response as the faults on lists show it. Counts match the shown items, so the caller cannot notice. */
export function withListFaults(
  context: ServeContext,
  routed: RoutedRequest,
  given: EmulatorResponse,
): EmulatorResponse {
  if (routed.request.method !== "GET") return given;
  let shown = given;
  for (const fault of faultsOf(routed.faults, "hide")) {
    refuseHidden(routed, fault);
    shown = changed(shown, (items) => items.filter((item) => !isHidden(item, fault)));
  }
  if (shown !== given) context.faults.hit("hide");
  const [repeat] = faultsOf(routed.faults, "repeat-items");
  if (repeat === undefined) return shown;
  context.faults.hit("repeat-items");
  return changed(shown, (items) => items.flatMap((item) => [item, item]));
}

function isHidden(item: JsonObject, { ids }: FaultOf<"hide">): boolean {
  // Objects whose paths contain a slug are hidden by that slug.
  return ids === "all" || ids.includes(item["id"] as string) || ids.includes(item["slug"] as string);
}

/** Refuses a read of the hidden object itself, or of an object in it. */
function refuseHidden({ match }: RoutedRequest, { ids, byId }: FaultOf<"hide">): void {
  if (byId === undefined || ids === "all") return;
  if (!Object.values(match?.params ?? {}).some((id) => ids.includes(id))) return;
  throw byId === "gone"
    ? new EmulatorRefusal(404, "Not found.")
    : new EmulatorRefusal(403, "You do not have permission to do this.");
}

type ListChange = (items: readonly JsonObject[]) => readonly JsonObject[];

function changed(given: EmulatorResponse, change: ListChange): EmulatorResponse {
  if (given.items !== undefined) return { ...given, items: change(given.items) };
  return given.body === undefined ? given : { ...given, body: inside(given.body, change) };
}

/** Changes every list of objects in a response. A structure has such lists on each level. */
function inside(value: Json, change: ListChange): Json {
  if (Array.isArray(value)) {
    const items: readonly Json[] = value.every(isIdentified) ? change(value) : value;
    return items.map((item) => inside(item, change));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, inside(item as Json, change)]),
  );
}

function isIdentified(item: Json): item is JsonObject {
  return isJsonObject(item) && typeof item["id"] === "string";
}
