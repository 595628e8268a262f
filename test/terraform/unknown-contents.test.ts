import { expect, test } from "vitest";
import { createTestService, seededRandom } from "../support/service.ts";
import { serviceWithBanners } from "../support/unknown-items.ts";
import { type Config, type InState, rpcTerraform } from "./support/rpc-terraform.ts";

async function open() {
  const { banners, transport } = serviceWithBanners();
  const service = createTestService({ apiVersion: "current", random: seededRandom(3) });
  const terraform = rpcTerraform(service.emulator, service.clock, {}, transport(service.emulator));
  const made = async (name: string, config: Config): Promise<InState> => {
    const inState = await terraform.apply(name, terraform.nothing, config);
    expect(inState.errors).toEqual([]);
    return inState;
  };
  const site = await made("docs_site", { title: "Docs" });
  const site_id = site.state?.["id"] as string;
  const group = await made("docs_site_section_group", { site_id, title: "Reference" });
  const space = await made("docs_space", { title: "API" });
  const section = await made("docs_site_section", {
    site_id,
    title: "API",
    path: "api",
    space_id: space.state?.["id"] as string,
    parent_id: group.state?.["id"] as string,
  });
  terraform.restart();
  return { banners, service, terraform, inState: { site, group, section } };
}

test.each([
  { type: "site", unseen: "3 × site-banner" },
  { type: "group", unseen: "1 × site-banner" },
] as const)("a $type with unknown contents is not deleted", async ({ type, unseen: unknownObjects }) => {
  const { banners, service, terraform, inState } = await open();
  const name = type === "site" ? "docs_site" : "docs_site_section_group";
  if (type === "group") await terraform.apply("docs_site_section", inState.section, null);
  terraform.restart();
  banners.shown = true;
  // What it contains beside them goes with it.
  await terraform.planDelete("docs_site_section", inState.section);
  if (type === "site") await terraform.planDelete("docs_site_section_group", inState.group);
  const before = service.emulator.dump();
  const { errors } = await terraform.apply(name, inState[type], null);
  expect(errors.join("\n")).toContain(
    `It contains objects that the provider does not know, and the delete would remove them too: ${unknownObjects}.`,
  );
  expect(errors.join("\n")).toContain("Move or delete them in the app");
  expect(service.emulator.dump()).toEqual(before);
});

test("an object beside it is deleted, with one more read for each site", async () => {
  const { banners, service, terraform, inState } = await open();
  banners.shown = true;
  service.emulator.clearLog();
  expect((await terraform.apply("docs_site_section", inState.section, null)).errors).toEqual([]);
  const structures = service.emulator.log.filter(({ operation }) => operation === "getSiteStructure");
  expect(structures).toHaveLength(1);
});
