import * as z from "zod";
import { address, refusal } from "../../plan/plan-schema.ts";
import { dangerKinds } from "../../plan/tell/dangers.ts";
import { diagnostic, failure } from "../answers/answers.ts";
import type { Told } from "../answers/told.ts";

// What happens in a run, a line each, beside the version of the format and the time. No value of a field is among it, so no secret.

function happening<Kind extends string, Shape extends z.ZodRawShape>(
  kind: Kind,
  description: string,
  shape: Shape,
) {
  return z.object({ kind: z.literal(kind), ...shape }).describe(description);
}

const node = {
  node: z.string().describe("Id of the node in the plan: one thing to do, of which a step has one or more."),
  step: z.number().int().describe("Index of its step in the plan."),
  address,
};
const count = z.number().int().min(0);

const ofRun = [
  happening("run-started", "The first line.", { command: z.string(), version: z.string() }),
  happening("warning", "Something that a person should know about the layout.", { diagnostic }),
  happening("waiting-for-run", "Another run of this layout is under way.", { holder: z.string() }),
  happening("reading", "The service is read.", { organization: z.string() }),
  happening("run-ended", "The last line. A run that was killed has none.", {
    exitCode: count,
    error: failure.exactOptional(),
  }),
];

const ofPlan = [
  happening("recovered", "The journal of an interrupted run tells that it made this.", {
    address,
    id: z.string(),
  }),
  happening("planned", "It is decided what is to be done.", {
    purpose: z.enum(["apply", "destroy"]),
    steps: z.record(z.string(), count).describe("How many there are of each action."),
    found: count.describe("How many live objects were found by their keys alone, which is no step."),
    writeCalls: count,
  }),
  happening("guard", "A guard stands against the plan, or would if nobody had permitted it.", {
    ...refusal.shape,
    permitted: z.boolean(),
  }),
];

const ofApply = [
  happening("verifying", "The service is read again, to see whether the plan still fits.", {}),
  happening("node-started", "It begins.", node),
  happening("node-done", "It is done.", { ...node, id: z.string() }),
  happening("node-found", "What a call made whose answer was lost is found.", { ...node, id: z.string() }),
  happening("node-failed", "It is not done.", {
    ...node,
    node: node.node.exactOptional().describe("Absent: it is about the step as a whole."),
    error: failure,
  }),
  happening("node-unknown", "Whether it is done is not known.", { ...node, error: failure }),
  happening("node-skipped", "It will not be done.", { ...node, because: z.string() }),
  happening("note", "Something that a person should know.", {
    code: z.string(),
    address,
    message: z.string(),
  }),
  happening("settling", "What was changed is read again.", {}),
  happening("deciding-again", "Everything is read again, to see whether anything is left.", {}),
  happening("step-ended", "How a step of the plan ended; told when the run is over.", {
    step: count,
    address,
    status: z.enum(["done", "failed", "skipped", "not-tried", "unknown"]),
    error: failure.exactOptional(),
  }),
  happening("applied", "What the run came to.", {
    outcome: z.enum(["done", "differs", "partial", "nothing", "refused", "stale", "interrupted", "failed"]),
    finalRead: z.boolean(),
    left: count.describe("Steps that a fresh plan would still do."),
  }),
];

const ofLayout = [
  happening("drift-found", "Something moved.", {
    address,
    attribute: z.string().exactOptional(),
    what: z.enum(["changed", "added", "removed", "moved", "renamed"]),
    changedIn: z.enum(["live", "layout", "both"]),
    danger: z.enum(dangerKinds).exactOptional(),
  }),
  happening("compared", "The service was compared with what was applied.", {
    drifted: z.boolean(),
    reliable: z.boolean().describe("False: a list of the service is not whole."),
    since: z.enum(["state", "layout"]),
    differences: count,
  }),
  happening("pulled", "The organization was read whole.", { objects: count }),
  happening("taken-over", "What the layout takes over from the service is decided.", {
    taken: count,
    left: count,
    written: z.boolean(),
  }),
];

const ofCalls = [
  happening("call", "A request of the service, with what came back.", {
    operation: z.string(),
    method: z.string(),
    path: z.string().describe("With ids, without the query."),
    attempt: z.number().int().min(1),
    status: z.number().int().exactOptional().describe("Absent: there was no complete answer."),
    durationMs: z.number(),
    error: z.string().exactOptional(),
  }),
  happening("retry", "A request will be sent again.", {
    operation: z.string(),
    attempt: z.number().int().min(1).describe("The one that failed."),
    delayMs: z.number(),
    reason: z.string(),
  }),
  happening("waited", "The rate limit held a request back.", { ms: z.number() }),
  happening("list-incomplete", "A list stayed shorter than the service says.", {
    operation: z.string(),
    expected: count,
    got: count,
  }),
];

/** All that can happen. */
export const happenings = [...ofRun, ...ofPlan, ...ofApply, ...ofLayout, ...ofCalls];

/** Something that happens in a run. */
export type RunEvent = Told<z.output<(typeof happenings)[number]>>;
