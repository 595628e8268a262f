import type { Access } from "../../engine/live/access.ts";
import { fail } from "../../model/codes/provider-words.ts";
import { isOwnUser } from "../../model/resource-type/identity.ts";
import { givesRights } from "../../model/resource-type/opens.ts";
import type { TerraformSchema, ValueField } from "../../model/terraform-schema.ts";
import { present } from "../../util/present.ts";
import type { Session } from "../session/session.ts";
import type { LiveResource } from "./object-state.ts";

interface Writing {
  readonly schema: TerraformSchema;
  readonly access: Pick<Access, "currentUser">;
  readonly live: { readonly object: Pick<LiveResource["object"], "id"> } | undefined;
}

/** Refuses a planned change of the access of the token's own user. Asks for the user only if access changes. */
export async function refuseOwnAccessPlanned(
  session: Session,
  { schema, id }: { readonly schema: TerraformSchema; readonly id: string },
  changed: readonly ValueField[],
): Promise<void> {
  if (schema.type.arePeople !== true || !changed.some(({ rule }) => givesRights(rule.opens))) return;
  const currentUser = await session.currentUser();
  refuseOwnAccess({ schema, access: present({ currentUser }), live: { object: { id } } }, changed);
}

/**
 * Refuses a change of the access of the token's own user: without those rights the user may be unable to finish or undo the apply.
 * Terraform offers no way to ask for confirmation.
 */
export function refuseOwnAccess({ schema, access, live }: Writing, changed: readonly ValueField[]): void {
  const accessFields = changed.filter(({ rule }) => givesRights(rule.opens));
  if (accessFields.length === 0 || live === undefined) return;
  if (!isOwnUser(schema.type, live.object.id, access.currentUser)) return;
  const names = accessFields.map(({ name }) => `\`${name}\``).join(" and ");
  throw fail("terraform/own-access", { attributes: names });
}
