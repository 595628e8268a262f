import type { AcceptedEdits } from "../../../model/accepted-edits.ts";
import type { Address } from "../../../model/address.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { NamesById, PlanStep, PlanValue } from "../../../model/plan/plan.ts";
import type { State } from "../../../model/state.ts";

/** The request of an accept. */
export interface AcceptRequest {
  /**
   * `drift`: values that changed only on the service after the last apply. `everything`: all values of the service that differ from the
   * layout, or that the layout does not declare.
   */
  readonly changes: "drift" | "everything";
  /** Accepts only changes of these objects and their contents. It then also accepts values that the layout and the service both changed. */
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
  /** Names for people of the ids in these values: an address, or else a title. */
  readonly namesById?: NamesById;
}

/** A difference that is not accepted, and why. */
export interface NotAccepted extends AcceptedDifference {
  readonly reason: string;
}

/** The accepted changes, or the errors that prevent the decision. */
export interface AcceptDecision {
  readonly diagnostics: readonly Diagnostic[];
  readonly edits?: AcceptedEdits;
  /** The state, with each object under its present address. */
  readonly state?: State | undefined;
  /** Steps that a plan of the unchanged layout would contain. */
  readonly steps?: readonly PlanStep[];
  readonly accepted?: readonly AcceptedDifference[];
  readonly remaining?: readonly NotAccepted[];
  /** Messages about values that only the state records, because the layout does not declare them. */
  readonly remembered?: readonly string[];
  /** The id of the live object of each address. */
  readonly ids?: ReadonlyMap<Address, string>;
}
