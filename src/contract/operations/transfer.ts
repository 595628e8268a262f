import { textIn } from "../../model/emulator-responses.ts";
import { type EmulatedService, EmulatorRefusal } from "../../model/emulator-rules.ts";
import type { Json } from "../../util/json.ts";
import { callerMay } from "./people.ts";

/** The target organization of a transfer. Refuses one in which the token's user cannot create objects. */
export function targetOf(service: EmulatedService, organization: Json | undefined): EmulatedService {
  const id = textIn(organization);
  const { home } = service;
  const isThere = id === home.organizationId || home.get("organization", id) !== undefined;
  if (!isThere || !callerMay(home.in(id), "create")) {
    throw new EmulatorRefusal(404, "No such organization, or it is closed to you");
  }
  if (id === service.organizationId) throw new EmulatorRefusal(409, "The transfer would change nothing");
  return home.in(id);
}
