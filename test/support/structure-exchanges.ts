import fc from "fast-check";
import { type DesiredObject, type DesiredWorld, isReference } from "../../src/model/desired-world.ts";
import { declareWorld } from "./declare-world.ts";
import type { ItemSpec, VariantSpec, WorldSpec } from "./world-spec.ts";

/**
 * A structure whose objects have numbers, so that a test knows which object is which after any edit. Titles and paths are unique at first;
 * sections may show the same spaces.
 */
export interface Numbered {
  readonly sections: readonly NumberedSection[];
  readonly groups: readonly NumberedGroup[];
}

interface NumberedSection {
  readonly number: string;
  /** The name in its address, if that does not depend on the path. */
  readonly key: string;
  readonly title: string;
  readonly path: string;
  readonly variants: readonly NumberedVariant[];
  /** The number of its group. Undefined: the top level. */
  readonly parent: string | undefined;
}

interface NumberedVariant {
  readonly number: string;
  readonly key: string;
  readonly space: number;
  readonly path: string | null;
}

interface NumberedGroup {
  readonly number: string;
  readonly key: string;
  readonly title: string;
  readonly parent: string | undefined;
}

/** What becomes of several objects at once. */
const exchanges = [
  "paths",
  "paths",
  "titles",
  "spaces",
  "variant paths",
  "group titles",
  "group and child",
  "by was",
  "by one was",
  "was of another",
  "addresses",
  "variant addresses",
  "group addresses",
] as const;

export interface Exchange {
  readonly what: (typeof exchanges)[number];
  /** Selects the first of the objects. */
  readonly which: number;
  /** Number of objects. */
  readonly size: number;
  /** The last object gets a new value, instead of the one of the first. */
  readonly isChain: boolean;
}

export const exchange: fc.Arbitrary<Exchange> = fc.record({
  what: fc.constantFrom(...exchanges),
  which: fc.nat(20),
  size: fc.constantFrom(2, 2, 3, 4),
  isChain: fc.boolean(),
});

export const spacesOfNumbered = 5;

const places = fc.constantFrom("top", "top", "first", "second", "inner");
const sectionDraw = fc.record({
  place: places,
  space: fc.nat(spacesOfNumbered - 1),
  /** The variants after the first. */
  further: fc.integer({ min: 0, max: 2 }),
  declaresFirstPath: fc.boolean(),
});

/** Sections at the top, in two groups, and in a group in the first one. Each group has a section at least. */
export const numbered: fc.Arbitrary<Numbered> = fc
  .array(sectionDraw, { minLength: 3, maxLength: 8 })
  .map((drawn) => {
    const places = new Set(drawn.map(({ place }) => place));
    const first = places.has("first") || places.has("inner");
    const groups: NumberedGroup[] = [
      ...(first ? [groupAt("first", "First", undefined)] : []),
      ...(places.has("second") ? [groupAt("second", "Second", undefined)] : []),
      ...(places.has("inner") ? [groupAt("inner", "Inner", "g-first")] : []),
    ];
    const sections = drawn.map(
      ({ place, space, further, declaresFirstPath }, at): NumberedSection => ({
        number: `s-${at}`,
        key: `page-${at}`,
        title: `Title ${at}`,
        path: `path-${at}`,
        parent: place === "top" ? undefined : `g-${place}`,
        variants: Array.from({ length: 1 + further }, (_, variant) => ({
          number: `s-${at}-v-${variant}`,
          key: `page-${at}-${variant}`,
          space: (space + variant) % spacesOfNumbered,
          path: variant === 0 && !declaresFirstPath ? null : `variant-${variant}`,
        })),
      }),
    );
    return { sections, groups };
  });

function groupAt(name: string, title: string, parent: string | undefined): NumberedGroup {
  return { number: `g-${name}`, key: name, title, parent };
}

