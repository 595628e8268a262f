import { facts } from "../contract/facts/all.ts";
import { rowsOfFacts } from "../contract/operations/from-facts/rows-of-facts.ts";
import { withTypesOf } from "../model/plain/plain-type.ts";
import type { ResourceType } from "../model/resource-type.ts";
import { collection } from "./collection/collection.ts";
import { member } from "./member/member.ts";
import { openapiSpec } from "./openapi-spec/openapi-spec.ts";
import { organization } from "./organization/organization.ts";
import { samlProvider } from "./saml-provider/saml-provider.ts";
import { site } from "./site/site.ts";
import { siteLink } from "./site-link/site-link.ts";
import { siteSection } from "./site-section/site-section.ts";
import { siteSectionGroup } from "./site-section-group/site-section-group.ts";
import { siteSpace } from "./site-space/site-space.ts";
import { space } from "./space/space.ts";
import { team } from "./team/team.ts";
import { translation } from "./translation/translation.ts";

/** The types with rules of their own: an import and a line for each, sorted. */
const own: readonly ResourceType[] = [
  collection,
  member,
  openapiSpec,
  organization,
  samlProvider,
  site,
  siteLink,
  siteSection,
  siteSectionGroup,
  siteSpace,
  space,
  team,
  translation,
];

/** Every type of object that docsform manages. */
export const registry: readonly ResourceType[] = withTypesOf(own, facts, rowsOfFacts);
