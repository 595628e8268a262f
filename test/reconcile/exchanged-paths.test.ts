import { expect, test } from "vitest";
import type { Permission } from "../../src/model/plan/permission-flags.ts";
import { createMemoryDisk, type MemoryDisk } from "../../src/state/memory-disk.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { createKillable } from "../support/killable.ts";
import { layoutWith } from "../support/read-text.ts";
import { planLayout, runLayout, writingSteps } from "../support/run-layout.ts";
import { createTestService, seededRandom, type TestService } from "../support/service.ts";
import { declareNumbered, spacesOfNumbered } from "../support/structure-exchanges.ts";

// What people set in the app stays with the content that exchanges its path with another one.

const layout = (structure: string) =>
  layoutWith(`
spaces: { x: { title: Public }, y: { title: Secret }, z: { title: More } }
sites:
  docs:
    title: Docs
    structure:
${structure.replaceAll(/^/gmu, "      ")}
`);

const sections = {
  name: "sections",
  type: "site_section",
  before: `
- { section: Guides, path: guides, spaces: [x] }
- { section: Next, path: next, spaces: [y, { space: z, path: fr }] }
`,
  after: `
- { section: Guides, path: next, spaces: [x] }
- { section: Next, path: guides, spaces: [y, { space: z, path: fr }] }
`,
  edit: (service: TestService, siteId: string, siteSectionId: string) =>
    service.emulator.edit("updateSiteSectionById", { siteId, siteSectionId }, hidden(service)),
};
const variants = {
  name: "variants",
  type: "site_space",
  before: `- { section: Guides, path: api, spaces: [{ space: x, path: guides }, { space: y, path: next }] }`,
  after: `- { section: Guides, path: api, spaces: [{ space: x, path: next }, { space: y, path: guides }] }`,
  edit: (service: TestService, siteId: string, siteSpaceId: string) =>
    service.emulator.edit("updateSiteSpaceById", { siteId, siteSpaceId }, hidden(service)),
};

/** What hides content from readers. */
function hidden({ apiVersion }: TestService): JsonObject {
  return apiVersion === "current" ? { draft: true } : { condition: "visitor.claims.beta" };
}

const cases = [sections, variants].flatMap((each) =>
  (["classic", "current"] as const).flatMap((apiVersion) => [
    { ...each, apiVersion, known: "known by the state", isKnown: true },
    { ...each, apiVersion, known: "without a state", isKnown: false },
  ]),
);

test.each(cases)("$name exchange paths and nothing else, $known ($apiVersion)", async (given) => {
  const { apiVersion, type, before, after, isKnown } = given;
  const service = createTestService({ apiVersion, random: seededRandom(67) });
  const disk = createMemoryDisk();
  expect(await runLayout(service, layout(before), disk)).toMatchObject({ result: { outcome: "done" } });
  closeNext(service, given);
  const had = recordsOf(service, type);
  const knowing = isKnown ? disk : createMemoryDisk();
  const allow = new Set<Permission>(isKnown ? [] : ["imports"]);
  const end = await runLayout(service, layout(after), knowing, 4, { allow });
  expect(end).toMatchObject({ kind: "applied", result: { outcome: "done" } });
  expect(recordsOf(service, type)).toEqual(had.map(exchanged));
  const again = await planLayout(service, layout(after), knowing);
  expect(again.plan && writingSteps(again.plan)).toEqual([]);
  expect(idOfPath(knowing, service, type)).toEqual(
    Object.fromEntries(had.map(exchanged).map(({ path, id }) => [path, id])),
  );
});

const kills = cases
  .filter(({ isKnown }) => isKnown)
  .flatMap((each) => [
    { ...each, outcome: "finished", isUndone: false },
    { ...each, outcome: "undone", isUndone: true },
  ]);

test.each(kills)("a killed exchange of $name is $outcome by the next run ($apiVersion)", async (given) => {
  for (const when of ["before", "after"] as const) {
    let at = 1;
    while (await isKilled(given, { when, at })) at += 1;
    expect(at).toBe(4);
  }
});

/** Applies the exchange, kills it at a write, and applies one of the two layouts. Returns whether there was such a write. */
async function isKilled(
  given: (typeof kills)[number],
  { when, at }: { readonly when: "before" | "after"; readonly at: number },
): Promise<boolean> {
  const { apiVersion, type, before, after, isUndone } = given;
  const killable = createKillable();
  const { transport } = killable;
  const service = createTestService({ apiVersion, random: seededRandom(67), transport, watch: "none" });
  const disk = killable.disk();
  killable.start(null);
  await runLayout(service, layout(before), disk);
  closeNext(service, given);
  const had = recordsOf(service, type);
  let writes = 0;
  killable.start({ when, at: ({ method }) => method !== "GET" && (writes += 1) === at });
  await runLayout(service, layout(after), disk, 1);
  killable.start(null);
  const end = await runLayout(service, layout(isUndone ? before : after), disk);
  expect([at, end.kind === "applied" && end.result.remaining]).toEqual([at, []]);
  expect(recordsOf(service, type)).toEqual(isUndone ? had : had.map(exchanged));
  return writes >= at;
}

