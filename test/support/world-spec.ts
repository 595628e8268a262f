import fc from "fast-check";
import { slugOf } from "../../src/model/slug.ts";
import type { Json } from "../../src/util/json.ts";
import type { FurtherSpec } from "./further-objects.ts";

/** A small organization. Names are drawn from short lists, so that they collide. One function creates it live, and another one declares it. */
export interface WorldSpec {
  readonly collections: readonly { readonly title: string; readonly parent: number | null }[];
  readonly spaces: readonly {
    readonly title: string;
    readonly collection: number | null;
    readonly emoji: string | null;
    /** A space has an emoji or an icon. */
    readonly icon?: string | null;
    /** The index of an earlier space that this one is a copy of. */
    readonly copyOf?: number | null;
  }[];
  readonly teams: readonly { readonly title: string; readonly members: readonly string[] | null }[];
  readonly saml: { readonly label: string; readonly team: number | null } | null;
  readonly specs: readonly {
    readonly slug: string;
    readonly url: string;
    readonly visibility: "public" | "private" | null;
  }[];
  readonly site: SiteSpec | null;
  readonly further: readonly FurtherSpec[];
}

export interface SiteSpec {
  readonly title: string;
  readonly visibility: "public" | "unlisted";
  /** Undefined: not declared. */
  readonly type?: "basic" | "premium";
  readonly published: boolean | null;
  readonly flat: readonly VariantSpec[] | null;
  readonly items: readonly ItemSpec[];
  /** The index of the space with the style guide. null: none. Undefined: not declared. */
  readonly styleguide?: number | null;
  /** The index of the default among the sections, in reading order. null: not declared. */
  readonly defaultSection: number | null;
}

export type ItemSpec = SectionSpec | GroupSpec;

/** Further values of an item, by attribute. Some API versions do not have all of them. */
type Settings = Readonly<Record<string, Json>>;

export interface SectionSpec {
  readonly kind: "section";
  readonly title: string;
  readonly path: string;
  readonly icon: string | null | undefined;
  readonly variants: readonly VariantSpec[];
  readonly defaultVariant: number | null;
  readonly settings?: Settings | undefined;
}

export interface GroupSpec {
  readonly kind: "group";
  readonly title: string;
  readonly children: readonly ItemSpec[];
  readonly settings?: Settings | undefined;
}

export interface VariantSpec {
  readonly space: number;
  readonly path: string | null;
  readonly settings?: Settings | undefined;
}

/** Five titles, whose slugs are the paths. One path is the one that the service derives from another title if its path is taken. */
const titles = ["Alpha", "Beta", "Gamma", "Delta", "Beta 1"] as const;
const paths = titles.map(slugOf);
const title = fc.constantFrom(...titles);
const path = fc.constantFrom(...paths);
const index = fc.nat({ max: 7 });

/** A third of the items have some of these values. */
function sometimesWith<Values extends Settings>(
  values: {
    readonly [Name in keyof Values]: fc.Arbitrary<Values[Name]>;
  },
): fc.Arbitrary<Settings | undefined> {
  const drawn = fc.record(values, { requiredKeys: [] }) as fc.Arbitrary<Settings>;
  return fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: drawn });
}

const translated = fc.constantFrom<Json>(null, { fr: "Un" }, { de: "Eins", fr: "Un" });
const condition = fc.constantFrom<Json>(null, "visitor.claims.beta");
const draft = fc.boolean();

const variant: fc.Arbitrary<VariantSpec> = fc.record({
  space: index,
  path: fc.option(path, { freq: 4 }),
  settings: sometimesWith({
    condition,
    draft,
    hidden: fc.boolean(),
    pageId: fc.constantFrom<Json>(null, "page-one", "page-two"),
  }),
});

