import { textOf } from "../../model/emulator-answers.ts";
import {
  type EmulatedService,
  type EmulatorHandler,
  type EmulatorRecord,
  EmulatorRefusal,
  type EmulatorRequest,
  type EmulatorRules,
} from "../../model/emulator-rules.ts";
import type { Json, JsonObject } from "../../model/json.ts";

const listSiteSectionGroups: EmulatorHandler = (request, service) => {
  const { id } = siteOf(request, service);
  return { status: 200, items: groupsOnWire(service, id) };
};

const addSectionGroupToSite: EmulatorHandler = (request, service) => {
  const site = siteOf(request, service);
  const { title, icon, parent, sections, draft } = request.body;
  if (draft !== undefined) refuseOnClassic(service, "draft");
  const group = parent ?? null;
  requireGroup(service, site.id, group);
  const members = ((sections ?? []) as readonly string[]).map((id) => memberOf(service, site.id, id));
  refuseRootSpaces(service, site);
  const record = service.add("site_section_group", {
    id: service.newId("sitescg_"),
    site: site.id,
    group,
    rank: levelOf(service, site.id, group).length,
    title: title ?? "",
    icon: icon ?? null,
    draft: draft === true,
  });
  for (const member of members) put(service, { type: "site_section", record: member }, record.id);
  return {
    status: 201,
    body: groupOnWire(service, record),
    location: `/orgs/${service.organizationId}/sites/${site.id}/section-groups/${record.id}`,
  };
};

const updateSiteSectionGroupById: EmulatorHandler = (request, service) => {
  const group = groupOf(request, service);
  const { parentSectionGroupId: parent, draft, ...fields } = request.body;
  if (parent !== undefined) refuseOnClassic(service, "parentSectionGroupId");
  if (draft !== undefined) refuseOnClassic(service, "draft");
  if (parent !== undefined && parent !== group["group"]) enter(service, group, parent);
  service.change("site_section_group", group.id, { ...fields, ...(draft === undefined ? {} : { draft }) });
  return { status: 200, body: groupOnWire(service, group) };
};

const deleteSiteSectionGroupById: EmulatorHandler = (request, service) => {
  const { siteId, siteSectionGroupId } = request.params;
  const group = service.get("site_section_group", siteSectionGroupId ?? "");
  if (group === undefined || group["site"] !== siteId) return { status: 204 };
  if (service.policy.groupDelete === "release") release(service, group);
  else removeContents(service, group);
  service.remove("site_section_group", group.id);
  closeRanks(service, textOf(siteId), group["group"] ?? null);
  return { status: 205 };
};

const moveSiteSectionGroup: EmulatorHandler = (request, service) => {
  const group = groupOf(request, service);
  const siteId = textOf(group["site"]);
  const last = levelOf(service, siteId, group["group"] ?? null).at(-1);
  const asked = (request.body["position"] ?? {}) as JsonObject;
  const atEnd: JsonObject =
    last === undefined || last.record.id === group.id ? {} : { after: pointerTo(last) };
  const position = Object.keys(asked).length > 0 ? asked : atEnd;
  if (Object.keys(position).length > 0) {
    const item = { type: "site-section-group", id: group.id };
    service.call("sortSiteStructure", paramsOf(service, siteId), { item, position });
  }
  return { status: 200, body: groupOnWire(service, group) };
};

/** What the service does about groups of sections. */
export const siteSectionGroupRules: EmulatorRules = {
  listSiteSectionGroups,
  addSectionGroupToSite,
  updateSiteSectionGroupById,
  deleteSiteSectionGroupById,
  moveSiteSectionGroup,
};

function siteOf(request: EmulatorRequest, service: EmulatedService): EmulatorRecord {
  const record = service.get("site", request.params["siteId"] ?? "");
  if (record === undefined) throw new EmulatorRefusal(404, "Site not found");
  return record;
}

function groupOf(request: EmulatorRequest, service: EmulatedService): EmulatorRecord {
  const site = siteOf(request, service);
  const record = service.get("site_section_group", request.params["siteSectionGroupId"] ?? "");
  if (record === undefined || record["site"] !== site.id) {
    throw new EmulatorRefusal(404, "Site section group not found");
  }
  return record;
}

function paramsOf(service: EmulatedService, siteId: string): Record<string, string> {
  return { organizationId: service.organizationId, siteId };
}

function refuseOnClassic(service: EmulatedService, field: string): void {
  if (service.generation === "classic") throw new EmulatorRefusal(400, `Unknown field: ${field}`);
}

function requireGroup(service: EmulatedService, siteId: string, group: Json): void {
  if (group === null) return;
  if (service.get("site_section_group", textOf(group))?.["site"] !== siteId) {
    throw new EmulatorRefusal(400, "Parent section group not found");
  }
}

