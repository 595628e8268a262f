import { objectKey } from "../../../model/object-key.ts";
import type { NamesById } from "../../../model/plan/plan.ts";
import { addressesInState, type State } from "../../../model/state.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import type { Json } from "../../../util/json.ts";
import type { Matches } from "../match/match-objects.ts";
import type { LiveIndex } from "../world/live-index.ts";
import { titleOfLive } from "./object-names.ts";

/** Returns the name for people of the object with this type and id. */
export type KnownName = (type: string, id: string) => string;

interface Known {
  readonly types: TypeIndex;
  readonly live: LiveIndex;
  readonly matches: Matches;
  readonly state: State | undefined;
}

/** The name is the address in the layout or the state, or else the title with the id, or else the id alone. */
export function knownNames({ types, live, matches, state }: Known): KnownName {
  const inState = addressesInState(state);
  return (type, id) => {
    const key = objectKey(type, id);
    return matches.byLive.get(key)?.desired.address ?? inState.get(key) ?? titled(type, id);
  };
  function titled(type: string, id: string): string {
    const object = live.get(type, id);
    const title = object && titleOfLive(types, object);
    return title === undefined || title === id ? id : `${JSON.stringify(title)} (${id})`;
  }
}

/** The names of the ids in these values. Each id belongs to an object of one of the types. Undefined: the values are no ids. */
export function namesOfIds(
  nameOf: KnownName,
  types: readonly (string | undefined)[],
  values: readonly (Json | undefined)[],
): { readonly namesById?: NamesById } {
  const names = values.flatMap((id) => {
    if (typeof id !== "string") return [];
    const name = types
      .map((type) => type && nameOf(type, id))
      .find((each) => each !== undefined && each !== id);
    return name === undefined ? [] : [[id, name] as const];
  });
  return names.length === 0 ? {} : { namesById: Object.fromEntries(names) };
}