const section: fc.Arbitrary<SectionSpec> = fc.record({
  kind: fc.constant("section" as const),
  title,
  path,
  icon: fc.constantFrom(undefined, null, "book", "code"),
  variants: fc.array(variant, { minLength: 1, maxLength: 3 }),
  defaultVariant: fc.option(fc.nat({ max: 2 }), { freq: 2 }),
  settings: sometimesWith({ condition, draft, localizedTitle: translated, localizedDescription: translated }),
});

const groupSettings = sometimesWith({ draft, localizedTitle: translated });

const innerGroup: fc.Arbitrary<GroupSpec> = fc.record({
  kind: fc.constant("group" as const),
  title,
  children: fc.array(section, { maxLength: 2 }),
  settings: groupSettings,
});

const group: fc.Arbitrary<GroupSpec> = fc.record({
  kind: fc.constant("group" as const),
  title,
  children: fc.array(
    fc.oneof(
      { weight: 4, arbitrary: section },
      { weight: 1, arbitrary: innerGroup },
    ) as fc.Arbitrary<ItemSpec>,
    { maxLength: 3 },
  ),
  settings: groupSettings,
});

const site: fc.Arbitrary<SiteSpec> = fc.record({
  title,
  visibility: fc.constantFrom("public" as const, "unlisted" as const),
  published: fc.constantFrom(null, true, true, false),
  styleguide: fc.constantFrom(undefined, undefined, null, 0, 1, 2) as fc.Arbitrary<number | null>,
  flat: fc.oneof(
    { weight: 7, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.array(variant, { minLength: 1, maxLength: 4 }) },
  ),
  items: fc.array(
    fc.oneof({ weight: 3, arbitrary: section }, { weight: 1, arbitrary: group }) as fc.Arbitrary<ItemSpec>,
    { minLength: 1, maxLength: 5 },
  ),
  defaultSection: fc.option(fc.nat({ max: 4 }), { freq: 2 }),
});

