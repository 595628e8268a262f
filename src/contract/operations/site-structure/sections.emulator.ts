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
import { ofSite, setDefaultRecord } from "../site-records.ts";
import { pointerTo } from "./calls.ts";
import { lastSection, nextDefault, secondMembership } from "./policies.ts";
import {
  freePath,
  itemsIn,
  moveBeside,
  moveInto,
  recordIn,
  renumberSiblings,
  siteOf,
  spaceOf,
  spacesIn,
  structureParams,
} from "./records.ts";
import { shownItem, shownItems } from "./shown-items.ts";
import { sectionTitle } from "./site-structure.objects.ts";
import { siteStructure } from "./site-structure.operations.ts";

const listSections: EmulatorHandler = (request, service) => ({
  status: 200,
  items: shownItems(service, siteOf(request, service).id, "site_section"),
});

const addSection: EmulatorHandler = (request, service) => {
  const site = siteOf(request, service);
  // The service accepts a `description` here and ignores it. It stores one only with an update.
  const { spaceId, title, icon, siteSectionGroupId, draft, pageId } = request.body;
  const space = spaceOf(service, spaceId);
  const group = siteSectionGroupId ?? null;
  requireGroup(service, site, group);
  wrapRootSpaces(service, site);
  const section = makeSection(service, site.id, {
    title: title ?? derivedTitle(space),
    icon: icon ?? null,
    group,
    draft: draft === true,
  });
  const body = { spaceId: spaceId ?? null, sectionId: section.id, ...present({ pageId }) };
  service.call("addSpaceToSite", structureParams(service, site.id), body);
  return {
    status: 201,
    body: shownItem(service, "site_section", section),
    location: `/orgs/${service.organizationId}/sites/${site.id}/sections/${section.id}`,
  };
};

const updateSection = withMinimalResponse((request, service) => {
  const site = siteOf(request, service);
  const section = sectionOf(request, service);
  const { siteSectionGroupId: group, defaultSiteSpace, ...fields } = request.body;
  refuseDuplicatePath(service, section, fields["path"]);
  if (group !== undefined) requireGroup(service, site, group);
  if (defaultSiteSpace !== undefined) setDefaultSpace(service, section, defaultSiteSpace);
  if (group !== undefined) moveInto(service, { type: "site_section", record: section }, group);
  service.change("site_section", section.id, fieldsIn(siteStructure.updateSection.body, fields));
  return { status: 200, body: shownItem(service, "site_section", section) };
});

const deleteSection: EmulatorHandler = (request, service) => {
  const section = service.get("site_section", request.params["siteSectionId"] ?? "");
  if (section === undefined || section["site"] !== request.params["siteId"]) return wasAbsent;
  const siteId = textIn(section["site"]);
  const others = ofSite(service, "site_section", siteId).filter((record) => record.id !== section.id);
  if (others.length === 0 && service.choice(lastSection) === "refuse") {
    throw new EmulatorRefusal(400, "The last section of a site cannot be deleted");
  }
  service.remove("site_section", section.id);
  renumberSiblings(service, itemsIn(service, siteId, section["group"] ?? null));
  if (section["default"] === true) chooseDefault(service, siteId);
  return removed;
};

const moveSection: EmulatorHandler = (request, service) => {
  const section = sectionOf(request, service);
  const requestedPosition = (request.body["position"] ?? {}) as Readonly<
    Record<string, { readonly siteSection: string }>
  >;
  const position = Object.entries(requestedPosition).map(([side, { siteSection }]) => [
    side,
    pointerTo({ type: "site_section", id: siteSection }),
  ]);
  moveBeside(service, { type: "site_section", record: section }, Object.fromEntries(position) as JsonObject);
  return { status: 200, body: shownItem(service, "site_section", section) };
};

