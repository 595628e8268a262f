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
import { slugOf } from "../../model/slug.ts";

const listSiteSections: EmulatorHandler = (request, service) => ({
  status: 200,
  items: sectionsOnWire(service, siteOf(request, service).id),
});

const addSectionToSite: EmulatorHandler = (request, service) => {
  const site = siteOf(request, service);
  // A `description` is accepted here and dropped: the service stores it only when it is patched.
  const { spaceId, title, icon, siteSectionGroupId, draft } = request.body;
  if (siteSectionGroupId !== undefined) refuseOnClassic(service, "siteSectionGroupId");
  if (draft !== undefined) refuseOnClassic(service, "draft");
  const space = spaceOf(service, spaceId);
  const group = siteSectionGroupId ?? null;
  requireGroup(service, site.id, group);
  wrapRootSpaces(service, site);
  const section = makeSection(service, site.id, {
    title: title ?? space["title"] ?? "Untitled",
    icon: icon ?? null,
    group,
    draft: draft === true,
  });
  service.call("addSpaceToSite", paramsOf(service, site.id), {
    spaceId: spaceId ?? null,
    sectionId: section.id,
  });
  return {
    status: 201,
    body: sectionOnWire(service, section),
    location: `/orgs/${service.organizationId}/sites/${site.id}/sections/${section.id}`,
  };
};

const updateSiteSectionById: EmulatorHandler = (request, service) => {
  const section = sectionOf(request, service);
  const { siteSectionGroupId, defaultSiteSpace, draft, ...fields } = request.body;
  if (siteSectionGroupId !== undefined) refuseOnClassic(service, "siteSectionGroupId");
  if (draft !== undefined) refuseOnClassic(service, "draft");
  refuseTakenPath(service, section, fields["path"]);
  if (siteSectionGroupId !== undefined) requireGroup(service, textOf(section["site"]), siteSectionGroupId);
  if (defaultSiteSpace !== undefined) pointSiteSpace(service, section, defaultSiteSpace);
  if (siteSectionGroupId !== undefined) enter(service, section, siteSectionGroupId);
  service.change("site_section", section.id, { ...fields, ...(draft === undefined ? {} : { draft }) });
  return { status: 200, body: sectionOnWire(service, section) };
};

const deleteSiteSectionById: EmulatorHandler = (request, service) => {
  const section = service.get("site_section", request.params["siteSectionId"] ?? "");
  if (section === undefined || section["site"] !== request.params["siteId"]) return { status: 204 };
  const siteId = textOf(section["site"]);
  const others = sectionsOf(service, siteId).filter((record) => record.id !== section.id);
  if (others.length === 0 && service.policy.lastSection === "refuse") {
    throw new EmulatorRefusal(400, "The last section of a site cannot be deleted");
  }
  for (const record of service
    .list("site_space")
    .filter((candidate) => candidate["section"] === section.id)) {
    service.remove("site_space", record.id);
  }
  service.remove("site_section", section.id);
  closeRanks(service, siteId, section["group"] ?? null);
  if (section["default"] === true) chooseDefault(service, siteId);
  return { status: 205 };
};

const moveSiteSection: EmulatorHandler = (request, service) => {
  const section = sectionOf(request, service);
  const position = (request.body["position"] ?? {}) as Readonly<
    Record<string, { readonly siteSection: string }>
  >;
  const anchors = Object.entries(position).map(([side, pointer]): [string, JsonObject] => [
    side,
    wirePointer(pointer.siteSection),
  ]);
  const last = levelOf(service, textOf(section["site"]), section["group"] ?? null).at(-1);
  if (anchors.length === 0 && last !== undefined && last.record.id !== section.id) {
    anchors.push(["after", { type: last.type.replaceAll("_", "-"), id: last.record.id }]);
  }
  if (anchors.length > 0) {
    const body = { item: wirePointer(section.id), position: Object.fromEntries(anchors) as JsonObject };
    service.call("sortSiteStructure", paramsOf(service, textOf(section["site"])), body);
  }
  return { status: 200, body: sectionOnWire(service, section) };
};

