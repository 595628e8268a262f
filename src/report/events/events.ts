import * as z from "zod";
import { outcomes, stepStatuses } from "../../engine/apply/apply-events.ts";
import { changedSides, comparisons, driftChanges } from "../../engine/plan/drift/drift-entry.ts";
import { dangerKinds, purposes } from "../../model/plan/plan.ts";
import { address, refusal } from "../../model/plan/plan-schema.ts";
import { origins } from "../../model/state.ts";
import type { DeepReadonly } from "../output/deep-readonly.ts";
import { diagnosticOutput, failure } from "../output/outputs.ts";

// The events of a run, one per line, with the version of the format and the time. They contain no attribute values, and so no secrets.

function eventShape<Kind extends string, Shape extends z.ZodRawShape>(
  kind: Kind,
  description: string,
  shape: Shape,
) {
  return z.object({ kind: z.literal(kind), ...shape }).describe(description);
}

const node = {
  node: z.string().describe("Id of the node in the plan. A step has one or more nodes."),
  step: z.number().int().describe("Index of its step in the plan."),
  address,
};
const count = z.number().int().min(0);
const origin = z.enum(origins).describe("recovered: nothing shows that docsform created it.");
/** What becomes different for readers and members. */
const effectCounts = {
  dangers: z
    .record(z.string(), count)
    .describe("Number of dangers for each kind, without deletes and replacements."),
  effects: z.record(z.string(), count).describe("Number of other effects for each kind."),
};

const ofRun = [
  eventShape("run-started", "The first line.", { command: z.string(), version: z.string() }),
  eventShape("warning", "A warning about the layout.", { diagnostic: diagnosticOutput }),
  eventShape("waiting-for-lock", "Another run of this layout is under way.", { lockedBy: z.string() }),
  eventShape("waiting", "The run waits until reads must show its writes, or those of an interrupted run.", {
    waitMs: z.number().min(0),
  }),
  eventShape("refreshing", "The refresh reads the service.", { organization: z.string() }),
  eventShape("run-ended", "The last line. A killed run has none.", {
    exitCode: count,
    error: failure.exactOptional(),
  }),
];

const ofPlan = [
  eventShape("recovered", "The journal of an interrupted run records that it created this object.", {
    address,
    id: z.string(),
    origin: origin.exactOptional().describe("Absent: the run only found the object by its key."),
  }),
  eventShape("planned", "The plan is complete.", {
    purpose: z.enum(purposes),
    steps: z.record(z.string(), count).describe("Number of steps for each action."),
    found: count.describe(
      "Number of live objects that docsform found and that nobody has confirmed. They are not steps.",
    ),
    writeCalls: count,
    ...effectCounts,
  }),
  eventShape("guard", "A guard refuses the plan, or would refuse it without a flag.", {
    ...refusal.shape,
    permitted: z.boolean(),
  }),
];

const ofApply = [
  eventShape("checking-plan", "The run reads the service again and checks that the plan still applies.", {}),
  eventShape("node-started", "A node starts.", node),
  eventShape("node-done", "A node is done.", { ...node, id: z.string() }),
  eventShape("node-found", "docsform found the object that a call without a response had created.", {
    ...node,
    id: z.string(),
    origin,
  }),
  eventShape("node-failed", "A node failed.", {
    ...node,
    node: node.node.exactOptional().describe("Absent: the event is about the whole step."),
    error: failure,
  }),
  eventShape("node-unknown", "The result of a node is unknown.", { ...node, error: failure }),
  eventShape("node-skipped", "The run skips a node.", { ...node, reason: z.string() }),
  eventShape("note", "A note for people.", {
    code: z.string(),
    address,
    message: z.string(),
  }),
  eventShape("rereading", "The run reads the changed objects again.", {}),
  eventShape("verifying", "The run reads everything again and compares it with the layout.", {}),
  eventShape(
    "checking-duplicates",
    "A run that did not do everything looks for duplicates of what it created.",
    {},
  ),
  eventShape("step-ended", "Result of a step, sent at the end of the run.", {
    step: count,
    address,
    status: z.enum(stepStatuses),
    error: failure.exactOptional(),
  }),
  eventShape("applied", "Result of the run.", {
    outcome: z.enum(outcomes),
    finalRead: z.boolean(),
    remaining: count.describe("Steps that a new plan would still contain."),
  }),
];

const ofLayout = [
  eventShape("drift-found", "A difference from the state.", {
    address,
    attribute: z.string().exactOptional(),
    change: z.enum(driftChanges),
    changedIn: z.enum(changedSides),
    danger: z.enum(dangerKinds).exactOptional().describe("The worst danger that it causes."),
  }),
  eventShape("compared", "The comparison with the state is complete.", {
    drifted: z.boolean(),
    reliable: z.boolean().describe("False: a list of the service is incomplete."),
    comparedWith: z.enum(comparisons),
    differences: count,
    ...effectCounts,
  }),
  eventShape("pulled", "docsform has read the whole organization.", { objects: count }),
  eventShape("accepted", "docsform has decided which changes go from the service into the layout.", {
    accepted: count,
    remaining: count,
    written: z.boolean(),
  }),
];

const ofCalls = [
  eventShape("call", "A request to the service and its response.", {
    operation: z.string(),
    method: z.string(),
    path: z.string().describe("Path of the request, with ids and without the query."),
    attempt: z.number().int().min(1),
    status: z.number().int().exactOptional().describe("Absent: no complete response came."),
    durationMs: z.number(),
    error: z.string().exactOptional(),
  }),
  eventShape("retry", "docsform will retry a request.", {
    operation: z.string(),
    attempt: z.number().int().min(1).describe("Number of the failed attempt."),
    delayMs: z.number(),
    reason: z.string(),
  }),
  eventShape("waited", "A request waited for the rate limit.", { waitedMs: z.number() }),
  eventShape("list-incomplete", "A list has fewer items than the service counts.", {
    operation: z.string(),
    expected: count,
    received: count,
  }),
];

/** All kinds of events. */
export const eventShapes = [...ofRun, ...ofPlan, ...ofApply, ...ofLayout, ...ofCalls];

export type RunEvent = DeepReadonly<z.output<(typeof eventShapes)[number]>>;

/** Reports an event to `--events`. Never throws. */
export type Emit = (event: RunEvent) => void;