const addSectionToGroup: EmulatorHandler = (request, service) => {
  const site = siteOf(request, service);
  const group = recordIn(service, site, "site_section_group", request.params["siteSectionGroupId"], 404);
  const section = recordIn(service, site, "site_section", request.body["sectionId"], 404);
  const isInOtherGroup = section["group"] !== null && section["group"] !== group.id;
  if (isInOtherGroup && service.choice(secondMembership) === "refused") {
    throw new EmulatorRefusal(400, "The section is in another group already");
  }
  moveInto(service, { type: "site_section", record: section }, group.id);
  return {
    status: 201,
    body: shownItem(service, "site_section_group", group),
    location: `/orgs/${service.organizationId}/sites/${site.id}/section-groups/${group.id}/sections/${section.id}`,
  };
};

const removeSectionFromGroup: EmulatorHandler = (request, service) => {
  const { siteId, siteSectionId, siteSectionGroupId } = request.params;
  const section = service.get("site_section", siteSectionId ?? "");
  if (section === undefined || section["site"] !== siteId || section["group"] !== siteSectionGroupId) {
    return wasAbsent;
  }
  moveInto(service, { type: "site_section", record: section }, null);
  return removed;
};

/** The sections of a site. */
export const sectionHandlers = {
  listSections,
  addSection,
  updateSection,
  deleteSection,
  moveSection,
  addSectionToGroup,
  removeSectionFromGroup,
};

function sectionOf(request: EmulatorRequest, service: EmulatedService): EmulatorRecord {
  const site = siteOf(request, service);
  return recordIn(service, site, "site_section", request.params["siteSectionId"], 404);
}

/** The title that a section gets from its space, if that is valid for a section. */
function derivedTitle({ title }: JsonObject): string {
  return sectionTitle.safeParse(title).success ? textIn(title) : "Untitled";
}

function requireGroup(service: EmulatedService, site: EmulatorRecord, group: Json): void {
  if (group !== null) recordIn(service, site, "site_section_group", group, 400);
}

function makeSection(
  service: EmulatedService,
  siteId: string,
  fields: { title: Json; icon: Json; group: Json; draft: boolean },
): EmulatorRecord {
  const others = ofSite(service, "site_section", siteId);
  return service.add("site_section", {
    id: service.newId("sitesc_"),
    site: siteId,
    ...fields,
    rank: itemsIn(service, siteId, fields.group).length,
    path: freePath(textIn(fields.title), others, "section"),
    description: null,
    condition: null,
    localizedTitle: null,
    localizedDescription: null,
    default: others.length === 0,
  });
}

/**
 * Moves the site spaces at the root into a section. A site is a list of site spaces or of sections, so its first section does this.
 */
function wrapRootSpaces(service: EmulatedService, site: EmulatorRecord): void {
  const atRoot = spacesIn(service, site.id, null);
  if (atRoot.length === 0) return;
  const wrapper = makeSection(service, site.id, {
    title: site["title"] ?? "Untitled",
    icon: null,
    group: null,
    draft: false,
  });
  for (const { type, record } of atRoot) service.change(type, record.id, { section: wrapper.id });
}

function refuseDuplicatePath(
  service: EmulatedService,
  section: EmulatorRecord,
  path: Json | undefined,
): void {
  const others = ofSite(service, "site_section", textIn(section["site"]));
  if (path !== undefined && others.some((other) => other.id !== section.id && other["path"] === path)) {
    throw new EmulatorRefusal(400, "path is already taken");
  }
}

function setDefaultSpace(service: EmulatedService, section: EmulatorRecord, id: Json): void {
  const spaces = spacesIn(service, textIn(section["site"]), section.id).map(({ record }) => record);
  if (!spaces.some((record) => record.id === id)) {
    throw new EmulatorRefusal(400, "Site space not found in this section");
  }
  setDefaultRecord(service, "site_space", spaces, id);
}

function chooseDefault(service: EmulatedService, siteId: string): void {
  const inOrder = shownItems(service, siteId, "site_section");
  const next = service.choice(nextDefault) === "first" ? inOrder[0] : inOrder.at(-1);
  if (next !== undefined) service.change("site_section", textIn(next["id"]), { default: true });
}
