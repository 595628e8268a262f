import { systemClock } from "../../src/contract/http/system-clock.ts";
import { operations } from "../../src/contract/operations/operations.ts";
import { createEmulator, type Emulator } from "../../src/emulator/new-emulator.ts";
import { registry } from "../../src/resources/registry.ts";
import { isJsonObject, type JsonObject } from "../../src/util/json.ts";
import { organization } from "./emulator-process.ts";

/** 10,000 objects: 100 sites with 85 objects in each, and 1,400 in the organization. */
export const large = {
  sites: 100,
  groups: 5,
  sectionsOfGroup: 4,
  variantsOfSection: 3,
  spaces: 1_300,
  collections: 50,
  teams: 40,
  teamsWithMembers: 10,
  specs: 9,
  samlProviders: 1,
} as const;

/** The number of objects, without the organization. */
export function objectsOfLargeWorld(): number {
  const sections = large.groups * large.sectionsOfGroup;
  const site = 1 + large.groups + sections * (1 + large.variantsOfSection);
  return (
    large.sites * site + large.spaces + large.collections + large.teams + large.specs + large.samlProviders
  );
}

const ssoUrl = "https://login.example.com/saml";

const member = { id: "u_ada", user: { id: "u_ada", displayName: "Ada", email: "ada@example.com" } };
const me = {
  id: "u_me",
  user: { id: "u_me", displayName: "Me", email: "me@example.com" },
  currentUser: true,
};

/** The seed of an emulator with the objects that {@link layoutOfLargeWorld} declares. */
export function seedOfLargeWorld(): string {
  const emulator = createEmulator({
    types: registry,
    operations,
    organizationId: organization,
    token: "bench",
    apiVersion: "current",
    clock: systemClock,
    random: Math.random,
  });
  emulator.service.add("organization", { id: organization, title: "Large" });
  for (const each of [me, member]) emulator.service.add("organization_member", each);
  const collections = times(large.collections, (index) =>
    make(emulator, "createCollection", { title: `Collection ${index}` }),
  );
  const spaces = times(large.spaces, (index) =>
    make(emulator, "createSpace", {
      title: `Space ${index}`,
      parent: collections[index % collections.length] as string,
      language: "en",
    }),
  );
  for (let index = 0; index < large.teams; index += 1) {
    const team = make(emulator, "createOrganizationTeam", { title: `Team ${index}` });
    if (index < large.teamsWithMembers) {
      emulator.edit("updateMembersInOrganizationTeam", { teamId: team }, { add: ["u_ada"] });
    }
  }
  for (let index = 0; index < large.specs; index += 1) {
    make(emulator, "createOpenAPISpec", {
      slug: `spec-${index}`,
      source: { url: `https://example.com/${index}.json` },
    });
  }
  for (let index = 0; index < large.samlProviders; index += 1) {
    make(emulator, "createOrganizationSAMLProvider", { label: `Login ${index}`, ssoURL: ssoUrl });
  }
  for (let index = 0; index < large.sites; index += 1) makeSite(emulator, index, spaces);
  return JSON.stringify(emulator.dump());
}

function makeSite(emulator: Emulator, site: number, spaces: readonly string[]): void {
  const siteId = make(emulator, "createSite", { title: `Site ${site}`, visibility: "public" });
  for (let group = 0; group < large.groups; group += 1) {
    const groupId = make(emulator, "addSectionGroupToSite", { title: `Group ${group}` }, { siteId });
    for (let section = 0; section < large.sectionsOfGroup; section += 1) {
      const sectionId = make(
        emulator,
        "addSectionToSite",
        {
          title: `Section ${group}-${section}`,
          spaceId: spaceOf(spaces, site, group, section, 0),
          siteSectionGroupId: groupId,
        },
        { siteId },
      );
      emulator.edit(
        "updateSiteSectionById",
        { siteId, siteSectionId: sectionId },
        { path: `g${group}-s${section}`, icon: "book" },
      );
      for (let variant = 1; variant < large.variantsOfSection; variant += 1) {
        const spaceId = spaceOf(spaces, site, group, section, variant);
        const siteSpaceId = make(emulator, "addSpaceToSite", { spaceId, sectionId }, { siteId });
        emulator.edit("updateSiteSpaceById", { siteId, siteSpaceId }, { path: `v${variant}` });
      }
    }
  }
}

function spaceOf<T>(spaces: readonly T[], site: number, group: number, section: number, variant: number): T {
  return spaces[spaceIndex(site, group, section, variant)] as T;
}

function spaceIndex(site: number, group: number, section: number, variant: number): number {
  const sections = large.groups * large.sectionsOfGroup;
  const within = (group * large.sectionsOfGroup + section) * large.variantsOfSection + variant;
  return (site * sections * large.variantsOfSection + within) % large.spaces;
}

function make(
  emulator: Emulator,
  operation: string,
  body: JsonObject,
  params: Readonly<Record<string, string>> = {},
): string {
  const answer = emulator.edit(operation, params, body);
  const id = isJsonObject(answer.body) ? (answer.body["id"] ?? answer.body["slug"]) : undefined;
  if (typeof id !== "string") throw new Error(`${operation} answered ${answer.status}`);
  return id;
}

/** The layout of that world, as a person would write it. */
export function layoutOfLargeWorld(): string {
  return [
    "docsform: 1",
    `organization: ${organization}`,
    "collections:",
    ...times(large.collections, (index) => `  collection-${index}: { title: Collection ${index} }`),
    "spaces:",
    ...times(
      large.spaces,
      (index) =>
        `  space-${index}:\n    title: Space ${index}\n    collection: collection-${index % large.collections}\n    language: en`,
    ),
    "teams:",
    ...times(large.teams, (index) =>
      index < large.teamsWithMembers
        ? `  team-${index}: { title: Team ${index}, members: [ada@example.com] }`
        : `  team-${index}: { title: Team ${index} }`,
    ),
    "openapi:",
    ...times(
      large.specs,
      (index) => `  spec-${index}: { source: { url: "https://example.com/${index}.json" } }`,
    ),
    "saml:",
    ...times(
      large.samlProviders,
      (index) => `  login-${index}: { label: Login ${index}, ssoURL: "${ssoUrl}" }`,
    ),
    "sites:",
    ...times(large.sites, siteText),
    "",
  ].join("\n");
}

function siteText(site: number): string {
  const lines = [`  site-${site}:`, `    title: Site ${site}`, "    visibility: public", "    structure:"];
  for (let group = 0; group < large.groups; group += 1) {
    lines.push(`      - group: Group ${group}`, "        children:");
    for (let section = 0; section < large.sectionsOfGroup; section += 1) {
      lines.push(
        `          - section: Section ${group}-${section}`,
        `            path: g${group}-s${section}`,
        "            icon: book",
        "            spaces:",
        ...times(large.variantsOfSection, (variant) => {
          const space = `space-${spaceIndex(site, group, section, variant)}`;
          return variant === 0
            ? `              - ${space}`
            : `              - { space: ${space}, path: v${variant} }`;
        }),
      );
    }
  }
  return lines.join("\n");
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
