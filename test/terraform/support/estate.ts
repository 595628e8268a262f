import { onTestFinished } from "vitest";
import { emptyRichText } from "../../../src/contract/operations/rich-text.objects.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/util/json.ts";
import { canaryCertificate } from "../../support/synthesized-app.ts";
import { type DocsService, startService } from "./docs-service.ts";

/** A service with the same objects, for the rest of the test. */
export async function copyOf({ running }: DocsService): Promise<DocsService> {
  const copy = await serviceForTest();
  copy.running.emulator.load(running.emulator.dump());
  return copy;
}

async function serviceForTest(): Promise<DocsService> {
  const service = await startService();
  onTestFinished(() => service.close());
  return service;
}

/** The organization of a company after some years, as its teams made it by hand: more than 60 objects, with titles that repeat. */
export async function estateService(): Promise<DocsService> {
  const service = await serviceForTest();
  const { emulator } = service.running;
  const ask = (operation: string, params: Record<string, string>, body: JsonObject): JsonObject => {
    const { body: made = null } = emulator.edit(operation, params, body);
    return isJsonObject(made) ? made : {};
  };
  const make = (operation: string, body: JsonObject, params: Record<string, string> = {}): string =>
    JSON.stringify(ask(operation, params, body)["id"]).slice(1, -1);
  const collection = (title: string, parent?: string) =>
    make("createCollection", { title, ...(parent !== undefined && { parent }) });
  const space = (title: string, parent?: string, more: JsonObject = {}) =>
    make("createSpace", { title, ...(parent !== undefined && { parent }), ...more });

  const platform = collection("Platform");
  const sdks = collection("SDKs", platform);
  const mobile = collection("Mobile", sdks);
  const [legacy, handbook, chinese] = [collection("Legacy"), collection("Handbook"), collection("指南")];
  const guides = space("Guides", platform, { emoji: "1f4d8", language: "en" });
  const [api, changelog] = [space("API", platform), space("Changelog", platform)];
  const [swift, kotlin, go] = [space("Swift", mobile), space("Kotlin", mobile), space("Go", sdks)];
  const [oldGuides, oldApi] = [space("Guides", legacy), space("API", legacy)];
  // Two spaces that only their ids distinguish.
  for (const emoji of ["1f4d5", "1f4d7"]) space("Release notes", legacy, { emoji });
  const [people, security] = [space("People", handbook), space("Security", handbook)];
  const [start, more] = [space("入门", chinese), space("Über uns", chinese)];
  const french = space("Guides", undefined, { language: "fr" });
  const drafts = space("Drafts");
  space("Notes");
  make("createTranslation", {
    source: { space: guides, language: "en" },
    language: "de",
    instructions: emptyRichText,
  });

  const teams = ["Writers", "Reviewers", "编辑"].map((title) => make("createOrganizationTeam", { title }));
  for (const [at, add] of [["u-ada", "u-grace"], ["u-grace"]].entries())
    ask("updateMembersInOrganizationTeam", { teamId: teams[at] ?? "" }, { add });
  make("createOrganizationSAMLProvider", {
    label: "Okta",
    ssoURL: "https://acme.okta.example/app/sso/saml",
    entityID: "http://www.okta.example/exk1",
    certificate: canaryCertificate,
    defaultTeam: teams[0] ?? "",
  });
  for (const slug of ["petstore", "billing"])
    make("createOpenAPISpec", { slug, source: { url: `https://acme.example/${slug}.json` } });

  const site = (title: string, visibility: Json) => {
    const siteId = make("createSite", { title, visibility });
    const group = (name: string, parent?: string) =>
      make("addSectionGroupToSite", { title: name, ...(parent !== undefined && { parent }) }, { siteId });
    const section = (name: string, path: string, spaceId: string, siteSectionGroupId?: string) => {
      const siteSectionId = make("addSectionToSite", { title: name, spaceId }, { siteId });
      const inside = siteSectionGroupId === undefined ? {} : { siteSectionGroupId };
      ask("updateSiteSectionById", { siteId, siteSectionId }, { path, ...inside });
      return siteSectionId;
    };
    const variant = (spaceId: string, path: string, sectionId?: string) => {
      const inside = sectionId === undefined ? {} : { sectionId };
      const siteSpaceId = make("addSpaceToSite", { spaceId, ...inside }, { siteId });
      ask("updateSiteSpaceById", { siteId, siteSpaceId }, { path });
    };
    return { siteId, group, section, variant, publish: () => ask("publishSite", { siteId }, {}) };
  };
  const developers = site("Developers", "public");
  const guide = developers.section("Guides", "guides", guides);
  developers.variant(french, "fr", guide);
  const reference = developers.group("Reference");
  developers.section("API", "api", api, reference);
  const libraries = developers.group("Libraries", reference);
  for (const [title, id] of Object.entries({ Swift: swift, Kotlin: kotlin, Go: go }))
    developers.section(title, title.toLowerCase(), id, libraries);
  developers.section("Changelog", "changelog", changelog);
  developers.publish();
  const archive = site("Legacy docs", "unlisted");
  const old = archive.section("Guides", "guides", oldGuides);
  archive.variant(oldApi, "api", old);
  archive.section("API", "api", oldApi);
  archive.section("帮助", "help", start);
  const internal = site("Handbook", "visitor-auth");
  for (const [path, id] of Object.entries({ people, security, about: more, drafts }))
    internal.variant(id, path);
  internal.publish();
  return service;
}
