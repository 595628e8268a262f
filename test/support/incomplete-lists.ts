import type { Transport } from "../../src/contract/http/transport.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import type { Emulator } from "../../src/emulator/new-emulator.ts";
import { isJsonObject, type Json } from "../../src/util/json.ts";

/** A service whose lists omit some objects, also in their counts, as for a token with less access. */
export interface IncompleteLists {
  readonly transport: (emulator: Emulator) => Transport;
  /** From now on, lists omit the objects with these ids. With `times`, only this many lists do. */
  hide(ids: Iterable<string>, times?: number): void;
}

export function createIncompleteLists(): IncompleteLists {
  let hidden: ReadonlySet<string> = new Set();
  let left = 0;
  return {
    transport: (emulator) => {
      const inner = emulatorTransport(emulator);
      return async (request) => {
        const answer = await inner(request);
        if (request.method !== "GET" || left === 0 || answer.status !== 200) return answer;
        const text = JSON.stringify(without(JSON.parse(answer.text) as Json, hidden));
        if (text !== answer.text) left -= 1;
        return { ...answer, text };
      };
    },
    hide: (ids, times = Number.POSITIVE_INFINITY) => {
      hidden = new Set(ids);
      left = times;
    },
  };
}

/** The value without the list items that have one of these ids, at any depth. */
function without(value: Json, hidden: ReadonlySet<string>): Json {
  if (Array.isArray(value))
    return value.filter((item: Json) => !isHidden(item, hidden)).map((item: Json) => without(item, hidden));
  if (!isJsonObject(value)) return value;
  const shown = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, without(inner, hidden)]),
  );
  const { items, count } = value;
  if (!Array.isArray(items) || typeof count !== "number") return shown;
  return { ...shown, count: count - items.filter((item: Json) => isHidden(item, hidden)).length };
}

function isHidden(item: Json, hidden: ReadonlySet<string>): boolean {
  return isJsonObject(item) && typeof item["id"] === "string" && hidden.has(item["id"]);
}
