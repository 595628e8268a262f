import type { EmulatedWorld } from "../../src/emulator/world.ts";
import { type EmulatorRecord, EmulatorRefusal } from "../../src/model/emulator-rules.ts";
import type { JsonObject } from "../../src/util/json.ts";

/** A change by another user during the apply. */
export interface ForeignEdit {
  readonly name: string;
  /** The type of the changed object. */
  readonly type: string;
  readonly make: (emulator: EmulatedWorld) => void;
  /** Lines of the final world that result from the edit, because the layout does not declare them. */
  readonly extraLines?: (line: string) => boolean;
  /** Lines that must exist at the end, because the layout declares nothing else there. */
  readonly requiredLines?: (line: string) => boolean;
}

type Records = (type: string) => readonly EmulatorRecord[];

const siteOf = (records: Records) => records("site").find((each) => each["title"] === "Docs")?.id ?? "";
const idOf = (records: Records, type: string, name: string) =>
  records(type).find(
    (each) => [each["title"], each["path"], each["label"]].includes(name) && each["deletedAt"] == null,
  )?.id ?? "";

type Params = Readonly<Record<string, string>>;
type Edit = (records: Records) => readonly [operation: string, params: Params, body?: JsonObject];

function edit(make: Edit): ForeignEdit["make"] {
  return ifAccepted((emulator) => emulator.edit(...make((type) => emulator.service.list(type))));
}

/** The same edit. It does nothing if the service refuses it or its object does not exist yet. */
export function ifAccepted(make: (emulator: EmulatedWorld) => unknown): ForeignEdit["make"] {
  return (emulator) => {
    try {
      make(emulator);
    } catch (error) {
      if (!(error instanceof EmulatorRefusal)) throw error;
    }
  };
}

const section = (records: Records, title: string) => ({
  siteId: siteOf(records),
  siteSectionId: idOf(records, "site_section", title),
});

export const foreignEdits: readonly ForeignEdit[] = [
  {
    name: "renames a space",
    type: "space",
    make: edit((all) => ["updateSpaceById", { spaceId: idOf(all, "space", "Guides") }, { title: "Renamed" }]),
  },
  {
    name: "describes a collection, which the layout does not",
    type: "collection",
    make: edit((all) => [
      "updateCollectionById",
      { collectionId: idOf(all, "collection", "Handbook") },
      { description: "Theirs" },
    ]),
    extraLines: (line) => line.startsWith("collection ") && line.includes('collection(Handbook)"'),
    requiredLines: (line) => line.includes('"description":"Theirs"'),
  },
  {
    name: "deletes a space that a site shows",
    type: "space",
    make: edit((all) => ["deleteSpaceById", { spaceId: idOf(all, "space", "Guides") }]),
  },
  {
    name: "deletes a section",
    type: "site_section",
    make: edit((all) => ["deleteSiteSectionById", section(all, "API")]),
  },
  {
    name: "adds a section",
    type: "site_section",
    make: edit((all) => [
      "addSectionToSite",
      { siteId: siteOf(all) },
      { title: "Theirs", spaceId: idOf(all, "space", "API") },
    ]),
  },
  {
    name: "adds a variant",
    type: "site_space",
    make: edit((all) => [
      "addSpaceToSite",
      { siteId: siteOf(all) },
      { spaceId: idOf(all, "space", "Guides"), sectionId: idOf(all, "site_section", "API") },
    ]),
  },
  {
    name: "creates a space of a name that is to come",
    type: "space",
    make: edit(() => ["createSpace", {}, { title: "Kit" }]),
  },
  {
    name: "creates a provider of a name that is to come",
    type: "saml_provider",
    make: edit(() => ["createOrganizationSAMLProvider", {}, { label: "Entra" }]),
    extraLines: (line) => line.includes("saml_provider(Entra)"),
    requiredLines: (line) => line.includes("saml_provider(Entra)"),
  },
  {
    name: "creates a site of their own",
    type: "site",
    make: edit(() => ["createSite", {}, { title: "Theirs" }]),
    extraLines: (line) => line.includes("site(Theirs)"),
    requiredLines: (line) => line.includes("site(Theirs)"),
  },
  {
    name: "puts a space into a collection that apply deletes",
    type: "space",
    make: edit((all) => ["createSpace", {}, { title: "Theirs", parent: idOf(all, "collection", "Old") }]),
  },
  {
    name: "renames a space that apply deletes",
    type: "space",
    make: edit((all) => ["updateSpaceById", { spaceId: idOf(all, "space", "Legacy") }, { title: "Wanted" }]),
  },
  {
    name: "moves a collection, whose place the layout does not declare",
    type: "collection",
    make: edit((all) => [
      "moveCollection",
      { collectionId: idOf(all, "collection", "Handbook") },
      { parent: idOf(all, "collection", "Archive") },
    ]),
    extraLines: (line) => line.startsWith("collection ") && line.includes('collection(Handbook)"'),
    requiredLines: (line) => line.includes('"id":"collection(Handbook)","parent":"collection(Archive)"'),
  },
  {
    name: "reorders sections",
    type: "site_section",
    make: edit((all) => [
      "sortSiteStructure",
      { siteId: siteOf(all) },
      {
        item: { type: "site-section", id: idOf(all, "site_section", "Guides") },
        position: { before: { type: "site-section", id: idOf(all, "site_section", "API") } },
      },
    ]),
  },
  {
    name: "chooses another default",
    type: "site",
    make: edit((all) => [
      "updateSiteById",
      { siteId: siteOf(all) },
      { defaultSiteSection: idOf(all, "site_section", "Delta") },
    ]),
  },
  {
    name: "takes a path that is wanted",
    type: "site_section",
    make: edit((all) => ["updateSiteSectionById", section(all, "Delta"), { path: "gamma-kit" }]),
  },
  {
    name: "unpublishes the site",
    type: "site",
    make: edit((all) => ["unpublishSite", { siteId: siteOf(all) }]),
  },
  {
    name: "removes a member",
    type: "team",
    make: edit((all) => [
      "updateMembersInOrganizationTeam",
      { teamId: idOf(all, "team", "Writers") },
      { remove: ["u_ada"] },
    ]),
  },
  {
    name: "deletes a team that a provider names",
    type: "team",
    make: edit((all) => ["removeTeamFromOrganizationById", { teamId: idOf(all, "team", "Writers") }]),
  },
  {
    name: "deletes a group that stays",
    type: "site_section_group",
    make: edit((all) => [
      "deleteSiteSectionGroupById",
      { siteId: siteOf(all), siteSectionGroupId: idOf(all, "site_section_group", "Reference") },
    ]),
    // The layout declares no path for this variant: a variant that shows another space keeps its path, and a recreated variant gets the path of its
    // space.
    extraLines: (line) => line.startsWith("site_space ") && line.includes('"section":"site_section(delta)"'),
  },
];
