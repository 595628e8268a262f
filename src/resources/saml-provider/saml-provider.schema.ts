import * as z from "zod";
import type { Attribute } from "../../model/resource-type/attribute.ts";
import type { ComputedAttribute } from "../../model/resource-type/computed-attribute.ts";
import { roles, widerRole } from "../../model/role.ts";

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
    atCreate: "accepted",
    opens: { as: "sign-in" },
    samples: ["http://www.okta.example/exk1", "http://www.okta.example/exk2"],
  },
  certificate: {
    description: "The identity provider's signing certificate, as PEM.",
    schema: z
      .string()
      .min(1)
      .max(10_000)
      .refine(
        (text) => !isPath(text.trim()),
        "must be the text of a certificate, but this looks like a path. Give the contents of the file: !file in a layout, Fn.file(…) in an app, file(…) in Terraform.",
      ),
    atCreate: "accepted",
    sensitive: true,
    opens: { as: "sign-in" },
    normalize: (value) => (typeof value === "string" ? withoutWhitespace(value) : value),
    samples: [
      "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIU\n-----END CERTIFICATE-----\n",
      "-----BEGIN CERTIFICATE-----\nMIIBtDCCAVqgAwIBAgIV\n-----END CERTIFICATE-----\n",
    ],
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

/**
 * Whether a text is a path of a file and not a certificate. A PEM has several lines, and its content is base64: neither starts or ends like
 * a path.
 */
function isPath(text: string): boolean {
  if (/\s/u.test(text) || text.length > 500) return false;
  return (
    /^(?:~|[.]{0,2}[/]|[.]{1,2}\\|[A-Za-z]:)/u.test(text) || /[.](?:pem|crt|cert?|der|key|txt)$/iu.test(text)
  );
}

/** Line ends and indents of a PEM have no meaning, and services rewrite them. */
function withoutWhitespace(pem: string): string {
  return pem.replace(/\s+/g, "");
}

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
