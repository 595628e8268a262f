import type { EmulatedService } from "../../model/emulator-rules.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Handlers, System } from "../system.ts";
import { organizations } from "./organizations.operations.ts";

/** A record of type `organization`: `{ id, title, createdAt }`. Where none was seeded the organization is there all the same. */
const handlers: Handlers<typeof organizations> = {
  list: (_request, service) => ({ status: 200, items: [organizationOnWire(service)] }),
  get: (_request, service) => ({ status: 200, body: organizationOnWire(service) }),
};

/** The organization that owns everything else. */
export const organizationsSystem: System = { operations: organizations, handlers };

const longAgo = "2026-01-01T00:00:00.000Z";

function organizationOnWire(service: EmulatedService): JsonObject {
  const id = service.organizationId;
  const record = service.get("organization", id);
  const access = service.generation === "current" ? { access: true } : { ingestConversations: true };
  return {
    object: "organization",
    id,
    plan: "pro_2024",
    title: record?.["title"] ?? "Organization",
    createdAt: record?.["createdAt"] ?? longAgo,
    inviteLinks: false,
    type: "business",
    emailDomains: [],
    mergeRules: { type: "none" },
    urls: { location: `https://api.docs.example/v1/orgs/${id}`, app: `https://app.docs.example/o/${id}` },
    trial: { status: "notapplicable", count: 0 },
    permissions: {
      view: true,
      ...access,
      admin: true,
      ownTeam: true,
      createContent: true,
      createOpenAPISpec: true,
      viewBilling: true,
      listMembers: true,
      listTeams: true,
      listIntegrations: true,
      listInstallations: true,
      installIntegration: true,
    },
  };
}
