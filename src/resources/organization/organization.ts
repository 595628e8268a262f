import { agentInstructions } from "../../contract/operations/agent-instructions/agent-instructions.operations.ts";
import type { OrganizationObject } from "../../contract/operations/organizations/organizations.objects.ts";
import { organizations } from "../../contract/operations/organizations/organizations.operations.ts";
import {
  checkMarkdown,
  documentOnWire,
  markdownFromWire,
} from "../../contract/rich-text/markdown-attribute.ts";
import { defineResource } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import { appOnly } from "../../model/unmapped-fields.ts";
import { fieldsOrNull, isJsonObject, type Json, type JsonObject } from "../../util/json.ts";
import { organizationAttributes, organizationComputed } from "./organization.schema.ts";
import { partsNamed } from "./parts-named.ts";

/** The organization of a layout. The layout names it by its id; docsform never creates or deletes it. */
export const organization = defineResource({
  name: "organization",
  label: { one: "organization", many: "organizations" },
  description: "The organization that owns all other objects, and its settings.",
  attributes: organizationAttributes,
  computed: organizationComputed,
  identity: { key: ["title"], createKey: [], keyIsUnique: false },
  writers: [
    {
      name: "settings",
      attributes: Object.keys(organizationAttributes).filter((name) => name !== "agentInstructions"),
      endpoint: organizations.update,
      body: ({ values }) => settingsOf(values),
      fromResponse: (response) => foundOrganization(response as unknown as OrganizationObject),
    },
    {
      name: "agent-instructions",
      attributes: ["agentInstructions"],
      endpoint: agentInstructions.update,
      body: ({ values }) => ({ instructions: documentOnWire(values["agentInstructions"]) }),
    },
  ],
  reads: [
    {
      name: "organization",
      endpoint: organizations.get,
      finds: ["organization"],
      found: (response: Json) => [foundOrganization(response as unknown as OrganizationObject)],
    },
  ],
  details: [
    {
      attribute: "agentInstructions",
      endpoint: agentInstructions.get,
      value: ([response]) => markdownFromWire(isJsonObject(response) ? response["instructions"] : undefined),
    },
  ],
  check: (attributes) => checkMarkdown("agentInstructions", attributes["agentInstructions"]),
  listForToken: organizations.list,
  unmappedFields: {
    defaultContent: "`defaultSite`, if it is a site",
    internal_isOnNewTrial: appOnly,
    internal_billingMigration: appOnly,
    "urls.logo": "`docs_organization.logo`",
  },
  layout: { kind: "head", field: "organization", addressBy: [] },
});

function settingsOf({ defaultSite, ...values }: JsonObject): JsonObject {
  if (defaultSite === undefined) return values;
  return { ...values, defaultContent: defaultSite === null ? null : { type: "site", site: defaultSite } };
}

function foundOrganization(response: OrganizationObject): FoundObject {
  return {
    type: "organization",
    id: response.id,
    container: null,
    attributes: {
      title: response.title,
      ...fieldsOrNull(response, [
        "emailDomains",
        "hostname",
        "defaultRole",
        "sso",
        "ai",
        "inviteLinks",
        "mergeRules",
      ]),
      // The first thing that people see may also be a space or a collection. docsform does not manage that.
      defaultSite: response.defaultContent?.site ?? null,
      logo: response.urls?.logo ?? null,
    },
    computed: computedOf(response),
  };
}

function computedOf(response: OrganizationObject): JsonObject {
  return {
    ...fieldsOrNull(response, ["createdAt", "type", "plan", "useCase", "communityType", "customHostname"]),
    billing: settingsShown("billing", withListedAddons(response.billing as JsonObject | null | undefined)),
    trial: settingsShown("trial", response.trial),
    blocked: settingsShown("blocked", response.blocked),
    urls: { app: response.urls?.app ?? null },
  };
}

/** The parts of a setting that docsform shows. */
function settingsShown(name: "billing" | "trial" | "blocked", value: unknown): Json {
  return partsNamed(organizationComputed[name].schema, value as Json | undefined);
}

/** Turns the add-ons into a list, each with its name. On the service they are fields whose names are not fixed. */
function withListedAddons(billing: JsonObject | null | undefined): Json {
  const addons = billing?.["usageAddons"];
  if (!isJsonObject(addons)) return billing ?? null;
  const listed = Object.entries(addons).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...billing,
    usageAddons: listed.map(([name, addon]) => ({ name, ...fieldsOrNull(addon, ["enabled"]) })),
  };
}