const world: fc.Arbitrary<WorldSpec> = fc.record({
  collections: fc.array(fc.record({ title, parent: fc.option(index, { freq: 2 }) }), { maxLength: 3 }),
  spaces: fc.array(
    fc.record({
      title,
      collection: fc.option(index, { freq: 2 }),
      emoji: fc.constantFrom(null, "1f4d8", "1f680"),
      icon: fc.constantFrom(null, "https://acme.example/a.png", "https://acme.example/b.png"),
      copyOf: fc.oneof(
        { weight: 5, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.nat({ max: 3 }) },
      ),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  teams: fc.array(
    fc.record({
      title,
      members: fc.option(fc.subarray(["ada@acme.example", "bob@acme.example", "cyd@acme.example"])),
    }),
    { maxLength: 2 },
  ),
  saml: fc.option(fc.record({ label: title, team: fc.option(index) }), { freq: 2 }),
  specs: fc.array(
    fc.record({
      slug: path,
      url: fc.constantFrom("https://acme.example/a.json", "https://acme.example/b.json"),
      visibility: fc.constantFrom("public" as const, "private" as const, null),
    }),
    { maxLength: 2 },
  ),
  site: fc.option(site, { freq: 9 }),
  further: fc.constant([]),
});

/** A world in which keys are unique where a layout or the service needs that. */
export const tidyWorld: fc.Arbitrary<WorldSpec> = world.map((spec) => tidy(spec));

/** Makes keys unique, and removes indexes of objects that do not exist. */
export function tidy(spec: WorldSpec): WorldSpec {
  const collections = uniqueBy(spec.collections, (each) => each.title).map((each, at) => ({
    ...each,
    parent: at === 0 || each.parent === null ? null : each.parent % at,
  }));
  const spaces = uniqueBy(spec.spaces, (each) => each.title).map((each, at) => ({
    ...each,
    icon: each.emoji === null ? (each.icon ?? null) : null,
    collection: below(each.collection, collections.length),
    copyOf: below(each.copyOf ?? null, at),
  }));
  const teams = uniqueBy(spec.teams, (each) => each.title);
  return {
    collections,
    spaces,
    teams,
    saml: spec.saml && { ...spec.saml, team: below(spec.saml.team, teams.length) },
    specs: uniqueBy(spec.specs, (each) => each.slug),
    site: spec.site && tidySite(spec.site, spaces),
    further: spec.further,
  };
}

function tidySite(site: SiteSpec, spaces: WorldSpec["spaces"]): SiteSpec {
  const used = new Set<string>();
  // The service may refuse to delete the last section of a site, so the outcome of such a layout is not defined. A section is added.
  const first: SectionSpec = {
    kind: "section",
    title: "Alpha",
    path: "alpha",
    icon: undefined,
    variants: [{ space: 0, path: null }],
    defaultVariant: null,
  };
  const drawn = tidyItems(site.items, spaces, used);
  const items = sectionsOf(drawn).length > 0 ? drawn : [...drawn, first];
  const sections = sectionsOf(items);
  const defaultSection = below(site.defaultSection, sections.length);
  const settled = hideable(items, defaultSection === null ? undefined : sections[defaultSection]);
  return {
    ...site,
    ...(site.styleguide !== undefined && { styleguide: below(site.styleguide, spaces.length) }),
    flat: site.flat && tidyVariants(site.flat, spaces).map(unhidden),
    items: settled,
    defaultSection,
  };
}

/** The default variant of the default section cannot be hidden. If no default is declared, each variant may be the default. */
function hideable(items: readonly ItemSpec[], isDefault: SectionSpec | undefined): readonly ItemSpec[] {
  return items.map((item): ItemSpec => {
    if (item.kind === "group") return { ...item, children: hideable(item.children, isDefault) };
    if (isDefault !== undefined && item !== isDefault) return item;
    const { defaultVariant } = item;
    const mayBeDefault = (at: number) => defaultVariant === null || defaultVariant === at;
    const variants = item.variants.map((each, at) => (mayBeDefault(at) ? unhidden(each) : each));
    return { ...item, variants };
  });
}

function unhidden(variant: VariantSpec): VariantSpec {
  if (variant.settings?.["hidden"] !== true) return variant;
  return { ...variant, settings: { ...variant.settings, hidden: false } };
}

function tidyItems(
  items: readonly ItemSpec[],
  spaces: WorldSpec["spaces"],
  used: Set<string>,
): readonly ItemSpec[] {
  const groupTitles = new Set<string>();
  return items.flatMap((item): readonly ItemSpec[] => {
    if (item.kind === "group") {
      if (groupTitles.has(item.title)) return [];
      groupTitles.add(item.title);
      return [{ ...item, children: tidyItems(item.children, spaces, used) }];
    }
    if (used.has(item.path)) return [];
    used.add(item.path);
    const variants = tidyVariants(item.variants, spaces);
    return [{ ...item, variants, defaultVariant: below(item.defaultVariant, variants.length) }];
  });
}

/** Paths are unique among siblings. All variants except the first declare one, and the derived path of the first one is not taken. */
function tidyVariants(variants: readonly VariantSpec[], spaces: WorldSpec["spaces"]): readonly VariantSpec[] {
  const used = new Set<string>();
  const tidied: VariantSpec[] = [];
  for (const each of variants) {
    const space = each.space % spaces.length;
    const derived = slugOf(spaces[space]?.title ?? "");
    const wanted = each.path ?? (tidied.length > 0 ? derived : null);
    const effective = wanted ?? derived;
    if (used.has(effective)) continue;
    used.add(effective);
    tidied.push({ space, path: wanted, settings: each.settings });
  }
  return tidied;
}

export function sectionsOf(items: readonly ItemSpec[]): readonly SectionSpec[] {
  return items.flatMap((item) => (item.kind === "section" ? [item] : sectionsOf(item.children)));
}

function uniqueBy<T>(items: readonly T[], key: (item: T) => string): readonly T[] {
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(key(item)) && seen.add(key(item)));
}

function below(value: number | null, length: number): number | null {
  return value === null || length === 0 ? null : value % length;
}
