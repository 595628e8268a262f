import {
  fieldsIn,
  fieldsNamed,
  removed,
  textIn,
  wasAbsent,
  withoutNulls,
} from "../../../model/emulator-responses.ts";
import { type EmulatedService, type EmulatorRecord, EmulatorRefusal } from "../../../model/emulator-rules.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../util/json.ts";
import {
  addPerson,
  callerAtHome,
  callerMay,
  callerOf,
  callerRole,
  changePerson,
  permissionsOf,
  userRecordOnWire,
} from "../people.ts";
import type { Handlers, System } from "../system.ts";
import { usualBilling } from "./billing.ts";
import { organizations } from "./organizations.operations.ts";

/**
 * Records of type `organization`: `{ id, title, createdAt, … }` with the fields that operations change, and seeded fields that no
 * operation changes (`plan`, `billing`, `trial` and others). All of these records are in the store of the token's own organization,
 * which exists even without a record. The other objects of an organization are in tables of its own. `organization_invite`: `{ id
 * }`; only a seed creates it.
 */
const handlers: Handlers<typeof organizations> = {
  list: (_request, service) => ({
    status: 200,
    items: all(service)
      .filter((each) => callerMay(each, "read"))
      .map(organizationOnWire),
  }),

  get: (_request, service) => ({ status: 200, body: organizationOnWire(service) }),

  update: ({ body }, service) => {
    requireContent(service, body["defaultContent"]);
    const fields = fieldsIn(organizations.update.body, body);
    const { home, organizationId } = service;
    if (home.get("organization", organizationId) === undefined) {
      home.add("organization", { id: organizationId, title: "Organization" });
    }
    home.change("organization", organizationId, fields);
    return { status: 200, body: organizationOnWire(service) };
  },

  deleteInvite: ({ params }, service) => {
    const id = params["inviteId"] ?? "";
    if (service.get("organization_invite", id) === undefined) return wasAbsent;
    service.remove("organization_invite", id);
    return removed;
  },

  join: (_request, service) => {
    const caller = callerAtHome(service);
    const domain = caller === undefined ? "" : domainOf(textIn(userRecordOnWire(caller)["email"]));
    const record = recordOf(service);
    if (caller === undefined || !domainsOf(record).includes(domain)) {
      throw new EmulatorRefusal(400, "The domain of your e-mail address is not one of the organization's");
    }
    const { defaultRole = usual.defaultRole } = record;
    if (callerOf(service) === undefined) addPerson(service, caller, defaultRole);
    return { status: 204 };
  },

  ping: (_request, service) => {
    const caller = callerOf(service);
    if (caller !== undefined) changePerson(service, caller, { lastSeenAt: service.now() });
    return { status: 200, body: {} };
  },

  listByEmailDomain: ({ params }, service) => {
    const domain = params["emailDomain"]?.toLowerCase() ?? "";
    const found = all(service).filter((each) => domainsOf(recordOf(each)).includes(domain));
    return { status: 200, body: { organizations: found.map(organizationOnWire) } };
  },
};

/** Organizations, which own all other objects. */
export const organizationsSystem: System = {
  operations: organizations,
  handlers,
  needs: { join: "anybody", ping: "read" },
  tenancy: { others, allows: callerMay },
  pointers: { organization: { defaultContent: "site" } },
};

const longAgo = "2026-01-01T00:00:00.000Z";

/** Values of an organization before an operation or a seed sets others. */
const usual = { sso: false, ai: false, defaultRole: "read", useCase: "internalDocs" } as const;

/** Fields that no operation changes. An organization has them only if a seed sets them. */
const seededFields = ["useCase", "communityType", "customHostname", "billing", "blocked"];

/** The token's own organization and the others. */
function all({ home }: EmulatedService): readonly EmulatedService[] {
  return [home, ...others(home)];
}

function others(home: EmulatedService): readonly EmulatedService[] {
  const records = home.list("organization").filter((record) => record.id !== home.organizationId);
  return records.map((record) => home.in(record.id));
}

function recordOf({ home, organizationId }: EmulatedService): EmulatorRecord {
  return home.get("organization", organizationId) ?? { id: organizationId };
}

function domainsOf({ emailDomains }: EmulatorRecord): readonly string[] {
  return Array.isArray(emailDomains) ? emailDomains.map((each) => textIn(each).toLowerCase()) : [];
}

function domainOf(email: string): string {
  return email.slice(email.indexOf("@") + 1).toLowerCase();
}

function requireContent(service: EmulatedService, content: Json | undefined): void {
  if (!isJsonObject(content)) return;
  if (service.get("site", textIn(content["site"])) === undefined) {
    throw new EmulatorRefusal(400, "Invalid default content");
  }
}

function organizationOnWire(service: EmulatedService): JsonObject {
  const { organizationId: id } = service;
  const record = recordOf(service);
  const ofApiVersion =
    service.apiVersion === "current"
      ? ({ access: "read" } as const)
      : ({ ingestConversations: "create" } as const);
  return {
    ...withoutNulls({
      ...usual,
      billing: usualBilling(service.apiVersion),
      ...fieldsNamed(record, ["hostname", "defaultContent", "sso", "ai", ...seededFields]),
    }),
    ...fieldsNamed(record, ["defaultRole"]),
    object: "organization",
    id,
    plan: record["plan"] ?? "pro_2024",
    title: record["title"] ?? "Organization",
    createdAt: record["createdAt"] ?? longAgo,
    inviteLinks: record["inviteLinks"] === true,
    type: record["type"] ?? "business",
    emailDomains: record["emailDomains"] ?? [],
    mergeRules: record["mergeRules"] ?? { type: "none" },
    urls: withoutNulls({
      location: `https://api.docs.example/v1/orgs/${id}`,
      app: `https://app.docs.example/o/${id}`,
      logo: record["logo"],
    }),
    trial: record["trial"] ?? { status: "notapplicable", count: 0 },
    permissions: permissionsOf(callerRole(service), { ...needs, ...ofApiVersion }),
  };
}

/** The least role for each permission in an organization. */
const needs = {
  view: "read",
  admin: "admin",
  ownTeam: "admin",
  createContent: "create",
  createOpenAPISpec: "create",
  viewBilling: "admin",
  listMembers: "read",
  listTeams: "read",
  listIntegrations: "admin",
  listInstallations: "admin",
  installIntegration: "admin",
} as const;
