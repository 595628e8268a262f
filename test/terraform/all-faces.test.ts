import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { filesBelow } from "../../src/cli/files.ts";
import { lastSection } from "../../src/contract/operations/site-structure/policies.ts";
import { permissions } from "../../src/model/plan/permission-flags.ts";
import { once } from "../../src/util/once.ts";
import { worldLines } from "../faults/world-lines.ts";
import { editLayout, layoutEditsWith } from "../support/audience/audience-world.ts";
import { drawnLayout, type LayoutData, textOfDrawn } from "../support/audience/drawn-layout.ts";
import { declareAll, type Labels, label, stackOf } from "../support/faces/stack-of-layout.ts";
import { createTally, timeoutOf, worldsOf } from "../support/laws.ts";
import { type DocsService, organization, startService, tokenVariable } from "./support/docs-service.ts";
import { builtProvider, describeTerraform } from "./support/real-terraform.ts";
import { runDocsform } from "./support/run-docsform.ts";
import { terraformWorkspace } from "./support/terraform-workspace.ts";

const usual = 300;

/** One way to apply a layout to a service of its own. */
interface Face {
  readonly service: DocsService;
  /** Returns how it failed. Undefined: it is done. */
  readonly apply: (layout: LayoutData) => Promise<string | undefined>;
}

const everyFlag = [
  "--yes",
  "--max-deletes",
  "1000",
  "--max-changes",
  "1000",
  ...Object.values(permissions).map(({ flag }) => flag),
];

// Terraform and apps delete what they no longer declare.
const layoutHead = `docsform: 1
organization: ${organization}
prune: [collections, spaces, openapi]
safety: { maxDeletes: 1000, maxChanges: 1000 }
`;

/** Terraform and apps put what declares no parent at the top. In YAML, that is to be said. */
function yamlOf({ collections, spaces, ...rest }: LayoutData): string {
  const places = {
    collections: mapValues(collections, (each) => ({ ...each, parent: each.parent ?? null })),
    spaces: mapValues(spaces, (each) => ({ ...each, collection: each.collection ?? null })),
  };
  return `${layoutHead}${textOfDrawn({ ...places, ...rest } as LayoutData)}`;
}

function mapValues<T, U>(map: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
}

function environmentOf({ running }: DocsService): Record<string, string> {
  return { ...tokenVariable, DOCSFORM_BASE_URL: running.url };
}

describeTerraform("one layout in YAML, in an app and in Terraform", () => {
  const bundle = builtProvider();
  const head = 'terraform {\n  required_providers {\n    docs = { source = "docsform/docs" }\n  }\n}\n';
  const workspace = once(() => {
    const made = terraformWorkspace(bundle, "", head);
    // The stack already declares its providers, and Terraform refuses a second declaration.
    made.write("head.tf", "");
    return made;
  });
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  const docsform = async (file: string, textOf: (layout: LayoutData) => string): Promise<Face> => {
    const service = await startService("current", 0, { [lastSection.name]: "allow" });
    const folder = mkdtempSync(join(bundle.folder, "docsform-"));
    folders.push(folder);
    const files = filesBelow(folder);
    return {
      service,
      apply: async (layout) => {
        files.write(file, textOf(layout));
        const { code, declared } = await runDocsform(
          files,
          ["apply", file, ...everyFlag],
          environmentOf(service),
        );
        return code === 0 ? undefined : declared;
      },
    };
  };

  const terraform = async (textOf: (layout: LayoutData) => string): Promise<Face> => {
    const service = await startService("current", 0, { [lastSection.name]: "allow" });
    for (const file of ["terraform.tfstate", "terraform.tfstate.backup"])
      rmSync(join(workspace().folder, file), { force: true });
    return {
      service,
      apply: async (layout) => {
        workspace().write("cdk.tf.json", textOf(layout));
        const { code, output } = await workspace().runIn(
          environmentOf(service),
          "apply",
          "-auto-approve",
          "-input=false",
        );
        return code === 0 ? undefined : output;
      },
    };
  };

  const world = fc.record({ layout: drawnLayout, edits: layoutEditsWith({ minLength: 1, maxLength: 3 }) });

  test("what YAML refuses is refused everywhere, and what all of them do leaves the same organization", {
    timeout: timeoutOf(10 * usual),
  }, async () => {
    const worlds = worldsOf(usual);
    const tally = createTally();
    const checkFaces = async (faces: Faces, layout: LayoutData, edits: LayoutEdits) => {
      const labels: Labels = new WeakMap();
      faces.begin(labels);
      const edited = structuredClone(layout);
      for (const round of ["before", "after"]) {
        if (round === "after") for (const name of editLayout(edited, edits)) tally.count(name);
        label(edited, labels, round);
        declareAll(edited);
        const ends = await applyAll(faces.all, edited);
        const failed = Object.keys(ends).filter((name) => ends[name] !== undefined);
        expect(failed, Object.values(ends).join("\n")).toSatisfy(mayFail(ends));
        if (failed.length > 0) return tally.count(`refused: ${failed.join(", ")}`);
        expectSameWorlds(faces.all);
      }
      tally.count("done");
    };
    await fc.assert(
      fc.asyncProperty(world, async ({ layout, edits }) => {
        const faces = await openFaces();
        try {
          await checkFaces(faces, layout, edits);
        } finally {
          await faces.close();
        }
      }),
      { numRuns: worlds, endOnFailure: true },
    );
    await tally.report("all faces", worlds, ["done"], 0.66);
  });

  async function openFaces(): Promise<Faces> {
    let labels: Labels = new WeakMap();
    const stack = (each: LayoutData) => stackOf(each, labels);
    const all = {
      yaml: await docsform("docsform.yaml", yamlOf),
      app: await docsform("cdk.tf.json", stack),
      terraform: await terraform(stack),
    };
    return {
      all,
      begin: (given) => (labels = given),
      close: async () => void (await Promise.all(Object.values(all).map(({ service }) => service.close()))),
    };
  }
});

type LayoutEdits = Parameters<typeof editLayout>[1];

interface Faces {
  readonly all: Readonly<Record<string, Face>>;
  readonly begin: (labels: Labels) => void;
  readonly close: () => Promise<void>;
}

async function applyAll(
  faces: Readonly<Record<string, Face>>,
  layout: LayoutData,
): Promise<Readonly<Record<string, string | undefined>>> {
  const entries = Object.entries(faces).map(
    async ([name, { apply }]) => [name, await apply(layout)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * What apps or Terraform refuse and YAML does. Terraform orders the updates of its resources, so they exchange no unique values (guide *readers*). And
 * a first variant has no label of its own: a variant that is hidden and becomes the first one keeps that in YAML, where it is known by its content.
 */
const knownReasons =
  /a third name in a separate apply|for the default site space|can be hidden in a section other than/u;

/** Whether all fail, or none, or apps and Terraform alone for a reason that is known. */
function mayFail(ends: Readonly<Record<string, string | undefined>>): (failed: readonly string[]) => boolean {
  const isKnown = (name: string) => knownReasons.test(ends[name]?.replace(/\s+/gu, " ") ?? "");
  return (failed) =>
    failed.length === Object.keys(ends).length || failed.every((name) => name !== "yaml" && isKnown(name));
}

function expectSameWorlds(faces: Readonly<Record<string, Face>>): void {
  const worlds = Object.entries(faces).map(
    ([name, { service }]) => [name, worldLines(service.running.emulator.dump())] as const,
  );
  const [[, first] = ["", []], ...others] = worlds;
  for (const [name, lines] of others) expect([name, ...lines]).toEqual([name, ...first]);
}
