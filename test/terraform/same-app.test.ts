import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow } from "../../src/cli/files.ts";
import { publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { worldLines } from "../faults/world-lines.ts";
import { canaryCertificate, everyTypeStack } from "../support/synthesized-app.ts";
import { type DocsService, organization, startService, tokenVariable } from "./support/docs-service.ts";
import { builtProvider, describeTerraform, versionsForTerraform } from "./support/real-terraform.ts";
import { runDocsform } from "./support/run-docsform.ts";
import { terraformWorkspace } from "./support/terraform-workspace.ts";

const bundle = builtProvider();

/** Applies a stack. Throws if the apply fails. */
type Apply = (stack: string) => Promise<void>;

function environmentOf({ running }: DocsService): Record<string, string> {
  return {
    ...tokenVariable,
    TF_VAR_certificate: canaryCertificate,
    DOCSFORM_BASE_URL: running.url,
  };
}

/** Terraform with the docsform provider, in its own folder. */
function terraformFor(service: DocsService): Apply {
  const head = 'terraform {\n  required_providers {\n    docs = { source = "docsform/docs" }\n  }\n}\n';
  const workspace = terraformWorkspace(bundle, "", head);
  // The stack already declares its providers, and Terraform refuses a second declaration.
  workspace.write("head.tf", "");
  return async (stack) => {
    workspace.write("cdk.tf.json", stack);
    const { code, output } = await workspace.runIn(environmentOf(service), "apply", "-auto-approve");
    expect(code, output.slice(-4_000)).toBe(0);
  };
}

/** docsform's own engine, in its own folder. */
function docsformFor(service: DocsService): Apply {
  const files = filesBelow(mkdtempSync(join(bundle.folder, "docsform-")));
  const flags = ["--yes", "--allow-deletes"];
  return async (stack) => {
    files.write("cdk.tf.json", stack);
    const { code, declared: printed } = await runDocsform(
      files,
      ["apply", "cdk.tf.json", ...flags],
      environmentOf(service),
    );
    expect(code, printed).toBe(0);
    expect(printed + files.read("docsform.cdk.tf.state.json")).not.toContain("canary");
  };
}

/** The app after some weeks: other values, another order, and without one variant. */
function laterStack(stack: string): string {
  const { resource, ...rest } = JSON.parse(stack) as { resource: Record<string, Record<string, JsonObject>> };
  const change = (type: string, name: string, fields: JsonObject) => {
    const named = resource[type] as Record<string, JsonObject>;
    named[name] = { ...named[name], ...fields };
  };
  change("docs_space", "guides", { title: "User guides", emoji: null });
  change("docs_collection", "handbook", { description: null, default_level: "none" });
  change("docs_saml_provider", "okta", { default_role: "guest" });
  change("docs_site", "docs", { proxy: null, visibility: "unlisted", title: "Not sent" });
  change("docs_site_section", "notes", { icon: "gear", condition: "visitor.claims.beta" });
  change("docs_site_section", "api", { first_variant: { path: "calls" } });
  const ids = resource["docs_site_order"]?.["top"]?.["ids"] as readonly string[];
  // An item that `ids` omits keeps its place.
  change("docs_site_order", "top", { ids: ids.slice(1).reverse() });
  change("docs_site_order", "variants", { ids: ["${docs_site_section.guides.site_space_id}"] });
  delete resource["docs_site_space"];
  return JSON.stringify({ ...rest, resource });
}

/** The app without a section, its space, a team and a specification that it had before. */
function lastStack(stack: string): string {
  const { resource, ...rest } = JSON.parse(stack) as { resource: Record<string, Record<string, JsonObject>> };
  delete resource["docs_site_section"]?.["notes"];
  delete resource["docs_space"]?.["notes"];
  delete resource["docs_team"]?.["readers"];
  delete resource["docs_openapi_spec"];
  return JSON.stringify({ ...rest, resource });
}

/** Another user adds a space, and a section with it, to the app's site. */
function addForeign({ running: { emulator } }: DocsService): void {
  emulator.edit("createSpace", {}, { title: "Theirs" });
  const space = emulator.service.list("space").find((each) => each["title"] === "Theirs");
  const site = emulator.service.list("site")[0];
  emulator.edit(
    "addSectionToSite",
    { siteId: site?.id ?? "" },
    { spaceId: space?.id ?? "", title: "Theirs" },
  );
}

describeTerraform("the same app applied by terraform and by docsform", () => {
  test.each(versionsForTerraform(apiVersions))(
    "leaves the same organization, on the %s API version",
    async (apiVersion) => {
      const first = everyTypeStack(organization, apiVersion);
      const [terraforms, docsforms] = [await startService(apiVersion), await startService(apiVersion)];
      try {
        const [terraform, docsform] = [terraformFor(terraforms), docsformFor(docsforms)];
        for (const stack of [first, laterStack(first), lastStack(laterStack(first))]) {
          await terraform(stack);
          await docsform(stack);
          expect(worldOf(docsforms)).toEqual(worldOf(terraforms));
          if (stack === first) for (const service of [terraforms, docsforms]) addForeign(service);
        }
        const left = worldOf(docsforms).join("\n");
        expect(left).toContain("User guides");
        expect(left).toContain("Theirs");
        for (const gone of ["site_space(fr)", "Notes of", "Readers", "petstore"])
          expect(left).not.toContain(gone);
      } finally {
        await Promise.all([terraforms.close(), docsforms.close()]);
      }
    },
  );
});

function worldOf({ running }: DocsService): readonly string[] {
  return worldLines(running.emulator.dump());
}
