import type { EmulatedService } from "../../../model/emulator-rules.ts";
import type { JsonObject } from "../../../util/json.ts";
import { callerOf } from "../people.ts";
import { emptyRichText } from "../rich-text.objects.ts";
import type { Handlers, System } from "../system.ts";
import { agentInstructions } from "./agent-instructions.operations.ts";

const table = "agent_instructions";
const recordId = "instructions";

/** There is at most one record of type `agent_instructions`: `{ id, instructions, updatedAt, updatedBy }`. */
const handlers: Handlers<typeof agentInstructions> = {
  get: (_request, service) => ({ status: 200, body: onWire(service) }),

  update: ({ body }, service) => {
    const updatedBy = callerOf(service)?.id ?? "";
    const fields = { instructions: body["instructions"] ?? null, updatedAt: service.now(), updatedBy };
    if (service.get(table, recordId) === undefined) service.add(table, { id: recordId, ...fields });
    else service.change(table, recordId, fields);
    return { status: 200, body: onWire(service) };
  },
};

/** The instructions of the organization's agent. */
export const agentInstructionsSystem: System = { operations: agentInstructions, handlers };

function onWire(service: EmulatedService): JsonObject {
  const record = service.get(table, recordId);
  return {
    object: "agent-instructions",
    instructions: record?.["instructions"] ?? emptyRichText,
    updatedAt: record?.["updatedAt"] ?? "2026-01-01T00:00:00.000Z",
    updatedBy: record?.["updatedBy"] ?? "",
    urls: { location: `https://api.docs.example/v1/orgs/${service.organizationId}/agent-instructions` },
  };
}
