import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDocument, visit } from "yaml";
import { formatSource } from "../../src/layout/format/format-source.ts";
import { commentsIn, contentOf, declaredIn } from "../../src/layout/format/same-layout.ts";
import { layoutTypesOf } from "../../src/layout/layout-types.ts";
import { readLayout } from "../../src/layout/read-layout.ts";
import { writePulled } from "../../src/layout/write-pulled.ts";
import { parseSource } from "../../src/layout/yaml-source.ts";
import { registry } from "../../src/resources/registry.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { buildWorld } from "../support/build-world.ts";
import { organizationId } from "../support/declare-world.ts";
import { timeoutOf, worldsOf } from "../support/laws.ts";
import { reformatted } from "../support/random-format.ts";
import { reconcilerOf } from "../support/run-layout.ts";
import { scenarioFields } from "../support/scenario.ts";
import { createTestService, seededRandom } from "../support/service.ts";

const worlds = worldsOf(300);
const { live, apiVersion, policy, seed } = scenarioFields;
const given = fc.record({ live, apiVersion, policy, seed });
type Given = typeof given extends fc.Arbitrary<infer T> ? T : never;

const types = layoutTypesOf(registry);
const file = "docsform.yaml";

async function pulledLayout(world: Given): Promise<string> {
  const service = createTestService({ ...world, random: seededRandom(world.seed) });
  buildWorld(service.emulator, world.live);
  const { live: pulled } = await reconcilerOf(service, createMemoryDisk()).pull({ organizationId });
  return writePulled({ types: registry, live: pulled }).text;
}

/** The same layout as a person might write it: with fields in any order, and comments at any indent. */
function rewritten(pulled: string, random: () => number): string {
  return commented(shuffled(reformatted(pulled, random), random), random);
}

function shuffled(text: string, random: () => number): string {
  const document = parseDocument(text, { customTags: [{ tag: "!env", resolve: (name: string) => name }] });
  visit(document, {
    Map(_key, map) {
      // An alias must come after its anchor.
      if (/[&*]/u.test(text.slice(map.range?.[0], map.range?.[2]))) return;
      map.items = map.items
        .map((pair) => ({ pair, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ pair }) => pair);
    },
  });
  return document.toString({ lineWidth: random() < 0.2 ? 60 : 0, verifyAliasOrder: false });
}

function commented(text: string, random: () => number): string {
  const lines = text.split("\n").flatMap((line, at) => {
    const comment = `${" ".repeat(Math.floor(random() * 9))}# between ${at}`;
    return random() < 0.1 ? [comment, line] : [line];
  });
  return lines.join("\n");
}

function read(text: string) {
  const sources = [{ file: "docsform.yaml", text }];
  return readLayout({ sources, types: registry, environment: {}, readFile: () => "" });
}

test(
  "formatting keeps values and comments, and does nothing the second time",
  { timeout: timeoutOf(worlds) },
  () =>
    fc.assert(
      fc.asyncProperty(given, async (world) => {
        const pulled = await pulledLayout(world);
        expect(formatSource(types, { file, text: pulled }), "pull writes layouts that are formatted").toBe(
          pulled,
        );
        const text = rewritten(pulled, seededRandom(world.seed + 1));
        fc.pre(parseSource({ file: "docsform.yaml", text }, () => undefined) !== undefined);
        const formatted = formatSource(types, { file, text });
        expect([...commentsIn(formatted)].sort()).toEqual([...commentsIn(text)].sort());
        expect(contentOf({ file: "a", text: formatted }), formatted).toEqual(contentOf({ file: "a", text }));
        expect(declaredIn(read(formatted)), text).toEqual(declaredIn(read(text)));
        expect(formatSource(types, { file, text: formatted })).toBe(formatted);
      }),
      { numRuns: worlds },
    ),
);
