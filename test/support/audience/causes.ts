import fc from "fast-check";
import type { LoggedRequest } from "../../../src/emulator/wire.ts";
import type { DesiredWorld } from "../../../src/model/desired-world.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import type { Selection } from "../../../src/model/plan/selection.ts";
import type { Twin } from "./audience-world.ts";

/** Why a run does not do all of its plan at once. The numbers select a write, and objects of the plan. */
export type Cause =
  | { readonly kind: "nothing" }
  | {
      readonly kind: "refused";
      readonly status: 403 | 409 | 500;
      readonly write: number;
      readonly isLasting: boolean;
    }
  | { readonly kind: "lost"; readonly by: "drop-after" | "error-after" | "truncate"; readonly write: number }
  | { readonly kind: "killed"; readonly when: "before" | "after"; readonly write: number }
  | { readonly kind: "selected"; readonly part: keyof Selection; readonly numbers: readonly number[] }
  | { readonly kind: "without deletes" };

export const causeKinds = ["nothing", "refused", "lost", "killed", "selected", "without deletes"] as const;

const write = fc.nat(99);

export const cause: fc.Arbitrary<Cause> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ kind: "nothing" as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("refused" as const),
      status: fc.constantFrom<403 | 409 | 500>(403, 409, 500),
      write,
      isLasting: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("lost" as const),
      by: fc.constantFrom("drop-after" as const, "error-after" as const, "truncate" as const),
      write,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("killed" as const),
      when: fc.constantFrom("before" as const, "after" as const),
      write,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("selected" as const),
      part: fc.constantFrom<keyof Selection>("target", "only", "exclude"),
      numbers: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: "without deletes" as const }) },
);

/** More attempts than docsform makes for one call. */
const everyAttempt = 20;

/** Prepares the service and the process. `writes`: those of the same run without a fault. */
export function arrange({ service, process }: Twin, given: Cause, writes: readonly LoggedRequest[]): void {
  if (!("write" in given) || writes.length === 0) return;
  const at = given.write % writes.length;
  if (given.kind === "killed") {
    let sent = -1;
    const isIt = ({ method }: { readonly method: string }) => method !== "GET" && (sent += 1) === at;
    return process.start({ at: isIt, when: given.when });
  }
  const { operation } = writes[at] as LoggedRequest;
  const nth = writes.slice(0, at + 1).filter((each) => each.operation === operation).length;
  const on = { nth, ...(operation !== null && { operation }) };
  if (given.kind === "lost") {
    const fault = given.by === "error-after" ? { kind: given.by, status: 502 } : { kind: given.by };
    return service.emulator.faults.add({ on, fault });
  }
  const { status, isLasting } = given;
  const times = isLasting ? ("always" as const) : status === 500 ? everyAttempt : 1;
  service.emulator.faults.add({ on: { ...on, times }, fault: { kind: "error-before", status } });
}

/** The selection of a run. Undefined: everything. */
export function selectionFor(
  given: Cause,
  { steps }: Plan,
  { objects }: DesiredWorld,
): Selection | undefined {
  if (given.kind !== "selected") return undefined;
  const addresses = [...new Set([...steps, ...objects].map(({ address }) => address))];
  return { [given.part]: given.numbers.map((number) => addresses[number % addresses.length] ?? "") };
}
