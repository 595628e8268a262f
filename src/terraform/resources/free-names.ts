import { type Access, askUntilConsistent, type CallSubject, readSiblings } from "../../engine/live/access.ts";
import { fail } from "../../model/codes/provider-words.ts";
import type { UniqueRule } from "../../model/resource-type/identity.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import type { JsonObject } from "../../util/json.ts";
import { isSame } from "./is-same.ts";

/** A write of values. Some of them may be names that only one object can have. */
export interface NamingWrite {
  readonly subject: CallSubject;
  readonly address: string;
  readonly values: JsonObject;
  readonly containerId: string | null;
}

/**
 * Frees a name as the plan says: renames its holder or, if `isLate`, deletes it. Reports whether the name is free, the plan deletes the holder, or
 * the holder keeps the name.
 */
export type ReleaseName = (
  holder: FoundObject,
  attribute: string,
  isLate: boolean,
) => Promise<"free" | "to be deleted" | "stays">;

/**
 * Writes. If the service refuses because a name is in use, frees the name and writes again: another object of the same run gives up the
 * name that this one receives. Terraform may order that object's change after this write, so the provider renames it here.
 */
export async function writeWhenFree<T>(
  access: Access,
  wanted: NamingWrite,
  write: () => Promise<T>,
  releaseName: ReleaseName,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const rules = (wanted.subject.type.unique ?? []).filter(
      ({ attribute }) => wanted.values[attribute] != null,
    );
    if (rules.length === 0 || !isConflict(error)) throw error;
    await waitUntilFree(access, wanted, { rules, releaseName, cause: error });
    return await write();
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && "status" in error && [400, 409, 422].includes(Number(error.status));
}

interface Waiting {
  readonly rules: readonly UniqueRule[];
  readonly releaseName: ReleaseName;
  readonly cause: unknown;
}

async function waitUntilFree(
  access: Access,
  wanted: NamingWrite,
  { rules, releaseName, cause }: Waiting,
): Promise<void> {
  const { type, scopeId } = wanted.subject;
  let used: NameInUse | undefined;
  let released: Awaited<ReturnType<ReleaseName>> | undefined;
  const free = await askUntilConsistent(access, async () => {
    const { found } = await readSiblings(access, type.name, scopeId);
    used = findNameInUse(wanted, rules, found);
    if (used === undefined) return true;
    released = await releaseName(used.holder, used.attribute, false);
    return released === "free" ? true : undefined;
  });
  if (free !== undefined || used === undefined) return;
  if (released !== "to be deleted") throw nameInUseError(wanted, used, cause);
  await releaseName(used.holder, used.attribute, true);
}

interface NameInUse {
  readonly attribute: string;
  readonly holder: FoundObject;
}

function findNameInUse(
  { subject: { type, id }, values, containerId }: NamingWrite,
  rules: readonly UniqueRule[],
  found: readonly FoundObject[],
): NameInUse | undefined {
  for (const { attribute, within } of rules) {
    const holder = found.find(
      (each) =>
        each.type === type.name &&
        each.id !== id &&
        (within !== "container" || (each.container?.id ?? null) === containerId) &&
        isSame(type, attribute, values[attribute] ?? null, each.attributes[attribute] ?? null),
    );
    if (holder !== undefined) return { attribute, holder };
  }
  return undefined;
}

function nameInUseError(
  { subject, address, values }: NamingWrite,
  { attribute, holder }: NameInUse,
  cause: unknown,
) {
  return fail(
    "terraform/name-taken",
    {
      case: "inUse",
      address,
      object: subject.type.label.one,
      id: holder.id,
      attribute,
      value: JSON.stringify(values[attribute]),
    },
    { cause },
  );
}
