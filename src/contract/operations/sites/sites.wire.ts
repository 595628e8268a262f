import { fieldsIn, textIn, withoutNulls } from "../../../model/emulator-responses.ts";
import type { EmulatedService, EmulatorRecord } from "../../../model/emulator-rules.ts";
import type { JsonObject } from "../../../util/json.ts";
import { callerRole, permissionsOf } from "../people.ts";
import { siteObject } from "./sites.objects.ts";

/** The fields that a response shows as the record has them. The others depend on the API version, or have another form. */
const plainFields = siteObject.omit({
  proxy: true,
  agentsContext: true,
  defaultLevel: true,
  styleguide: true,
});

/** A site as the service shows it. */
export function siteOnWire(service: EmulatedService, record: EmulatorRecord): JsonObject {
  const { proxy } = record;
  const siteSpaces = service.list("site_space").filter((each) => each["site"] === record.id);
  return {
    object: "site",
    id: record.id,
    ...withoutNulls(fieldsIn(plainFields, record)),
    ...(proxy ? { proxy: { origin: proxy, target: `https://proxy.example/sites/${record.id}` } } : {}),
    siteSpaces: siteSpaces.length,
    features: [],
    ...(service.apiVersion === "current" ? currentFields(service, record) : classicFields(record)),
    urls: urlsOf(service, record),
  };
}

function classicFields(record: EmulatorRecord): JsonObject {
  return { agentsContext: record["agentsContext"] ?? "included" };
}

function currentFields(service: EmulatedService, record: EmulatorRecord): JsonObject {
  const { styleguide } = record;
  return {
    ...(styleguide ? { styleguide: { kind: "space", space: styleguide } } : {}),
    appliedType: record["type"] ?? "ultimate",
    defaultLevel: record["defaultLevel"] ?? null,
    permissions: permissionsOf(callerRole(service), {
      view: "read",
      access: "read",
      edit: "admin",
      create: "admin",
      admin: "admin",
      installIntegration: "admin",
      viewAdaptiveSchema: "read",
      editAdaptiveSchema: "admin",
    }),
  };
}

function urlsOf(service: EmulatedService, record: EmulatorRecord): JsonObject {
  const segment = encodeURIComponent(textIn(record["basename"] ?? record.id));
  return {
    location: `https://api.docs.example/v1/orgs/${service.organizationId}/sites/${record.id}`,
    app: `https://app.docs.example/o/${service.organizationId}/sites/${record.id}`,
    ...(service.apiVersion === "current" ? { preview: `https://preview.docs.example/${record.id}` } : {}),
    ...(record["published"] === true ? { published: `https://docs.example/${segment}` } : {}),
  };
}
