import { type Access, askUntilHorizon, readSiblings, type Subject } from "../../live/access.ts";
import { DocsformError } from "../../model/errors.ts";
import type { JsonObject } from "../../model/json.ts";
import type { FoundObject } from "../../model/live-world.ts";
import type { UniqueRule } from "../../model/resource-type.ts";
import { isSame } from "./refuse-twin.ts";

/** A write of values, of which some may be names that only one object can have. */
export interface NamingWrite {
  readonly subject: Subject;
  readonly address: string;
  readonly values: JsonObject;
  readonly containerId: string | null;
}

/**
 * Writes, and once more when the service refused and the names are free: in the same run another object may be giving up the
 * name that this one takes.
 */
export async function writeWhenFree<T>(
  access: Access,
  wanted: NamingWrite,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const rules = (wanted.subject.type.unique ?? []).filter(
      ({ attribute }) => wanted.values[attribute] != null,
    );
    if (rules.length === 0 || !isRefused(error)) throw error;
    await waitUntilFree(access, wanted, rules, error);
    return await write();
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && "status" in error && [400, 409, 422].includes(Number(error.status));
}

async function waitUntilFree(
  access: Access,
  wanted: NamingWrite,
  rules: readonly UniqueRule[],
  cause: unknown,
): Promise<void> {
  const { type, scopeId } = wanted.subject;
  let taken: Taken | undefined;
  const free = await askUntilHorizon(access, async () => {
    const { found } = await readSiblings(access, type.name, scopeId);
    taken = takenAmong(wanted, rules, found);
    return taken === undefined ? true : undefined;
  });
  if (free === undefined && taken !== undefined) throw nameTaken(wanted, taken, cause);
}

interface Taken {
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
