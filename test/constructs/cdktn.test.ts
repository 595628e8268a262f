import * as cdktf from "cdktf";
import * as cdktn from "cdktn";
import { expect, test, vi } from "vitest";

const synthesized = async (library: typeof cdktf): Promise<unknown> => {
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

test.each([
  { own: cdktf, other: cdktn as unknown as typeof cdktf, app: "cdktn", entry: "docsform/constructs-cdktn" },
  { own: cdktn as unknown as typeof cdktf, other: cdktf, app: "cdktf", entry: "docsform/constructs" },
])(
  "an app of $app with the other library's constructs is an error that names the right ones",
  async ({ own, other, app, entry }) => {
    vi.resetModules();
    vi.doMock("cdktf", () => own);
    const { DocsLayout, DocsProvider, PlainObject, Site, Space } = await import("../../src/constructs.ts");
    class Documentation extends other.TerraformStack {}
    const makes: readonly ((stack: cdktf.TerraformStack) => unknown)[] = [
      (stack) => new DocsProvider(stack, "docs"),
      (stack) => new Space(stack, "docs", { title: "Guides" }),
      (stack) => Site.fromId(stack, "docs", "site_1"),
      (stack) => new PlainObject(stack, "docs", "team", { values: { title: "Writers" } }),
      (stack) => DocsLayout.fromYaml(stack, "docs", "nowhere.yaml"),
    ];
    const refusal = `[acme/docs] The app uses ${app},`;
    for (const make of makes) {
      let failure: unknown;
      try {
        make(new Documentation(other.Testing.app(), "acme"));
      } catch (error) {
        failure = error;
      }
      expect(failure).toMatchObject({
        code: "constructs/other-library",
        message: expect.stringContaining(refusal),
        remedy: `Import the construct from "${entry}".`,
      });
    }
  },
);

test("constructs synthesize the same with cdktf and with cdktn", async () => {
  const stack = await synthesized(cdktf);
  expect(stack).toHaveProperty(["resource", "docs_site_space", "variant", "site_id"], "${docs_site.site.id}");
  expect(await synthesized(cdktn as unknown as typeof cdktf)).toEqual(stack);
});
