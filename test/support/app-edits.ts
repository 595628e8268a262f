import fc from "fast-check";
import { EmulatorRefusal } from "../../src/model/emulator-rules.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { organizationId } from "./declare-world.ts";
import type { Tally } from "./laws.ts";
import type { TestService } from "./service.ts";

/** An edit in the app. The numbers select an edit, its object, and another object. */
interface AppEdit {
  readonly which: number;
  readonly target: number;
  readonly other: number;
  readonly title: string;
}

export const appEdit: fc.Arbitrary<AppEdit> = fc.record({
  which: fc.nat(99),
  target: fc.nat(99),
  other: fc.nat(99),
  title: fc.constantFrom("Alpha", "Beta: b", "${x} Gamma", "#4", "Über"),
});

type Call = readonly [string, Record<string, string>, JsonObject?];
interface Picked {
  readonly record: Readonly<Record<string, unknown>> & { readonly id: string };
  readonly other: Readonly<Record<string, unknown>> & { readonly id: string };
  readonly edit: AppEdit;
}

const siteOf = ({ record }: Picked) => ({ organizationId, siteId: String(record["site"]) });
const sectionOf = (picked: Picked) => ({ ...siteOf(picked), siteSectionId: picked.record.id });

/** Calls that move the contents of a collection into the other one, or to the top level if both are the same. */
function emptied({ emulator: { service } }: TestService, { record, other }: Picked): readonly Call[] {
  const parent = other.id === record.id ? null : other.id;
  const inside = (kind: string) => service.list(kind).filter((each) => each["parent"] === record.id);
  return [
    ...inside("space").map(({ id }): Call => ["moveSpace", { spaceId: id }, { parent }]),
    ...inside("collection").map(({ id }): Call => ["moveCollection", { collectionId: id }, { parent }]),
  ];
}

/** The edits by name: the types of the object and of the other object, and the calls. */
const edits: Readonly<
  Record<string, readonly [string, string, (picked: Picked, service: TestService) => Call | readonly Call[]]>
