import { requireRecord, textIn } from "../../model/emulator-responses.ts";
import { type EmulatedService, type EmulatorRecord, EmulatorRefusal } from "../../model/emulator-rules.ts";
import { isJsonObject, type Json, type JsonObject } from "../../util/json.ts";

/** A kind of object that a collection, or the top of the organization, can contain. */
type Kind = "collection" | "space";

/** The object before or after which an object moves. */
interface Anchor {
  readonly kind: Kind;
  readonly id: string;
  readonly side: "before" | "after";
}

/**
 * Moves a collection or a space to another parent, and to a position there, or to the end. Collections and spaces are in separate
 * lists, so a position beside an object of the other kind only gives the parent.
 */
export function moveInLibrary(
  service: EmulatedService,
  kind: Kind,
  record: EmulatorRecord,
  body: JsonObject,
): EmulatorRecord {
  const parent = body["parent"] === undefined ? (record["parent"] ?? null) : body["parent"];
  requireParent(service, record.id, parent);
  const anchor = anchorIn(service, record.id, parent, body["position"]);
  if (isThereAlready(service, kind, record, parent, anchor)) {
    throw new EmulatorRefusal(409, "The move would change nothing");
  }
  service.change(kind, record.id, { parent });
  if (anchor === undefined) service.place(kind, record.id, "end");
  else if (anchor.kind === kind) {
    service.place(kind, record.id, anchor.side === "before" ? { before: anchor.id } : { after: anchor.id });
  }
  return requireRecord(service, kind, record.id);
}

function requireParent(service: EmulatedService, id: string, parent: Json): void {
  let ancestor: Json = parent;
  while (ancestor !== null) {
    if (ancestor === id) throw new EmulatorRefusal(400, "A collection cannot be moved into itself");
    const record = service.get("collection", textIn(ancestor));
    if (record === undefined) throw new EmulatorRefusal(400, "Invalid collection");
    ancestor = record["parent"] ?? null;
  }
}

function anchorIn(
  service: EmulatedService,
  id: string,
  parent: Json,
  position: Json | undefined,
): Anchor | undefined {
  const anchor = anchorOf(position);
  if (anchor === undefined) return undefined;
  const record = service.get(anchor.kind, anchor.id);
  const isSibling =
    record !== undefined && record["deletedAt"] == null && (record["parent"] ?? null) === parent;
  if (!isSibling || anchor.id === id) throw new EmulatorRefusal(400, "Invalid position");
  return anchor;
}

function anchorOf(position: Json | undefined): Anchor | undefined {
  if (!isJsonObject(position)) return undefined;
  const side = isJsonObject(position["before"]) ? "before" : "after";
  const pointer = position[side];
  if (!isJsonObject(pointer)) return undefined;
  const kind = pointer["type"] === "collection" ? "collection" : "space";
  return { kind, id: textIn(pointer[kind]), side };
}

function isThereAlready(
  service: EmulatedService,
  kind: Kind,
  record: EmulatorRecord,
  parent: Json,
  anchor: Anchor | undefined,
): boolean {
  if ((record["parent"] ?? null) !== parent) return false;
  const siblings = service
    .list(kind)
    .filter((other) => (other["parent"] ?? null) === parent && other["deletedAt"] == null)
    .map((other) => other.id);
  if (anchor === undefined) return siblings.at(-1) === record.id;
  if (anchor.kind !== kind) return false;
  const step = anchor.side === "before" ? -1 : 1;
  return siblings[siblings.indexOf(anchor.id) + step] === record.id;
}
