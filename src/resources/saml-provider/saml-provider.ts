import * as z from "zod";
import { sso } from "../../contract/operations/sso/sso.operations.ts";
import { certificate } from "../../model/kinds/certificate.ts";
import { createdAt } from "../../model/plain/facts.ts";
import { plainType } from "../../model/plain/plain-type.ts";
import { roles, widerRole } from "../../model/role.ts";
import { webAddress } from "../../model/web-address.ts";
import { sampleCertificates } from "./sample-certificates.ts";

// A response has an empty text for a value that is not set.
const unset = "";

/** An identity provider through which people log in to the organization. */
export const samlProvider = plainType({
  name: "saml_provider",
  label: { one: "SAML provider", many: "SAML providers" },
  description: "An identity provider through which people log in to the organization (SAML).",
  fields: {
    label: {
      description: "Name of the provider, shown on the login page.",
      schema: z.string().min(1).max(30),
      samples: ["Okta", "Okta SSO"],
    },
    ssoURL: {
      description: "URL of the identity provider where people log in.",
      schema: z.url().max(2048),
      atCreate: "accepted",
      unset,
      opens: { as: "sign-in" },
      samples: ["https://acme.okta.example/app/sso/saml", "https://login.acme.example/saml"],
    },
    entityID: {
      description: "Entity id of the identity provider.",
      schema: z.string().min(1).max(1024),
      kind: webAddress,
      atCreate: "accepted",
      unset,
      opens: { as: "sign-in" },
      samples: ["http://www.okta.example/exk1", "http://www.okta.example/exk2"],
    },
    certificate: {
      description: "The identity provider's signing certificate, as PEM.",
      schema: z.string().min(1).max(10_000),
      kind: certificate,
      atCreate: "accepted",
      unset,
      sensitive: true,
      opens: { as: "sign-in" },
      samples: sampleCertificates,
    },
    defaultTeam: {
      description: "Team that people join at their first login. It can be changed later, but not removed.",
      schema: z.string().min(1),
      atCreate: "accepted",
      shownAt: ["defaultTeam", "id"],
      opens: { as: "sign-in" },
      reference: { type: "team" },
      samples: [],
    },
    defaultRole: {
      description: "Role that people get at their first login; null makes them guests.",
      schema: z.enum(roles),
      nullable: true,
      derived: true,
      opens: { as: "sign-in", isWider: widerRole },
      terraform: { nullAs: "guest" },
      samples: ["read", "edit"],
    },
  },
  computed: {
    status: {
      description:
        "`active` if people can log in through the provider, `pending` until its setup is complete.",
      schema: z.string(),
      follows: ["ssoURL", "entityID", "certificate"],
    },
    createdAt,
    service: {
      description: "Values to enter at the identity provider.",
      schema: z.object({
        acsURL: z.string().describe("URL to which the identity provider sends people back."),
        startURL: z.string().describe("URL where people start to log in."),
        entityID: z.string().describe("Entity id of the service."),
      }),
      follows: [],
    },
  },
  identity: { key: ["label"], createKey: ["label"], keyIsUnique: false },
  rows: {
    list: sso.listSamlProviders,
    get: sso.getSamlProvider,
    create: sso.createSamlProvider,
    update: sso.updateSamlProvider,
    delete: sso.deleteSamlProvider,
  },
  layout: { kind: "map", field: "saml", addressBy: ["$key"] },
});
