import type { BulkResult } from "../../engine/live/bulk-read.ts";
import { fail } from "../../model/codes/provider-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import { objectKey } from "../../model/object-key.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { ExternalOwner } from "../../model/snapshot.ts";
import type { TerraformSchema } from "../../model/terraform-schema.ts";
import type { CtyObject } from "../plugin/values/cty-value.ts";
import { sameValue } from "../plugin/values/equal.ts";
import type { Session } from "../session/session.ts";
import { ctyTypeOf } from "./shape.ts";

/** A write that is planned or about to start. */
export interface PlannedWrite {
  readonly type: ResourceType;
  /** Absent: the object does not exist yet. */
  readonly id?: string | undefined;
  readonly scopeId: string | undefined;
  /** The attributes that change. */
  readonly attributes: readonly string[];
  /** Neither an attribute nor the place changes. */
  readonly isUnchanged?: boolean;
}

/**
 * Refuses to write values that another tool owns, such as a repository through Git Sync: that tool would revert the write. Makes no request
 * if the type's values cannot be owned. Otherwise one read serves all writes.
 */
export async function refuseOwned(
  session: Session,
  written: PlannedWrite,
  when: "plan" | "apply",
): Promise<void> {
  const { type, id, scopeId, attributes } = written;
  if (written.isUnchanged === true) return;
  if (id !== undefined) await refuseOwnedValues(session, { type, id, scopeId, attributes }, when);
  if (type.scope === undefined || scopeId === undefined) return;
  const scope = session.index.get(type.scope);
  if (scope.ownable?.contents !== true) return;
  const owned = await ownedOf(session, scope, { id: scopeId, scopeId: undefined }, when);
  if (owned?.contents === true) throw refusal(owned);
}

async function refuseOwnedValues(
  session: Session,
  { type, id, scopeId, attributes }: PlannedWrite & { readonly id: string },
  when: "plan" | "apply",
): Promise<void> {
  const isWritten = (name: string) => attributes.includes(name);
  if (type.ownable?.attributes?.some(isWritten) !== true) return;
  const owned = await ownedOf(session, type, { id, scopeId }, when);
  if (owned?.attributes?.some(isWritten) === true) throw refusal(owned);
}

/** An apply uses the read from the start of the process: many writes cost one read. */
async function ownedOf(
  session: Session,
  type: ResourceType,
  { id, scopeId }: { readonly id: string; readonly scopeId: string | undefined },
  when: "plan" | "apply",
): Promise<ExternalOwner | undefined> {
  if (session.writes.isCreated({ type: type.name, id })) return undefined;
  const { stop: signal } = session.host;
  const response: BulkResult =
    when === "plan"
      ? await session.bulk(type, scopeId, { signal })
      : await session.atStart(type, scopeId, signal);
  return response.byKey.get(objectKey(type.name, id))?.externalOwner;
}

function refusal({ reason, remedy }: ExternalOwner): DocsformError {
  return fail("terraform/external-owner", { reason, remedy });
}

/** The attributes of an object that the plan changes. */
export function changedAttributes(
  { values }: TerraformSchema,
  prior: CtyObject,
  planned: CtyObject,
): readonly string[] {
  return values
    .filter(({ name, shape }) => !sameValue(prior[name] ?? null, planned[name] ?? null, ctyTypeOf(shape)))
    .map(({ attribute }) => attribute);
}