const addSectionToGroup: EmulatorHandler = (request, service) => {
  const site = siteOf(request, service);
  const group = request.params["siteSectionGroupId"] ?? "";
  requireGroup(service, site.id, group, 404);
  const section = service.get("site_section", textOf(request.body["sectionId"]));
  if (section === undefined || section["site"] !== site.id)
    throw new EmulatorRefusal(404, "Site section not found");
  const elsewhere = section["group"] !== null && section["group"] !== group;
  if (elsewhere && service.policy.secondMembership === "refused") {
    throw new EmulatorRefusal(400, "The section is in another group already");
  }
  enter(service, section, group);
  const body = itemsOnWire(service, site.id).find((item) => item["id"] === group) ?? null;
  return { status: 201, body };
};

const removeSectionFromGroup: EmulatorHandler = (request, service) => {
  const { siteId, siteSectionId, siteSectionGroupId } = request.params;
  const section = service.get("site_section", siteSectionId ?? "");
  if (section === undefined || section["site"] !== siteId || section["group"] !== siteSectionGroupId) {
    return { status: 204 };
  }
  enter(service, section, null);
  return { status: 205 };
};

/** What the service does about sections. */
export const siteSectionRules: EmulatorRules = {
  listSiteSections,
  addSectionToSite,
  updateSiteSectionById,
  deleteSiteSectionById,
  moveSiteSection,
  addSectionToGroup,
  removeSectionFromGroup,
};

function siteOf(request: EmulatorRequest, service: EmulatedService): EmulatorRecord {
  const record = service.get("site", request.params["siteId"] ?? "");
  if (record === undefined) throw new EmulatorRefusal(404, "Site not found");
  return record;
}

function sectionOf(request: EmulatorRequest, service: EmulatedService): EmulatorRecord {
  const site = siteOf(request, service);
  const record = service.get("site_section", request.params["siteSectionId"] ?? "");
  if (record === undefined || record["site"] !== site.id)
    throw new EmulatorRefusal(404, "Site section not found");
  return record;
}

function spaceOf(service: EmulatedService, id: Json | undefined): JsonObject {
  const space = service.call("getSpaceById", { spaceId: textOf(id) }).body as JsonObject;
  if (space["deletedAt"] !== undefined) throw new EmulatorRefusal(404, "Space not found");
  return space;
}

function paramsOf(service: EmulatedService, siteId: string): Record<string, string> {
  return { organizationId: service.organizationId, siteId };
}

function refuseOnClassic(service: EmulatedService, field: string): void {
  if (service.generation === "classic") throw new EmulatorRefusal(400, `Unknown field: ${field}`);
}

function requireGroup(service: EmulatedService, siteId: string, group: Json, status = 400): void {
  if (group === null) return;
  if (service.get("site_section_group", textOf(group))?.["site"] !== siteId) {
    throw new EmulatorRefusal(status, "Site section group not found");
  }
}

function sectionsOf(service: EmulatedService, siteId: string): EmulatorRecord[] {
  return service.list("site_section").filter((record) => record["site"] === siteId);
}

function makeSection(
  service: EmulatedService,
  siteId: string,
  fields: { title: Json; icon: Json; group: Json; draft: boolean },
): EmulatorRecord {
  const others = sectionsOf(service, siteId);
  return service.add("site_section", {
    id: service.newId("sitesc_"),
    site: siteId,
    ...fields,
    rank: levelOf(service, siteId, fields.group).length,
    path: freePath(textOf(fields.title), others),
    description: null,
    condition: null,
    default: others.length === 0,
  });
}

/** A site is a list of site spaces or one of sections: its first section puts what was there into one of its own. */
function wrapRootSpaces(service: EmulatedService, site: EmulatorRecord): void {
  const atRoot = service
    .list("site_space")
    .filter((record) => record["site"] === site.id && record["section"] === null);
  if (atRoot.length === 0) return;
  const wrapper = makeSection(service, site.id, {
    title: site["title"] ?? "Untitled",
    icon: null,
    group: null,
    draft: false,
  });
  for (const record of atRoot) service.change("site_space", record.id, { section: wrapper.id });
}

