import * as z from "zod";
import { kind, urls } from "../response-parts.ts";
import { teamObject } from "../teams/teams.objects.ts";

/** The fields of a SAML provider in a response. Requests contain `defaultTeam` as an id, responses as a team. */
export const samlProviderObject = z.object({
  object: kind("saml-provider"),
  id: z.string(),
  label: z.string(),
  ssoURL: z.string().nullish(),
  entityID: z.string().nullish(),
  certificate: z.string().nullish(),
  defaultTeam: teamObject.partial().extend({ id: z.string() }).nullish(),
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
  urls: urls("location"),
});

export type SamlProviderObject = z.infer<typeof samlProviderObject>;
