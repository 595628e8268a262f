import { UnknownOutcomeError } from "../live/access.ts";
import type { DocsformError } from "../model/errors.ts";
import type { PlanNode } from "../plan/plan.ts";
import type { Tell } from "./events.ts";
import { type Halt, mayGoOn } from "./halt.ts";
import { isNotPermitted, permittedInRun } from "./permitted.ts";
import { asDocsformError, type Progress } from "./progress.ts";
import { runWhenReady } from "./ready-queue.ts";
import { runNode } from "./run-node.ts";
import type { Run } from "./run-state.ts";
import type { ApplyRuntime } from "./runtime.ts";

/** Does the nodes of the plan, each as soon as those before it are done. Gives why some were not tried, where nobody ended the run. */
export async function runNodes(
  run: Run,
  runtime: Pick<ApplyRuntime, "concurrency" | "skipNodes" | "isAlone">,
  halt: Halt,
  progress: Progress,
  tell: Tell,
): Promise<DocsformError | undefined> {
  const permitted = permittedInRun();
  const { access } = run;
  const { concurrency, skipNodes: skipped } = runtime;
  await runWhenReady(run.plan.nodes, {
    concurrency: Math.max(1, concurrency),
    isStopped: () => !mayGoOn(runtime, halt),
    isSkipped: (node) => skipped?.has(node.id) === true,
    onReady: (node) => {
      if (node.kind === "create") run.creates.journalAhead(node);
    },
    onBlocked: (node, cause) => {
      const asked = skipped?.has(cause.id) === true;
      progress.nodes.set(node.id, asked ? "skipped" : "not-tried");
      tell({
        kind: "skipped",
        ...about(node),
        because: asked && node.id === cause.id ? "as asked" : cause.id,
      });
    },
    perform: (node) => {
      const client = permitted.clientFor(node.address, access.client);
      return perform({ ...run, access: { ...access, client } }, node, progress, tell);
    },
  });
  return permitted.reason;
}

function about(node: PlanNode) {
  return { node: node.id, step: node.step, address: node.address };
}

async function perform(run: Run, node: PlanNode, progress: Progress, tell: Tell): Promise<boolean> {
  tell({ kind: "started", ...about(node) });
  try {
    const { id, recovered } = await runNode(run, node);
    progress.nodes.set(node.id, "done");
    if (recovered) tell({ kind: "recovered", ...about(node), id });
    tell({ kind: "done", ...about(node), id });
    return true;
  } catch (caught) {
    notDone(run, node, progress, tell, asDocsformError(caught));
    return false;
  }
}

function notDone(run: Run, node: PlanNode, progress: Progress, tell: Tell, error: DocsformError): void {
  if (run.access.signal?.aborted && error.code === "http/interrupted") {
    progress.nodes.set(node.id, "not-tried");
    tell({ kind: "skipped", ...about(node), because: "interrupted" });
    return;
  }
  if (isNotPermitted(error)) {
    progress.nodes.set(node.id, "not-tried");
    tell({ kind: "skipped", ...about(node), because: "its first call is not permitted" });
    return;
  }
  const isUnknown = error instanceof UnknownOutcomeError;
  const told = run.secrets.hideIn(error);
  progress.nodes.set(node.id, isUnknown ? "unknown" : "failed");
  if (!progress.errors.has(node.step)) progress.errors.set(node.step, told);
  tell({ kind: isUnknown ? "unknown" : "failed", ...about(node), error: told });
}
