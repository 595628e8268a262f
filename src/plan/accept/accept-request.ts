import type { AcceptedEdits } from "../../model/accepted-edits.ts";
import type { Address } from "../../model/address.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { State } from "../../model/state.ts";
import type { NamesById, PlanStep, PlanValue } from "../plan.ts";

/** What is to be taken over. */
export interface AcceptRequest {
  /**
   * `drift`: what was changed on the service since the last apply, and there alone. `everything`: whatever the service has and the
   * layout says otherwise, or does not know.
   */
  readonly changes: "drift" | "everything";
  /** Only of these objects and of what is inside of them; what both sides have changed is then taken from the service. */
  readonly only?: readonly Address[];
}

/** A difference between the layout and the service. */
export interface AcceptedDifference {
  readonly address: Address;
  readonly type: string;
  readonly title: string;
  readonly change: "changed" | "moved" | "reordered" | "added" | "removed";
  readonly attribute?: string;
  readonly before: PlanValue;
  readonly after: PlanValue;
  /** For people: what the ids among these values are called, by address or else title. */
  readonly namesById?: NamesById;
}

/** A difference that stays, and why. */
export interface LeftAlone extends AcceptedDifference {
  readonly reason: string;
}

/** What is taken over, or what stands against deciding it. */
export interface AcceptDecision {
  readonly diagnostics: readonly Diagnostic[];
  readonly edits?: AcceptedEdits;
  /** With each object under its address of now. */
  readonly state?: State | undefined;
  /** What a plan of the layout would do as it is. */
  readonly steps?: readonly PlanStep[];
  readonly accepted?: readonly AcceptedDifference[];
  readonly remaining?: readonly LeftAlone[];
  /** What is only remembered from now on, because the layout leaves it to others. */
  readonly remembered?: readonly string[];
  /** Which live object each address is. */
  readonly ids?: ReadonlyMap<Address, string>;
}
