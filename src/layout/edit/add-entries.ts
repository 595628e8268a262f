import { isMap, type YAMLMap } from "yaml";
import { unmanagedAddress } from "../../model/address.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import { topFieldOrder } from "../field-order.ts";
import type { TypeSyntax } from "../layout-types.ts";
import { mapsInOrder } from "../shown-order.ts";
import { entriesInOrder, writeObjectEntry } from "../write-layout.ts";
import { textOfScalar } from "../yaml-source.ts";
import { attempt, type ChangingLayout, type NotMade } from "./changing-layout.ts";
import { addField, type Editing } from "./edit-document.ts";
import { NotInPlaceError } from "./edits.ts";
import { obstacles } from "./obstacles.ts";
import { pairOf } from "./open-document.ts";
import { keysAnywhere } from "./parts-of.ts";

/** Adds new entries, each after the one that precedes it in the shown order. With an environment, they go into its part of the layout. */
export function addEntries(state: ChangingLayout, added: readonly LiveObject[]): void {
  const { writing } = state;
  for (const syntax of mapsInOrder(writing.types)) {
    const own = added.filter(({ type }) => type === syntax.type.name);
    if (own.length === 0) continue;
    const all = entriesInOrder(writing, state.live, syntax);
    const used = new Set(keysAnywhere(state, syntax.layout.field));
    const isFree = ({ key, object }: NewEntry) =>
      attempt(state, addedAs(object), () => {
        if (used.has(key)) throw new NotInPlaceError(obstacles.nameInUse(key));
      });
    const entries = all.filter((entry) => own.includes(entry.object) && isFree(entry));
    const place = placeFor(state, syntax);
    if (place !== undefined) addTo(state, syntax, place, entries, all);
    else
      state.notMade.push(
        ...entries.map(({ object }) => ({ ...addedAs(object), reason: obstacles.noEnvironmentEntry })),
      );
  }
}

/** A new object with its key. */
type NewEntry = ReturnType<typeof entriesInOrder>[number];

function addedAs({ type, id }: LiveObject): Omit<NotMade, "reason"> {
  return { address: unmanagedAddress(type, id) };
}

function addTo(
  state: ChangingLayout,
  syntax: TypeSyntax,
  place: PlaceForEntries,
  entries: readonly NewEntry[],
  all: readonly NewEntry[],
): void {
  const { editing, map } = place;
  if (map === undefined) return addMap(state, syntax, place, entries);
  const known = new Set(map.items.map(({ key }) => textOfScalar(key)));
  for (const { key, object } of entries) {
    const before = all
      .slice(
        0,
        all.findIndex((each) => each.key === key),
      )
      .findLast((each) => known.has(each.key));
    known.add(key);
    const value = writeObjectEntry(state.writing, syntax, object, key);
    attempt(state, addedAs(object), () =>
      addField(editing, map, { name: key, value, after: before?.key ?? "" }),
    );
  }
}

/** Adds a map for a type that has none yet: with all new entries, or not at all. */
function addMap(
  state: ChangingLayout,
  syntax: TypeSyntax,
  { editing, topMap }: PlaceForEntries,
  entries: readonly NewEntry[],
): void {
  const value = new Map(
    entries.map(({ key, object }) => [key, writeObjectEntry(state.writing, syntax, object, key)]),
  );
  const after = mapBefore(state, topMap, syntax);
  const [first, ...others] = entries;
  if (first === undefined) return;
  const isMade = attempt(state, addedAs(first.object), () =>
    addField(editing, topMap, { name: syntax.layout.field, value, after }),
  );
  const why = state.notMade.at(-1)?.reason ?? "";
  if (!isMade) state.notMade.push(...others.map(({ object }) => ({ ...addedAs(object), reason: why })));
}

/** The place for new entries of a type: an existing map, or else the map (`topMap`) that gets a field for them. */
interface PlaceForEntries {
  readonly editing: Editing;
  readonly topMap: YAMLMap;
  readonly map?: YAMLMap;
}

/** The place for new entries of a type: the last file that has such entries, else the first file. */
function placeFor(state: ChangingLayout, { layout }: TypeSyntax): PlaceForEntries | undefined {
  const places = [...state.files.values()].flatMap((editing): readonly PlaceForEntries[] => {
    const { root } = editing.document;
    const topMap = state.environment === undefined ? root : environmentIn(root, state.environment);
    if (!isMap(topMap)) return [];
    const map = pairOf(topMap, layout.field)?.value;
    return [{ editing, topMap, ...(isMap(map) && { map }) }];
  });
  return places.findLast(({ map }) => map !== undefined) ?? places[0];
}

function environmentIn(root: unknown, name: string): unknown {
  const environments = isMap(root) ? pairOf(root, "environments")?.value : undefined;
  return isMap(environments) ? pairOf(environments, name)?.value : undefined;
}

function mapBefore(state: ChangingLayout, root: YAMLMap, syntax: TypeSyntax): string | undefined {
  const order = topFieldOrder(state.writing.types);
  const before = order.slice(0, order.indexOf(syntax.layout.field));
  return before.findLast((name) => pairOf(root, name) !== undefined);
}