/** A structure after edits, and what they change. */
export interface Edited {
  readonly after: Numbered;
  /** The attributes that change, by the number of the object. */
  readonly changes: ReadonlyMap<string, readonly string[]>;
  /** Former paths that the layout declares with `was:`, by the number of the section. */
  readonly was: ReadonlyMap<string, string>;
  readonly done: readonly Exchange["what"][];
  /** Whether `was:` contradicts the other sections. `maybe`: it may leave a section without its own. */
  readonly isContradicted: boolean | "maybe";
}

/** Each edit has objects of its own, so that together they mean the same as one by one. Only in an app, addresses can change alone. */
export function withExchanges(before: Numbered, edits: readonly Exchange[], isApp: boolean): Edited {
  const edit = new Editing(before, isApp);
  for (const [at, each] of edits.entries()) if (isApp || !each.what.includes("addresses")) edit.do(each, at);
  return edit;
}

/** The values that objects get which take the values of each other. The last one may get a new value. */
type InLine = (values: readonly string[], fresh: string) => readonly string[];

class Editing implements Edited {
  readonly changes = new Map<string, string[]>();
  readonly was = new Map<string, string>();
  readonly done: Exchange["what"][] = [];
  isContradicted: boolean | "maybe" = false;
  after: Numbered;

  private readonly isApp: boolean;

  constructor(before: Numbered, isApp: boolean) {
    this.after = before;
    this.isApp = isApp;
  }

  do({ what, which, size, isChain }: Exchange, at: number): void {
    const ring = (of: readonly { readonly number: string }[], least = 2) => {
      const free = of.filter(({ number }) => !this.changes.has(number));
      const first = which % Math.max(1, free.length);
      const turned = [...free.slice(first), ...free.slice(0, first)].slice(0, size);
      return turned.length < least ? [] : turned.map(({ number }) => number);
    };
    const inLine = (values: readonly string[], fresh: string) => [
      ...values.slice(1),
      ...(isChain ? [`${fresh}${at}`] : values.slice(0, 1)),
    ];
    const { sections, groups } = this.after;
    const atTop = groups.filter(({ parent }) => parent === undefined);
    const ways: Readonly<Record<Exchange["what"], () => void>> = {
      paths: () => this.exchangeFields(what, ring(sections), ["path"], inLine),
      titles: () => this.exchangeFields(what, this.withDifferentSpaces(ring(sections)), ["title"], inLine),
      "by was": () => {
        const numbers = this.withDifferentSpaces(ring(sections));
        for (const number of numbers) this.was.set(number, this.section(number).path);
        this.exchangeFields(what, numbers, ["path", "title"], inLine);
      },
      "by one was": () => {
        const numbers = this.withDifferentSpaces(ring(sections));
        const [one] = numbers.slice(which % Math.max(1, numbers.length));
        if (one === undefined) return;
        this.was.set(one, this.section(one).path);
        // It shows the other one of two. Only the addresses of an app show the rest of more.
        if (!this.isApp && (numbers.length > 2 || isChain)) this.isContradicted ||= "maybe";
        this.exchangeFields(what, numbers, ["path", "title"], inLine);
      },
      "was of another": () => {
        const [number, other] = this.withDifferentSpaces(ring(sections));
        if (number === undefined || other === undefined) return;
        this.was.set(number, this.section(other).path);
        this.change(number, { title: `New ${at}` });
        this.changes.set(other, []);
        this.isContradicted = true;
        this.done.push(what);
      },
      spaces: () => this.exchangeSpaces(this.withDifferentSpaces(ring(sections))),
      "variant paths": () => this.exchangeInSection(what, ring(sections, 1)[0], size, inLine),
      "variant addresses": () => this.exchangeInSection(what, ring(sections, 1)[0], size, inLine),
      "group titles": () => this.exchangeFields(what, ring(atTop), ["title"], inLine),
      addresses: () => this.exchangeFields(what, ring(sections), ["key"], inLine),
      "group addresses": () => this.exchangeFields(what, ring(atTop), ["key"], inLine),
      "group and child": () => this.renameFamily(ring(atTop, 1)[0], at),
    };
    ways[what]();
  }