// Two sections could have become the one that is declared at `two`, so that stays. After the first patch, only one of them could.
const twoCandidates = {
  before: `
- { section: Manual, path: one, spaces: [x] }
- { section: Next, path: two, spaces: [y] }
- { section: Manual, path: three, spaces: [x] }
`,
  after: `
- { section: Guides, path: one, spaces: [x] }
- { section: Manual, path: two, spaces: [x] }
`,
};

test("a killed run of an imported layout and the next run keep the sections that one run keeps", async () => {
  let at = 1;
  while (await isKilledImport(at)) at += 1;
  expect(at).toBeGreaterThan(3);
});

/** Applies the layout to sections that are only imported, kills the run at a write, and applies it again. Returns whether there was such a write. */
async function isKilledImport(at: number): Promise<boolean> {
  const killable = createKillable();
  const { transport } = killable;
  const service = createTestService({
    apiVersion: "current",
    random: seededRandom(67),
    transport,
    watch: "none",
  });
  const disk = killable.disk();
  killable.start(null);
  await runLayout(service, layout(twoCandidates.before), disk);
  const { state } = disk;
  if (state === undefined) throw new Error("The first run has saved no state.");
  const imported = Object.entries(state.objects).map(([address, { id, scopeId }]) => [
    address,
    { id, origin: "imported", applied: {}, ...(scopeId !== undefined && { scopeId }) },
  ]);
  disk.state = { ...state, objects: Object.fromEntries(imported) as typeof state.objects };
  const [one, two] = recordsOf(service, "site_section");
  let writes = 0;
  killable.start({ when: "after", at: ({ method }) => method !== "GET" && (writes += 1) === at });
  await runLayout(service, layout(twoCandidates.after), disk, 1);
  killable.start(null);
  const end = await runLayout(service, layout(twoCandidates.after), disk);
  expect([at, end.kind === "applied" && end.result.remaining]).toEqual([at, []]);
  expect([at, recordsOf(service, "site_section")]).toEqual([
    at,
    [
      { ...one, title: "Guides" },
      { ...two, title: "Manual" },
    ],
  ]);
  return writes >= at;
}

test("a section whose number in a list means another one is deleted, also by a later run", async () => {
  const service = createTestService({ apiVersion: "current", random: seededRandom(67) });
  const disk = createMemoryDisk();
  const numbered = (titles: readonly string[]) =>
    declareNumbered(
      {
        groups: [],
        sections: titles.map((title, at) => ({
          number: title,
          key: `page-${at}`,
          title,
          path: title.toLowerCase(),
          parent: undefined,
          variants: [
            { number: `${title}-0`, key: `page-${at}`, space: title.length % spacesOfNumbered, path: null },
          ],
        })),
      },
      true,
    );
  const first = await runLayout(service, numbered(["One", "Three", "Eleven"]), disk);
  expect(first).toMatchObject({ kind: "applied", result: { outcome: "done" } });
  const had = recordsOf(service, "site_section");
  service.emulator.faults.add({
    on: { operation: "deleteSiteSectionById", times: 1 },
    fault: { kind: "error-before", status: 409 },
  });
  const refused = await runLayout(service, numbered(["Three", "Eleven"]), disk);
  expect(refused).toMatchObject({ kind: "applied", result: { outcome: "partial" } });
  expect(recordsOf(service, "site_section")).toEqual(had);
  await runLayout(service, numbered(["Three", "Eleven"]), disk);
  expect(recordsOf(service, "site_section")).toEqual(had.slice(1));
});

function closeNext(service: TestService, { type, edit }: typeof sections | typeof variants): void {
  const [next] = service.emulator.service.list(type).filter(({ path }) => path === "next");
  const [site] = service.emulator.service.list("site");
  expect(edit(service, site?.id ?? "", next?.id ?? "").status).toBeLessThan(300);
}

interface Shown extends JsonObject {
  readonly id: string;
  readonly path: string;
}

/** What the service has of each object. */
function recordsOf(service: TestService, type: string): readonly Shown[] {
  return service.emulator.service
    .list(type)
    .map(
      ({ id, title, path, draft, condition, space }) =>
        ({ id, title, path, draft, condition, space }) as Shown,
    );
}

function exchanged(record: Shown): Shown {
  const paths: Readonly<Record<string, string>> = { guides: "next", next: "guides" };
  return { ...record, path: paths[record.path] ?? record.path };
}

/** The ids in the state, by the paths that the objects have now, or else by those of their addresses. */
function idOfPath(
  { state }: MemoryDisk,
  service: TestService,
  type: string,
): Readonly<Record<string, string>> {
  const pathOf = new Map(recordsOf(service, type).map(({ id, path }) => [id, path]));
  const nameIn = (address: string) => /[^/]*$/u.exec(address)?.[0] ?? "";
  return Object.fromEntries(
    Object.entries(state?.objects ?? {})
      .filter(([address]) => address.startsWith(`${type}.`))
      .map(([address, { id }]) => [
        ["x", "y"].includes(nameIn(address)) ? (pathOf.get(id) ?? "") : nameIn(address),
        id,
      ]),
  );
}
