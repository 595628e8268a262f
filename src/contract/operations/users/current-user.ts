import type { CurrentUserRead } from "../../../model/resource-type/reads.ts";
import type { UserObject } from "./users.objects.ts";
import { users } from "./users.operations.ts";

/** Reads the user for whom the token acts. */
export const currentUser: CurrentUserRead = {
  endpoint: users.current,
  user: (response) => currentUserOf(response as unknown as UserObject),
};

function currentUserOf({ id, email }: UserObject): { readonly id: string; readonly email?: string } {
  return { id, ...(typeof email === "string" ? { email } : {}) };
}