  /** Each object gets the values of the next one. A new address is no change on the service. */
  private exchangeFields(
    what: Exchange["what"],
    numbers: readonly string[],
    fields: readonly ("path" | "title" | "key")[],
    inLine: InLine,
  ): void {
    if (numbers.length === 0) return;
    const all = [...this.after.sections, ...this.after.groups];
    const values = (field: string) =>
      numbers.map((number) => (all.find((each) => each.number === number) as never)[field] as string);
    const next = fields.map((field) => [field, inLine(values(field), `new-${field}-`)] as const);
    for (const [place, number] of numbers.entries())
      this.change(number, Object.fromEntries(next.map(([field, line]) => [field, line[place]])));
    this.done.push(what);
  }

  private section(number: string): NumberedSection {
    return this.after.sections.find((each) => each.number === number) as NumberedSection;
  }

  private change(number: string, values: Readonly<Record<string, string | undefined>>): void {
    const changed = <T extends { readonly number: string }>(each: T): T =>
      each.number === number ? { ...each, ...values } : each;
    this.after = {
      sections: this.after.sections.map(changed),
      groups: this.after.groups.map(changed),
    };
    this.changes.set(
      number,
      Object.keys(values).filter((field) => field !== "key"),
    );
  }

  /** If two sections show the same space, an exchange of their titles looks like one of their paths. */
  private withDifferentSpaces(numbers: readonly string[]): readonly string[] {
    const spaces = numbers.map((number) => this.section(number).variants[0]?.space);
    return new Set(spaces).size === spaces.length ? numbers : [];
  }

  private exchangeSpaces(numbers: readonly string[]): void {
    const first = (number: string) => this.section(number).variants[0] as NumberedVariant;
    const spaces = numbers.map((number) => first(number).space);
    const next = [...spaces.slice(1), ...spaces.slice(0, 1)];
    const isThere = (number: string, space: number) =>
      this.section(number).variants.some((each) => each.space === space);
    if (numbers.some((number, place) => isThere(number, next[place] as number))) return;
    for (const [place, number] of numbers.entries()) {
      this.changes.set(number, []);
      this.changes.set(first(number).number, ["space"]);
      this.replaceVariant(number, { ...first(number), space: next[place] as number });
    }
    if (numbers.length > 0) this.done.push("spaces");
  }

  private exchangeInSection(
    what: Exchange["what"],
    number: string | undefined,
    size: number,
    inLine: InLine,
  ): void {
    if (number === undefined) return;
    const field = what === "variant paths" ? "path" : "key";
    const ring = this.section(number)
      .variants.filter((each) => each[field] !== null)
      .slice(0, size);
    if (ring.length < 2) return;
    const next = inLine(
      ring.map((each) => each[field] as string),
      "new-",
    );
    this.changes.set(number, []);
    for (const [place, variant] of ring.entries()) {
      this.changes.set(variant.number, field === "path" ? ["path"] : []);
      this.replaceVariant(number, { ...variant, [field]: next[place] as string });
    }
    this.done.push(what);
  }

  private replaceVariant(section: string, variant: NumberedVariant): void {
    const { sections } = this.after;
    const replaced = (each: NumberedVariant) => (each.number === variant.number ? variant : each);
    this.after = {
      ...this.after,
      sections: sections.map((each) =>
        each.number === section ? { ...each, variants: each.variants.map(replaced) } : each,
      ),
    };
  }

