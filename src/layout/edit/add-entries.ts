import { isMap, isScalar, type YAMLMap } from "yaml";
import { unmanagedAddress } from "../../model/address.ts";
import type { LiveObject } from "../../model/live-world.ts";
import type { TypeSyntax } from "../layout-syntax.ts";
import { mapsInOrder } from "../shown-order.ts";
import { entriesInOrder, writeObject } from "../write-layout.ts";
import { attempt, type ChangingLayout } from "./changing-layout.ts";
import { addField, type Editing } from "./edit-document.ts";
import { pairOf } from "./open-document.ts";

/** New entries, each behind the one that is shown before it. */
export function addEntries(state: ChangingLayout, added: readonly LiveObject[]): void {
  const { writing } = state;
  for (const syntax of mapsInOrder(writing.types)) {
    const own = added.filter(({ type }) => type === syntax.type.name);
    if (own.length === 0) continue;
    const all = entriesInOrder(writing, state.live, syntax);
    const entries = all.filter(({ object }) => own.includes(object));
    const [editing, map] = mapFor(state, syntax);
    if (map === undefined) {
      const { root } = editing.document;
      if (!isMap(root)) continue;
      const value = new Map(
        entries.map(({ key, object }) => [key, writeObject(writing, syntax, object, key)]),
      );
      addField(editing, root, { name: syntax.layout.field, value, after: mapBefore(state, root, syntax) });
      continue;
    }
    const known = new Set(map.items.map(({ key }) => (isScalar(key) ? String(key.value) : "")));
    for (const { key, object } of entries) {
      const before = all
        .slice(
          0,
          all.findIndex((each) => each.object === object),
        )
        .findLast((each) => known.has(each.key));
      known.add(key);
      const value = writeObject(writing, syntax, object, key);
      attempt(state, { address: unmanagedAddress(object.type, object.id) }, () =>
        addField(editing, map, { name: key, value, after: before?.key ?? "" }),
      );
    }
  }
}

/** The file and the map into which new entries go: the last that has any. */
function mapFor(state: ChangingLayout, syntax: TypeSyntax): readonly [Editing, YAMLMap | undefined] {
  const files = [...state.files.values()];
  for (const editing of [...files].reverse()) {
    const { root } = editing.document;
    const map = isMap(root) ? pairOf(root, syntax.layout.field)?.value : undefined;
    if (isMap(map)) return [editing, map];
  }
  const [first] = files;
  if (first === undefined) throw new TypeError("A layout has a file.");
  return [first, undefined];
}

function mapBefore(state: ChangingLayout, root: YAMLMap, syntax: TypeSyntax): string | undefined {
  const order = mapsInOrder(state.writing.types).map(({ layout }) => layout.field);
  const before = order.slice(0, order.indexOf(syntax.layout.field));
  return before.findLast((name) => pairOf(root, name) !== undefined);
}
