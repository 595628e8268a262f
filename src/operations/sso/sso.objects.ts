import * as z from "zod";

/** The fields of a SAML provider in an answer that docsform relies on. `defaultTeam` is written as an id, read as a team. */
export const samlProviderObject = z.object({
  id: z.string(),
  label: z.string(),
  ssoURL: z.string().nullish(),
  entityID: z.string().nullish(),
  certificate: z.string().nullish(),
  defaultTeam: z.object({ id: z.string() }).nullish(),
  defaultRole: z.string().nullish(),
  createdAt: z.string().optional(),
  status: z.string().optional(),
  service: z
    .object({
      acsURL: z.string().optional(),
      startURL: z.string().optional(),
      entityID: z.string().optional(),
    })
    .optional(),
});

export type SamlProviderObject = z.infer<typeof samlProviderObject>;
