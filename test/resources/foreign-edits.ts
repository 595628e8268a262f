import type { Emulator } from "../../src/emulator/new-emulator.ts";
import { EmulatorRefusal } from "../../src/model/emulator-rules.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";

type Params = Readonly<Record<string, string>>;

/** Edits of another user, which show the rules of the service. `usual`: path parameters that need not be given. */
export function foreignEdits(emulator: () => Emulator, usual: () => Params = () => ({})) {
  const respond = (operation: string, params: Params = {}, body?: Json) =>
    emulator().edit(operation, { ...usual(), ...params }, body);
  return {
    edit: (operation: string, params?: Params, body?: Json) =>
      respond(operation, params, body).body as JsonObject,
    status: (operation: string, params?: Params, body?: Json) => respond(operation, params, body).status,
    /** The status of a refusal. Undefined if the service accepts the edit. */
    refusal: (operation: string, params?: Params, body?: Json): number | undefined => {
      try {
        respond(operation, params, body);
        return undefined;
      } catch (error) {
        if (error instanceof EmulatorRefusal) return error.status;
        throw error;
      }
    },
  };
}
