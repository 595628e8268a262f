import type { Address } from "../model/address.ts";
import type { DesiredObject, DesiredWorld } from "../model/desired-world.ts";
import { DocsformError } from "../model/errors.ts";
import { attributesIn } from "../model/key-field.ts";
import type { LiveObject, LiveWorld } from "../model/live-world.ts";
import { objectKey } from "../model/object-key.ts";
import type { ResourceType } from "../model/resource-type.ts";
import { indexTypes } from "../model/type-index.ts";
import type { Claim, Remembered } from "./disk/disk.ts";

// Version 1 kept one lock for all layouts of a folder. Where two of them call things alike (a space `guides` in both), the lock
// of the one would have the other rename its objects: so it counts only where most of what it knows is called here as it is live.

/** Which addresses the layout declares. */
export function declaredIn({ objects }: DesiredWorld): (address: Address) => boolean {
  const declared = new Set(objects.map(({ address }) => address));
  return (address) => declared.has(address);
}

/** Throws where a lock that names no layout is hardly this one's. */
export function checkWhoseLock(
  { lock, unnamedLock: path }: Remembered,
  desired: DesiredWorld,
  live: LiveWorld,
  types: readonly ResourceType[],
): void {
  if (lock === undefined || path === undefined) return;
  const index = indexTypes(types);
  const declared = new Map(desired.objects.map((object) => [object.address, object]));
  const alive = new Map(live.objects.map((object) => [objectKey(object.type, object.id), object]));
  const entries = Object.entries(lock.objects);
  const fitting = entries.filter(([address, { id }]) => {
    const wanted = declared.get(address);
    const found = wanted && alive.get(objectKey(wanted.type, id));
    return wanted && found && isCalledAlike(index.get(wanted.type), wanted, found);
  });
  if (2 * fitting.length < entries.length) throw strange(path, fitting.length, entries.length);
}

function isCalledAlike({ identity }: ResourceType, wanted: DesiredObject, found: LiveObject): boolean {
  return attributesIn(identity.key).every((name) => {
    const [here, there] = [wanted.attributes[name], found.attributes[name]];
    return typeof here !== "string" || typeof there !== "string" || here === there;
  });
}

function strange(path: string, fitting: number, known: number): DocsformError {
  return new DocsformError(
    "apply/whose-lock",
    `${path} does not say which layout it is of, and of the ${known} objects that it knows ${fitting === 0 ? "none is" : `only ${fitting} are`} declared here as they are live.`,
    {
      remedy:
        "If it is the lock of this layout: docsform lock rename. If it is another's, move it away, or give this layout a lock of its own.",
    },
  );
}

/** Writes the layout's name into a lock that has none, and brings it to where it belongs. */
export async function nameLock({ lock, unnamedLock }: Remembered, { saveLock }: Claim): Promise<void> {
  if (lock !== undefined && unnamedLock !== undefined) await saveLock?.(lock, lock);
}
