import fc from "fast-check";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { checkStructureFile, type StructureFile } from "../../src/layout/git-sync/check-structure-file.ts";
import { liveAsStructure } from "../../src/layout/git-sync/live-as-structure.ts";
import { liveSiteIn, structureAsLayout } from "../../src/layout/git-sync/structure-as-layout.ts";
import { registry } from "../../src/resources/registry.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";
import { organizationId } from "../support/declare-world.ts";
import { createTally, timeoutOf, worldsOf } from "../support/laws.ts";
import { worldIn } from "../support/read-text.ts";
import { planLayout, reconcilerOf, runLayout, writingSteps } from "../support/run-layout.ts";
import { createTestService, seededRandom, type TestService } from "../support/service.ts";

const usual = 1000;
const worlds = worldsOf(usual);

test("a structure is the same after it went from its file to the service and back, also after an edit", {
  timeout: timeoutOf(usual),
}, async () => {
  const tally = createTally();
  await tally.draw(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const random = seededRandom(seed);
      const service = createTestService({ apiVersion: "current", random });
      const drawn = drawStructure(random);
      const first = fileOf(drawn);
      await makeLive(service, first);
      expect(await pulled(service, first)).toEqual(first.fields);
      const edited = fileOf(editStructure(drawn, random));
      await makeLive(service, edited);
      expect(await pulled(service, edited)).toEqual(edited.fields);
      for (const kind of kindsIn(drawn)) tally.count(kind);
      tally.count(JSON.stringify(drawn) === JSON.stringify(edited.fields) ? "no edit" : "edit");
    }),
    worlds,
  );
  await tally.report(
    "structure files",
    worlds,
    ["section", "section-group", "space", "external-link", "edit"],
    0.2,
  );
});

/** Applies the file with what is live, and plans it again: nothing is left to write. */
async function makeLive(service: TestService, file: StructureFile): Promise<void> {
  const disk = () => createMemoryDisk({ keepsState: false });
  const run = await runLayout(service, worldIn(await layoutOf(service, file)), disk());
  const outcome = run.kind === "applied" ? run.result.outcome : JSON.stringify(run);
  expect(outcome).toMatch(/^(?:done|nothing)$/u);
  const { plan, diagnostics } = await planLayout(service, worldIn(await layoutOf(service, file)), disk());
  expect(diagnostics).toEqual([]);
  expect(plan === undefined ? [] : writingSteps(plan)).toEqual([]);
}

async function layoutOf(service: TestService, file: StructureFile): Promise<string> {
  const { live } = await reconcilerOf(service, createMemoryDisk()).pull({ organizationId });
  const site = live.objects.find(({ type }) => type === "site");
  const { text } = structureAsLayout(file, organizationId, site && liveSiteIn(live, site.id));
  // The edits remove more than a layout may by default.
  return `${text}safety: { maxDeletes: 100%, maxChanges: 100% }\n`;
}

async function pulled(service: TestService, former: StructureFile): Promise<Json> {
  const { live } = await reconcilerOf(service, createMemoryDisk()).pull({ organizationId });
  const site = live.objects.find(({ type }) => type === "site");
  return parse(liveAsStructure({ types: registry, live, siteId: site?.id ?? "", former }).text) as Json;
}

function fileOf(fields: JsonObject): StructureFile {
  const { file, diagnostics } = checkStructureFile({ file: "gitbook-docs.yaml", text: stringify(fields) });
  if (file === undefined) throw new Error(JSON.stringify({ diagnostics, fields }));
  return file;
}

