import { localizedOnWire } from "../../src/contract/operations/site-structure/item-attributes.ts";
import type { Emulator } from "../../src/emulator/new-emulator.ts";
import { type Address, nameOfAddress } from "../../src/model/address.ts";
import { isKnownTo } from "../../src/model/api-version-marks.ts";
import { type DesiredObject, type DesiredValue, isReference } from "../../src/model/desired-world.ts";
import type { CallContext } from "../../src/model/resource-type/call-context.ts";
import { creatingCall } from "../../src/model/resource-type/creation.ts";
import { writingCall } from "../../src/model/resource-type/writes.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";
import { isJsonObject } from "../../src/util/json.ts";
import { present } from "../../src/util/present.ts";
import { typeNamed } from "./declare-type.ts";
import { addressAt, declareWorld, organizationId } from "./declare-world.ts";
import { declareFurther } from "./further-objects.ts";
import type { ItemSpec, SiteSpec, VariantSpec, WorldSpec } from "./world-spec.ts";
import { sectionsOf } from "./world-spec.ts";

/** Creates the objects of a spec as another user, and returns their ids by address. */
export function buildWorld(emulator: Emulator, spec: WorldSpec): ReadonlyMap<Address, string> {
  const builder: Builder = { emulator, ids: new Map(), hidden: [] };
  addMembers(emulator);
  buildCollectionsAndSpaces(builder, spec);
  buildPeopleAndSpecs(builder, spec);
  if (spec.site) buildSite(builder, spec.site);
  const { apiVersion } = emulator;
  const others = declareWorld({ ...spec, further: [] }).objects;
  for (const object of declareFurther(spec.further, others, apiVersion)) buildFurther(builder, object);
  return builder.ids;
}

function buildCollectionsAndSpaces({ emulator, ids }: Builder, spec: WorldSpec): void {
  const inside = (at: number | null) =>
    at === null ? {} : { parent: ids.get(addressAt("collection", at)) ?? "" };
  spec.collections.forEach((each, at) => {
    ids.set(
      addressAt("collection", at),
      create(emulator, "createCollection", {}, { title: each.title, ...inside(each.parent) }),
    );
  });
  spec.spaces.forEach((each, at) => {
    const body = { title: each.title, ...inside(each.collection), ...(each.emoji && { emoji: each.emoji }) };
    const spaceId = create(emulator, "createSpace", {}, body);
    if (each.icon) emulator.edit("updateSpaceById", { spaceId }, { icon: each.icon });
    ids.set(addressAt("space", at), spaceId);
  });
}

function buildPeopleAndSpecs({ emulator, ids }: Builder, spec: WorldSpec): void {
  spec.teams.forEach((each, at) => {
    ids.set(addressAt("team", at), create(emulator, "createOrganizationTeam", {}, { title: each.title }));
  });
  if (spec.saml) {
    const team =
      spec.saml.team === null ? {} : { defaultTeam: ids.get(addressAt("team", spec.saml.team)) ?? "" };
    ids.set(
      "saml_provider.idp",
      create(emulator, "createOrganizationSAMLProvider", {}, { label: spec.saml.label, ...team }),
    );
  }
  spec.specs.forEach((each, at) => {
    create(emulator, "createOpenAPISpec", {}, { slug: each.slug, source: { url: each.url } });
    ids.set(addressAt("openapi_spec", at), each.slug);
  });
}

