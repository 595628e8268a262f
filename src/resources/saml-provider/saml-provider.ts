import type { z } from "zod";
import type { Json, JsonObject } from "../../model/json.ts";
import type { FoundObject } from "../../model/live-world.ts";
import { defineResource } from "../../model/resource-type.ts";
import {
  createOrganizationSAMLProvider,
  deleteOrganizationSAMLProvider,
  getOrganizationSAMLProviderById,
  listSAMLProvidersInOrganizationById,
  samlProviderAnswer,
  updateOrganizationSAMLProvider,
} from "./saml-provider.api.ts";
import { samlProviderEmulator } from "./saml-provider.emulator.ts";
import { samlProviderAttributes, samlProviderComputed } from "./saml-provider.schema.ts";

/** An identity provider through which people log in to the organization. */
export const samlProvider = defineResource({
  name: "saml_provider",
  label: { one: "SAML provider", many: "SAML providers" },
  description: "An identity provider through which people log in to the organization (SAML).",
  attributes: samlProviderAttributes,
  computed: samlProviderComputed,
  identity: { key: ["label"], birthKey: ["label"], keyIsUnique: false },
  deletion: {
    call: ({ organizationId }, id) => ({
      endpoint: deleteOrganizationSAMLProvider,
      params: { organizationId, samlProviderId: id },
    }),
    contents: "first",
  },
  creation: {
    call: ({ organizationId }, { attributes }) => ({
      endpoint: createOrganizationSAMLProvider,
      params: { organizationId },
      body: attributes,
    }),
    created: (answer) => ({ object: foundProvider(samlProviderAnswer.parse(answer)), births: [] }),
  },
  writers: [
    {
      name: "patch",
      attributes: ["label", "ssoURL", "entityID", "certificate", "defaultTeam", "defaultRole"],
      call: ({ organizationId }, id, { values }) => ({
        endpoint: updateOrganizationSAMLProvider,
        params: { organizationId, samlProviderId: id },
        body: values,
      }),
      answered: (answer) => foundProvider(answer as unknown as SamlProviderAnswer),
    },
  ],
  reads: [
    {
      name: "saml-providers",
      endpoint: listSAMLProvidersInOrganizationById,
      finds: ["saml_provider"],
      call: ({ organizationId }) => ({
        endpoint: listSAMLProvidersInOrganizationById,
        params: { organizationId },
      }),
      found: (answer: Json) => [foundProvider(answer as unknown as SamlProviderAnswer)],
    },
  ],
  layout: { kind: "map", field: "saml", addressBy: ["$key"] },
  endpoints: [
    listSAMLProvidersInOrganizationById,
    getOrganizationSAMLProviderById,
    createOrganizationSAMLProvider,
    updateOrganizationSAMLProvider,
    deleteOrganizationSAMLProvider,
  ],
  emulator: samlProviderEmulator,
});

type SamlProviderAnswer = z.infer<typeof samlProviderAnswer>;

function foundProvider(answer: SamlProviderAnswer): FoundObject {
  return {
    type: "saml_provider",
    id: answer.id,
    container: null,
    attributes: {
      label: answer.label,
      // Required in an answer even where nothing is set yet: the empty text is nothing.
      ssoURL: answer.ssoURL || null,
      entityID: answer.entityID || null,
      certificate: answer.certificate || null,
      defaultTeam: answer.defaultTeam?.id ?? null,
      defaultRole: answer.defaultRole ?? null,
    },
    computed: computedOf(answer),
  };
}

function computedOf({ status, createdAt, service }: SamlProviderAnswer): JsonObject {
  return {
    status: status ?? null,
    createdAt: createdAt ?? null,
    service: {
      acsURL: service?.acsURL ?? null,
      startURL: service?.startURL ?? null,
      entityID: service?.entityID ?? null,
    },
  };
}
