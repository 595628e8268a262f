import type { Address } from "../model/address.ts";
import { append } from "../model/groups.ts";
import { keyOf, type ObjectKey, objectKey } from "../model/object-key.ts";
import { once } from "../model/once.ts";
import type { LiveObject } from "../model/snapshot.ts";
import type { OtherLayout, Recovered, State } from "../model/state.ts";
import type { TypeIndex } from "../model/type-index.ts";
import type { Hash } from "./decide/compare.ts";
import type { Decisions } from "./decide/decisions.ts";
import { type PlanValues, planValuesOf } from "./decide/plan-values.ts";
import { type WhoChanged, whoChanged } from "./decide/who-changed.ts";
import type { DesiredIndex } from "./desired-index.ts";
import { type KnownName, knownNames } from "./known-names.ts";
import type { LiveIndex } from "./live-index.ts";
import type { Pairing } from "./match/match-objects.ts";
import { type Origins, originsOf } from "./match/origins.ts";
import { type Names, nameObjects } from "./names.ts";
import { secretTextsOf } from "./report/secret-texts.ts";
import { findOtherKinds, type OtherKind } from "./structure-kinds.ts";

/** What is planned: to make the service as declared, or to delete what is declared. */
export type Purpose = "apply" | "destroy";

/** What a caller decides about planning. */
export interface PlanSettings {
  /** Random, hex: salts the hashes of secrets in the plan. */
  readonly salt: string;
  readonly hash: Hash;
  /** Ends temporary values, so that two runs never choose the same. */
  readonly temporarySuffix: string;
}

/** What is known once it is decided what becomes of each object. */
export interface DecidedPlan {
  readonly purpose: Purpose;
  readonly types: TypeIndex;
  readonly desired: DesiredIndex;
  readonly live: LiveIndex;
  readonly matches: Pairing;
  readonly decisions: Decisions;
  readonly state: State | undefined;
  /** What a destroy that did not end was deleting. */
  readonly toDestroy: readonly Address[];
  /** Whether what is done will be remembered in a state. */
  readonly keepsState: boolean;
  readonly recovered: Recovered | undefined;
  /** Absent: as the layout, the state and the journal have it. */
  readonly origins?: Origins | undefined;
  readonly otherLayouts: readonly OtherLayout[];
  readonly options: PlanSettings;
}

/** The same, with what the stages after it ask of it again and again. */
export interface PlanContext extends DecidedPlan {
  readonly origins: Origins;
  readonly names: Names;
  readonly values: PlanValues;
  /** What is not to be shown, wherever it stands. */
  readonly secretTexts: readonly string[];
  /** What people call what an id stands for. */
  readonly nameOf: KnownName;
  /** Who changed what since the last apply. */
  readonly who: WhoChanged;
  /** Objects that get another set of siblings at their root. */
  otherKinds(): readonly OtherKind[];
  /** Live objects that refer to an object, with the attribute that does. */
  referrersOf(target: LiveObject): readonly LiveReferrer[];
}

export interface LiveReferrer {
  readonly object: LiveObject;
  readonly attribute: string;
}

export function contextOf(decided: DecidedPlan): PlanContext {
  const known = once(() => knownNames(decided));
  const referrers = once(() => indexReferrers(decided.types, decided.live));
  const { desired, live, state } = decided;
  const secretTexts = secretTextsOf({ desired: desired.world, live: live.world, state });
  return {
    ...decided,
    origins: decided.origins ?? originsOf({ ...decided, desired: decided.desired.world }),
    names: nameObjects(decided),
    secretTexts,
    values: planValuesOf(decided.options, decided.state, secretTexts),
    nameOf: (type, id) => known()(type, id),
    who: whoChanged({ ...decided, hash: decided.options.hash }),
    otherKinds: once(() => findOtherKinds(decided)),
    referrersOf: (target) => referrers().get(keyOf(target)) ?? [],
  };
}

function indexReferrers(types: TypeIndex, live: LiveIndex): ReadonlyMap<ObjectKey, readonly LiveReferrer[]> {
  const index = new Map<ObjectKey, LiveReferrer[]>();
  for (const object of live.world.objects)
    for (const [name, { reference }] of Object.entries(types.get(object.type).attributes)) {
      const id = object.attributes[name];
      if (reference && typeof id === "string")
        append(index, objectKey(reference.type, id), { object, attribute: name });
    }
  return index;
}
