import type { EmulatedService, EmulatorRecord } from "../../model/emulator-rules.ts";
import type { Json } from "../../util/json.ts";

/** The records of a type that belong to a site. */
export function ofSite(service: EmulatedService, type: string, siteId: string): EmulatorRecord[] {
  return service.list(type).filter((record) => record["site"] === siteId);
}

/** Makes one of these records the default, and no other. */
export function setDefaultRecord(
  service: EmulatedService,
  type: string,
  records: readonly EmulatorRecord[],
  id: Json,
): void {
  for (const record of records) {
    const isDefault = record.id === id;
    if (record["default"] !== isDefault) service.change(type, record.id, { default: isDefault });
  }
}
