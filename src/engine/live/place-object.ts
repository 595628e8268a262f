import type { Address } from "../../model/address.ts";
import { siblingSetOf } from "../../model/resource-type/place.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { type Access, type CallSubject, contextFor, readLiveObject, readSiblings } from "./access.ts";
import { callWithKnownOutcome } from "./write-object.ts";

type Item = { readonly type: string; readonly id: string };

/** Moves an object from one container to another; null: the root. */
export async function moveIntoContainer(
  access: Access,
  subject: CallSubject,
  address: Address,
  from: string | null,
  to: string | null,
): Promise<void> {
  const calls = subject.type.container?.moveInto?.(contextFor(access, subject.scopeId), subject.id, from, to);
  if (calls === undefined) throw new Error(`${subject.type.label.many} cannot change their container.`);
  // A move may need two calls, one out of the old container and one into the new one. The object is in its new place only after the last
  // call.
  let left = calls.length;
  for (const call of calls) {
    left -= 1;
    const wanted = left === 0 ? to : null;
    await callWithKnownOutcome(access, call, address, async () => {
      const live = await readLiveObject(access, subject);
      return live !== undefined && (live.container?.id ?? null) === wanted;
    });
  }
}

export async function sortObject(
  access: Access,
  subject: CallSubject,
  address: Address,
  position: { readonly before: Item } | { readonly after: Item },
): Promise<void> {
  const { type, id, scopeId } = subject;
  if (type.order === undefined) throw new Error(`${type.label.many} have no order.`);
  const call = type.order.sort(contextFor(access, scopeId), { type: type.name, id }, position);
  await callWithKnownOutcome(access, call, address, async () => isInPlace(access, subject, position));
}

async function isInPlace(
  access: Access,
  subject: CallSubject,
  position: { before: Item } | { after: Item },
): Promise<boolean> {
  const { found } = await readSiblings(access, subject.type.name, subject.scopeId);
  const setOf = (type: ResourceType | undefined) => type && siblingSetOf(type, access.apiVersion);
  const set = setOf(subject.type);
  const own = found.find((each) => each.type === subject.type.name && each.id === subject.id);
  const siblings = found.filter(
    (each) => setOf(access.index.find(each.type)) === set && each.container?.id === own?.container?.id,
  );
  const at = siblings.findIndex((each) => each === own);
  const neighbor = "before" in position ? siblings[at + 1] : siblings[at - 1];
  const wanted = "before" in position ? position.before : position.after;
  return at >= 0 && neighbor?.id === wanted.id && neighbor.type === wanted.type;
}

export async function setDefault(
  access: Access,
  subject: CallSubject,
  address: Address,
  container: Item | null,
): Promise<void> {
  const rule = subject.type.defaultRole;
  if (rule === undefined) throw new Error(`${subject.type.label.many} have no default among them.`);
  const call = rule.setDefault(contextFor(access, subject.scopeId), subject.id, container);
  await callWithKnownOutcome(
    access,
    call,
    address,
    async () => (await readLiveObject(access, subject))?.isDefault === true,
  );
}