/** Creates an object with the calls of its type. An object without an existing reference target is omitted. */
function buildFurther({ emulator, ids }: Builder, object: DesiredObject): void {
  const type = typeNamed(object.type);
  const { creation, attributes, writers } = type;
  const resolved = (value: DesiredValue) => (isReference(value) ? ids.get(value.$ref) : (value as Json));
  const scopeId = object.scope === undefined ? undefined : ids.get(object.scope);
  const inside = resolved(object.container ?? null);
  const values = Object.entries(object.attributes).map(([name, value]) => [name, resolved(value)] as const);
  if (creation === undefined || [inside, ...values.map(([, value]) => value)].includes(undefined)) return;
  const context = {
    organizationId,
    apiVersion: emulator.apiVersion,
    ...present({ scopeId }),
  };
  const having = (isWanted: (name: string) => boolean) =>
    Object.fromEntries(values.filter(([name]) => isWanted(name))) as JsonObject;
  // A copy would be in the collection of its source, so no object is created as a copy.
  const atCreate = having((name) => attributes[name]?.atCreate !== "no" && name !== creation.copy?.attribute);
  const place = placeOf(type, context, inside as string | null);
  const answer = emulator.foreign(
    creatingCall(creation, context, { attributes: atCreate, containerId: place.atCreate }),
  );
  const { id } = creation.created(answer.body ?? null, { scopeId, attributes: atCreate }).object;
  ids.set(object.address, id);
  for (const call of place.later(id)) emulator.foreign(call);
  for (const writer of writers) {
    const later = having((name) => !(name in atCreate) && writer.attributes.includes(name));
    if (Object.keys(later).length > 0)
      emulator.foreign(writingCall(writer, context, id, { values: later, before: {} }));
  }
}

/** Puts a new object into its container: with its create call, or with later calls. */
function placeOf({ container }: ResourceType, context: CallContext, inside: string | null) {
  const atCreate = container?.atCreate[context.apiVersion] === true ? inside : null;
  const later = (id: string) =>
    inside === atCreate ? [] : (container?.moveInto?.(context, id, null, inside) ?? []);
  return { atCreate, later };
}

interface Builder {
  readonly emulator: Emulator;
  readonly ids: Map<Address, string>;
  /** Ids of variants to hide. They are hidden at the end, because the service refuses to hide a default. */
  readonly hidden: string[];
}

/** The user id for a first name. */
export function userIdOf(name: string): string {
  return `u_${name}`;
}

/** Adds the people that layouts and samples name. */
export function addMembers(emulator: Emulator): void {
  for (const name of ["me", "ada", "bob", "cyd", "grace"]) {
    if (emulator.service.list("organization_member").some((member) => member.id === userIdOf(name))) continue;
    const user = {
      object: "user",
      id: userIdOf(name),
      displayName: name,
      email: `${name}@acme.example`,
      urls: { location: `/users/u_${name}` },
    };
    emulator.service.add("organization_member", {
      id: userIdOf(name),
      user,
      ...(name === "me" && { currentUser: true }),
    });
  }
}

function create(
  emulator: Emulator,
  operation: string,
  params: Record<string, string>,
  body: JsonObject,
): string {
  const answer = emulator.edit(operation, params, body);
  if (answer.status >= 300 || !isJsonObject(answer.body))
    throw new Error(`${operation} answered ${answer.status}`);
  return textOf(answer.body["id"]);
}

function buildSite(builder: Builder, site: SiteSpec): void {
  const { emulator, ids } = builder;
  const siteId = create(emulator, "createSite", {}, { title: site.title, visibility: site.visibility });
  ids.set("site.docs", siteId);
  if (site.flat) buildVariants(builder, siteId, site.flat, undefined, "docs");
  else buildItems(builder, siteId, site.items, undefined, "docs");
  const first = sectionsOf(site.items)[site.defaultSection ?? 0];
  const id = first && ids.get(`site_section.docs/${first.path}`);
  if (id !== undefined && !site.flat) emulator.edit("updateSiteById", { siteId }, { defaultSiteSection: id });
  for (const siteSpaceId of builder.hidden)
    setOf(emulator, "site_space", { siteId, siteSpaceId }, { hidden: true });
  if (site.styleguide != null && emulator.apiVersion === "current")
    emulator.edit(
      "updateSiteById",
      { siteId },
      { styleguide: ids.get(addressAt("space", site.styleguide)) ?? null },
    );
  if (site.published) emulator.edit("publishSite", { siteId });
}

