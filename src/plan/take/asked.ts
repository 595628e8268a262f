import type { Address } from "../../model/address.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { State } from "../../model/state.ts";
import type { TakeOver } from "../../model/take-over.ts";
import type { Called, PlanValue, Step } from "../plan.ts";

/** What is to be taken over. */
export interface Asked {
  /**
   * `drift`: what was changed on the service since the last apply, and there alone. `everything`: whatever the service has and the
   * layout says otherwise, or does not know.
   */
  readonly what: "drift" | "everything";
  /** Only of these objects and of what is inside of them; what both sides have changed is then taken from the service. */
  readonly only?: readonly Address[];
}

/** A difference between the layout and the service. */
export interface Difference {
  readonly address: Address;
  readonly type: string;
  readonly title: string;
  readonly what: "changed" | "moved" | "ordered" | "added" | "removed";
  readonly attribute?: string;
  readonly before: PlanValue;
  readonly after: PlanValue;
  /** For people: what the ids among these values are called, by address or else title. */
  readonly called?: Called;
}

/** A difference that stays, and why. */
export interface LeftAlone extends Difference {
  readonly why: string;
}

/** What is taken over, or what stands against deciding it. */
export interface Decided {
  readonly diagnostics: readonly Diagnostic[];
  readonly takeOver?: TakeOver;
  /** With each object under its address of now. */
  readonly state?: State | undefined;
  /** What a plan of the layout would do as it is. */
  readonly steps?: readonly Step[];
  readonly taken?: readonly Difference[];
  readonly left?: readonly LeftAlone[];
  /** What is only remembered from now on, because the layout leaves it to others. */
  readonly remembered?: readonly string[];
  /** Which live object each address is. */
  readonly ids?: ReadonlyMap<Address, string>;
}
