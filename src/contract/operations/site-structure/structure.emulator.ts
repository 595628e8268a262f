import {
  type EmulatedService,
  type EmulatorHandler,
  type EmulatorRecord,
  EmulatorRefusal,
} from "../../../model/emulator-rules.ts";
import type { Json } from "../../../util/json.ts";
import {
  type ItemType,
  levelTypes,
  recordIn,
  renumberSiblings,
  type StructureRecord,
  siteOf,
  structureSiblings,
} from "./records.ts";
import { itemKinds } from "./site-structure.objects.ts";
import { itemOnWire, levelOnWire, readTree, spacesOnWire } from "./site-structure.wire.ts";

const get: EmulatorHandler = (request, service) => ({
  status: 200,
  body: structureOnWire(service, siteOf(request, service)),
});

const sort: EmulatorHandler = (request, service) => {
  const site = siteOf(request, service);
  const { item, position } = request.body as unknown as SortBody;
  const anchor = position.before ?? position.after;
  if (anchor === undefined || (position.before !== undefined && position.after !== undefined)) {
    throw new EmulatorRefusal(400, "Invalid position: give either before or after");
  }
  const moved = itemAt(service, site, item, 404);
  const next = itemAt(service, site, anchor, 400);
  const order = structureSiblings(service, moved).filter((sibling) => sibling.record.id !== moved.record.id);
  const place = order.findIndex((sibling) => sibling.record.id === next.record.id);
  if (place < 0) {
    throw new EmulatorRefusal(400, "Invalid position: items can only be sorted among their siblings");
  }
  order.splice(position.before === undefined ? place + 1 : place, 0, moved);
  renumberSiblings(service, order);
  placeInTable(service, order, moved);
  return { status: 200, body: itemOnWire(readTree(service, site), moved) };
};

/** The structure of a site as a whole. */
export const structureHandlers = { get, sort };

interface Pointer {
  readonly type: string;
  readonly id: string;
}

interface SortBody {
  readonly item: Pointer;
  readonly position: { readonly before?: Pointer; readonly after?: Pointer };
}

function itemAt(
  service: EmulatedService,
  site: EmulatorRecord,
  pointer: Pointer,
  missing: 400 | 404,
): StructureRecord {
  const types = Object.keys(itemKinds) as (keyof typeof itemKinds)[];
  const type = types.find((each) => itemKinds[each] === pointer.type) as ItemType;
  return { type, record: recordIn(service, site, type, pointer.id, missing) };
}

/** Keeps the records of the moved item's type in the order of display too. */
function placeInTable(
  service: EmulatedService,
  order: readonly StructureRecord[],
  moved: StructureRecord,
): void {
  const alike = order.filter((item) => item.type === moved.type);
  const place = alike.indexOf(moved);
  const next = alike[place + 1];
  const previous = alike[place - 1];
  if (next !== undefined) service.place(moved.type, moved.record.id, { before: next.record.id });
  else if (previous !== undefined) service.place(moved.type, moved.record.id, { after: previous.record.id });
}

// Responses to most writes in a site are parts of its structure, and most reads find it unchanged.
const lastStructures = new WeakMap<
  EmulatorRecord,
  { readonly from: readonly unknown[]; readonly body: Json }
>();
const tables = [...levelTypes, "site_space", "space"];

function structureOnWire(service: EmulatedService, site: EmulatorRecord): Json {
  const from = [service.apiVersion, ...tables.map((type) => service.list(type))];
  const last = lastStructures.get(site);
  if (last?.from.every((part, index) => part === from[index])) return last.body;
  const tree = readTree(service, site);
  const body =
    tree.items.length > 0
      ? { type: "sections", structure: levelOnWire(tree, null) }
      : { type: "siteSpaces", structure: spacesOnWire(tree, null) };
  lastStructures.set(site, { from, body });
  return body;
}
