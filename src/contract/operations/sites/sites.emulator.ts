import { removed, requireRecord, textIn, wasAbsent } from "../../../model/emulator-responses.ts";
import {
  type EmulatedService,
  type EmulatorHandler,
  type EmulatorRecord,
  EmulatorRefusal,
} from "../../../model/emulator-rules.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { ofSite, setDefaultRecord } from "../site-records.ts";
import type { Handlers, System } from "../system.ts";
import { sites } from "./sites.operations.ts";
import { siteOnWire } from "./sites.wire.ts";

/** A record: `{ title, visibility, type, basename, proxy, adaptiveContent, agentsContext, defaultLevel, styleguide, published, createdAt }`. */
const handlers: Handlers<typeof sites> = {
  list: (request, service) => {
    const { space, title, published } = request.query;
    const types = request.queryLists["type"] ?? [];
    const using = new Set(
      service
        .list("site_space")
        .filter((record) => record["space"] === space)
        .map((record) => record["site"]),
    );
    const found = service
      .list("site")
      .filter((record) => space === undefined || using.has(record.id))
      .filter((record) => title === undefined || record["title"] === title)
      .filter((record) => published === undefined || record["published"] === (published === "true"))
      .filter((record) => types.length === 0 || types.includes(textIn(record["type"])));
    return { status: 200, items: found.map((record) => siteOnWire(service, record)) };
  },

  get: ({ params }, service) => ({
    status: 200,
    body: siteOnWire(service, requireRecord(service, "site", params["siteId"])),
  }),

  create: ({ body, params }, service) => {
    const { id } = service.add("site", newSite(service, body));
    for (const spaceId of Array.isArray(body["spaces"]) ? body["spaces"] : []) {
      service.call("addSpaceToSite", { ...params, siteId: id }, { spaceId });
    }
    return {
      status: 201,
      body: siteOnWire(service, requireRecord(service, "site", id)),
      location: `/orgs/${service.organizationId}/sites/${id}`,
    };
  },

  update: ({ body, params }, service) => {
    const { id } = requireRecord(service, "site", params["siteId"]);
    const { defaultSiteSection, defaultSiteSpace, ...fields } = body;
    refuseDuplicateBasename(service, id, fields["basename"]);
    requireStyleguide(service, fields["styleguide"]);
    if (defaultSiteSection !== undefined) setDefaultSection(service, id, defaultSiteSection);
    if (defaultSiteSpace !== undefined) setDefaultSiteSpace(service, id, defaultSiteSpace);
    return { status: 200, body: siteOnWire(service, service.change("site", id, fields)) };
  },

  delete: ({ params }, service) => {
    const id = params["siteId"] ?? "";
    if (service.get("site", id) === undefined) return wasAbsent;
    service.remove("site", id);
    for (const banner of ofSite(service, "site_banner", id)) service.remove("site_banner", banner.id);
    return removed;
  },

  publish: publication(true),
  unpublish: publication(false),
};

/** Documentation sites. Their contents are in the site structure. */
export const sitesSystem: System = { operations: sites, handlers };

function newSite(service: EmulatedService, { title, visibility, type }: JsonObject): EmulatorRecord {
  return {
    id: service.newId("site_"),
    title: title ?? "Untitled",
    visibility: visibility ?? "public",
    type: type ?? (service.apiVersion === "current" ? "ultimate" : "basic"),
    basename: null,
    proxy: null,
    adaptiveContent: null,
    agentsContext: "included",
    defaultLevel: "inherit",
    styleguide: null,
    published: false,
    createdAt: service.now(),
  };
}

/** Refuses a basename that another site of the organization has: both would have the same address. */
function refuseDuplicateBasename(service: EmulatedService, id: string, basename: Json | undefined): void {
  if (
    service
      .list("site")
      .some((other) => other.id !== id && textIn(basename) !== "" && other["basename"] === basename)
  )
    throw new EmulatorRefusal(400, "basename is already taken");
}

/** Refuses a style guide that is not a space of the organization. */
function requireStyleguide(service: EmulatedService, id: Json | undefined): void {
  if (typeof id === "string" && service.get("space", id) === undefined)
    throw new EmulatorRefusal(400, "The style guide is no space of the organization");
}

/** The handlers of publishing and unpublishing differ only in the flag. */
function publication(published: boolean): EmulatorHandler {
  return ({ params }, service) => {
    const { id } = requireRecord(service, "site", params["siteId"]);
    return { status: 200, body: siteOnWire(service, service.change("site", id, { published })) };
  };
}

function setDefaultSection(service: EmulatedService, siteId: string, id: Json): void {
  const sections = ofSite(service, "site_section", siteId);
  if (!sections.some((section) => section.id === id))
    throw new EmulatorRefusal(400, "Site section not found");
  setDefaultRecord(service, "site_section", sections, id);
}

function setDefaultSiteSpace(service: EmulatedService, siteId: string, id: Json): void {
  const container = ofSite(service, "site_section", siteId).find((section) => section["default"] === true);
  const candidates = ofSite(service, "site_space", siteId).filter(
    (record) => record["section"] === (container?.id ?? null),
  );
  if (!candidates.some((record) => record.id === id)) {
    throw new EmulatorRefusal(400, "Site space not found at the root or in the default section");
  }
  setDefaultRecord(service, "site_space", candidates, id);
}
