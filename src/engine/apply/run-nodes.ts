import type { DocsformError } from "../../model/errors.ts";
import type { NodeId, PlanNode } from "../../model/plan/plan.ts";
import { getOrMake } from "../../util/groups.ts";
import { present } from "../../util/present.ts";
import { type CommonCall, createCommonCall } from "../live/common-call.ts";
import { openingNodes } from "../plan/audience/opening-nodes.ts";
import type { OnEvent } from "./apply-events.ts";
import type { ApplyRun } from "./apply-run.ts";
import { asDocsformError } from "./as-docsform-error.ts";
import { type Halt, mayContinue } from "./halt.ts";
import type { Progress } from "./node-progress.ts";
import { isNotPermitted, permittedInRun } from "./permitted.ts";
import { runWhenReady } from "./ready-queue.ts";
import { runNode } from "./run-node.ts";
import type { ApplyRuntime } from "./runtime.ts";

/**
 * Runs the nodes of the plan, each as soon as the nodes before it are done. Returns why some were not tried although the run was not
 * stopped.
 */
export async function runNodes(
  run: ApplyRun,
  runtime: Pick<ApplyRuntime, "concurrency" | "skipNodes" | "isAlone">,
  halt: Halt,
  progress: Progress,
  onEvent: OnEvent,
): Promise<DocsformError | undefined> {
  const permitted = permittedInRun();
  const { access } = run;
  const { concurrency, skipNodes: skipped } = runtime;
  const commonCalls = new Map<NodeId, CommonCall>();
  const commonCallOf = (together: readonly PlanNode[]) => {
    const [first] = together;
    if (first === undefined || together.length === 1) return undefined;
    return getOrMake(commonCalls, first.id, () => createCommonCall(access.client, together.length));
  };
  await runWhenReady(run.plan.nodes, {
    concurrency: Math.max(1, concurrency),
    isStopped: () => !mayContinue(runtime, halt),
    isSkipped: (node) => skipped?.has(node.id) === true,
    onReady: (node) => {
      if (node.kind === "create") run.creates.journalAhead(node);
    },
    onBlocked: (node, cause) => {
      // What opens something is not simply skipped: it waits for what the run leaves out.
      const isWaiting = skipped?.has(cause.id) === true && node.opens === true;
      if (isWaiting) progress.waiting.add(node.address);
      const isExcluded = skipped?.has(cause.id) === true && !isWaiting;
      progress.nodes.set(node.id, isExcluded ? "skipped" : "not-tried");
      onEvent({
        kind: "skipped",
        ...about(node),
        reason: isExcluded && node.id === cause.id ? "excluded" : cause.id,
      });
    },
    perform: async (node, together) => {
      const common = commonCallOf(together);
      const client = permitted.clientFor(node.address, common?.client ?? access.client);
      const own = { ...access, client, ...present({ commonCall: common }) };
      const isDone = await perform({ ...run, access: own }, node, progress, onEvent);
      common?.leave();
      return isDone;
    },
  });
  return permitted.reason;
}

function about(node: PlanNode) {
  return { node: node.id, step: node.step, address: node.address };
}

async function perform(
  run: ApplyRun,
  node: PlanNode,
  progress: Progress,
  onEvent: OnEvent,
): Promise<boolean> {
  onEvent({ kind: "started", ...about(node) });
  try {
    const { id, recoveredAs } = await runNode(run, node);
    progress.nodes.set(node.id, "done");
    if (recoveredAs !== undefined) {
      progress.recovered.push({ address: node.address, id, origin: recoveredAs });
      onEvent({ kind: "recovered", ...about(node), id, origin: recoveredAs });
      if (recoveredAs === "recovered") keepClosed(run, node, progress);
    }
    onEvent({ kind: "done", ...about(node), id });
    return true;
  } catch (caught) {
    recordNotDone(run, node, progress, onEvent, asDocsformError(caught));
    return false;
  }
}

/** Lets no later node open what the node only probably created. */
function keepClosed(
  { plan, before, access, notConfirmed }: ApplyRun,
  { address }: PlanNode,
  { nodes }: Progress,
): void {
  if (before === undefined) return;
  const isDone = ({ id }: PlanNode) => nodes.get(id) === "done";
  for (const id of openingNodes(plan, before, access.index, address, isDone)) notConfirmed.set(id, address);
}

function recordNotDone(
  run: ApplyRun,
  node: PlanNode,
  progress: Progress,
  onEvent: OnEvent,
  error: DocsformError,
): void {
  if (run.access.signal?.aborted && error.code === "http/interrupted") {
    progress.nodes.set(node.id, "not-tried");
    onEvent({ kind: "skipped", ...about(node), reason: "interrupted" });
    return;
  }
  if (isNotPermitted(error)) {
    progress.nodes.set(node.id, "not-tried");
    onEvent({ kind: "skipped", ...about(node), reason: "its first call is not permitted" });
    return;
  }
  const isUnknown = error.code === "apply/unknown-outcome";
  const safeError = run.secrets.hideIn(error);
  progress.nodes.set(node.id, isUnknown ? "unknown" : "failed");
  if (!progress.errors.has(node.step)) progress.errors.set(node.step, safeError);
  onEvent({ kind: isUnknown ? "unknown" : "failed", ...about(node), error: safeError });
}
