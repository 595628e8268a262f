import type { Address } from "../../model/address.ts";
import { attributesIn, includesContainer } from "../../model/key-field.ts";
import type { LiveObject } from "../../model/live-world.ts";
import { keyOf } from "../../model/object-key.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { titleOfLive } from "../names.ts";
import { permissions } from "../permissions.ts";
import { type Guard } from "./guard.ts";

/** Without a lock, a rename in the app looks like a missing object: creating one beside the renamed one would double it. */
export const createdBeside: Guard = (context) => {
  if (context.lock !== undefined) return [];
  const beside: { address: Address; others: readonly LiveObject[] }[] = [];
  for (const { desired, replaces } of context.decisions.created.values()) {
    const type = context.types.get(desired.type);
    // What cannot be renamed cannot hide under another name; in owned contents what is not declared is deleted.
    if (replaces || type.scope !== undefined || !isRenamable(type)) continue;
    const others = context.live
      .ofType(desired.type)
      .filter(
        (live) => !context.pairing.byLive.has(keyOf(live)) && !context.decisions.deleted.has(keyOf(live)),
      );
    const wanted =
      desired.container && typeof desired.container === "object"
        ? context.pairing.byAddress.get(desired.container.$ref)?.live.id
        : (desired.container ?? null);
    const under = others.filter((live) => (live.container?.id ?? null) === wanted);
    if (under.length > 0) beside.push({ address: desired.address, others: under });
  }
  if (beside.length === 0) return [];
  const named = beside.map(
    ({ address, others }) =>
      `${address} (beside ${others
        .slice(0, 3)
        .map((live) => `“${titleOfLive(context.types, live)}” ${live.id}`)
        .join(", ")}${others.length > 3 ? ` and ${others.length - 3} more` : ""})`,
  );
  return [
    {
      code: "guard/create-beside",
      message: `There is no lock file, and these would be created beside live objects that the layout does not declare: ${named.join(", ")}.`,
      remedy: `If one of those is meant, pin it with \`id:\`. If the new objects are really new, allow it with ${permissions.creates.flag}.`,
      addresses: beside.map(({ address }) => address),
      permittedBy: permissions.creates.flag,
    },
  ];
};

function isRenamable({ identity, writers }: ResourceType): boolean {
  const isWritten = (name: string) => writers.some(({ attributes }) => attributes.includes(name));
  return includesContainer(identity.key) || attributesIn(identity.key).some(isWritten);
}