  private renameFamily(number: string | undefined, at: number): void {
    if (number === undefined) return;
    const children = [...this.after.groups, ...this.after.sections].filter(({ parent }) => parent === number);
    const [child] = children.filter((each) => !this.changes.has(each.number));
    if (child === undefined) return;
    this.change(number, { title: `New ${at}` });
    // Most of the contents of a group show which one it is, so its only section keeps its path.
    const hasNewPath = "path" in child && children.length > 2;
    this.change(child.number, { title: `Newer ${at}`, ...(hasNewPath && { path: `newer-${at}` }) });
    this.done.push("group and child");
  }
}

/** The structure as a layout declares it; or as an app declares it, with addresses of its own, and deletes what it no longer declares. */
export function declareNumbered(
  structure: Numbered,
  isApp: boolean,
  was: ReadonlyMap<string, string> = new Map(),
): DesiredWorld {
  const { sections, groups } = structure;
  const itemsIn = (parent: string | undefined): readonly ItemSpec[] => [
    ...groups
      .filter((group) => group.parent === parent)
      .map(({ title, number }): ItemSpec => ({ kind: "group", title, children: itemsIn(number) })),
    ...sections
      .filter((section) => section.parent === parent)
      .map(
        ({ title, path, variants }): ItemSpec => ({
          kind: "section",
          title,
          path,
          icon: undefined,
          variants: variants.map(({ space, path: own }): VariantSpec => ({ space, path: own })),
          defaultVariant: null,
        }),
      ),
  ];
  const spec: WorldSpec = {
    collections: [],
    spaces: Array.from({ length: spacesOfNumbered }, (_, at) => ({
      title: `Book ${at}`,
      collection: null,
      emoji: null,
    })),
    teams: [],
    saml: null,
    specs: [],
    further: [],
    site: {
      title: "Docs",
      visibility: "public",
      published: null,
      flat: null,
      defaultSection: null,
      items: itemsIn(undefined),
    },
  };
  const former = new Map<string, string>(
    sections.flatMap(({ number, path }) => {
      const before = was.get(number);
      return before === undefined ? [] : [[`site_section.docs/${path}`, before] as const];
    }),
  );
  const desired = declareWorld(spec);
  const withWas = (object: DesiredObject): DesiredObject => {
    const path = former.get(object.address);
    return path === undefined ? object : { ...object, was: { path } };
  };
  const objects = desired.objects.map(withWas);
  if (!isApp) return { ...desired, objects };
  const inLayout = addressesOf(structure, false);
  const inApp = addressesOf(structure, true);
  const renamed = new Map([...inLayout].map(([number, address]) => [address, inApp.get(number) ?? ""]));
  return {
    ...desired,
    deletesRemoved: true,
    objects: objects.map(({ container, ...object }) => ({
      ...object,
      address: renamed.get(object.address) ?? object.address,
      ...(container !== undefined && {
        container: isReference(container)
          ? { $ref: renamed.get(container.$ref) ?? container.$ref }
          : container,
      }),
      owns: [],
    })),
  };
}

/** The address of each object, by its number. */
export function addressesOf({ sections, groups }: Numbered, isApp: boolean): ReadonlyMap<string, string> {
  if (isApp)
    return new Map([
      ...groups.map(({ number, key }) => [number, `site_section_group.${key}`] as const),
      ...sections.flatMap(({ number, key, variants }) => [
        [number, `site_section.${key}`] as const,
        ...variants.map((variant) => [variant.number, `site_space.${variant.key}`] as const),
      ]),
    ]);
  const groupName = (number: string): string => {
    const { title, parent } = groups.find((each) => each.number === number) as NumberedGroup;
    return `${parent === undefined ? "docs" : groupName(parent)}/${title}`;
  };
  return new Map([
    ...groups.map(({ number }) => [number, `site_section_group.${groupName(number)}`] as const),
    ...sections.flatMap(({ number, path, variants }) => [
      [number, `site_section.docs/${path}`] as const,
      ...variants.map(
        (variant) =>
          [variant.number, `site_space.docs/${path}/${variant.path ?? `n${variant.space}`}`] as const,
      ),
    ]),
  ]);
}
