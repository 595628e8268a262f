import { fail } from "../../model/codes/service-words.ts";
import type { ApiVersion } from "../../model/endpoint.ts";
import { DocsformError } from "../../model/errors.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import { present } from "../../util/present.ts";
import { readLive } from "../live/read-live.ts";
import { findStaleConflicts, type StaleConflict } from "../plan/drift/stale-conflicts.ts";
import type { OnEvent } from "./apply-events.ts";
import { asDocsformError } from "./as-docsform-error.ts";
import { listsToCheck, readsToCheck } from "./reads-of-changed.ts";
import { secretsIn } from "./resolve-values.ts";
import type { ApplyRuntime } from "./runtime.ts";

type PlanCheck =
  | { readonly live: Snapshot | undefined }
  | { readonly error: DocsformError; readonly conflicts: readonly StaleConflict[] };

/** Before the first write, reads again what the plan depends on. */
export async function checkPlan(
  plan: Plan,
  runtime: ApplyRuntime,
  index: TypeIndex,
  onEvent: OnEvent,
): Promise<PlanCheck> {
  const changed = await changedSecret(plan, runtime);
  if (changed !== undefined) return { error: changed, conflicts: [] };
  if (plan.steps.length === 0) return { live: undefined };
  onEvent({ kind: "checking-plan" });
  const live = await readAgain(plan, runtime, index);
  if (live instanceof DocsformError) return { error: live, conflicts: [] };
  const conflicts = findStaleConflicts(plan, live, runtime.types, runtime.hash);
  if (conflicts.length > 0)
    return { error: stalePlan(conflicts.map((conflict) => conflict.message)), conflicts };
  return { live };
}

/** The service as it is now, or an error if it speaks another API version than the plan is for. */
async function readAgain(
  plan: Plan,
  runtime: ApplyRuntime,
  index: TypeIndex,
): Promise<Snapshot | DocsformError> {
  try {
    const live = await readLive({
      client: runtime.client,
      types: runtime.types,
      organizationId: plan.organizationId,
      apiVersion: plan.apiVersion,
      only: listsToCheck(plan, index),
      contentsOf: readsToCheck(plan, index),
      concurrency: runtime.concurrency,
      ...present({ signal: runtime.signal }),
    });
    return live.apiVersion === plan.apiVersion ? live : otherApiVersion(plan, live.apiVersion);
  } catch (error) {
    // A call fails if the plan's API version has it and the service does not.
    const { announced = plan.apiVersion } = runtime.client.stats;
    if (announced === plan.apiVersion) throw error;
    return otherApiVersion(plan, announced);
  }
}

function otherApiVersion({ apiVersion }: Plan, now: ApiVersion): DocsformError {
  return fail("apply/stale-plan", { case: "apiVersion", planned: apiVersion, shown: now });
}

function stalePlan(messages: readonly string[]): DocsformError {
  return fail("apply/stale-plan", { case: "conflicts", conflicts: messages.join(" ") });
}

/** Returns an error if the source of a secret has changed. The run must find this before its first write. */
async function changedSecret(plan: Plan, runtime: ApplyRuntime): Promise<DocsformError | undefined> {
  for (const node of plan.nodes) {
    const values =
      node.kind === "create"
        ? [node.attributes, node.firstChild?.attributes ?? {}]
        : node.kind === "write"
          ? [node.values]
          : [];
    for (const secret of values.flatMap((each) => Object.values(each).flatMap(secretsIn))) {
      try {
        await runtime.revealSecret(secret.source, secret.hash);
      } catch (error) {
        return asDocsformError(error);
      }
    }
  }
  return undefined;
}
