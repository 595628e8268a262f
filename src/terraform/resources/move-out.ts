import { type Access, readSiblings, type Subject } from "../../live/access.ts";
import { ContentsError } from "../../live/delete-object.ts";
import { enterContainer } from "../../live/place-object.ts";
import { DocsformError } from "../../model/errors.ts";
import { objectKey } from "../../model/object-key.ts";
import { containerField } from "../../model/terraform-schema.ts";
import type { PlannedMove } from "../session/planned-moves.ts";
import type { Session } from "../session/session.ts";

/** Moves out what a plan moves out of a container that is to go: Terraform deletes that before it changes what was inside. */
export async function moveOut(
  session: Session,
  access: Access,
  container: Subject & { readonly address: string },
  plan: string | undefined,
): Promise<void> {
  const moves = session.host.plannedMoves.outOf(plan, container.id);
  for (const type of new Set(moves.map((move) => move.type)))
    await moveType(
      session,
      access,
      container,
      moves.filter((move) => move.type === type),
    );
}

async function moveType(
  session: Session,
  access: Access,
  container: Subject & { readonly address: string },
  moves: readonly PlannedMove[],
): Promise<void> {
  const type = session.index.find(moves[0]?.type ?? "");
  if (type?.container === undefined || type.container.change[access.generation] !== "move") return;
  const scopeId = type.scope === undefined ? undefined : container.scopeId;
  const { found } = await readSiblings(access, type.name, scopeId);
  for (const { id, to } of moves) {
    const live = found.find((each) => each.type === type.name && each.id === id);
    if (live?.container?.id !== container.id) continue;
    // What will hold it is not there yet: until then it is at the top, where it may be.
    if (to === undefined && !type.container.rootAllowed) continue;
    await enterContainer(access, { type, id, scopeId }, container.address, container.id, to ?? null);
    session.done.moved.set(objectKey(type.name, id), to ?? null);
  }
  session.changed(type);
}

/** Why a container was not deleted, and what to do in Terraform; any other error as it is. */
export function explainContents(error: unknown): unknown {
  if (!(error instanceof ContentsError)) return error;
  const inside = error.contents.map((each) => `${each.type} ${each.id}`).join(", ") || "something";
  return new DocsformError(error.code, `It still holds ${inside}, which would go with it.`, {
    remedy: `What Terraform manages and is to stay: Terraform deletes before it moves, so apply twice. First give it its new \`${containerField}\` and keep this resource, then remove this one. What nobody manages here: move it, delete it, or import it.`,
    cause: error,
  });
}
