import fc from "fast-check";
import type { DesiredWorld } from "../../../src/model/desired-world.ts";
import type { ApiVersion } from "../../../src/model/endpoint.ts";
import { layoutWith } from "../read-text.ts";

/** A layout as people write it, so that edits can change it. Titles and paths are unique, and so are the keys of maps. */
export interface LayoutData {
  collections: Record<string, CollectionData>;
  spaces: Record<string, SpaceData>;
  translations: Record<string, { space: string; sourceLanguage: string; language: string }>;
  openapi: Record<string, { source: { url: string }; visibility?: string }>;
  sites: Record<string, SiteData>;
}

export type Level = string | null | undefined;

export interface CollectionData {
  title: string;
  parent?: string | undefined;
  defaultLevel?: Level;
}

export interface SpaceData {
  /** Pins it. */
  id?: string;
  title: string;
  collection?: string | undefined;
  copyOf?: string;
  defaultLevel?: Level;
}

export interface SiteData {
  title: string;
  visibility?: string | undefined;
  published?: boolean | undefined;
  adaptiveContent?: { enabled: boolean } | undefined;
  type?: string;
  structure: ItemData[];
}

export type ItemData = SectionData | GroupData;

export interface SectionData {
  section: string;
  path: string;
  draft?: boolean | undefined;
  condition?: string | null | undefined;
  default?: true;
  spaces: PlaceData[];
}

export interface GroupData {
  group: string;
  draft?: boolean | undefined;
  children: ItemData[];
}

export interface PlaceData {
  space: string;
  path: string;
  draft?: boolean | undefined;
  hidden?: boolean | undefined;
  condition?: string | null | undefined;
  default?: true;
}

export const visibilities = ["public", "unlisted", "share-link", "visitor-auth"];
export const levels: readonly Level[] = [null, "read", "edit", "inherit"];
export const conditions = ["visitor.claims.beta", "visitor.claims.partner"];

const draft = fc.constantFrom(undefined, undefined, undefined, true, false);
const condition = fc.constantFrom(undefined, undefined, undefined, ...conditions);
const level = fc.constantFrom<Level>(undefined, ...levels);
const number = fc.nat(99);

const place = fc.record({ space: number, draft, hidden: draft, condition });
const section = fc.record({ draft, condition, places: fc.array(place, { minLength: 1, maxLength: 3 }) });
const sections = fc.array(section, { maxLength: 3 });
const group = fc.record({
  draft,
  sections,
  inner: fc.option(fc.record({ draft, sections }), { freq: 2 }),
});
const site = fc.record({
  visibility: fc.constantFrom(undefined, ...visibilities),
  published: fc.constantFrom(true, true, true, false, undefined),
  isAdaptive: fc.constantFrom(undefined, true, true, false),
  sections: fc.array(section, { minLength: 1, maxLength: 4 }),
  groups: fc.array(group, { maxLength: 2 }),
});

const parts = fc.record({
  collections: fc.array(fc.record({ parent: fc.option(number), level }), { minLength: 1, maxLength: 4 }),
  spaces: fc.array(fc.record({ collection: fc.option(number), level }), { minLength: 2, maxLength: 6 }),
  specs: fc.array(fc.constantFrom(undefined, "private", "public"), { maxLength: 2 }),
  translated: fc.array(number, { maxLength: 1 }),
  sites: fc.array(site, { minLength: 1, maxLength: 2 }),
});
type Parts = typeof parts extends fc.Arbitrary<infer P> ? P : never;

export const drawnLayout: fc.Arbitrary<LayoutData> = parts.map(layoutOf);

function layoutOf({ collections, spaces, specs, translated, sites }: Parts): LayoutData {
  const keyed = <T>(prefix: string, values: readonly T[]): Record<string, T> =>
    Object.fromEntries(values.map((value, at) => [`${prefix}${at}`, value]));
  const builder: Builder = { many: spaces.length, made: 0 };
  return {
    collections: keyed(
      "shelf",
      collections.map(({ parent, level: defaultLevel }, at) => ({
        title: `Shelf ${at}`,
        parent: parent === null || at === 0 ? undefined : `shelf${parent % at}`,
        defaultLevel,
      })),
    ),
    spaces: keyed(
      "book",
      spaces.map(({ collection, level: defaultLevel }, at) => ({
        title: `Book ${at}`,
        collection: collection === null ? undefined : `shelf${collection % collections.length}`,
        defaultLevel,
      })),
    ),
    translations: keyed(
      "german",
      translated.map((space) => ({
        space: `book${space % spaces.length}`,
        sourceLanguage: "en",
        language: "de",
      })),
    ),
    openapi: keyed(
      "petstore",
      specs.map((visibility) => ({
        source: { url: "https://acme.example/a.json" },
        ...(visibility !== undefined && { visibility }),
      })),
    ),
    sites: keyed(
      "docs",
      sites.map((each, at) => siteOf(builder, each, at)),
    ),
  };
}

interface Builder {
  /** The number of spaces. */
  readonly many: number;
  /** The number of items so far. */
  made: number;
}

function siteOf(builder: Builder, drawn: Parts["sites"][number], at: number): SiteData {
  const { visibility, published, isAdaptive } = drawn;
  return {
    title: `Site ${at}`,
    visibility,
    published,
    adaptiveContent: isAdaptive === undefined ? undefined : { enabled: isAdaptive },
    structure: [
      ...drawn.sections.map((each) => sectionOf(builder, each)),
      ...drawn.groups.map((each) => ({
        ...groupOf(builder, each),
        children: [
          ...each.sections.map((inside) => sectionOf(builder, inside)),
          ...(each.inner === null ? [] : [groupOf(builder, each.inner)]),
        ],
      })),
    ],
  };
}

function groupOf(
  builder: Builder,
  drawn: { draft: boolean | undefined; sections: readonly DrawnSection[] },
): GroupData {
  builder.made += 1;
  return {
    group: `Group ${builder.made}`,
    draft: drawn.draft,
    children: drawn.sections.map((each) => sectionOf(builder, each)),
  };
}

type DrawnSection = Parts["sites"][number]["sections"][number];

function sectionOf(builder: Builder, { places, ...drawn }: DrawnSection): SectionData {
  builder.made += 1;
  const name = builder.made;
  return {
    section: `Section ${name}`,
    path: `section-${name}`,
    draft: drawn.draft,
    condition: drawn.condition,
    // The service does not hide a default.
    spaces: places.map((each, at) => ({
      ...each,
      space: `book${each.space % builder.many}`,
      path: `place-${at}`,
      hidden: at === 0 ? undefined : each.hidden,
    })),
  };
}

/** Values that only some API versions have. */
const onlyCurrent = new Set(["draft", "hidden"]);

export function readDrawn(data: LayoutData, apiVersion: ApiVersion, prune: readonly string[]): DesiredWorld {
  return {
    ...layoutWith(textOfDrawn(data, apiVersion)),
    prune,
    safety: { maxDeletes: { count: 1000 }, maxChanges: { count: 1000 } },
  };
}

/** The maps of the layout as lines of YAML. */
export function textOfDrawn(data: LayoutData, apiVersion: ApiVersion = "current"): string {
  const known = (name: string, value: unknown) =>
    apiVersion !== "current" && onlyCurrent.has(name) ? undefined : value;
  // JSON is YAML.
  return Object.entries(data)
    .filter(([, map]) => Object.keys(map as object).length > 0)
    .map(([name, map]) => `${name}: ${JSON.stringify(map, known)}\n`)
    .join("");
}
