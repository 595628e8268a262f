import { fieldsIn, removed, textIn, wasAbsent } from "../../../model/emulator-responses.ts";
import {
  type EmulatedService,
  type EmulatorHandler,
  type EmulatorRecord,
  EmulatorRefusal,
  type EmulatorRequest,
} from "../../../model/emulator-rules.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { withMinimalResponse } from "../minimal-response.ts";
import { groupDelete, secondMembership } from "./policies.ts";
import {
  itemsIn,
  moveBeside,
  moveInto,
  recordIn,
  refuseRootSpaces,
  renumberSiblings,
  siteOf,
} from "./records.ts";
import { shownItem, shownItems } from "./shown-items.ts";
import { siteStructure } from "./site-structure.operations.ts";

const listGroups: EmulatorHandler = (request, service) => ({
  status: 200,
  items: shownItems(service, siteOf(request, service).id, "site_section_group"),
});

const addGroup: EmulatorHandler = (request, service) => {
  const site = siteOf(request, service);
  const { title, icon, parent, sections, draft } = request.body;
  const group = parent ?? null;
  if (group !== null) recordIn(service, site, "site_section_group", group, 400);
  const members = ((sections ?? []) as readonly string[]).map((id) => memberOf(service, site, id));
  refuseRootSpaces(service, site);
  const record = service.add("site_section_group", {
    id: service.newId("sitescg_"),
    site: site.id,
    group,
    rank: itemsIn(service, site.id, group).length,
    title: title ?? "",
    icon: icon ?? null,
    localizedTitle: null,
    draft: draft === true,
  });
  for (const member of members) moveInto(service, { type: "site_section", record: member }, record.id);
  return {
    status: 201,
    body: shownItem(service, "site_section_group", record),
    location: `/orgs/${service.organizationId}/sites/${site.id}/section-groups/${record.id}`,
  };
};

const updateGroup = withMinimalResponse((request, service) => {
  const group = groupOf(request, service);
  const { parentSectionGroupId: parent, ...fields } = request.body;
  if (parent !== undefined) moveGroupInto(service, siteOf(request, service), group, parent);
  service.change("site_section_group", group.id, fieldsIn(siteStructure.updateGroup.body, fields));
  return { status: 200, body: shownItem(service, "site_section_group", group) };
});

const deleteGroup: EmulatorHandler = (request, service) => {
  const { siteId, siteSectionGroupId } = request.params;
  const group = service.get("site_section_group", siteSectionGroupId ?? "");
  if (group === undefined || group["site"] !== siteId) return wasAbsent;
  if (service.choice(groupDelete) === "release") release(service, group);
  else destroyContents(service, group);
  service.remove("site_section_group", group.id);
  renumberSiblings(service, itemsIn(service, textIn(siteId), group["group"] ?? null));
  return removed;
};

const moveGroup: EmulatorHandler = (request, service) => {
  const group = groupOf(request, service);
  const position = (request.body["position"] ?? {}) as JsonObject;
  moveBeside(service, { type: "site_section_group", record: group }, position);
  return { status: 200, body: shownItem(service, "site_section_group", group) };
};

/** Groups of sections. */
export const sectionGroupHandlers = { listGroups, addGroup, updateGroup, deleteGroup, moveGroup };

function groupOf(request: EmulatorRequest, service: EmulatedService): EmulatorRecord {
  const site = siteOf(request, service);
  return recordIn(service, site, "site_section_group", request.params["siteSectionGroupId"], 404);
}

function memberOf(service: EmulatedService, site: EmulatorRecord, id: string): EmulatorRecord {
  const section = recordIn(service, site, "site_section", id, 400);
  if (section["group"] !== null && service.choice(secondMembership) === "refused") {
    throw new EmulatorRefusal(400, "The section is in another group already");
  }
  return section;
}

function moveGroupInto(
  service: EmulatedService,
  site: EmulatorRecord,
  group: EmulatorRecord,
  parent: Json,
): void {
  for (let above = parent; above !== null; ) {
    if (above === group.id) throw new EmulatorRefusal(400, "A section group cannot be inside of itself");
    above = recordIn(service, site, "site_section_group", above, 400)["group"] ?? null;
  }
  moveInto(service, { type: "site_section_group", record: group }, parent);
}

/** Moves the contents of the group to the end of its parent. */
function release(service: EmulatedService, group: EmulatorRecord): void {
  const to = group["group"] ?? null;
  const items = itemsIn(service, textIn(group["site"]), group.id);
  for (const item of items) moveInto(service, item, to);
  for (const { type, record, field } of service.contents("site_section_group", group.id)) {
    service.change(type, record.id, { [field]: to });
  }
}

function destroyContents(service: EmulatedService, group: EmulatorRecord): void {
  for (const { type, record } of service.contents("site_section_group", group.id)) {
    service.destroy(type, record.id);
  }
  const banners = service.list("site_banner").filter((banner) => banner["group"] === group.id);
  for (const { id } of banners) service.remove("site_banner", id);
}