> = {
  "space renamed": [
    "space",
    "space",
    ({ record, edit: { title } }) => ["updateSpaceById", { spaceId: record.id }, { title }],
  ],
  "space moved": [
    "space",
    "collection",
    ({ record, other }) => ["moveSpace", { spaceId: record.id }, { parent: other.id }],
  ],
  "space moved out": [
    "space",
    "space",
    ({ record }) => ["moveSpace", { spaceId: record.id }, { parent: null }],
  ],
  "space deleted": ["space", "space", ({ record }) => ["deleteSpaceById", { spaceId: record.id }]],
  "collection renamed": [
    "collection",
    "collection",
    ({ record, edit: { title } }) => ["updateCollectionById", { collectionId: record.id }, { title }],
  ],
  "collection emptied and deleted": [
    "collection",
    "collection",
    (picked, service) => [
      ...emptied(service, picked),
      ["deleteCollectionById", { collectionId: picked.record.id }],
    ],
  ],
  "team deleted": [
    "team",
    "team",
    ({ record }) => ["removeTeamFromOrganizationById", { organizationId, teamId: record.id }],
  ],
  "site renamed": [
    "site",
    "site",
    ({ record, edit: { title } }) => ["updateSiteById", { organizationId, siteId: record.id }, { title }],
  ],
  "site deleted": ["site", "site", ({ record }) => ["deleteSiteById", { organizationId, siteId: record.id }]],
  "section renamed": [
    "site_section",
    "site_section",
    (picked) => [
      "updateSiteSectionById",
      sectionOf(picked),
      { title: picked.edit.title, path: `p${picked.edit.other}` },
    ],
  ],
  "section deleted": [
    "site_section",
    "site_section",
    (picked) => ["deleteSiteSectionById", sectionOf(picked)],
  ],
  "section moved": [
    "site_section",
    "site_section",
    (picked) => [
      "moveSiteSection",
      sectionOf(picked),
      { position: { after: { type: "site-section", siteSection: picked.other.id } } },
    ],
  ],
  "section moved to the front": [
    "site_section",
    "site_section",
    (picked) => [
      "moveSiteSection",
      sectionOf(picked),
      { position: { before: { type: "site-section", siteSection: picked.other.id } } },
    ],
  ],
  "section grouped": [
    "site_section",
    "site_section_group",
    ({ record, other }) => [
      "addSectionToGroup",
      { organizationId, siteId: String(other["site"]), siteSectionGroupId: other.id },
      { sectionId: record.id },
    ],
  ],
  "section added": [
    "site_section",
    "space",
    (picked) => ["addSectionToSite", siteOf(picked), { spaceId: picked.other.id, title: picked.edit.title }],
  ],
  "group added": [
    "site_section",
    "site_section",
    (picked) => [
      "addSectionGroupToSite",
      siteOf(picked),
      { title: picked.edit.title, sections: [picked.record.id] },
    ],
  ],
  "variant repathed": [
    "site_space",
    "site_space",
    (picked) => [
      "updateSiteSpaceById",
      { ...siteOf(picked), siteSpaceId: picked.record.id },
      { path: `v${picked.edit.other}` },
    ],
  ],
  "section made a draft, or live": [
    "site_section",
    "site_section",
    (picked) => ["updateSiteSectionById", sectionOf(picked), { draft: picked.record["draft"] !== true }],
  ],
  "variant hidden, or shown": [
    "site_space",
    "site_space",
    (picked) => [
      "updateSiteSpaceById",
      { ...siteOf(picked), siteSpaceId: picked.record.id },
      { hidden: picked.record["hidden"] !== true },
    ],
  ],
  "variant restricted, or for everybody": [
    "site_space",
    "site_space",
    (picked) => [
      "updateSiteSpaceById",
      { ...siteOf(picked), siteSpaceId: picked.record.id },
      { condition: picked.record["condition"] == null ? "visitor.claims.partner" : null },
    ],
  ],
  "variant given a home page": [
    "site_space",
    "site_space",
    (picked) => [
      "updateSiteSpaceById",
      { ...siteOf(picked), siteSpaceId: picked.record.id },
      { pageId: `page-${picked.edit.other}` },
    ],
  ],
  "section translated": [
    "site_section",
    "site_section",
    (picked) => ["updateSiteSectionById", sectionOf(picked), { localizedTitle: { fr: picked.edit.title } }],
  ],
  "style guide chosen": [
    "site",
    "space",
    ({ record, other }) => [
      "updateSiteById",
      { organizationId, siteId: record.id },
      { styleguide: other.id },
    ],
  ],
  "space opened or closed": [
    "space",
    "space",
    ({ record, edit: { other } }) => [
      "updateSpaceById",
      { spaceId: record.id },
      { defaultLevel: other % 2 === 0 ? "edit" : "read" },
    ],
  ],
  "section made the default": [
    "site_section",
    "site_section",
    (picked) => ["updateSiteById", siteOf(picked), { defaultSiteSection: picked.record.id }],
  ],
  "site opened or closed": [
    "site",
    "site",
    ({ record, edit: { other } }) => [
      "updateSiteById",
      { organizationId, siteId: record.id },
      { visibility: other % 2 === 0 ? "public" : "unlisted" },
    ],
  ],
  "site published or not": [
    "site",
    "site",
    ({ record }) => [
      record["published"] === true ? "unpublishSite" : "publishSite",
      { organizationId, siteId: record.id },
    ],
  ],
  "variant added": [
    "site_section",
    "space",
    (picked) => ["addSpaceToSite", siteOf(picked), { spaceId: picked.other.id, sectionId: picked.record.id }],
  ],
};

/** The edit with this name. The numbers select the two objects. */
export function editNamed(name: string, target = 0, other = 0): AppEdit {
  const which = Object.keys(edits).indexOf(name);
  if (which === -1) throw new TypeError(`No edit is named ${name}.`);
  return { which, target, other, title: "Alpha" };
}

/** Makes the edit. Nothing happens if the service refuses it. */
export function editInApp(service: TestService, given: AppEdit, tally: Tally): void {
  const { emulator } = service;
  const names = Object.keys(edits);
  const name = names[given.which % names.length] ?? "";
  const [kind, otherKind, callsOf] = edits[name] ?? ["", "", () => []];
  const [all, others] = [emulator.service.list(kind), emulator.service.list(otherKind)];
  const [record, other] = [all[given.target % all.length], others[given.other % others.length]];
  if (record === undefined || other === undefined) return;
  try {
    const calls = callsOf({ record, other, edit: given }, service);
    for (const call of isCall(calls) ? [calls] : calls) emulator.edit(...call);
    tally.count(name);
  } catch (error) {
    if (!(error instanceof EmulatorRefusal)) throw error;
  }
}

function isCall(calls: Call | readonly Call[]): calls is Call {
  return typeof calls[0] === "string";
}
