import { organization } from "../cli/workbench.ts";

/** A layout before and after an edit. */
export interface Edit {
  readonly before: string;
  readonly after: string;
}

const head = `docsform: 1\norganization: ${organization}\nprune: [spaces, collections]\n`;

/** Steps with some dangers, and with wide letters, combined letters and surrogate pairs. */
export const fewSteps: Edit = {
  before: `${head}spaces:
  guides: { title: 案内とガイド, defaultLevel: read }
  old: { title: "Old 👩‍👩‍👧 family" }
sites:
  docs:
    title: Docs
    visibility: unlisted
    published: true
    structure:
      - { section: Guides, path: guides, spaces: [guides] }
      - group: Reference
        children:
          - { section: API, path: api, description: "${"All that can be called, and how. ".repeat(6)}Ask us.", spaces: [guides] }
`,
  after: `${head}spaces:
  guides: { title: 案内とガイドの本, defaultLevel: edit }
sites:
  docs:
    title: Docs
    visibility: public
    published: true
    structure:
      - group: Reference
        children:
          - { section: Guides, path: handbook, spaces: [guides] }
          - { section: API, path: api, description: "${"All that can be called, and how. ".repeat(6)}Write to us.", spaces: [guides] }
`,
};

/** Sixty steps: 10 deletes, 20 changes, 20 new spaces, and 5 new sections, each with a variant. */
export function sixtySteps(): Edit {
  return { before: sixtyObjects(false), after: sixtyObjects(true) };
}

function sixtyObjects(edited: boolean): string {
  const spaces = range(edited ? 10 : 0, edited ? 60 : 40).map(
    (at) => `  space-${at}: { title: Space ${at}${edited && at < 30 ? " revised" : ""} }`,
  );
  const sections = range(0, edited ? 10 : 5).flatMap((at) =>
    itemLines(`part-${at}`, `Part ${at}`, 30 + at, false),
  );
  return [
    `${head}spaces:`,
    ...spaces,
    "sites:",
    "  docs:",
    "    title: Docs",
    "    structure:",
    ...sections,
    "",
  ].join("\n");
}

/** Five hundred steps of all kinds, in three sites. */
export function manySteps(): Edit {
  return { before: manyObjects(false), after: manyObjects(true) };
}

const sites = 3;
const groups = 5;
const sections = 8;

function manyObjects(edited: boolean): string {
  const spaces = range(edited ? 60 : 0, edited ? 405 : 140).map(
    (at) => `  space-${at}: { title: Space ${at}, collection: shelf-${at % 10} }`,
  );
  return [
    `${head}collections:`,
    ...range(0, 10).map((at) => `  shelf-${at}: { title: Shelf ${at} }`),
    "spaces:",
    ...spaces,
    "sites:",
    ...range(0, sites).flatMap((site) => [
      `  site-${site}:`,
      `    title: Site ${site}`,
      "    structure:",
      ...range(0, groups).flatMap((group) => [
        `      - group: Group ${group}`,
        "        children:",
        ...range(0, sections).flatMap((section) => sectionLines(site, group, section, edited)),
      ]),
    ]),
    "",
  ].join("\n");
}

/** Of eight sections, one is deleted, one is new, two are renamed, one moves to the next group, and three stay unchanged. */
function sectionLines(site: number, group: number, section: number, edited: boolean): readonly string[] {
  const home = edited && section === 4 ? (group + 1) % groups : group;
  const name = `s${home}-${section}`;
  if (edited && section === 0) return itemLines(`new-${group}`, "New", 60 + site, true);
  const title = edited && section < 3 ? `Chapter ${section}, revised` : `Chapter ${section}`;
  return itemLines(name, title, 60 + ((site * 20 + home * 4 + section) % 60), edited && section % 2 === 1);
}

function itemLines(path: string, title: string, space: number, isWider: boolean): readonly string[] {
  const variants = [`space-${space}`, ...(isWider ? [`space-${100 + (space % 60)}`] : [])];
  return [
    `          - section: ${title}`,
    `            path: ${path}`,
    "            spaces:",
    ...variants.map((variant, at) =>
      at === 0
        ? `              - { space: ${variant} }`
        : `              - { space: ${variant}, path: more }`,
    ),
  ];
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}