function memberOf(service: EmulatedService, siteId: string, id: string): EmulatorRecord {
  const section = service.get("site_section", id);
  if (section === undefined || section["site"] !== siteId)
    throw new EmulatorRefusal(400, "Site section not found");
  if (section["group"] !== null && service.policy.secondMembership === "refused") {
    throw new EmulatorRefusal(400, "The section is in another group already");
  }
  return section;
}

/** A site is a list of site spaces or a tree of sections: only a first section may turn the one into the other. */
function refuseRootSpaces(service: EmulatedService, site: EmulatorRecord): void {
  const atRoot = service
    .list("site_space")
    .some((record) => record["site"] === site.id && (record["section"] ?? null) === null);
  if (atRoot) throw new EmulatorRefusal(400, "A site without sections cannot have section groups");
}

/** A record with the table that it is in. */
interface Item {
  readonly type: "site_section" | "site_section_group";
  readonly record: EmulatorRecord;
}

function pointerTo(item: Item): { type: string; id: string } {
  return { type: item.type.replaceAll("_", "-"), id: item.record.id };
}

function levelOf(service: EmulatedService, siteId: string, group: Json): Item[] {
  return (["site_section", "site_section_group"] as const)
    .flatMap((type) => service.list(type).map((record): Item => ({ type, record })))
    .filter(({ record }) => record["site"] === siteId && (record["group"] ?? null) === group)
    .sort((a, b) => Number(a.record["rank"]) - Number(b.record["rank"]));
}

/** Closes the gaps that items leave behind them. */
function closeRanks(service: EmulatedService, siteId: string, group: Json): void {
  for (const [rank, { type, record }] of levelOf(service, siteId, group).entries()) {
    if (record["rank"] !== rank) service.change(type, record.id, { rank });
  }
}

/** Puts an item at the end of another parent. */
function put(service: EmulatedService, { type, record }: Item, parent: Json): void {
  const siteId = textOf(record["site"]);
  const from = record["group"] ?? null;
  service.change(type, record.id, { group: parent, rank: levelOf(service, siteId, parent).length });
  service.place(type, record.id, "end");
  closeRanks(service, siteId, from);
}

function enter(service: EmulatedService, group: EmulatorRecord, parent: Json): void {
  const siteId = textOf(group["site"]);
  requireGroup(service, siteId, parent);
  for (let above = parent; above !== null; above = aboveOf(service, above)) {
    if (above === group.id) throw new EmulatorRefusal(400, "A section group cannot be inside of itself");
  }
  put(service, { type: "site_section_group", record: group }, parent);
}

function aboveOf(service: EmulatedService, group: Json): Json {
  return service.get("site_section_group", textOf(group))?.["group"] ?? null;
}

/** What was in the group goes to where the group was, behind what is there. */
function release(service: EmulatedService, group: EmulatorRecord): void {
  const siteId = textOf(group["site"]);
  const to = group["group"] ?? null;
  for (const item of levelOf(service, siteId, group.id)) put(service, item, to);
}

function removeContents(service: EmulatedService, group: EmulatorRecord): void {
  const siteId = textOf(group["site"]);
  const doomed = contentsOf(service, siteId, group.id);
  refuseLastSections(service, siteId, doomed);
  for (const { type, record } of doomed) {
    if (type === "site_section_group") service.remove(type, record.id);
    else service.call("deleteSiteSectionById", { ...paramsOf(service, siteId), siteSectionId: record.id });
  }
}

// Checked before anything goes, because a refusal must leave the group as it was.
function refuseLastSections(service: EmulatedService, siteId: string, doomed: readonly Item[]): void {
  const going = doomed.filter((item) => item.type === "site_section").length;
  const all = service.list("site_section").filter((record) => record["site"] === siteId).length;
  if (going > 0 && going === all && service.policy.lastSection === "refuse") {
    throw new EmulatorRefusal(400, "The last section of a site cannot be deleted");
  }
}

function contentsOf(service: EmulatedService, siteId: string, group: Json): Item[] {
  return levelOf(service, siteId, group).flatMap((item) => [
    ...contentsOf(service, siteId, item.record.id),
    item,
  ]);
}

/** Groups of a site as its structure shows them, parents before children. */
function groupsOnWire(service: EmulatedService, siteId: string): JsonObject[] {
  const answer = service.call("getSiteStructure", paramsOf(service, siteId)).body as JsonObject;
  const flatten = (items: Json | undefined): JsonObject[] =>
    ((items ?? []) as readonly JsonObject[]).flatMap((item) => [item, ...flatten(item["children"])]);
  return flatten(answer["structure"]).filter((item) => item["object"] === "site-section-group");
}

function groupOnWire(service: EmulatedService, group: EmulatorRecord): JsonObject {
  const found = groupsOnWire(service, textOf(group["site"])).find((item) => item["id"] === group.id);
  if (found === undefined) throw new EmulatorRefusal(404, "Site section group not found");
  return found;
}
