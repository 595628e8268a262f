import { type Access, askUntilConsistent, readSiblings, type Subject } from "../../live/access.ts";
import { DocsformError } from "../../model/errors.ts";
import type { JsonObject } from "../../model/json.ts";
import type { FoundObject } from "../../model/live-world.ts";
import type { UniqueRule } from "../../model/resource-type.ts";
import { isSame } from "./is-same.ts";

/** A write of values, of which some may be names that only one object can have. */
export interface NamingWrite {
  readonly subject: Subject;
  readonly address: string;
  readonly values: JsonObject;
  readonly containerId: string | null;
}

/** Has an object take the name that the plan gives it for this one; or says that the plan deletes it, or has it stay as it is. */
export type GiveWay = (
  holder: FoundObject,
  attribute: string,
) => Promise<"renamed" | "to be deleted" | "stays">;

/**
 * Writes, and once more when the service refused and the names are free: in the same run another object is giving up the name
 * that this one takes. Where Terraform does one thing at a time that one's turn comes later, so it is renamed here.
 */
export async function writeWhenFree<T>(
  access: Access,
  wanted: NamingWrite,
  write: () => Promise<T>,
  giveWay: GiveWay,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const rules = (wanted.subject.type.unique ?? []).filter(
      ({ attribute }) => wanted.values[attribute] != null,
    );
    if (rules.length === 0 || !isRefused(error)) throw error;
    await waitUntilFree(access, wanted, { rules, giveWay, cause: error });
    return await write();
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && "status" in error && [400, 409, 422].includes(Number(error.status));
}

interface Waiting {
  readonly rules: readonly UniqueRule[];
  readonly giveWay: GiveWay;
  readonly cause: unknown;
}

async function waitUntilFree(
  access: Access,
  wanted: NamingWrite,
  { rules, giveWay, cause }: Waiting,
): Promise<void> {
  const { type, scopeId } = wanted.subject;
  let taken: Taken | undefined;
  let way: Awaited<ReturnType<GiveWay>> | undefined;
  const free = await askUntilConsistent(access, async () => {
    const { found } = await readSiblings(access, type.name, scopeId);
    taken = takenAmong(wanted, rules, found);
    if (taken === undefined) return true;
    way = await giveWay(taken.holder, taken.attribute);
    return way === "renamed" ? true : undefined;
  });
  if (free !== undefined || taken === undefined) return;
  throw way === "to be deleted" ? deletedLater(wanted, taken, cause) : nameTaken(wanted, taken, cause);
}

export interface Taken {
  readonly attribute: string;
  readonly holder: FoundObject;
}

function takenAmong(
  { subject: { type, id }, values, containerId }: NamingWrite,
  rules: readonly UniqueRule[],
  found: readonly FoundObject[],
): Taken | undefined {
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

/** Terraform deletes later what has the name: it does one thing at a time, or that waits for something else. */
export function deletedLater(
  { subject, address, values }: NamingWrite,
  { attribute, holder }: Taken,
  cause?: unknown,
): DocsformError {
  const value = JSON.stringify(values[attribute]);
  return new DocsformError(
    "terraform/name-taken",
    `${address}: ${attribute} ${value} is that of ${subject.type.label.one} ${holder.id}, which this apply deletes only later.`,
    {
      remedy:
        "Apply again: it is gone by then. Where several things are done at once, as without `-parallelism=1`, one apply is mostly enough.",
      cause,
    },
  );
}

function nameTaken({ subject, address, values }: NamingWrite, { attribute, holder }: Taken, cause: unknown) {
  const value = JSON.stringify(values[attribute]);
  return new DocsformError(
    "terraform/name-taken",
    `${address}: ${attribute} ${value} is that of ${subject.type.label.one} ${holder.id}, and two cannot have it.`,
    {
      remedy:
        "Where names change places, give one of them a third name in an apply of its own. Where that one is not wanted, delete it first.",
      cause,
    },
  );
}
