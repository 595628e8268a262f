import * as z from "zod";
import { inside, promised } from "../promised.ts";
import { kind, urls } from "../response-parts.ts";
import { teamObject } from "../teams/teams.objects.ts";

/** The fields of a SAML provider in a response. Requests contain `defaultTeam` as an id, responses as a team. */
export const samlProviderObject = z.object({
  object: kind("saml-provider"),
  id: z.string(),
  label: z.string(),
  ssoURL: promised(z.string()),
  entityID: promised(z.string()),
  certificate: promised(z.string()),
  defaultTeam: inside(teamObject).nullish(),
  defaultRole: promised(z.string().nullable()),
  createdAt: promised(z.string()),
  status: promised(z.string()),
  service: promised(
    z.object({
      acsURL: promised(z.string()),
      startURL: promised(z.string()),
      entityID: promised(z.string()),
    }),
  ),
  urls: urls("location"),
});
