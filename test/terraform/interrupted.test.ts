import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/model/json.ts";
import { type DocsService, startService, tokenVariable } from "./support/docs-service.ts";
import { buildDocsProvider, type ProviderBundle } from "./support/provider-bundle.ts";
import {
  childrenOf,
  type StartedTerraform,
  type TerraformRun,
  type TerraformWorkspace,
  terraformWorkspace,
  whyNoTerraform,
} from "./support/terraform-workspace.ts";

const why = whyNoTerraform();

let bundle: ProviderBundle;
beforeAll(async () => {
  bundle = await buildDocsProvider();
});
afterAll(() => bundle.remove());

// Creates that are finished by a second call, creates inside of something, one with a child that is born with it, and one
// of which there are two alike.
const world = `
resource "docs_collection" "handbook" {
  title = "Handbook"
}
resource "docs_space" "guides" {
  title         = "Guides"
  collection_id = docs_collection.handbook.id
  default_level = "read"
}
resource "docs_space" "twin" {
  count         = 2
  title         = "Twin"
  collection_id = docs_collection.handbook.id
}
resource "docs_site" "docs" {
  title      = "Docs"
  visibility = "public"
}
resource "docs_site_section" "guides" {
  site_id  = docs_site.docs.id
  space_id = docs_space.guides.id
  title    = "Guides"
  path     = "how-to"
  icon     = "book"
}
`;

/** How many of each type that configuration makes. */
const counts = { collection: 1, space: 3, site: 1, site_section: 1, site_space: 1 };

const creates = ["createCollection", "createSpace", "createSite", "addSectionToSite"] as const;

/** What is killed, and how that is done. */
const victims = {
  "the provider": ({ pid }: StartedTerraform) => childrenOf(pid).forEach((child) => process.kill(child, "SIGKILL")),
  terraform: ({ pid }: StartedTerraform) => process.kill(pid, "SIGKILL"),
  "all of them": ({ pid }: StartedTerraform) => process.kill(-pid, "SIGKILL"),
};

describe.skipIf(why !== undefined)(
  `an apply that is interrupted, with the real terraform${why === undefined ? "" : ` (skipped: ${why})`}`,
  { timeout: 60_000 },
  () => {
    test.each(creates.flatMap((operation) => (["the provider", "all of them"] as const).map((victim) => ({ operation, victim }))))(
      "kill -9 of $victim when $operation was done and not yet answered",
      async ({ operation, victim }) => {
        await withWorld(async ({ service, workspace }) => {
          await killAt(service, workspace, { operation, victim, when: "after" });
          await finishes(service, workspace);
        });
      },
    );
  },
);

interface World {
  readonly service: DocsService;
  readonly workspace: TerraformWorkspace;
}

async function withWorld(work: (world: World) => Promise<void>): Promise<void> {
  const service = await startService();
  try {
    await work({ service, workspace: terraformWorkspace(bundle, world, service.head) });
  } finally {
    await service.close();
  }
}

interface Kill {
  readonly operation: string;
  readonly victim: keyof typeof victims;
  readonly when: "before" | "after";
}

/** Applies, and kills when the service has got a request: before it does what was asked for, or before it answers. */
async function killAt(service: DocsService, workspace: TerraformWorkspace, kill: Kill): Promise<TerraformRun> {
  const { faults } = service.running.emulator;
  let run: StartedTerraform | undefined;
  faults.add({
    on: { operation: kill.operation },
    fault: { kind: "callback", [kill.when]: () => victims[kill.victim](run as StartedTerraform) },
  });
  run = workspace.start(["apply", "-auto-approve"], tokenVariable);
  const ended = await run.ended;
  expect(ended.code).not.toBe(0);
  expect(faults.fired).toEqual({ callback: 1 });
  return ended;
}

/** The next apply completes what there is: each thing once, and all that is there in the state. */
async function finishes(service: DocsService, workspace: TerraformWorkspace): Promise<void> {
  const applied = await workspace.run(["apply", "-auto-approve"], tokenVariable);
  expect(applied.output.slice(-3_000)).toContain("Apply complete!");
  const ids = service.ids();
  expect(Object.fromEntries(Object.keys(counts).map((type) => [type, ids[type]?.length]))).toEqual(counts);
  const planned = await workspace.run(["plan", "-detailed-exitcode"], tokenVariable);
  expect(planned.output.slice(-3_000)).toContain("No changes.");
  expect(planned.code).toBe(0);
}
