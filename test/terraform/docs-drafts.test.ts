import { expect, test } from "vitest";
import { describeAgain } from "../support/laws.ts";
import { builtProvider, describeTerraform, serviceOfTest } from "./support/real-terraform.ts";
import {
  applyAll,
  checkNoChanges,
  type TerraformWorkspace,
  terraformWorkspace,
} from "./support/terraform-workspace.ts";

const bundle = builtProvider();

const service = serviceOfTest();

const layout = (section: string, variant: string): string => `
resource "docs_space" "s" {
  for_each = toset(["guides", "french"])
  title    = each.key
}
resource "docs_site" "docs" {
  title         = "Docs"
  styleguide_id = docs_space.s["guides"].id
}
resource "docs_site_section" "guides" {
  site_id  = docs_site.docs.id
  space_id = docs_space.s["guides"].id
  title    = "Guides"
  path     = "guides"
  ${section}
}
resource "docs_site_space" "french" {
  site_id   = docs_site.docs.id
  parent_id = docs_site_section.guides.id
  space_id  = docs_space.s["french"].id
  path      = "fr"
  ${variant}
}
`;

describeTerraform("drafts through terraform", () => {
  test("a section and a variant are created as drafts, published, and keep omitted values", async () => {
    const workspace = terraformWorkspace(
      bundle,
      layout(
        'draft = true\n  localized_title = { fr = "Guides (fr)", "pt-br" = "Guias" }',
        'draft = true\n  hidden = true\n  page_id = "page-one"',
      ),
      service.head,
    );
    await settled(workspace);
    expect(recordOf("site_section")).toMatchObject({
      draft: true,
      localizedTitle: { fr: "Guides (fr)", "pt-br": "Guias" },
    });
    expect(recordOf("site_space", 1)).toMatchObject({ draft: true, hidden: true, pageId: "page-one" });
    expect(recordOf("site")).toMatchObject({ styleguide: expect.any(String) as string });

    workspace.write("main.tf", layout("draft = false", "draft = false"));
    await settled(workspace);
    expect(recordOf("site_section")).toMatchObject({ draft: false });
    expect(recordOf("site_section")?.["localizedTitle"] ?? {}).toEqual({});
    expect(recordOf("site_space", 1)).toMatchObject({ draft: false, hidden: true, pageId: null });
  });

  describeAgain("a page", () => {
    test("a declared page is written again with another space of its variant", async () => {
      const page = 'page_id = "page-one"';
      const workspace = terraformWorkspace(bundle, layout("", page), service.head);
      await settled(workspace);
      workspace.write(
        "main.tf",
        layout("", page).replace('docs_space.s["french"].id\n  path', 'docs_space.s["guides"].id\n  path'),
      );
      await settled(workspace);
      const guides = service.running.emulator.service.list("space").find(({ title }) => title === "guides");
      expect(recordOf("site_space", 1)).toMatchObject({ space: guides?.id, pageId: "page-one" });
    });
  });
});

async function settled(workspace: TerraformWorkspace): Promise<void> {
  await applyAll(workspace);
  await checkNoChanges(workspace);
}

function recordOf(type: string, at = 0): Readonly<Record<string, unknown>> | undefined {
  return service.running.emulator.service.list(type)[at];
}
