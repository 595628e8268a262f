import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

// The configuration has creates that need a second call, creates inside a container, a create with a first child, and two equal objects.
const world = `
resource "docs_collection" "handbook" {
  title      = "Handbook"
  depends_on = [docs_site.docs]
}
resource "docs_space" "guides" {
  title         = "Guides"
  parent_id     = docs_collection.handbook.id
  default_level = "read"
}
resource "docs_space" "duplicate" {
  count         = 2
  title         = "Duplicate"
  parent_id     = docs_collection.handbook.id
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

  depends_on = [docs_space.duplicate]
}
`;

/** The number of objects of each type that the configuration creates. */
const counts = { collection: 1, space: 3, site: 1, site_section: 1, site_space: 1 };

const creates = ["createCollection", "createSpace", "createSite", "addSectionToSite"] as const;

/** The killed processes, and how to kill them. */
const victims = {
  "Ctrl-C": ({ pid }: StartedTerraform) => process.kill(-pid, "SIGINT"),
  "the provider": ({ pid }: StartedTerraform) =>
    childrenOf(pid).forEach((child) => process.kill(child, "SIGKILL")),
  "all of them": ({ pid }: StartedTerraform) => process.kill(-pid, "SIGKILL"),
};

describe.skipIf(why !== undefined)(
  `an apply that is interrupted, with the real terraform${why === undefined ? "" : ` (skipped: ${why})`}`,
  { timeout: 60_000 },
  () => {
    test.each(creates)("kill -9 of the provider after %s and before its response", async (operation) => {
      await withWorld(async ({ service, workspace }) => {
        await killAt(service, workspace, { operation, victim: "the provider", when: "after" });
        await checkFinishes(service, workspace);
      });
    });

    test("kill -9 of the provider when a create arrives and before it is done", async () => {
      await withWorld(async ({ service, workspace }) => {
        await killAt(service, workspace, {
          operation: "createSpace",
          victim: "the provider",
          when: "before",
        });
        await checkFinishes(service, workspace);
      });
    });

    test.each(["updateSpaceById", "updateSiteSectionById"])(
      "kill -9 of the provider after the response to a create, when %s arrives, which completes it",
      async (operation) => {
        await withWorld(async ({ service, workspace }) => {
          await killAt(service, workspace, { operation, victim: "the provider", when: "before" });
          await checkFinishes(service, workspace);
        });
      },
    );

    test.each(creates)("kill -9 of terraform and the provider together after %s", async (operation) => {
      await withWorld(async ({ service, workspace }) => {
        await killAt(service, workspace, { operation, victim: "all of them", when: "after" });
        await checkFinishes(service, workspace);
      });
    });

    test("a create that Terraform knows is not a lost one", async () => {
      await withWorld(async ({ service, workspace }) => {
        const operation = "updateSiteSectionById";
        await killAt(service, workspace, { operation, victim: "all of them", when: "before" });
        await checkFinishes(service, workspace);
        workspace.write("main.tf", world.replace("count         = 2", "count         = 3"));
        await checkFinishes(service, workspace, { ...counts, space: 4 });
      });
    });

    test("an object of one state is not recovered for another one in the same folder", async () => {
      await withWorld(async ({ service, workspace }) => {
        expect((await workspace.run(["apply", "-auto-approve"], tokenVariable)).code).toBe(0);
        await workspace.run(["workspace", "new", "other"]);
        await checkFinishes(service, workspace, {
          collection: 2,
          space: 6,
          site: 2,
          site_section: 2,
          site_space: 2,
        });
      });
    });

    test("Ctrl-C during creates waits for their responses, and starts nothing new", async () => {
      await withWorld(async ({ service, workspace }) => {
        const { output } = await killAt(service, workspace, {
          operation: "createSite",
          victim: "Ctrl-C",
          when: "after",
        });
        expect(output).toContain("Interrupt received.");
        const shown = await workspace.run(["state", "list"], tokenVariable);
        expect(shown.output).toContain("docs_site.docs");
        expect(service.ids()).toMatchObject({ space: [], site_section: [] });
        await checkFinishes(service, workspace);
      });
    });

    test("two candidates for a lost create need a person's decision", async () => {
      await withWorld(async ({ service, workspace }) => {
        const operation = "createCollection";
        await killAt(service, workspace, { operation, victim: "the provider", when: "after" });
        const [lost] = service.ids()["collection"] as [string];
        service.running.emulator.edit(operation, {}, { title: "Handbook" });
        const refused = await workspace.run(["apply", "-auto-approve"], tokenVariable);
        const printed = refused.output.replace(/[\s│]+/g, " ");
        expect(printed).toContain("2 collections could be the one that it created");
        expect(printed).toContain("Import the right one, and delete the others if you do not need them.");
        expect(service.ids()["collection"]).toHaveLength(2);
        await workspace.run(["import", "docs_collection.handbook", lost], tokenVariable);
        await checkFinishes(service, workspace, { ...counts, collection: 2 });
      });
    });

    test("another user's object after a refused create is not recovered", async () => {
      await withWorld(async ({ service, workspace }) => {
        const operation = "createCollection";
        const { emulator } = service.running;
        emulator.faults.add({ on: { operation }, fault: { kind: "error-before", status: 400 } });
        expect((await workspace.run(["apply", "-auto-approve"], tokenVariable)).code).not.toBe(0);
        expect(emulator.faults.fired).toEqual({ "error-before": 1 });
        emulator.edit(operation, {}, { title: "Handbook" });
        const [theirs] = service.ids()["collection"] as [string];
        await checkFinishes(service, workspace, { ...counts, collection: 2 });
        const shown = await workspace.run(["state", "show", "docs_collection.handbook"], tokenVariable);
        expect(shown.output).not.toContain(theirs);
      });
    });

    test("a create with a lost response that could not be checked is found by the next apply", async () => {
      await withWorld(async ({ service, workspace }) => {
        const operation = "createCollection";
        const { faults } = service.running.emulator;
        const listing = { operation: "listCollectionsInOrganizationById", times: "always" } as const;
        const unreadable = () => faults.add({ on: listing, fault: { kind: "forbidden" } });
        faults.add({ on: { operation }, fault: { kind: "callback", after: unreadable } });
        faults.add({ on: { operation }, fault: { kind: "drop-after" } });
        const first = await workspace.run(["apply", "-auto-approve"], tokenVariable);
        expect(first.code).not.toBe(0);
        expect(faults.fired).toMatchObject({ callback: 1, "drop-after": 1 });
        faults.clear();
        expect(service.ids()["collection"]).toHaveLength(1);
        await checkFinishes(service, workspace);
      });
    });
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

/** Applies, and kills the processes when the service receives a request: before it executes the request, or before it responds. */
async function killAt(
  service: DocsService,
  workspace: TerraformWorkspace,
  kill: Kill,
): Promise<TerraformRun> {
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

/** The next apply completes the interrupted one: each object exists once, and Terraform's state has all of them. */
async function checkFinishes(
  service: DocsService,
  workspace: TerraformWorkspace,
  expected: Readonly<Record<string, number>> = counts,
): Promise<void> {
  const applied = await workspace.run(["apply", "-auto-approve"], tokenVariable);
  expect(applied.output.slice(-3_000)).toContain("Apply complete!");
  const ids = service.ids();
  expect(Object.fromEntries(Object.keys(counts).map((type) => [type, ids[type]?.length]))).toEqual(expected);
  const planned = await workspace.run(["plan", "-detailed-exitcode"], tokenVariable);
  expect(planned.output.slice(-3_000)).toContain("No changes.");
  expect(planned.code).toBe(0);
}
