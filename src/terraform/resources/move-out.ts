import { type Access, type CallSubject, readSiblings } from "../../live/access.ts";
import { ContentsError } from "../../live/delete-object.ts";
import { moveIntoContainer } from "../../live/place-object.ts";
import { countUnknown } from "../../model/count-unknown.ts";
import { DocsformError } from "../../model/errors.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { containerField } from "../../model/terraform-schema.ts";
import type { PlannedMove } from "../session/planned-moves.ts";
import type { Session } from "../session/session.ts";

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
  session.changed(type);
}

/** Explains why a container was not deleted, and what to do in Terraform. Returns other errors unchanged. */
export function explainContents(error: unknown): unknown {
  if (!(error instanceof ContentsError)) return error;
  if (error.unknownObjects.length > 0) return explainUnknown(error);
  const inside = error.contents.map((each) => `${each.type} ${each.id}`).join(", ") || "something";
  return new DocsformError(error.code, `It still contains ${inside}. The delete would remove that too.`, {
    remedy: `Terraform deletes before it moves. To keep contents that Terraform manages, apply twice: first give them their new \`${containerField}\` and keep this resource, then remove this resource. Move, delete or import contents that Terraform does not manage.`,
    cause: error,
  });
}

function explainUnknown(error: ContentsError): DocsformError {
  return new DocsformError(
    error.code,
    `It contains objects that the provider does not know, and the delete would remove them too: ${countUnknown(error.unknownObjects)}.`,
    {
      remedy:
        "Move or delete them in the app, then apply again. Or remove this resource from the state with a `removed` block.",
      cause: error,
    },
  );
}

/**
 * Explains why the service refused to delete an object that others may refer to, and what to do in Terraform. Returns other errors
 * unchanged.
 */
export function explainReference({ index }: Session, type: ResourceType, error: unknown): unknown {
  if (!(error instanceof DocsformError) || !isRefusal(error)) return error;
  const referring = index.all.filter((each) =>
    Object.values(each.attributes).some(({ reference }) => reference?.type === type.name),
  );
  if (referring.length === 0) return error;
  const names = referring.map((each) => each.label.many).join(" or ");
  return new DocsformError(error.code, error.message, {
    remedy: `Terraform deletes an object before it changes the objects that refer to it, here perhaps ${names}. ${howToMoveOut(type)}`,
    cause: error,
  });
}

function howToMoveOut({ identity, label }: ResourceType): string {
  return identity.keyIsUnique
    ? `First apply with references to another ${label.one}. Then delete this one.`
    : "Add `lifecycle { create_before_destroy = true }` to this resource. Then Terraform creates the new one first and deletes this one last.";
}

function isRefusal(error: object): boolean {
  return "status" in error && [400, 409, 412].includes(Number(error.status));
}
