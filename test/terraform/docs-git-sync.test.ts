import { describe, expect, test } from "vitest";
import type { EmulatorRecord } from "../../src/model/emulator-rules.ts";
import { apiVersions } from "../../src/model/endpoint.ts";
import { createTestService, seededRandom } from "../support/service.ts";
import { builtProvider, describeTerraformAgain, serviceOfGroup } from "./support/real-terraform.ts";
import { type Config, type InState, type RpcTerraform, rpcTerraform } from "./support/rpc-terraform.ts";
import { applyAll, checkNoChanges, terraformWorkspace } from "./support/terraform-workspace.ts";

/* Git Sync copies some values from a repository. Neither a plan nor the apply of an earlier plan may write these values. */

/** The fields that show Git Sync. Of a site, only the current API version shows it. */
const repositories = {
  current: {
    repoName: "acme/docs",
    installationId: "i1",
    installationProvider: "github",
    installationStatus: "active",
  },
  others: { repoName: "acme/docs" },
};

const printed = {
  site: "Git Sync manages the title and the structure of this site",
  space: "Git Sync manages the content of this space",
};

async function fixture(apiVersion: (typeof apiVersions)[number]) {
  const { emulator, clock } = createTestService({ apiVersion, random: seededRandom(3) });
  const space = (title: string) => (emulator.edit("createSpace", {}, { title }).body as EmulatorRecord).id;
  const spaces = [space("Guides"), space("Notes")];
  const terraform = rpcTerraform(emulator, clock, { api_version: apiVersion });
  const make = async (name: string, config: Config): Promise<InState> => {
    const inState = await terraform.apply(name, terraform.nothing, config);
    expect(inState.errors).toEqual([]);
    return inState;
  };
  const site = await make("docs_site", { title: "Docs" });
  const section = { site_id: site.state?.["id"] as string, title: "Guides", space_id: spaces[0] as string };
  const second = { ...section, title: "News", space_id: spaces[1] as string };
  const [one, two] = [await make("docs_site_section", section), await make("docs_site_section", second)];
  const id = (inState: InState) => inState.state?.["id"] as string;
  const place = { site_id: id(site) };
  const order = await make("docs_site_order", { ...place, ids: [id(one), id(two)] });
  const owned = (type: string, of: string) =>
    emulator.service.change(type, of, {
      gitSync: repositories[apiVersion === "current" ? "current" : "others"],
    });
  const writes = () =>
    emulator.log.filter(({ method }) => method !== "GET").map(({ operation }) => operation);
  return { terraform, spaces, site, section, one, two, order, place, id, owned, writes, emulator };
}

async function refusals(terraform: RpcTerraform, name: string, inState: InState, config: Config | null) {
  if (config !== null) {
    const { diagnostics } = await terraform.plan(name, inState, config);
    return diagnostics.map(({ summary, detail }) => `${summary} ${detail}`).join();
  }
  // The refusal of a planned delete is repeated when the delete is applied.
  return (await terraform.apply(name, inState, null)).errors.join();
}

describe("what Git Sync owns of a site", () => {
  test("is not planned to be written, and everything else is", async () => {
    const on = await fixture("current");
    const { terraform, site, section, one, two, order, place, id } = on;
    on.owned("site", id(site));
    on.emulator.clearLog();
    terraform.restart();
    const ids = [id(two), id(one)];
    const cases: readonly [string, InState, Config | null][] = [
      ["docs_site", site, { title: "Manual" }],
      ["docs_site_section", one, { ...section, title: "Guide" }],
      ["docs_site_section", terraform.nothing, { ...section, title: "More" }],
      ["docs_site_section", two, null],
      ["docs_site_order", order, { ...place, ids }],
    ];
    for (const [name, inState, config] of cases)
      expect(await refusals(terraform, name, inState, config), name).toContain(printed.site);
    expect(on.writes()).toEqual([]);
    const other = await terraform.apply("docs_site", site, { title: "Docs", visibility: "unlisted" });
    expect([other.errors, on.writes()]).toEqual([[], ["updateSiteById"]]);
    expect((await terraform.plan("docs_site_section", one, section)).diagnostics).toEqual([]);
  });

  test("is not written if Git Sync owns it only after the plan", async () => {
    const on = await fixture("current");
    const { terraform, site, section, one, two, id } = on;
    const planned = await terraform.planDelete("docs_site_section", two);
    on.owned("site", id(site));
    on.emulator.clearLog();
    terraform.restart();
    const gone = await terraform.applyDelete("docs_site_section", two, planned);
    expect([gone.join(), on.writes()]).toEqual([expect.stringContaining(printed.site), []]);
    expect((await terraform.read("docs_site_section", one)).state?.["title"]).toBe(section.title);
  });
});

test.each(apiVersions)("is the edit mode of a space (%s)", async (apiVersion) => {
  const on = await fixture(apiVersion);
  const { terraform } = on;
  const imported = await terraform.import("docs_space", on.spaces[0] as string);
  on.owned("space", on.spaces[0] as string);
  terraform.restart();
  const config = { title: "Guides", edit_mode: imported.state?.["edit_mode"] === "live" ? "locked" : "live" };
  expect(await refusals(terraform, "docs_space", imported, config)).toContain(printed.space);
  const renamed = await terraform.apply("docs_space", imported, { title: "Manuals" });
  expect(renamed.errors).toEqual([]);
});

const bundle = builtProvider();

describeTerraformAgain("what Git Sync owns, through terraform", () => {
  const service = serviceOfGroup();

  test("a plan that would write it is refused with the reason, and another plan is not", async () => {
    const workspace = terraformWorkspace(bundle, configuration("Guides"), service.head);
    const { run } = workspace;
    await applyAll(workspace);
    const store = service.running.emulator.service;
    store.change("site", service.ids()["site"]?.[0] as string, { gitSync: repositories.current });
    await checkNoChanges(workspace);
    workspace.write("main.tf", configuration("Manual"));
    const refused = await run("plan");
    expect([refused.code, refused.printed]).toEqual([1, expect.stringContaining(printed.site)]);
    expect(refused.printed).toContain("disconnect Git Sync in the app");
    const destroyed = await run("destroy", "-auto-approve");
    expect([destroyed.code, destroyed.printed]).toEqual([1, expect.stringContaining(printed.site)]);
    expect(service.ids()["site_section"]).toHaveLength(1);
  });
});

function configuration(title: string): string {
  return `
resource "docs_space" "guides" {
  title = "Guides"
}
resource "docs_site" "docs" {
  title = "Docs"
}
resource "docs_site_section" "guides" {
  site_id  = docs_site.docs.id
  title    = "${title}"
  space_id = docs_space.guides.id
}
`;
}
