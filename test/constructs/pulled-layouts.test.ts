import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DocsLayout } from "../../src/constructs/docs-layout.ts";
import { writePulled } from "../../src/layout/write-pulled.ts";
import { publishedApiVersions } from "../../src/model/endpoint.ts";
import { registry } from "../../src/resources/registry.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { buildWorld } from "../support/build-world.ts";
import { organizationId } from "../support/declare-world.ts";
import { liveSpec } from "../support/draw-world.ts";
import { reconcilerOf } from "../support/run-layout.ts";
import { createTestService, seededRandom } from "../support/service.ts";
import { synth } from "../support/synth.ts";
import { usualSeed } from "../support/usual-seed.ts";

const worlds = fc.sample(liveSpec, { numRuns: 12, seed: usualSeed });

test.each(publishedApiVersions)(
  "an app accepts each layout that pull wrote, and creates none of its objects, on the %s API version",
  { timeout: 60_000 },
  async (apiVersion) => {
    for (const [at, world] of worlds.entries()) {
      const service = createTestService({ apiVersion, random: seededRandom(at) });
      buildWorld(service.emulator, world);
      const disk = createMemoryDisk();
      const reconciler = reconcilerOf(service, disk);
      const { live, state } = await reconciler.pull({ organizationId });
      const { desired, ids, text } = writePulled({ types: registry, live });
      if (desired === undefined) throw new Error(text);
      await reconciler.savePulled({ desired, live, state, ids });
      const folder = mkdtempSync(join(tmpdir(), "pulled-"));
      try {
        writeFileSync(join(folder, "docsform.yaml"), text);
        writeFileSync(join(folder, "docsform.state.json"), JSON.stringify(disk.state));
        const { resource, ...rest } = synth((stack) => {
          DocsLayout.fromYaml(stack, "layout", join(folder, "docsform.yaml"), { environment: {} });
        });
        const imported = new Set(((rest.import ?? []) as { to: string }[]).map(({ to }) => to));
        const addresses = Object.entries(resource ?? {}).flatMap(([type, all]) =>
          Object.keys(all).map((name) => `${type}.${name}`),
        );
        expect(
          addresses.filter((address) => !imported.has(address)),
          text,
        ).toEqual([]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    }
  },
);
