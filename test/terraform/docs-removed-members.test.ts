import { expect, onTestFinished, test } from "vitest";
import { forGroup } from "../support/made-by-hook.ts";
import { runStages } from "../support/run-stages.ts";
import { startService } from "./support/docs-service.ts";
import { builtProvider, describeTerraformOn, serviceOfGroup } from "./support/real-terraform.ts";
import { applyAll, terraformWorkspace } from "./support/terraform-workspace.ts";

const configuration = (title: string): string => `
resource "docs_member" "ada" {
  email = "ada@acme.example"
  role  = "edit"
}
resource "docs_member" "grace" {
  email = "grace@acme.example"
  role  = "read"
}
resource "docs_space" "guides" {
  title = "${title}"
}
`;

const openRole = `
resource "terraform_data" "role" {
  input = "comment"
}
resource "docs_member" "ada" {
  email = "ada@acme.example"
  role  = terraform_data.role.output
}
`;

const bundle = builtProvider();

describeTerraformOn(
  ["current", "classic"],
  "somebody who left, through terraform, %s API version",
  (apiVersion) => {
    const service = serviceOfGroup(apiVersion);
    const workspace = forGroup(async () => {
      const opened = terraformWorkspace(bundle, configuration("Guides"), service.head);
      await applyAll(opened);
      service.running.emulator.service.remove("organization_member", "u-grace");
      return opened;
    });
    const run = (...argv: string[]) => workspace.run(...argv);

    test("is planned as a create, which fails alone", { timeout: 120_000 }, async () => {
      await runStages({
        "is planned as a create, with a warning and a remedy": async () => {
          const { code, output, printed } = await run("plan", "-detailed-exitcode");
          expect(code, output).toBe(2);
          expect(output).toContain("1 to add, 0 to change, 0 to destroy");
          expect(output).toContain('Warning: docs_member "grace@acme.example" does not exist');
          expect(printed).toContain("Remove the block. To keep the block: Invite the person in the app");
        },
        "is reported as drift by a refresh-only plan": async () => {
          const { code, output } = await run("plan", "-refresh-only", "-detailed-exitcode");
          expect([code, output.includes("docs_member.grace has been deleted")], output).toEqual([2, true]);
        },
        "fails alone in the apply": async () => {
          workspace.write("main.tf", configuration("User guides"));
          const { code, output } = await run("apply", "-auto-approve");
          expect(code).toBe(1);
          expect(output.match(/Error: /g)).toHaveLength(1);
          expect(output).toContain('Cannot create docs_member "grace@acme.example"');
          const [space] = service.running.emulator.service.list("space");
          expect(space?.["title"]).toBe("User guides");
        },
        "does not stop a destroy of the others": async () => {
          const { code, output } = await run("destroy", "-auto-approve");
          expect(code, output).toBe(0);
          expect(service.ids()["space"]).toEqual([]);
        },
      });
    });

    test("an existing person whose role the plan does not know is reported by the apply", async () => {
      const { running, head, close } = await startService(apiVersion);
      onTestFinished(close);
      running.emulator.edit("updateMemberInOrganizationById", { userId: "u-ada" }, { role: "edit" });
      const other = terraformWorkspace(bundle, openRole, head);
      expect((await other.run("plan")).output).not.toContain("imports an existing object");
      const { code, output } = await other.run("apply", "-auto-approve");
      expect(code, output).toBe(0);
      expect(output).toContain("role: edit → comment");
    });
  },
);
