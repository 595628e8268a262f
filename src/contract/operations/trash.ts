import { requireRecord } from "../../model/emulator-responses.ts";
import { type EmulatedService, type EmulatorRecord, EmulatorRefusal } from "../../model/emulator-rules.ts";
import type { Json } from "../../util/json.ts";

export function isTrashed(record: EmulatorRecord): boolean {
  return record["deletedAt"] != null;
}

/** A space that is not in the trash, or the service's 404. */
export function requireSpace(service: EmulatedService, id: Json | undefined): EmulatorRecord {
  const space = requireRecord(service, "space", id);
  if (isTrashed(space)) throw new EmulatorRefusal(404, `No such space: ${space.id}`);
  return space;
}
