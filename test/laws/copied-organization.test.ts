import fc from "fast-check";
import { expect, test } from "vitest";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import type { Emulator } from "../../src/emulator/new-emulator.ts";
import { writePulled } from "../../src/layout/write-pulled.ts";
import { bodyOf } from "../../src/model/emulator-responses.ts";
import type { EmulatorRecord } from "../../src/model/emulator-rules.ts";
import { registry } from "../../src/resources/registry.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";
import { buildWorld } from "../support/build-world.ts";
import { organizationId } from "../support/declare-world.ts";
import { createTally, timeoutOf, worldsOf } from "../support/laws.ts";
import { reconcilerOf, runLayout } from "../support/run-layout.ts";
import { scenarioFields } from "../support/scenario.ts";
import { createTestService, seededRandom } from "../support/service.ts";

const usual = 300;
const worlds = worldsOf(usual);
const { live, seed } = scenarioFields;
const current = { apiVersion: "current" as const };

const kinds = ["draft", "hidden", "condition", "localizedTitle", "localizedDescription"] as const;
const choices = fc.array(fc.subarray([...kinds]), { minLength: 6, maxLength: 6 });

test("a pulled layout, applied in another organization, shows readers nothing that they did not see in the first", {
  timeout: timeoutOf(usual),
}, async () => {
  const tally = createTally();
  await tally.draw(
    fc.asyncProperty(fc.record({ live, seed, choices }), async (given) => {
      const first = createTestService({ ...current, random: seededRandom(given.seed) });
      buildWorld(first.emulator, { ...given.live, teams: [], saml: null, specs: [], further: [] });
      for (const kind of setInApp(first.emulator, given.choices)) tally.count(kind);
      const pulled = await reconcilerOf(first, createMemoryDisk()).pull({ organizationId });
      const { desired, text } = writePulled({ types: registry, live: pulled.live });
      if (desired === undefined) throw new Error("The layout that was pulled cannot be read.");

      const shown = new Set<string>();
      const second = createTestService({
        ...current,
        random: seededRandom(given.seed + 1),
        transport: (emulator) => {
          const send = emulatorTransport(emulator);
          return async (...request) => {
            const answer = await send(...request);
            for (const item of shownBy(emulator)) shown.add(item);
            return answer;
          };
        },
      });
      const end = await runLayout(second, desired, createMemoryDisk());
      expect(end.kind, text).toBe("applied");

      const before = shownBy(first.emulator);
      expect(
        [...shown].filter((item) => !before.includes(item)),
        text,
      ).toEqual([]);
      expect(itemsOf(second.emulator), text).toEqual(itemsOf(first.emulator));
    }),
    worlds,
  );
  await tally.report("copied organization", worlds, [...kinds], 0.05);
});

const tables = [
  { table: "site_section", operation: "updateSiteSectionById", id: "siteSectionId" },
  { table: "site_section_group", operation: "updateSiteSectionGroupById", id: "siteSectionGroupId" },
  { table: "site_space", operation: "updateSiteSpaceById", id: "siteSpaceId" },
] as const;

const values: Readonly<Record<(typeof kinds)[number], Json>> = {
  draft: true,
  hidden: true,
  condition: "visitor.claims.beta",
  localizedTitle: { fr: "Bonjour" },
  localizedDescription: { de: "Hallo" },
};

const fieldsOf: Readonly<Record<(typeof tables)[number]["table"], readonly string[]>> = {
  site_section: ["draft", "condition", "localizedTitle", "localizedDescription"],
  site_section_group: ["draft", "localizedTitle"],
  site_space: ["draft", "hidden", "condition"],
};

/** The service refuses to hide the default variant of the default section, or of a site without sections. */
function canBeHidden({ service }: Emulator, record: EmulatorRecord): boolean {
  const sections = service.list("site_section");
  return (
    record["default"] !== true ||
    sections.some(({ id, default: isDefault }) => id === record["section"] && isDefault !== true)
  );
}

/** Sets values as another user does in the app, and returns them. */
function setInApp(emulator: Emulator, drawn: readonly (readonly (typeof kinds)[number][])[]) {
  const set: string[] = [];
  for (const { table, operation, id } of tables) {
    emulator.service.list(table).forEach((record, at) => {
      const chosen = (drawn[at % drawn.length] ?? []).filter(
        (kind) => fieldsOf[table].includes(kind) && (kind !== "hidden" || canBeHidden(emulator, record)),
      );
      if (chosen.length === 0) return;
      const body = Object.fromEntries(chosen.map((kind) => [kind, values[kind]]));
      emulator.edit(operation, { siteId: record["site"] as string, [id]: record.id }, body);
      set.push(...chosen);
    });
  }
  return set;
}

/** What readers see, without ids, so that organizations can be compared. */
function shownBy(emulator: Emulator): readonly string[] {
  const published = emulator.service.list("site").filter((site) => site["published"] === true);
  return published.flatMap((site) => {
    const { structure } = bodyOf(emulator.edit("getPublishedContentSite", { siteId: site.id }));
    return linesOf((structure as JsonObject)["structure"]);
  });
}

/** The items in the structures of all sites. */
function itemsOf(emulator: Emulator): readonly string[] {
  return emulator.service
    .list("site")
    .flatMap((site) => linesOf(bodyOf(emulator.edit("getSiteStructure", { siteId: site.id }))["structure"]));
}

function linesOf(items: Json | undefined, above = ""): readonly string[] {
  return ((items ?? []) as readonly JsonObject[]).flatMap((item) => {
    const named = { title: item["title"] ?? null, path: item["path"] ?? null };
    const reported = kinds.map((kind) => [kind, emptyAsNull(item[kind])]);
    const line = `${above}/${JSON.stringify([named, Object.fromEntries(reported)])}`;
    return [line, ...linesOf(item["children"], line), ...linesOf(item["siteSpaces"], line)];
  });
}

/** An empty map of languages is the same as no value. */
function emptyAsNull(value: Json | undefined): Json {
  return value === undefined || JSON.stringify(value) === "{}" ? null : value;
}
