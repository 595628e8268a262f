import * as z from "zod";
import { address, refusal } from "../../plan/plan-schema.ts";
import { dangerKinds } from "../../plan/report/dangers.ts";
import type { DeepReadonly } from "../output/deep-readonly.ts";
import { diagnosticOutput, failure } from "../output/outputs.ts";

// The events of a run, one per line, with the version of the format and the time. They contain no attribute values, and so no secrets.

function happening<Kind extends string, Shape extends z.ZodRawShape>(
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

const ofRun = [
  happening("run-started", "The first line.", { command: z.string(), version: z.string() }),
  happening("warning", "A warning about the layout.", { diagnostic: diagnosticOutput }),
  happening("waiting-for-lock", "Another run of this layout is under way.", { holder: z.string() }),
  happening("refreshing", "The refresh reads the service.", { organization: z.string() }),
  happening("run-ended", "The last line. A killed run has none.", {
    exitCode: count,
    error: failure.exactOptional(),
  }),
];

const ofPlan = [
  happening("recovered", "The journal of an interrupted run records that it created this object.", {
    address,
    id: z.string(),
  }),
  happening("planned", "The plan is complete.", {
    purpose: z.enum(["apply", "destroy"]),
    steps: z.record(z.string(), count).describe("Number of steps for each action."),
    found: count.describe(
      "Number of live objects that docsform found by their keys alone. They are not steps.",
    ),
    writeCalls: count,
  }),
  happening("guard", "A guard refuses the plan, or would refuse it without a flag.", {
    ...refusal.shape,
    permitted: z.boolean(),
  }),
];

const ofApply = [
  happening("checking-plan", "The run reads the service again and checks that the plan still applies.", {}),
  happening("node-started", "A node starts.", node),
  happening("node-done", "A node is done.", { ...node, id: z.string() }),
  happening("node-found", "docsform found the object that a call without a response had created.", {
    ...node,
    id: z.string(),
  }),
  happening("node-failed", "A node failed.", {
    ...node,
    node: node.node.exactOptional().describe("Absent: the event is about the whole step."),
    error: failure,
  }),
  happening("node-unknown", "The result of a node is unknown.", { ...node, error: failure }),
  happening("node-skipped", "The run skips a node.", { ...node, reason: z.string() }),
  happening("note", "A note for people.", {
    code: z.string(),
    address,
    message: z.string(),
  }),
  happening("rereading", "The run reads the changed objects again.", {}),
  happening("verifying", "The run reads everything again and compares it with the layout.", {}),
  happening("step-ended", "Result of a step, sent at the end of the run.", {
    step: count,
    address,
    status: z.enum(["done", "failed", "skipped", "not-tried", "unknown"]),
    error: failure.exactOptional(),
  }),
  happening("applied", "Result of the run.", {
    outcome: z.enum(["done", "differs", "partial", "nothing", "refused", "stale", "interrupted", "failed"]),
    finalRead: z.boolean(),
    remaining: count.describe("Steps that a new plan would still contain."),
  }),
];

const ofLayout = [
  happening("drift-found", "A difference from the last apply.", {
    address,
    attribute: z.string().exactOptional(),
    change: z.enum(["changed", "added", "removed", "moved", "renamed"]),
    changedIn: z.enum(["live", "layout", "both"]),
    danger: z.enum(dangerKinds).exactOptional(),
  }),
  happening("compared", "The comparison with the last apply is complete.", {
    drifted: z.boolean(),
    reliable: z.boolean().describe("False: a list of the service is incomplete."),
    comparedWith: z.enum(["state", "layout"]),
    differences: count,
  }),
  happening("pulled", "docsform has read the whole organization.", { objects: count }),
  happening("accepted", "docsform has decided which changes go from the service into the layout.", {
    accepted: count,
    remaining: count,
    written: z.boolean(),
  }),
];

const ofCalls = [
  happening("call", "A request to the service and its response.", {
    operation: z.string(),
    method: z.string(),
    path: z.string().describe("Path of the request, with ids and without the query."),
    attempt: z.number().int().min(1),
    status: z.number().int().exactOptional().describe("Absent: no complete response came."),
    durationMs: z.number(),
    error: z.string().exactOptional(),
  }),
  happening("retry", "docsform will retry a request.", {
    operation: z.string(),
    attempt: z.number().int().min(1).describe("Number of the failed attempt."),
    delayMs: z.number(),
    reason: z.string(),
  }),
  happening("waited", "A request waited for the rate limit.", { waitedMs: z.number() }),
  happening("list-incomplete", "A list has fewer items than the service counts.", {
    operation: z.string(),
    expected: count,
    received: count,
  }),
];

/** All kinds of events. */
export const happenings = [...ofRun, ...ofPlan, ...ofApply, ...ofLayout, ...ofCalls];

export type RunEvent = DeepReadonly<z.output<(typeof happenings)[number]>>;
