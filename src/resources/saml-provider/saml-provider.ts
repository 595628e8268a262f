import { type SamlProviderObject, samlProviderObject } from "../../contract/operations/sso/sso.objects.ts";
import { sso } from "../../contract/operations/sso/sso.operations.ts";
import { defineResource } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { samlProviderAttributes, samlProviderComputed } from "./saml-provider.schema.ts";

/** An identity provider through which people log in to the organization. */
export const samlProvider = defineResource({
  name: "saml_provider",
  label: { one: "SAML provider", many: "SAML providers" },
  description: "An identity provider through which people log in to the organization (SAML).",
  attributes: samlProviderAttributes,
  computed: samlProviderComputed,
  identity: { key: ["label"], createKey: ["label"], keyIsUnique: false },
  deletion: {
    endpoint: sso.deleteSamlProvider,
    contents: "first",
  },
  creation: {
    endpoint: sso.createSamlProvider,
    created: (response) => ({ object: foundProvider(samlProviderObject.parse(response)), children: [] }),
  },
  writers: [
    {
      name: "patch",
      endpoint: sso.updateSamlProvider,
      fromResponse: (response) => foundProvider(response as unknown as SamlProviderObject),
    },
  ],
  reads: [
    {
      name: "saml-providers",
      endpoint: sso.listSamlProviders,
      finds: ["saml_provider"],
      found: (response: Json) => [foundProvider(response as unknown as SamlProviderObject)],
    },
  ],
  readById: {
    endpoint: sso.getSamlProvider,
    found: (response) => foundProvider(response as unknown as SamlProviderObject),
  },
  layout: { kind: "map", field: "saml", addressBy: ["$key"] },
});

function foundProvider(response: SamlProviderObject): FoundObject {
  return {
    type: "saml_provider",
    id: response.id,
    container: null,
    attributes: {
      label: response.label,
      // A response always contains this field. An empty text means that it is not set.
      ssoURL: response.ssoURL || null,
      entityID: response.entityID || null,
      certificate: response.certificate || null,
      defaultTeam: response.defaultTeam?.id ?? null,
      defaultRole: response.defaultRole ?? null,
    },
    computed: computedOf(response),
  };
}

function computedOf({ status, createdAt, service }: SamlProviderObject): JsonObject {
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
