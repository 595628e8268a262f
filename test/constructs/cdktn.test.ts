import * as cdktf from "cdktf";
import * as cdktn from "cdktn";
import { expect, test, vi } from "vitest";

const synthesised = async (library: typeof cdktf): Promise<unknown> => {
  vi.resetModules();
  vi.doMock("cdktf", () => library);
  const { DocsProvider, l1 } = await import("../../src/constructs.ts");
  const stack = new library.TerraformStack(library.Testing.app(), "docs");
  new DocsProvider(stack, "docs");
  const site = new l1.Site(stack, "site", { title: "Acme", visibility: "public" });
  const space = new l1.Space(stack, "handbook", { title: "Handbook" });
  new l1.SiteSpace(stack, "variant", { siteId: site.id, spaceId: space.id });
  return JSON.parse(library.Testing.synth(stack));
};

test("constructs synthesise the same with cdktf and with its fork", async () => {
  const stack = await synthesised(cdktf);
  expect(stack).toHaveProperty(["resource", "docs_site_space", "variant", "site_id"], "${docs_site.site.id}");
  expect(await synthesised(cdktn as unknown as typeof cdktf)).toEqual(stack);
});
