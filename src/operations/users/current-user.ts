import type { CurrentUserRead } from "../../model/resource-type.ts";
import type { UserObject } from "./users.objects.ts";
import { users } from "./users.operations.ts";

/** Asks who the token acts for. */
export const currentUser: CurrentUserRead = {
  endpoint: users.current,
  user: (answer) => currentUserOf(answer as unknown as UserObject),
};

function currentUserOf({ id, email }: UserObject): { readonly id: string; readonly email?: string } {
  return { id, ...(typeof email === "string" ? { email } : {}) };
}
