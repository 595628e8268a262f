import type { Address } from "../../model/address.ts";
import type { NodeId, Plan } from "../../model/plan/plan.ts";
import { indexPlan, type PlanIndex } from "../../model/plan/plan-index.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import type { TypeIndex } from "../../model/type-index.ts";
import { present } from "../../util/present.ts";
import type { Access } from "../live/access.ts";
import { type Creates, createsOf } from "./creates.ts";
import { type Deletions, deletionsOf } from "./deletions.ts";
import { type Identities, identitiesOf } from "./identities.ts";
import type { Journal } from "./journal.ts";
import { type RunSecrets, secretsOfRun } from "./run-secrets.ts";
import type { ApplyRuntime } from "./runtime.ts";

/** A plan in progress, with what the run knows so far. */
export interface ApplyRun {
  readonly plan: Plan;
  readonly planIndex: PlanIndex;
  readonly access: Access;
  /** The snapshot just before the first write. Undefined: the service was not read. */
  readonly before: Snapshot | undefined;
  readonly identities: Identities;
  readonly deletions: Deletions;
  readonly secrets: RunSecrets;
  readonly creates: Creates;
  readonly journal: Pick<Journal, "hiding">;
  /** Existing objects that the run has hidden, and not shown again. */
  readonly hidden: Set<Address>;
  /** Nodes that would open an object that nobody has confirmed, each with the address of that object. */
  readonly notConfirmed: Map<NodeId, Address>;
}

export function beginRun(
  plan: Plan,
  runtime: ApplyRuntime,
  index: TypeIndex,
  before: Snapshot | undefined,
): ApplyRun {
  const { journal, hash, runId } = runtime;
  const access = accessFor(plan, runtime, index, before);
  const identities = identitiesOf(plan, index, before);
  const secrets = secretsOfRun(runtime);
  const hashKey = (key: string) => hash(key, runId);
  const creates = createsOf({ access, identities, secrets, journal, hashKey });
  return {
    plan,
    planIndex: indexPlan(plan),
    access,
    before,
    identities,
    deletions: deletionsOf(plan),
    secrets,
    creates,
    journal,
    hidden: new Set(),
    notConfirmed: new Map(),
  };
}

function accessFor(
  { organizationId, apiVersion }: Plan,
  { client, clock, consistencyWindowMs, signal }: ApplyRuntime,
  index: TypeIndex,
  before: Snapshot | undefined,
): Access {
  return {
    client,
    index,
    clock,
    consistencyWindowMs,
    organizationId,
    apiVersion,
    ...present({ signal }),
    ...(before?.currentUser !== undefined && { currentUser: before.currentUser }),
  };
}
