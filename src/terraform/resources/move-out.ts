import { type Access, type CallSubject, readSiblings } from "../../engine/live/access.ts";
import { ContentsError } from "../../engine/live/delete-object.ts";
import { moveIntoContainer } from "../../engine/live/place-object.ts";
import { fail } from "../../model/codes/provider-words.ts";
import { countUnknown } from "../../model/count-unknown.ts";
import { DocsformError } from "../../model/errors.ts";
import { referringAttributes } from "../../model/resource-type/attribute.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { containerField, forceField } from "../../model/terraform-schema.ts";
import type { PlannedMove } from "../session/planned-moves.ts";
import type { Session } from "../session/session.ts";
import { describeFound } from "./refuse-unmanaged.ts";

type Container = CallSubject & { readonly address: string };

/** Moves objects out of a container before its delete, as the plan does. Terraform deletes the container before it changes its contents. */
export async function moveOut(
  session: Session,
  access: Access,
  container: Container,
  plan: string | undefined,
): Promise<void> {
  const moves = session.host.plannedMoves.outOf(plan, container.id);
  for (const type of new Set(moves.map((move) => session.index.find(move.type)))) {
    if (type?.container?.change[access.apiVersion] !== "move") continue;
    // The new container may not exist yet. Until then the object is at the top, if its type allows that.
    const { rootAllowed } = type.container;
    const able = moves.filter((move) => move.type === type.name && (rootAllowed || move.to !== undefined));
    await moveAll(session, access, container, type, able);
  }
}

async function moveAll(
  session: Session,
  access: Access,
  container: Container,
  type: ResourceType,
  moves: readonly PlannedMove[],
): Promise<void> {
  const scopeId = type.scope === undefined ? undefined : container.scopeId;
  const { found } = await readSiblings(access, type.name, scopeId);
  const inside = found.filter((each) => each.type === type.name && each.container?.id === container.id);
  for (const { id, to = null } of moves) {
    if (!inside.some((each) => each.id === id)) continue;
    await moveIntoContainer(access, { type, id, scopeId }, container.address, container.id, to);
    session.writes.noteMoved({ type: type.name, id }, to);
  }
  session.invalidateReads(type);
}

/** Explains why a container was not deleted, and what to do in Terraform. Returns other errors unchanged. */
export function explainContents({ index }: Session, error: unknown): unknown {
  if (!(error instanceof ContentsError)) return error;
  if (error.unknownObjects.length > 0) return explainUnknown(error);
  const inside = error.contents.map((each) => describeFound(index, each)).join(", ") || "something";
  return fail(
    "apply/contents-changed",
    { case: "terraform", contents: inside, field: containerField, flag: forceField },
    { cause: error },
  );
}

function explainUnknown(error: ContentsError): DocsformError {
  return fail(
    "apply/contents-changed",
    { case: "terraformUnknown", contents: countUnknown(error.unknownObjects) },
    { cause: error },
  );
}

/**
 * Explains why the service refused to delete an object that others may refer to, and what to do in Terraform. Returns other errors
 * unchanged.
 */
export function explainReference({ index }: Session, type: ResourceType, error: unknown): unknown {
  if (!(error instanceof DocsformError) || !isRefusal(error)) return error;
  const referring = index.all.filter((each) => referringAttributes(each, type.name).length > 0);
  if (referring.length === 0) return error;
  const types = referring.map((each) => each.label.many).join(" or ");
  const facts = { failure: error.message, types };
  return fail(
    error.code === "http/conflict" ? "http/conflict" : "http/unexpected-status",
    type.identity.keyIsUnique
      ? { case: "referenced", ...facts, object: type.label.one }
      : { case: "createFirst", ...facts },
    { cause: error },
  );
}

function isRefusal(error: object): boolean {
  return "status" in error && [400, 409, 412].includes(Number(error.status));
}
