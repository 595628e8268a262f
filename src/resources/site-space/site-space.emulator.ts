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

const listSiteSpaces: EmulatorHandler = (request, service) => {
  const { default: wanted } = request.query;
  const all = siteSpacesOnWire(service, siteOf(request, service).id);
  const items = all.filter((item) => wanted === undefined || item["default"] === (wanted === "true"));
  return { status: 200, items };
};

const addSpaceToSite: EmulatorHandler = (request, service) => {
  const site = siteOf(request, service);
  const { spaceId, sectionId, title, draft } = request.body;
  if (title !== undefined) refuseOnClassic(service, "title");
  if (draft !== undefined) refuseOnClassic(service, "draft");
  const space = spaceOf(service, spaceId);
  const section =
    sectionId === undefined ? defaultParent(service, site.id) : sectionOf(service, site.id, sectionId);
  const siblings = siblingsOf(service, site.id, section);
  const record = service.add("site_space", {
    id: service.newId("sitesp_"),
    site: site.id,
    section,
    rank: siblings.length,
    space: spaceId ?? null,
    path: freePath(textOf(title ?? space["title"] ?? ""), siblings),
    title: title ?? null,
    condition: null,
    default: siblings.length === 0,
    draft: draft === true,
    hidden: false,
  });
  return {
    status: 201,
    body: siteSpaceOnWire(service, record),
    location: `/orgs/${service.organizationId}/sites/${site.id}/site-spaces/${record.id}`,
  };
};

const updateSiteSpaceById: EmulatorHandler = (request, service) => {
  const record = siteSpaceOf(request, service);
  const { spaceId, ...fields } = request.body;
  for (const field of ["draft", "hidden"]) {
    if (field in fields) refuseOnClassic(service, field);
  }
  const siblings = siblingsOf(service, textOf(record["site"]), record["section"] ?? null);
  if (siblings.some((other) => other.id !== record.id && other["path"] === fields["path"])) {
    throw new EmulatorRefusal(400, "path is already taken");
  }
  if (spaceId !== undefined) spaceOf(service, spaceId);
  service.change("site_space", record.id, {
    ...fields,
    ...(spaceId === undefined ? {} : { space: spaceId }),
  });
  return { status: 200, body: siteSpaceOnWire(service, record) };
};

const deleteSiteSpaceById: EmulatorHandler = (request, service) => {
  const { siteId, siteSpaceId } = request.params;
  const record = service.get("site_space", siteSpaceId ?? "");
  if (siteId === undefined || record === undefined || record["site"] !== siteId) return { status: 204 };
  const section = record["section"] ?? null;
  const others = siblingsOf(service, siteId, section).filter((other) => other.id !== record.id);
  if (section !== null && others.length === 0) {
    if (service.policy.lastSiteSpace === "refuse") {
      throw new EmulatorRefusal(400, "The last site space of a section cannot be deleted");
    }
    service.call("deleteSiteSectionById", { ...paramsOf(service, siteId), siteSectionId: textOf(section) });
    return { status: 205 };
  }
  service.remove("site_space", record.id);
  closeRanks(service, others);
  if (record["default"] === true) chooseDefault(service, others);
  return { status: 205 };
};

const moveSiteSpace: EmulatorHandler = (request, service) => {
  const record = siteSpaceOf(request, service);
  const siteId = textOf(record["site"]);
  const asked = (request.body["position"] ?? {}) as Readonly<Record<string, { readonly siteSpace: string }>>;
  const last = siblingsOf(service, siteId, record["section"] ?? null).at(-1)?.id;
  const anchors = Object.entries(asked).map(
    ([side, neighbour]) => [side, pointerTo(neighbour.siteSpace)] as const,
  );
  const atEnd = last === undefined || last === record.id ? [] : [["after", pointerTo(last)] as const];
  const position = Object.fromEntries(anchors.length > 0 ? anchors : atEnd);
  if (Object.keys(position).length > 0) {
    service.call("sortSiteStructure", paramsOf(service, siteId), { item: pointerTo(record.id), position });
  }
  return { status: 200, body: siteSpaceOnWire(service, record) };
};

/** What the service does about site spaces. */
export const siteSpaceRules: EmulatorRules = {
  listSiteSpaces,
  addSpaceToSite,
  updateSiteSpaceById,
  deleteSiteSpaceById,
  moveSiteSpace,
};

