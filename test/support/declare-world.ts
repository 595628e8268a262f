import { type Address, nameOfAddress } from "../../src/model/address.ts";
import { isKnownTo } from "../../src/model/api-version-marks.ts";
import type { DesiredObject, DesiredValue, DesiredWorld } from "../../src/model/desired-world.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import { present } from "../../src/util/present.ts";
import { ownedBy, typeNamed } from "./declare-type.ts";
import { declareFurther } from "./further-objects.ts";
import type { ItemSpec, VariantSpec, WorldSpec } from "./world-spec.ts";
import { sectionsOf } from "./world-spec.ts";

export const organizationId = "acmeOrganization0001";

/** The layout for a spec, as reading a layout file would return it. */
export function declareWorld(
  spec: WorldSpec,
  {
    apiVersion = "current",
    ...options
  }: {
    readonly sitePin?: string;
    readonly prune?: readonly string[];
    /** Values that this API version does not have are omitted. */
    readonly apiVersion?: ApiVersion;
  } = {},
): DesiredWorld {
  const objects: DesiredObject[] = [];
  const add = (object: Pick<DesiredObject, "address" | "type" | "attributes"> & Partial<DesiredObject>) => {
    const attributes = attributesIn(apiVersion, object.type, object.attributes);
    objects.push({ ignore: [], owns: [], rank: objects.length, ...object, attributes });
  };
  spec.collections.forEach((each, at) =>
    add({
      address: addressAt("collection", at),
      type: "collection",
      attributes: { title: each.title },
      container: each.parent === null ? null : { $ref: addressAt("collection", each.parent) },
    }),
  );
  spec.spaces.forEach((each, at) =>
    add({
      address: addressAt("space", at),
      type: "space",
      attributes: declared({
        title: each.title,
        emoji: each.emoji ?? undefined,
        icon: each.icon ?? undefined,
        copyOf: each.copyOf == null ? undefined : { $ref: addressAt("space", each.copyOf) },
      }),
      container: each.collection === null ? null : { $ref: addressAt("collection", each.collection) },
    }),
  );
  spec.teams.forEach((each, at) =>
    add({
      address: addressAt("team", at),
      type: "team",
      attributes: declared({ title: each.title, members: each.members ?? undefined }),
    }),
  );
  if (spec.saml) {
    add({
      address: "saml_provider.idp",
      type: "saml_provider",
      attributes: declared({
        label: spec.saml.label,
        defaultTeam: spec.saml.team === null ? undefined : { $ref: addressAt("team", spec.saml.team) },
      }),
    });
  }
  spec.specs.forEach((each, at) =>
    add({
      address: addressAt("openapi_spec", at),
      type: "openapi_spec",
      attributes: declared({
        slug: each.slug,
        source: { url: each.url },
        visibility: each.visibility ?? undefined,
      }),
    }),
  );
  if (spec.site) declareSite(spec, spec.site, options.sitePin, add);
  objects.push(...declareFurther(spec.further, objects, apiVersion));
  return {
    organizationId,
    objects,
    prune: options.prune ?? [],
    safety: { maxDeletes: { count: 1000 }, maxChanges: { count: 1000 } },
  };
}

type Add = (object: Pick<DesiredObject, "address" | "type" | "attributes"> & Partial<DesiredObject>) => void;

function declareSite(
  spec: WorldSpec,
  site: NonNullable<WorldSpec["site"]>,
  pin: string | undefined,
  add: Add,
): void {
  add({
    address: "site.docs",
    type: "site",
    attributes: declared({
      title: site.title,
      visibility: site.visibility,
      type: site.type,
      published: site.published ?? undefined,
      styleguide: site.styleguide == null ? site.styleguide : { $ref: addressAt("space", site.styleguide) },
    }),
    owns: siteContents,
    ...present({ pin }),
  });
  const at: Site = {
    spec,
    add,
    defaultPath: site.defaultSection === null ? undefined : sectionsOf(site.items)[site.defaultSection]?.path,
  };
  if (site.flat) declareVariants(at, site.flat, null, "docs", null);
  else declareItems(at, site.items, null, "docs");
}

const siteContents = ownedBy(typeNamed("site"));

interface Site {
  readonly spec: WorldSpec;
  readonly add: Add;
  readonly defaultPath: string | undefined;
}

function declareItems(
  site: Site,
  items: readonly ItemSpec[],
  container: Address | null,
  prefix: string,
): void {
  items.forEach((item, rank) => {
    const common = {
      scope: "site.docs",
      container: container === null ? null : { $ref: container },
      rank,
      owns: siteContents,
    };
    if (item.kind === "group") {
      const address = `site_section_group.${prefix}/${item.title}`;
      site.add({
        ...common,
        address,
        type: "site_section_group",
        attributes: { title: item.title, ...item.settings },
      });
      return declareItems(site, item.children, address, `${prefix}/${item.title}`);
    }
    const address = `site_section.docs/${item.path}`;
    site.add({
      ...common,
      address,
      type: "site_section",
      attributes: declared({ title: item.title, path: item.path, icon: item.icon, ...item.settings }),
      ...(site.defaultPath === item.path && { isDefault: true as const }),
    });
    declareVariants(site, item.variants, address, `docs/${item.path}`, item.defaultVariant);
  });
}

function declareVariants(
  site: Site,
  variants: readonly VariantSpec[],
  container: Address | null,
  prefix: string,
  defaultVariant: number | null,
): void {
  variants.forEach((variant, rank) => {
    const space = addressAt("space", variant.space);
    site.add({
      address: `site_space.${prefix}/${variant.path ?? nameOfAddress(space)}`,
      type: "site_space",
      scope: "site.docs",
      container: container === null ? null : { $ref: container },
      attributes: declared({ space: { $ref: space }, path: variant.path ?? undefined, ...variant.settings }),
      rank,
      ...(defaultVariant === rank && { isDefault: true as const }),
    });
  });
}

/** The values that an API version has. */
function attributesIn(
  apiVersion: ApiVersion,
  type: string,
  attributes: DesiredObject["attributes"],
): DesiredObject["attributes"] {
  const rules = typeNamed(type).attributes;
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => {
      const rule = rules[name];
      return rule === undefined || isKnownTo(rule.schema, apiVersion);
    }),
  );
}

function declared(
  attributes: Readonly<Record<string, DesiredValue | undefined>>,
): Record<string, DesiredValue> {
  return Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, DesiredValue] => entry[1] !== undefined),
  );
}

/** Addresses contain the index and not the title, so that another title is a rename. */
export function addressAt(type: string, at: number): Address {
  return `${type}.n${at}`;
}
