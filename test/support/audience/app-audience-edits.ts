import { textIn } from "../../../src/model/emulator-responses.ts";
import {
  type EmulatedService,
  type EmulatorRecord,
  EmulatorRefusal,
} from "../../../src/model/emulator-rules.ts";
import type { JsonObject } from "../../../src/util/json.ts";
import type { TestService } from "../service.ts";
import { conditions, levels, visibilities } from "./drawn-layout.ts";
import type { Pick } from "./layout-edits.ts";

type Params = Readonly<Record<string, string>>;
type Call = readonly [operation: string, params: Params, body?: JsonObject | undefined];

interface Kind {
  readonly type: string;
  readonly call: (record: EmulatorRecord, pick: Pick, service: EmulatedService) => Call | undefined;
}

const inSite = (record: EmulatorRecord): Params => ({ siteId: textIn(record["site"]) });

/** For each type, the operation that changes an object, and the path parameters. */
const updates = {
  site: ["updateSiteById", ({ id }) => ({ siteId: id })],
  site_section: ["updateSiteSectionById", (record) => ({ ...inSite(record), siteSectionId: record.id })],
  site_section_group: [
    "updateSiteSectionGroupById",
    (record) => ({ ...inSite(record), siteSectionGroupId: record.id }),
  ],
  site_space: ["updateSiteSpaceById", (record) => ({ ...inSite(record), siteSpaceId: record.id })],
  space: ["updateSpaceById", ({ id }) => ({ spaceId: id })],
  collection: ["updateCollectionById", ({ id }) => ({ collectionId: id })],
  openapi_spec: ["updateOpenAPISpecBySlug", ({ id }) => ({ specSlug: id })],
} as const satisfies Readonly<Record<string, readonly [string, (record: EmulatorRecord) => Params]>>;

type Type = keyof typeof updates;

function setting(
  type: Type,
  fields: (record: EmulatorRecord, pick: Pick, service: EmulatedService) => JsonObject,
): Kind {
  const [operation, paramsOf] = updates[type];
  return {
    type,
    call: (record, pick, service) => [operation, paramsOf(record), fields(record, pick, service)],
  };
}

function calling(
  type: Type,
  operation: string,
  body?: (pick: Pick, service: EmulatedService) => JsonObject,
): Kind {
  const [, paramsOf] = updates[type];
  return { type, call: (record, pick, service) => [operation, paramsOf(record), body?.(pick, service)] };
}

function anyOf(type: string, pick: Pick, service: EmulatedService): string | null {
  return pick(service.list(type).filter((each) => each["deletedAt"] == null))?.id ?? null;
}

/** The service refuses to move a collection into itself. */
const elsewhere = (pick: Pick, service: EmulatedService) => ({
  parent: pick([null, anyOf("collection", pick, service)]) ?? null,
});

/** What people change in the app, to values that close, open, or neither. */
const edits: Readonly<Record<string, Kind>> = {
  "section made a draft, or shown": setting("site_section", (record) => ({
    draft: record["draft"] !== true,
  })),
  "group made a draft, or shown": setting("site_section_group", (record) => ({
    draft: record["draft"] !== true,
  })),
  "variant made a draft, or shown": setting("site_space", (record) => ({ draft: record["draft"] !== true })),
  "variant hidden, or listed": setting("site_space", (record) => ({ hidden: record["hidden"] !== true })),
  "condition of a section": setting("site_section", (record, pick) => ({
    condition: record["condition"] == null ? (pick(conditions) ?? null) : null,
  })),
  "condition of a variant": setting("site_space", (record, pick) => ({
    condition: record["condition"] == null ? (pick(conditions) ?? null) : null,
  })),
  "visibility of a site": setting("site", (record, pick) => ({
    visibility: pick(visibilities.filter((each) => each !== record["visibility"])) ?? "unlisted",
  })),
  "adaptive content of a site": setting("site", (_record, pick) => ({
    adaptiveContent: { enabled: pick([true, false]) ?? true },
  })),
  "level of a space": setting("space", (_record, pick) => ({ defaultLevel: pick(levels) ?? null })),
  "level of a collection": setting("collection", (_record, pick) => ({ defaultLevel: pick(levels) ?? null })),
  "visibility of a specification": setting("openapi_spec", (record) => ({
    visibility: record["visibility"] === "public" ? "private" : "public",
  })),
  "another space": setting("site_space", (_record, pick, service) => ({
    spaceId: anyOf("space", pick, service),
  })),
  "translation run": {
    type: "translation",
    call: ({ id }) => ["runTranslation", { translationId: id }],
  },
  "variant added": {
    type: "site_section",
    call: (record, pick, service) => [
      "addSpaceToSite",
      inSite(record),
      { spaceId: anyOf("space", pick, service), sectionId: record.id },
    ],
  },
  "site published": calling("site", "publishSite"),
  "site unpublished": calling("site", "unpublishSite"),
  "site deleted": calling("site", "deleteSiteById"),
  "section deleted": calling("site_section", "deleteSiteSectionById"),
  "group deleted": calling("site_section_group", "deleteSiteSectionGroupById"),
  "variant deleted": calling("site_space", "deleteSiteSpaceById"),
  "space deleted": calling("space", "deleteSpaceById"),
  "section grouped": {
    type: "site_section",
    call: (record, pick, service) => {
      const groups = service.list("site_section_group").filter((each) => each["site"] === record["site"]);
      const siteSectionGroupId = pick(groups)?.id;
      if (siteSectionGroupId === undefined) return undefined;
      return service.apiVersion === "current"
        ? [updates.site_section[0], updates.site_section[1](record), { siteSectionGroupId }]
        : ["addSectionToGroup", { ...inSite(record), siteSectionGroupId }, { sectionId: record.id }];
    },
  },
  "space moved": calling("space", "moveSpace", elsewhere),
  "collection moved": calling("collection", "moveCollection", elsewhere),
};

export const appEditNames = Object.keys(edits);

/** Makes the edit in the app. Returns whether the service accepted it. */
export function editAudience({ emulator }: TestService, name: string, pick: Pick): boolean {
  const kind = edits[name];
  if (kind === undefined) throw new TypeError(`No edit is named ${name}.`);
  const record = pick(emulator.service.list(kind.type).filter((each) => each["deletedAt"] == null));
  const call = record && kind.call(record, pick, emulator.service);
  if (call === undefined) return false;
  try {
    emulator.edit(...call);
    return true;
  } catch (error) {
    if (error instanceof EmulatorRefusal) return false;
    throw error;
  }
}
