import * as z from "zod";
import type { Attribute, ComputedAttribute } from "../../model/resource-type.ts";
import { roles, widerRole } from "../../model/role.ts";

/** What can be set on a SAML provider. */
export const samlProviderAttributes = {
  label: {
    description: "Name of the provider, shown at the login.",
    schema: z.string().min(1).max(30),
    atCreate: "required",
    samples: ["Okta", "Okta SSO"],
  },
  ssoURL: {
    description: "URL of the identity provider to which people are sent to log in.",
    schema: z.url().max(2048),
    atCreate: "accepted",
    samples: ["https://acme.okta.example/app/sso/saml", "https://login.acme.example/saml"],
  },
  entityID: {
    description: "Entity id of the identity provider.",
    schema: z.string().min(1).max(1024),
    atCreate: "accepted",
    samples: ["http://www.okta.example/exk1", "http://www.okta.example/exk2"],
  },
  certificate: {
    description: "The identity provider's certificate for signatures, PEM.",
    schema: z
      .string()
      .min(1)
      .max(10_000)
      .refine(
        (text) => !isPath(text.trim()),
        "must be the text of a certificate, and this looks like the path of its file. Give what the file holds: !file in a layout, Fn.file(…) in an app, file(…) in Terraform.",
      ),
    atCreate: "accepted",
    sensitive: true,
    normalise: (value) => (typeof value === "string" ? withoutWhitespace(value) : value),
    samples: [
      "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIU\n-----END CERTIFICATE-----\n",
      "-----BEGIN CERTIFICATE-----\nMIIBtDCCAVqgAwIBAgIV\n-----END CERTIFICATE-----\n",
    ],
  },
  defaultTeam: {
    description:
      "The team that people join at their first login. It can be changed but not taken away again.",
    schema: z.string().min(1),
    atCreate: "accepted",
    givesAccess: true,
    reference: { type: "team" },
    samples: [],
  },
  defaultRole: {
    description: "The role that people get at their first login; null for guests.",
    schema: z.enum(roles),
    atCreate: "accepted",
    nullable: true,
    derived: true,
    givesAccess: true,
    widens: widerRole,
    terraform: { nullAs: "guest" },
    samples: ["read", "edit"],
  },
} satisfies Record<string, Attribute>;

/** A PEM is of several lines, and what is inside of one is base64: neither begins or ends like this. */
function isPath(text: string): boolean {
  if (/\s/u.test(text) || text.length > 500) return false;
  return (
    /^(?:~|[.]{0,2}[/]|[.]{1,2}\\|[A-Za-z]:)/u.test(text) || /[.](?:pem|crt|cert?|der|key|txt)$/iu.test(text)
  );
}

/** Line ends and indentation of a PEM mean nothing, and services rewrite them. */
function withoutWhitespace(pem: string): string {
  return pem.replace(/\s+/g, "");
}

/** What the service tells about a SAML provider. */
export const samlProviderComputed = {
  status: {
    description: "Whether people can log in through it.",
    schema: z.string(),
    follows: ["ssoURL", "entityID", "certificate"],
  },
  createdAt: { description: "When it was created, ISO 8601.", schema: z.string(), follows: [] },
  service: {
    description: "What the identity provider must be told.",
    schema: z.object({
      acsURL: z.string().describe("Where the identity provider sends people back to."),
      startURL: z.string().describe("Where people begin to log in."),
      entityID: z.string().describe("What the service is called there."),
    }),
    follows: [],
  },
} satisfies Record<string, ComputedAttribute>;
