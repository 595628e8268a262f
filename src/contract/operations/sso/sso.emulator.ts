import {
  bodyOf,
  fieldsIn,
  removed,
  requireRecord,
  textIn,
  wasAbsent,
} from "../../../model/emulator-responses.ts";
import type { EmulatedService, EmulatorRecord } from "../../../model/emulator-rules.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { Handlers, System } from "../system.ts";
import { sso } from "./sso.operations.ts";

/**
 * The emulator's SAML providers. A record: `{ id, label, ssoURL, entityID, certificate, defaultTeam, defaultRole, createdAt }`.
 * `defaultTeam` is an id.
 */
const handlers: Handlers<typeof sso> = {
  listSamlProviders: (_request, service) => {
    return {
      status: 200,
      items: service.list("saml_provider").map((record) => providerOnWire(record, service)),
    };
  },

  getSamlProvider: (request, service) => {
    const record = requireRecord(service, "saml_provider", request.params["samlProviderId"]);
    return { status: 200, body: providerOnWire(record, service) };
  },

  createSamlProvider: (request, service) => {
    const fields = fieldsOf(request.body, service);
    const record = service.add("saml_provider", {
      ...fields,
      id: service.newId(""),
      createdAt: service.now(),
    });
    const location = `/orgs/${service.organizationId}/saml/${record.id}`;
    return { status: 201, body: providerOnWire(record, service), location };
  },

  updateSamlProvider: (request, service) => {
    const { id } = requireRecord(service, "saml_provider", request.params["samlProviderId"]);
    const record = service.change("saml_provider", id, fieldsOf(request.body, service));
    return { status: 200, body: providerOnWire(record, service) };
  },

  deleteSamlProvider: (request, service) => {
    const record = service.get("saml_provider", request.params["samlProviderId"] ?? "");
    if (record === undefined) return wasAbsent;
    service.remove("saml_provider", record.id);
    return removed;
  },

  listLogins: (_request, service) => {
    const logins = service
      .list("saml_provider")
      .filter((record) => isSetUp(record))
      .map(({ id, label }) => ({ id, label: label ?? "", startURL: `${baseOf(id)}/start` }));
    return { status: 200, body: { items: logins } };
  },
};

/** Identity providers for single sign-on. */
export const ssoSystem: System = {
  operations: sso,
  handlers,
  pointers: { saml_provider: { defaultTeam: "team" } },
};

function fieldsOf(body: JsonObject, service: EmulatedService): JsonObject {
  const fields = fieldsIn(sso.updateSamlProvider.body, body);
  if (fields["defaultTeam"] !== undefined) requireRecord(service, "team", fields["defaultTeam"]);
  return fields;
}

function providerOnWire(record: EmulatorRecord, service: EmulatedService): JsonObject {
  const { organizationId } = service;
  // The contract does not document these fields for a provider without settings. The emulator returns empty text.
  const settings = settingsOf(record);
  const base = baseOf(record.id);
  return {
    ...defaultTeam(record, service),
    object: "saml-provider",
    id: record.id,
    label: record["label"] ?? "",
    ...settings,
    defaultRole: record["defaultRole"] ?? null,
    createdAt: record["createdAt"] ?? "2026-01-01T00:00:00.000Z",
    status: isSetUp(record) ? "active" : "pending",
    service: { acsURL: `${base}/acs`, startURL: `${base}/start`, entityID: base },
    urls: { location: `https://api.docs.example/v1/orgs/${organizationId}/saml/${record.id}` },
  };
}

function settingsOf(record: EmulatorRecord) {
  return {
    ssoURL: textIn(record["ssoURL"]),
    entityID: textIn(record["entityID"]),
    certificate: textIn(record["certificate"]),
  };
}

function isSetUp(record: EmulatorRecord): boolean {
  return !Object.values(settingsOf(record)).includes("");
}

function baseOf(id: string): string {
  return `https://app.docs.example/saml/${id}`;
}

function defaultTeam(record: EmulatorRecord, service: EmulatedService): JsonObject {
  const teamId = record["defaultTeam"];
  if (typeof teamId !== "string") return {};
  const { organizationId } = service;
  return { defaultTeam: bodyOf(service.call("getTeamInOrganizationById", { organizationId, teamId })) };
}
