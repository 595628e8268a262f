import * as z from "zod";
import { certificate } from "../../kinds/certificate.ts";
import type { Attribute } from "../../model/resource-type/attribute.ts";
import type { ComputedAttribute } from "../../model/resource-type/computed-attribute.ts";
import { roles, widerRole } from "../../model/role.ts";
import { webAddress } from "../../model/web-address.ts";
import { sampleCertificates } from "./sample-certificates.ts";

export const samlProviderAttributes = {
  label: {
    description: "Name of the provider, shown on the login page.",
    schema: z.string().min(1).max(30),
    atCreate: "required",
    samples: ["Okta", "Okta SSO"],
  },
  ssoURL: {
    description: "URL of the identity provider where people log in.",
    schema: z.url().max(2048),
    atCreate: "accepted",
    opens: { as: "sign-in" },
    samples: ["https://acme.okta.example/app/sso/saml", "https://login.acme.example/saml"],
  },
  entityID: {
    description: "Entity id of the identity provider.",
    schema: z.string().min(1).max(1024),
    kind: webAddress,
    atCreate: "accepted",
    opens: { as: "sign-in" },
    samples: ["http://www.okta.example/exk1", "http://www.okta.example/exk2"],
  },
  certificate: {
    description: "The identity provider's signing certificate, as PEM.",
    schema: z.string().min(1).max(10_000),
    kind: certificate,
    atCreate: "accepted",
    sensitive: true,
    opens: { as: "sign-in" },
    samples: sampleCertificates,
  },
  defaultTeam: {
    description: "Team that people join at their first login. It can be changed later, but not removed.",
    schema: z.string().min(1),
    atCreate: "accepted",
    opens: { as: "sign-in" },
    reference: { type: "team" },
    samples: [],
  },
  defaultRole: {
    description: "Role that people get at their first login; null makes them guests.",
    schema: z.enum(roles),
    atCreate: "accepted",
    nullable: true,
    derived: true,
    opens: { as: "sign-in", isWider: widerRole },
    terraform: { nullAs: "guest" },
    samples: ["read", "edit"],
  },
} satisfies Record<string, Attribute>;

export const samlProviderComputed = {
  status: {
    description: "`active` if people can log in through the provider, `pending` until its setup is complete.",
    schema: z.string(),
    follows: ["ssoURL", "entityID", "certificate"],
  },
  createdAt: { description: "Time of creation, ISO 8601.", schema: z.string(), follows: [] },
  service: {
    description: "Values to enter at the identity provider.",
    schema: z.object({
      acsURL: z.string().describe("URL to which the identity provider sends people back."),
      startURL: z.string().describe("URL where people start to log in."),
      entityID: z.string().describe("Entity id of the service."),
    }),
    follows: [],
  },
} satisfies Record<string, ComputedAttribute>;
