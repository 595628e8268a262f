import type { Address } from "../../model/address.ts";
import type { Code } from "../../model/codes/code.ts";
import type { DesiredWorld } from "../../model/desired-world.ts";
import type { Diagnostic, SourcePosition } from "../../model/diagnostic.ts";
import type { GuardRefusal } from "../../model/plan/plan.ts";
import { present } from "../../util/present.ts";
import { capital } from "../../util/with-article.ts";
import { type EffectTime, effectSentence } from "../text/effect-sentence.ts";
import type { EffectViews } from "../view/effects-view.ts";

/** A finding about a layout, which a code review shows at its place. */
export interface LayoutFinding {
  readonly code: Code;
  readonly level: "error" | "warning" | "note";
  /** One or more sentences. */
  readonly message: string;
  /** The objects that it concerns. */
  readonly addresses: readonly Address[];
  /** The place in the layout. Absent: the layout does not declare it. */
  readonly at?: SourcePosition;
}

export function ofDiagnostic({ severity, code, message, remedy, at }: Diagnostic): LayoutFinding {
  return { code, level: severity, message: withRemedy(message, remedy), addresses: [], ...present({ at }) };
}

/** The refusal of a guard, at the place of the first object that the layout declares. */
export function ofRefusal(
  { code, message, remedy, addresses }: GuardRefusal,
  placeOf: PlaceOf,
): LayoutFinding {
  return {
    code,
    level: "error",
    message: withRemedy(message, remedy),
    addresses,
    ...addresses.map((address) => placeOf(address)).find(({ at }) => at !== undefined),
  };
}

/** What becomes different for people, each at the place of its first cause that the layout declares. */
export function ofEffects(
  { dangers, effects }: EffectViews,
  time: EffectTime,
  placeOf: PlaceOf,
): readonly LayoutFinding[] {
  return [...dangers, ...effects].map((effect) => ({
    code: effect.kind.rule,
    level: effect.kind.isDanger ? "warning" : "note",
    message: `${capital(effectSentence([effect], time))}.`,
    addresses: [effect.object.address],
    ...effect.causes
      .map(({ address, attribute }) => placeOf(address, attribute))
      .find(({ at }) => at !== undefined),
  }));
}

export function withRemedy(message: string, remedy: string | undefined): string {
  return remedy === undefined ? message : `${message} ${remedy}`;
}

/** The place where a layout declares an object, or a field of it. */
export type PlaceOf = (address: Address, attribute?: string) => { readonly at?: SourcePosition };

export function placesIn({ objects }: DesiredWorld): PlaceOf {
  const declared = new Map(objects.map((object) => [object.address, object]));
  return (address, attribute = "") => {
    const object = declared.get(address);
    return present({ at: object?.positions?.[attribute] ?? object?.at });
  };
}