function kindsIn(value: Json): ReadonlySet<string> {
  return new Set([...JSON.stringify(value).matchAll(/"type":"([^"]+)"/gu)].map(([, kind]) => kind ?? ""));
}

type Draw = <T>(from: readonly T[]) => T;

/** Titles that YAML, variables of layouts or slugs can get wrong. */
const titles = [
  "Guides",
  "Guides",
  "API & SDK",
  "yes",
  "1:30",
  "${x}",
  "# one",
  "Übersicht",
  "a: b",
  "日本語",
  "It's",
];

/** A structure as the published schema and its description allow, without what docsform cannot write. */
function drawStructure(random: () => number): JsonObject {
  const pick: Draw = (from) => from[Math.floor(random() * from.length)] as never;
  const may = (share: number, fields: JsonObject): JsonObject => (random() < share ? fields : {});
  let number = 0;
  const next = () => (number += 1);
  const hasSections = random() < 0.8;
  const spacesOf = (): JsonObject[] =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, (_, at): JsonObject => {
      const id = next();
      return {
        type: "space",
        key: `space-${id}`,
        title: `${pick(titles)} ${id}`,
        path: `v${id}`,
        ...(at === 0
          ? { default: true }
          : {
              ...may(0.2, { hidden: true }),
              ...may(0.2, { draft: true }),
              ...may(0.2, { condition: "visitor.claims.beta" }),
            }),
        ...may(0.1, { localizedTitle: { fr: "Le guide" } }),
        content: {
          directory: random() < 0.1 ? null : `./docs/${id}`,
          ...may(0.2, { language: pick(["fr", "de"]) }),
        },
      };
    });
  let hasDefault = false;
  const sectionOf = (): JsonObject => {
    const id = next();
    const first = hasDefault ? {} : { default: true };
    hasDefault = true;
    return {
      type: "section",
      key: `section-${id}`,
      title: `${pick(titles)} ${id}`,
      path: `s${id}`,
      ...may(0.3, { icon: "book" }),
      ...may(0.3, { description: pick(titles) }),
      ...may(0.2, { localizedTitle: { fr: "La section" }, localizedDescription: { de: "Alles" } }),
      ...("default" in first ? {} : may(0.2, { condition: "visitor.claims.beta" })),
      ...first,
      children: spacesOf(),
    };
  };
  const linkOf = (): JsonObject => {
    const id = next();
    return {
      type: "external-link",
      key: `link-${id}`,
      title: `Link ${id}`,
      url: `https://acme.example/${id}`,
      ...may(0.3, { icon: "signal", draft: true }),
      ...may(0.3, { description: "Whether it works", condition: "visitor.claims.beta" }),
      ...may(0.2, { localizedTitle: { fr: "Le lien" }, localizedDescription: { de: "Alles" } }),
    };
  };
  const groupOf = (depth: number): JsonObject => {
    const id = next();
    return {
      type: "section-group",
      key: `group-${id}`,
      title: `${pick(titles)} ${id}`,
      ...may(0.3, { icon: "code" }),
      ...may(0.2, { localizedTitle: { fr: "Le groupe" } }),
      children: [sectionOf(), ...Array.from({ length: Math.floor(random() * 3) }, () => itemOf(depth + 1))],
    };
  };
  const itemOf = (depth: number): JsonObject => {
    const chance = random();
    if (chance < 0.2) return linkOf();
    return chance < 0.5 && depth < 2 ? groupOf(depth) : sectionOf();
  };
  const structure = hasSections
    ? [sectionOf(), ...Array.from({ length: Math.floor(random() * 4) }, () => itemOf(0))]
    : spacesOf();
  return { version: 1, site: { title: pick(titles), structure } };
}

/** The structure with another order at the top, another title and without one node. */
function editStructure(drawn: JsonObject, random: () => number): JsonObject {
  const site = drawn["site"] as JsonObject;
  const [first, ...others] = site["structure"] as readonly JsonObject[];
  const kept = others.filter(() => random() < 0.8);
  const shuffled = [...kept].sort(() => random() - 0.5);
  const renamed =
    first?.["type"] === "section" ? { ...first, title: `${first["title"] as string} new` } : first;
  const structure = [...shuffled, ...(renamed === undefined ? [] : [renamed])];
  return { ...drawn, site: { ...site, title: "Renamed", structure } };
}
