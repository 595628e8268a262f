import { bodyOf } from "../../model/emulator-answers.ts";
import { type EmulatedService, EmulatorRefusal } from "../../model/emulator-rules.ts";
import type { Json } from "../../model/json.ts";
import type { Handlers, System } from "../system.ts";
import { users } from "./users.operations.ts";

const handlers: Handlers<typeof users> = {
  current: (_request, service) => ({ status: 200, body: currentUser(service) }),
};

/** Who the token acts for. */
export const usersSystem: System = { operations: users, handlers };

/** The member that says so of itself, or else the one whose id is `currentUser`. */
function currentUser(service: EmulatedService): Json {
  const members = service.list("organization_member");
  const own = members.find((member) => member["currentUser"] === true);
  const member = own ?? service.get("organization_member", "currentUser");
  if (member !== undefined) {
    return bodyOf(service.call("getMemberInOrganizationById", { userId: member.id }))["user"] ?? null;
  }
  if (members.length > 0) throw new EmulatorRefusal(404, "The token acts for no user");
  return nobodyInParticular;
}

/** A token has a user even where no member was seeded. */
const nobodyInParticular: Json = {
  object: "user",
  id: "currentUser",
  displayName: "currentUser",
  urls: { location: "https://api.docs.example/v1/users/currentUser" },
};
