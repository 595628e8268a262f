import type { PlanStep } from "./plan.ts";

type Action = PlanStep["action"];

/** What an apply of a step does. */
interface Effects {
  /** It deletes an object of the service, which has the id of the step. */
  readonly deletes: boolean;
  /** It changes an object of the service and neither creates nor deletes one. */
  readonly changes: boolean;
  /** The step has old and new values of attributes. */
  readonly comparesAttributes: boolean;
  /** Its address has no object afterwards. */
  readonly endsManagement: boolean;
  /** It changes only the state. */
  readonly isOfState: boolean;
}

const none = {
  deletes: false,
  changes: false,
  comparesAttributes: false,
  endsManagement: false,
  isOfState: false,
} as const;

/** The effects of each action. A new action is a row here. */
const effects = {
  create: none,
  patch: { ...none, changes: true, comparesAttributes: true },
  move: { ...none, changes: true },
  delete: { ...none, deletes: true, endsManagement: true },
  replace: { ...none, deletes: true, comparesAttributes: true },
  import: { ...none, isOfState: true },
  record: { ...none, isOfState: true },
  forget: { ...none, endsManagement: true, isOfState: true },
} as const satisfies Record<Action, Effects>;

/** Steps whose actions have the effect. */
type StepWith<Effect extends keyof Effects> = {
  [Name in Action]: (typeof effects)[Name][Effect] extends true
    ? Extract<PlanStep, { readonly action: Name }>
    : never;
}[Action];

/** The effects of an action. */
export function effectsOf(action: Action): Effects {
  return effects[action];
}

/** Whether a step deletes an object. A replace does. */
export function deletesObject(step: PlanStep): step is StepWith<"deletes"> {
  return effects[step.action].deletes;
}

/** Whether a step changes an object and keeps it. */
export function changesObject(step: PlanStep): step is StepWith<"changes"> {
  return effects[step.action].changes;
}

/** Whether a step has old and new values of attributes. */
export function comparesAttributes(step: PlanStep): step is StepWith<"comparesAttributes"> {
  return effects[step.action].comparesAttributes;
}

/** Whether an address has no object after the step. A replace leaves it another one. */
export function endsManagement(step: PlanStep): step is StepWith<"endsManagement"> {
  return effects[step.action].endsManagement;
}

/** Whether a step changes only the state. */
export function isOfState(step: PlanStep): step is StepWith<"isOfState"> {
  return effects[step.action].isOfState;
}
