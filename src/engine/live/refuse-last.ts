import type { Address } from "../../model/address.ts";
import { fail } from "../../model/codes/service-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import type { ObjectName } from "../../model/snapshot.ts";
import { type Access, askUntilConsistent, type CallSubject, readSiblings } from "./access.ts";
import { expectWhole } from "./bulk-read.ts";

/**
 * Refuses to delete the last child of a container if the service always creates such a container together with a child: the service may
 * delete the container with it. Another user may have deleted its siblings since the plan was made.
 */
export async function refuseLast(
  access: Access,
  subject: CallSubject,
  address: Address,
  isBeingDeleted: (id: string) => boolean,
): Promise<void> {
  const { type, id, scopeId } = subject;
  const needing = access.index.all.filter(({ firstChild }) => firstChild?.type === type.name);
  if (needing.length === 0) return;
  let parent: ObjectName | undefined;
  // A stale read may not show a sibling that was just added.
  const keepsOne = await askUntilConsistent(access, async () => {
    const siblings = await readSiblings(access, type.name, scopeId);
    const alike = siblings.found.filter((each) => each.type === type.name);
    const container = alike.find((each) => each.id === id)?.container;
    if (container === undefined) expectWhole(siblings, `the siblings of the ${type.label.one} ${id}`);
    if (container === undefined || container === null) return true;
    if (!needing.some(({ name }) => name === container.type)) return true;
    parent = container;
    return alike.some((each) => each.container?.id === container.id && !isBeingDeleted(each.id)) || undefined;
  });
  if (keepsOne !== true) throw lastChild(address, parent);
}

function lastChild(address: Address, container: ObjectName | undefined): DocsformError {
  const parent = container === undefined ? "its parent" : `${container.type} ${container.id}`;
  return fail("apply/last-child", { address, parent });
}
