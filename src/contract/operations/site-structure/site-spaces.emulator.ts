import { fieldsIn, removed, textIn, wasAbsent } from "../../../model/emulator-responses.ts";
import {
  type EmulatedService,
  type EmulatorHandler,
  type EmulatorRecord,
  EmulatorRefusal,
  type EmulatorRequest,
} from "../../../model/emulator-rules.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { present } from "../../../util/present.ts";
import { withMinimalResponse } from "../minimal-response.ts";
import { contentOf, revisionOf } from "../revisions/revisions.ts";
import { ofSite } from "../site-records.ts";
import { pointerTo } from "./calls.ts";
import { lastSiteSpace, nextDefault } from "./policies.ts";
import {
  freePath,
  moveBeside,
  recordIn,
  renumberSiblings,
  type StructureRecord,
  siteOf,
  spaceOf,
  spacesIn,
  structureParams,
  structureSiblings,
} from "./records.ts";
import { shownItem, shownItems } from "./shown-items.ts";
import { siteStructure } from "./site-structure.operations.ts";

const listSpaces: EmulatorHandler = (request, service) => {
  const { default: wanted } = request.query;
  const all = shownItems(service, siteOf(request, service).id, "site_space");
  const items = all.filter((item) => wanted === undefined || item["default"] === (wanted === "true"));
  return { status: 200, items };
};

const addSpace = withMinimalResponse((request, service) => {
  const site = siteOf(request, service);
  const { spaceId, sectionId, title, draft, pageId } = request.body;
  refusePageOfNewSpace(spaceId, pageId);
  const space = spaceOf(service, spaceId);
  refuseOtherPage(service, spaceId, pageId);
  const section =
    sectionId === undefined
      ? defaultContainer(service, site)
      : recordIn(service, site, "site_section", sectionId, 400).id;
  const siblings = spacesIn(service, site.id, section).map(({ record }) => record);
  const record = service.add("site_space", {
    id: service.newId("sitesp_"),
    site: site.id,
    section,
    rank: siblings.length,
    space: spaceId ?? null,
    path: freePath(textIn(title ?? space["title"] ?? ""), siblings, "space"),
    title: title ?? null,
    condition: null,
    pageId: pageId ?? null,
    default: siblings.length === 0,
    draft: draft === true,
    hidden: false,
  });
  return {
    status: 201,
    body: shownItem(service, "site_space", record),
    location: `/orgs/${service.organizationId}/sites/${site.id}/site-spaces/${record.id}`,
  };
});

const updateSpace = withMinimalResponse((request, service) => {
  const record = siteSpaceOf(request, service);
  const { spaceId = record["space"], ...fields } = request.body;
  const { path } = fields;
  if (path !== undefined && othersBeside(service, record).some((other) => other.record["path"] === path)) {
    throw new EmulatorRefusal(400, "path is already taken");
  }
  if (request.body["hidden"] === true && record["hidden"] !== true) refuseHiding(service, record);
  if (request.body["spaceId"] !== undefined) spaceOf(service, spaceId);
  refuseOtherPage(service, spaceId, fields["pageId"]);
  service.change("site_space", record.id, {
    // A page belongs to its space, so another space clears it.
    ...(spaceId !== record["space"] && { pageId: null }),
    ...fieldsIn(siteStructure.updateSpace.body, fields),
    ...present({ space: spaceId }),
  });
  return { status: 200, body: shownItem(service, "site_space", record) };
});

const deleteSpace: EmulatorHandler = (request, service) => {
  const { siteId, siteSpaceId } = request.params;
  const record = service.get("site_space", siteSpaceId ?? "");
  if (siteId === undefined || record === undefined || record["site"] !== siteId) return wasAbsent;
  const section = record["section"] ?? null;
  const others = othersBeside(service, record);
  if (section !== null && others.length === 0) {
    if (service.choice(lastSiteSpace) === "refuse") {
      throw new EmulatorRefusal(400, "The last site space of a section cannot be deleted");
    }
    service.call("deleteSiteSectionById", {
      ...structureParams(service, siteId),
      siteSectionId: textIn(section),
    });
    return removed;
  }
  service.remove("site_space", record.id);
  renumberSiblings(service, others);
  if (record["default"] === true) chooseDefault(service, others);
  return removed;
};

const moveSpace: EmulatorHandler = (request, service) => {
  const record = siteSpaceOf(request, service);
  const requestedPosition = (request.body["position"] ?? {}) as Readonly<
    Record<string, { readonly siteSpace: string }>
  >;
  const position = Object.entries(requestedPosition).map(([side, { siteSpace }]) => [
    side,
    pointerTo({ type: "site_space", id: siteSpace }),
  ]);
  moveBeside(service, { type: "site_space", record }, Object.fromEntries(position) as JsonObject);
  return { status: 200, body: shownItem(service, "site_space", record) };
};

/** Site spaces. */
export const siteSpaceHandlers = { listSpaces, addSpace, updateSpace, deleteSpace, moveSpace };

function siteSpaceOf(request: EmulatorRequest, service: EmulatedService): EmulatorRecord {
  const site = siteOf(request, service);
  return recordIn(service, site, "site_space", request.params["siteSpaceId"], 404);
}

function refuseHiding(service: EmulatedService, record: EmulatorRecord): void {
  if (record["default"] !== true) return;
  const section = record["section"] ?? null;
  const around = section === null ? undefined : service.get("site_section", textIn(section));
  if (around === undefined || around["default"] === true)
    throw new EmulatorRefusal(
      400,
      "A default site space can be hidden in a section other than the default one only",
    );
}

function refusePageOfNewSpace(spaceId: Json | undefined, pageId: Json | undefined): void {
  if ((spaceId ?? null) === null && (pageId ?? null) !== null)
    throw new EmulatorRefusal(400, "pageId needs a space that is there already");
}

/** Refuses a page that the space does not have. The emulator knows no pages of a space that was never edited, and accepts any there. */
function refuseOtherPage(
  service: EmulatedService,
  spaceId: Json | undefined,
  pageId: Json | undefined,
): void {
  const space = service.get("space", textIn(spaceId));
  const revision = space === undefined ? undefined : service.get("revision", revisionOf(space));
  if (revision === undefined || typeof pageId !== "string") return;
  if (!contentOf(service, revision.id).pages.some(({ id }) => id === pageId))
    throw new EmulatorRefusal(400, `The space has no page ${pageId}`);
}

/** The container of a new site space without a section: the default section, or the root of a site without sections. */
function defaultContainer(service: EmulatedService, site: EmulatorRecord): string | null {
  const sections = ofSite(service, "site_section", site.id);
  const container = sections.find((section) => section["default"] === true) ?? sections[0];
  if (container === undefined && ofSite(service, "site_section_group", site.id).length > 0)
    throw new EmulatorRefusal(400, "The site has groups but no section yet");
  return container?.id ?? null;
}

function othersBeside(service: EmulatedService, record: EmulatorRecord): StructureRecord[] {
  const siblings = structureSiblings(service, { type: "site_space", record });
  return siblings.filter((other) => other.record.id !== record.id);
}

function chooseDefault(service: EmulatedService, siblings: readonly StructureRecord[]): void {
  const next = service.choice(nextDefault) === "first" ? siblings[0] : siblings.at(-1);
  if (next !== undefined) service.change("site_space", next.record.id, { default: true });
}
