import { EmulatorRefusal } from "../../../model/emulator-rules.ts";
import { callerOf, userRecordOnWire } from "../people.ts";
import type { Handlers, System } from "../system.ts";
import { users } from "./users.operations.ts";

const handlers: Handlers<typeof users> = {
  current: (_request, service) => {
    const caller = callerOf(service);
    if (caller === undefined) throw new EmulatorRefusal(404, "The token acts for no user");
    return { status: 200, body: userRecordOnWire(caller) };
  },
};

/** The user for whom the token acts. */
export const usersSystem: System = { operations: users, handlers };
