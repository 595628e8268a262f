import type { Address } from "../../model/address.ts";
import type { State, StateEntry } from "../../model/state.ts";
import { plainText } from "../../report/text/plain-text.ts";
import type { StatePlaces } from "../../state/state-places.ts";
import { count } from "../../util/count.ts";
import type { Json } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import type { OutputJson } from "../print-result.ts";

/** A state as JSON: the object of each address. */
export function stateJson(
  { layout, state: path }: StatePlaces,
  state: State | undefined,
): OutputJson<"state"> {
  const objects = entriesOf(state).map(([address, { id, origin, scopeId, protect, unfinished }]) => ({
    address,
    id,
    ...present({ origin, scopeId, protect, unfinished }),
  }));
  return {
    layout,
    state: path ?? null,
    organization: state?.organization ?? null,
    serial: state?.serial ?? null,
    objects,
  };
}

/** A state as text, one line per object. */
export function renderState({ layout, state: path }: StatePlaces, state: State | undefined): string {
  if (state === undefined) return `There is no state at ${plainText(path ?? "")} yet.\n`;
  const entries = entriesOf(state);
  const widest = Math.max(0, ...entries.map(([address]) => address.length));
  const lines = entries.map(
    ([address, entry]) => `  ${plainText(address.padEnd(widest))}  ${plainText(entry.id)}${marksOf(entry)}`,
  );
  const head = `${plainText(path ?? "")}: ${count(entries.length, "object")} of the layout ${plainText(layout)}, organization ${plainText(state.organization)}`;
  return `${[head, ...lines].join("\n")}\n`;
}

/** The state's record of one object. */
export function renderEntry(address: Address, entry: StateEntry): string {
  const { id, origin = "unconfirmed", scopeId, container, applied, undeclared = {} } = entry;
  const rows = [
    ["id", id],
    ["origin", origin],
    ...(scopeId === undefined ? [] : [["scope", scopeId] as const]),
    ...(container === undefined ? [] : [["in", container ?? "(the top level)"] as const]),
    ...Object.entries(applied).map(([name, value]) => [name, shown(value)] as const),
    ...Object.entries(undeclared).map(([name, value]) => [`${name} (not declared)`, shown(value)] as const),
  ];
  const lines = rows.map(([name, value]) => `  ${plainText(`${name}: ${value}`)}`);
  return `${[`${plainText(address)}${marksOf(entry)}`, ...lines].join("\n")}\n`;
}

/** The changes to a state, and their consequences. */
export function renderEdited(
  changed: ReadonlyMap<Address, Address | null>,
  isDeclared: (address: Address) => boolean,
): string {
  const lines = [...changed].map(([address, now]) =>
    now === null ? `Forgot ${address}.` : `Renamed ${address} to ${now}.`,
  );
  const meanings = [...changed].flatMap(([address, now]) => meaningOf(address, now, isDeclared));
  return `${[...lines, ...meanings, "Nothing was written to the service."].map((line) => plainText(line)).join("\n")}\n`;
}

function meaningOf(
  address: Address,
  now: Address | null,
  isDeclared: (address: Address) => boolean,
): readonly string[] {
  if (now === null)
    return isDeclared(address)
      ? [`The layout still declares ${address}: the next plan finds it by its key, or creates it.`]
      : [];
  return isDeclared(now)
    ? []
    : [`The layout does not declare ${now}: declare it, or the next apply forgets it.`];
}

function entriesOf(state: State | undefined): readonly (readonly [Address, StateEntry])[] {
  return Object.entries(state?.objects ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
}

function marksOf({ protect, unfinished }: StateEntry): string {
  return `${protect === true ? "  protected" : ""}${unfinished === true ? "  unfinished" : ""}`;
}

/** The state contains only the hash of a secret, which means nothing to people. */
function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.includes('"$hash"') ? "(secret)" : text;
}
