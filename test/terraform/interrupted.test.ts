import { expect, test } from "vitest";
import { someOf } from "../support/laws.ts";
import { forTest } from "../support/made-by-hook.ts";
import { builtProvider, describeTerraform, serviceOfTest } from "./support/real-terraform.ts";
import {
  applyAll,
  checkNoChanges,
  childrenOf,
  type StartedTerraform,
  type TerraformRun,
  terraformWorkspace,
} from "./support/terraform-workspace.ts";

const bundle = builtProvider();
const service = serviceOfTest();
const workspace = forTest(() => terraformWorkspace(bundle, world, service.head));

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

interface Kill {
  readonly operation: string;
  readonly victim: keyof typeof victims;
  /** Whether the service has executed the operation. Its response never arrives. */
  readonly when: "before" | "after";
}

const kills: readonly Kill[] = [
  ...creates.flatMap((operation): readonly Kill[] => [
    { victim: "the provider", when: "after", operation },
    { victim: "all of them", when: "after", operation },
  ]),
  { victim: "the provider", when: "before", operation: "createSpace" },
  // These writes complete a create, whose response has arrived.
  { victim: "the provider", when: "before", operation: "updateSpaceById" },
  { victim: "the provider", when: "before", operation: "updateSiteSectionById" },
];

describeTerraform("an apply that is interrupted, with the real terraform", () => {
  const nameOf = (kill: Kill) => Object.values(kill).join(" ");
  test.each(someOf(kills, nameOf, 27))(
    "the next apply completes it: kill -9 of $victim $when $operation",
    async (kill) => {
      await killAt(kill);
      await checkFinishes();
      await checkNoChanges(workspace);
    },
  );

  test("a create that Terraform knows is not a lost one", async () => {
    const operation = "updateSiteSectionById";
    await killAt({ operation, victim: "all of them", when: "before" });
    await applyAll(workspace);
    workspace.write("main.tf", world.replace("count         = 2", "count         = 3"));
    await checkFinishes({ ...counts, space: 4 });
  });

  test("an object of one state is not recovered for another one in the same folder", async () => {
    await applyAll(workspace);
    await workspace.run("workspace", "new", "other");
    await checkFinishes({
      collection: 2,
      space: 6,
      site: 2,
      site_section: 2,
      site_space: 2,
    });
  });

  test("Ctrl-C during creates waits for their responses, and starts nothing new", async () => {
    const { output } = await killAt({
      operation: "createSite",
      victim: "Ctrl-C",
      when: "after",
    });
    expect(output).toContain("Interrupt received.");
    const shown = await workspace.run("state", "list");
    expect(shown.output).toContain("docs_site.docs");
    expect(service.ids()).toMatchObject({ space: [], site_section: [] });
    await checkFinishes();
  });
});

/** Applies, and kills the processes when the service receives a request: before it executes the request, or before it responds. */
async function killAt(kill: Kill): Promise<TerraformRun> {
  const { faults } = service.running.emulator;
  let run: StartedTerraform | undefined;
  faults.add({
    on: { operation: kill.operation },
    fault: { kind: "callback", [kill.when]: () => victims[kill.victim](run as StartedTerraform) },
  });
  run = workspace.start("apply", "-auto-approve");
  const ended = await run.ended;
  expect(ended.code).not.toBe(0);
  expect(faults.fired).toEqual({ callback: 1 });
  return ended;
}

/** The next apply succeeds, and each object exists once. */
async function checkFinishes(expected: Readonly<Record<string, number>> = counts): Promise<void> {
  await applyAll(workspace);
  const ids = service.ids();
  expect(Object.fromEntries(Object.keys(counts).map((type) => [type, ids[type]?.length]))).toEqual(expected);
}