function buildItems(
  builder: Builder,
  siteId: string,
  items: readonly ItemSpec[],
  parent: string | undefined,
  prefix: string,
): void {
  const { emulator, ids } = builder;
  for (const item of items) {
    if (item.kind === "group") {
      const id = create(
        emulator,
        "addSectionGroupToSite",
        { siteId },
        { title: item.title, ...(parent && { parent }) },
      );
      ids.set(`site_section_group.${prefix}/${item.title}`, id);
      setOf(emulator, "site_section_group", { siteId, siteSectionGroupId: id }, item.settings);
      buildItems(builder, siteId, item.children, id, `${prefix}/${item.title}`);
      continue;
    }
    const space = builder.ids.get(addressAt("space", item.variants[0]?.space ?? 0)) ?? "";
    const answer = emulator.edit("addSectionToSite", { siteId }, { spaceId: space, title: item.title })
      .body as JsonObject;
    const id = textOf(answer["id"]);
    ids.set(`site_section.docs/${item.path}`, id);
    if (parent !== undefined) join(emulator, siteId, id, parent);
    emulator.edit(
      "updateSiteSectionById",
      { siteId, siteSectionId: id },
      { path: item.path, ...present({ icon: item.icon }) },
    );
    setOf(emulator, "site_section", { siteId, siteSectionId: id }, item.settings);
    const firstChild = (answer["siteSpaces"] as readonly JsonObject[])[0];
    const variants = item.variants;
    nameVariant(builder, siteId, textOf(firstChild?.["id"]), variants[0], `docs/${item.path}`);
    buildVariants(builder, siteId, variants.slice(1), id, `docs/${item.path}`);
    const isDefault = item.defaultVariant === null ? undefined : variants[item.defaultVariant];
    const defaultSiteSpace = isDefault && ids.get(variantAddress(isDefault, `docs/${item.path}`));
    if (defaultSiteSpace !== undefined)
      emulator.edit("updateSiteSectionById", { siteId, siteSectionId: id }, { defaultSiteSpace });
  }
}

const updates = {
  site_section_group: "updateSiteSectionGroupById",
  site_section: "updateSiteSectionById",
  site_space: "updateSiteSpaceById",
} as const;

/** Sets the values that the API version has. */
function setOf(
  emulator: Emulator,
  type: keyof typeof updates,
  params: Record<string, string>,
  settings: JsonObject = {},
): void {
  const rules = typeNamed(type).attributes;
  const known = Object.entries(settings).filter(([name]) => {
    const rule = rules[name];
    return rule !== undefined && isKnownTo(rule.schema, emulator.apiVersion);
  });
  if (known.length > 0) emulator.edit(updates[type], params, localizedOnWire(Object.fromEntries(known)));
}

function join(emulator: Emulator, siteId: string, id: string, group: string): void {
  if (emulator.apiVersion === "current")
    emulator.edit("updateSiteSectionById", { siteId, siteSectionId: id }, { siteSectionGroupId: group });
  else emulator.edit("addSectionToGroup", { siteId, siteSectionGroupId: group }, { sectionId: id });
}

function buildVariants(
  builder: Builder,
  siteId: string,
  variants: readonly VariantSpec[],
  section: string | undefined,
  prefix: string,
): void {
  for (const variant of variants) {
    const space = builder.ids.get(addressAt("space", variant.space)) ?? "";
    const id = create(
      builder.emulator,
      "addSpaceToSite",
      { siteId },
      { spaceId: space, ...(section && { sectionId: section }) },
    );
    nameVariant(builder, siteId, id, variant, prefix);
  }
}

function nameVariant(
  builder: Builder,
  siteId: string,
  id: string,
  variant: VariantSpec | undefined,
  prefix: string,
): void {
  const { emulator, ids, hidden } = builder;
  ids.set(variantAddress(variant, prefix), id);
  const { hidden: isHidden, ...settings } = variant?.settings ?? {};
  if (isHidden === true) hidden.push(id);
  setOf(emulator, "site_space", { siteId, siteSpaceId: id }, settings);
  if (variant?.path == null) return;
  try {
    emulator.edit("updateSiteSpaceById", { siteId, siteSpaceId: id }, { path: variant.path });
  } catch {
    // A sibling already has this path. The variant keeps the path that the service chose.
  }
}

function variantAddress(variant: VariantSpec | undefined, prefix: string): Address {
  return `site_space.${prefix}/${variant?.path ?? nameOfAddress(addressAt("space", variant?.space ?? 0))}`;
}

function textOf(value: Json | undefined): string {
  if (typeof value !== "string") throw new TypeError("the emulator's answer has no id");
  return value;
}