function siteOf(request: EmulatorRequest, service: EmulatedService): EmulatorRecord {
  const record = service.get("site", request.params["siteId"] ?? "");
  if (record === undefined) throw new EmulatorRefusal(404, "Site not found");
  return record;
}

function siteSpaceOf(request: EmulatorRequest, service: EmulatedService): EmulatorRecord {
  const site = siteOf(request, service);
  const record = service.get("site_space", request.params["siteSpaceId"] ?? "");
  if (record === undefined || record["site"] !== site.id)
    throw new EmulatorRefusal(404, "Site space not found");
  return record;
}

function spaceOf(service: EmulatedService, id: Json | undefined): JsonObject {
  const space = service.call("getSpaceById", { spaceId: textOf(id) }).body as JsonObject;
  if (space["deletedAt"] !== undefined) throw new EmulatorRefusal(404, "Space not found");
  return space;
}

function sectionOf(service: EmulatedService, siteId: string, id: Json): string {
  const section = service.get("site_section", textOf(id));
  if (section === undefined || section["site"] !== siteId)
    throw new EmulatorRefusal(400, "Site section not found");
  return section.id;
}

/** Where a site space goes that names no section: the default section, or the root of a site without sections. */
function defaultParent(service: EmulatedService, siteId: string): string | null {
  const sections = service.list("site_section").filter((record) => record["site"] === siteId);
  const parent = sections.find((section) => section["default"] === true) ?? sections[0];
  const grouped = service.list("site_section_group").some((record) => record["site"] === siteId);
  if (parent === undefined && grouped)
    throw new EmulatorRefusal(400, "The site has groups but no section yet");
  return parent?.id ?? null;
}

function siblingsOf(service: EmulatedService, siteId: string, section: Json): EmulatorRecord[] {
  return service
    .list("site_space")
    .filter((record) => record["site"] === siteId && (record["section"] ?? null) === section)
    .sort((a, b) => Number(a["rank"]) - Number(b["rank"]));
}

/** Closes the gap that a site space leaves behind it. */
function closeRanks(service: EmulatedService, siblings: readonly EmulatorRecord[]): void {
  for (const [rank, other] of siblings.entries()) {
    if (other["rank"] !== rank) service.change("site_space", other.id, { rank });
  }
}

function chooseDefault(service: EmulatedService, siblings: readonly EmulatorRecord[]): void {
  const next = service.policy.nextDefault === "first" ? siblings[0] : siblings.at(-1);
  if (next !== undefined) service.change("site_space", next.id, { default: true });
}

function freePath(title: string, siblings: readonly EmulatorRecord[]): string {
  const slug = slugOf(title).slice(0, 90) || "space";
  const taken = new Set(siblings.map((record) => record["path"]));
  let path = slug;
  for (let count = 1; taken.has(path); count += 1) path = `${slug}-${count}`;
  return path;
}

function paramsOf(service: EmulatedService, siteId: string): Record<string, string> {
  return { organizationId: service.organizationId, siteId };
}

function pointerTo(id: string): { type: string; id: string } {
  return { type: "site-space", id };
}

function refuseOnClassic(service: EmulatedService, field: string): void {
  if (service.generation === "classic") throw new EmulatorRefusal(400, `Unknown field: ${field}`);
}

/** Site spaces as the site's structure shows them, all levels in the order of display. */
function siteSpacesOnWire(service: EmulatedService, siteId: string): JsonObject[] {
  const answer = service.call("getSiteStructure", paramsOf(service, siteId)).body as JsonObject;
  const flatten = (items: Json | undefined): JsonObject[] =>
    ((items ?? []) as readonly JsonObject[]).flatMap((item) => [
      item,
      ...flatten(item["children"]),
      ...flatten(item["siteSpaces"]),
    ]);
  return flatten(answer["structure"]).filter((item) => item["object"] === "site-space");
}

function siteSpaceOnWire(service: EmulatedService, record: EmulatorRecord): JsonObject {
  const found = siteSpacesOnWire(service, textOf(record["site"])).find((item) => item["id"] === record.id);
  if (found === undefined) throw new EmulatorRefusal(404, "Site space not found");
  return found;
}
