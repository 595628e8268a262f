import { fieldsIn, removed, textIn, wasAbsent } from "../../../model/emulator-responses.ts";
import type { EmulatorHandler } from "../../../model/emulator-rules.ts";
import { withMinimalResponse } from "../minimal-response.ts";
import { itemsIn, moveInto, recordIn, refuseRootSpaces, renumberSiblings, siteOf } from "./records.ts";
import { shownItem } from "./shown-items.ts";
import { siteStructure } from "./site-structure.operations.ts";

const addLink: EmulatorHandler = (request, service) => {
  const site = siteOf(request, service);
  const { parent, ...fields } = request.body;
  const group = parent ?? null;
  if (group !== null) recordIn(service, site, "site_section_group", group, 400);
  refuseRootSpaces(service, site);
  const record = service.add("site_link", {
    icon: null,
    description: null,
    condition: null,
    draft: false,
    localizedTitle: null,
    localizedDescription: null,
    ...fieldsIn(siteStructure.addLink.body, fields),
    id: service.newId("siteel_"),
    site: site.id,
    group,
    rank: itemsIn(service, site.id, group).length,
  });
  return {
    status: 201,
    body: shownItem(service, "site_link", record),
    location: `/orgs/${service.organizationId}/sites/${site.id}/external-links/${record.id}`,
  };
};

const updateLink = withMinimalResponse((request, service) => {
  const site = siteOf(request, service);
  const link = recordIn(service, site, "site_link", request.params["siteExternalLinkId"], 404);
  const { parent, ...fields } = request.body;
  if (typeof parent === "string") recordIn(service, site, "site_section_group", parent, 400);
  if (parent !== undefined) moveInto(service, { type: "site_link", record: link }, parent);
  service.change("site_link", link.id, fieldsIn(siteStructure.updateLink.body, fields));
  return { status: 200, body: shownItem(service, "site_link", link) };
});

const deleteLink: EmulatorHandler = ({ params }, service) => {
  const link = service.get("site_link", params["siteExternalLinkId"] ?? "");
  if (link === undefined || link["site"] !== params["siteId"]) return wasAbsent;
  service.remove("site_link", link.id);
  renumberSiblings(service, itemsIn(service, textIn(link["site"]), link["group"] ?? null));
  return removed;
};

/** External links. */
export const linkHandlers = { addLink, updateLink, deleteLink };