function freePath(title: string, others: readonly EmulatorRecord[]): string {
  const slug = slugOf(title).slice(0, 90) || "section";
  const taken = new Set(others.map((record) => record["path"]));
  let path = slug;
  for (let count = 1; taken.has(path); count += 1) path = `${slug}-${count}`;
  return path;
}

function refuseTakenPath(service: EmulatedService, section: EmulatorRecord, path: Json | undefined): void {
  if (path === undefined) return;
  const others = sectionsOf(service, textOf(section["site"])).filter((record) => record.id !== section.id);
  if (others.some((record) => record["path"] === path))
    throw new EmulatorRefusal(400, "path is already taken");
}

/** A record with the table that it is in. */
interface Item {
  readonly type: "site_section" | "site_section_group";
  readonly record: EmulatorRecord;
}

/** Sections and groups of a parent in their order. */
function levelOf(service: EmulatedService, siteId: string, group: Json): Item[] {
  return (["site_section", "site_section_group"] as const)
    .flatMap((type) => service.list(type).map((record): Item => ({ type, record })))
    .filter(({ record }) => record["site"] === siteId && (record["group"] ?? null) === group)
    .sort((a, b) => Number(a.record["rank"]) - Number(b.record["rank"]));
}

/** Closes the gap that a section leaves behind it. */
function closeRanks(service: EmulatedService, siteId: string, group: Json): void {
  for (const [rank, { type, record }] of levelOf(service, siteId, group).entries()) {
    if (record["rank"] !== rank) service.change(type, record.id, { rank });
  }
}

function enter(service: EmulatedService, section: EmulatorRecord, group: Json): void {
  const from = section["group"] ?? null;
  if (from === group) return;
  const siteId = textOf(section["site"]);
  const rank = levelOf(service, siteId, group).length;
  service.change("site_section", section.id, { group, rank });
  service.place("site_section", section.id, "end");
  closeRanks(service, siteId, from);
}

function pointSiteSpace(service: EmulatedService, section: EmulatorRecord, id: Json): void {
  const candidates = service.list("site_space").filter((record) => record["section"] === section.id);
  if (!candidates.some((record) => record.id === id)) {
    throw new EmulatorRefusal(400, "Site space not found in this section");
  }
  for (const record of candidates) {
    if (record["default"] !== (record.id === id))
      service.change("site_space", record.id, { default: record.id === id });
  }
}

function chooseDefault(service: EmulatedService, siteId: string): void {
  const inOrder = sectionsOnWire(service, siteId);
  const next = service.policy.nextDefault === "first" ? inOrder[0] : inOrder.at(-1);
  if (next !== undefined) service.change("site_section", textOf(next["id"]), { default: true });
}

function wirePointer(id: string): { type: string; id: string } {
  return { type: "site-section", id };
}

/** Sections and groups of a site as its structure shows them, all levels in the order of display. */
function itemsOnWire(service: EmulatedService, siteId: string): JsonObject[] {
  const answer = service.call("getSiteStructure", paramsOf(service, siteId)).body as JsonObject;
  const flatten = (items: Json | undefined): JsonObject[] =>
    ((items ?? []) as readonly JsonObject[]).flatMap((item) => [item, ...flatten(item["children"])]);
  return flatten(answer["structure"]);
}

function sectionsOnWire(service: EmulatedService, siteId: string): JsonObject[] {
  return itemsOnWire(service, siteId).filter((item) => item["object"] === "site-section");
}

function sectionOnWire(service: EmulatedService, section: EmulatorRecord): JsonObject {
  const sections = sectionsOnWire(service, textOf(section["site"]));
  const found = sections.find((item) => item["id"] === section.id);
  if (found === undefined) throw new EmulatorRefusal(404, "Site section not found");
  return found;
}
