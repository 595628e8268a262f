import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/contract/http/system-clock.ts";
import { operations } from "../../src/contract/operations/operations.ts";
import { startEmulator } from "../../src/emulator/server.ts";
import { registry } from "../../src/resources/registry.ts";
import { builtPackage } from "../support/built.ts";
import { certificateWith } from "../support/certificates.ts";
import { describeAgain } from "../support/laws.ts";
import { forGroup } from "../support/made-by-hook.ts";
import { organization, tokenCanary } from "./support/docs-service.ts";
import { type Postgres, startPostgres, whyNoPostgres } from "./support/postgres.ts";
import { builtProvider, describeTerraform, serviceOfTest, skippedFor } from "./support/real-terraform.ts";
import { textBelow } from "./support/terraform-workspace.ts";

// The tests run the commands and apply the configurations of the guides, unchanged. A usual run has the first apply.

const guide = (name: string) => readFileSync(`docs/terraform/guides/${name}.md`, "utf8");
const blocksOf = (name: string, language: string): readonly string[] =>
  [...guide(name).matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))].map(([, text]) => text ?? "");

describeTerraform("the guides for Terraform", () => {
  const bundle = builtProvider();
  const service = serviceOfTest();
  const installed = forGroup(builtPackage);

  /** A folder with an installed docsform, and a shell in it. */
  function openProject(main: string, more: Readonly<Record<string, string>> = {}) {
    const folder = mkdtempSync(join(bundle.folder, "project-"));
    mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
    symlinkSync(installed.program, join(folder, "node_modules/.bin/docsform"));
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    const write = (text: string) => writeFileSync(join(folder, "main.tf"), text);
    write(main);
    const none = join(folder, "none.tfrc");
    writeFileSync(none, "");
    const environment = {
      PATH: process.env["PATH"] ?? "",
      HOME: folder,
      CHECKPOINT_DISABLE: "1",
      TF_CLI_ARGS: "-no-color",
      TF_CLI_CONFIG_FILE: none,
      DOCSFORM_TOKEN: tokenCanary,
      DOCSFORM_BASE_URL: service.running.url,
      DOCSFORM_ORGANIZATION: organization,
      ...more,
    };
    /** Stops at the first command that fails. */
    const sh = async (script: string, given: Readonly<Record<string, string>> = {}) => {
      const child = spawn("bash", ["-e", "-o", "pipefail", "-c", script], {
        cwd: folder,
        env: { ...environment, ...given },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let printed = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (piece: Buffer) => (printed += piece.toString()));
      const [code] = (await once(child, "close")) as [number | null];
      return { code, declared: printed.replace(/[\s│╷╵]+/g, " ") };
    };
    return { folder, write, sh };
  }

  const init = "terraform init -input=false\n";
  const install = `npx docsform terraform install\n${init}`;
  /** The provider for pages that do not install it. */
  const mirrored = () => ({ TF_CLI_CONFIG_FILE: bundle.cliConfiguration });
  const plan = "terraform plan -input=false -detailed-exitcode";
  const apply = "terraform apply -auto-approve";

  test("getting started: the first apply knows the URLs, an output of a section itself changes once with the second one, and the next plan is empty", async () => {
    const [whole = "", address = ""] = blocksOf("getting-started", "terraform");
    const output = "docs_site_section.guides.urls.published";
    expect(guide("getting-started")).toContain("`npx docsform terraform install`");
    expect(guide("getting-started")).toContain("An output of `docs_site_section.guides.urls` would be empty");
    const { sh } = openProject(
      `${whole}${address}output "own" {\n  value = ${output} == null ? "" : ${output}\n}\n`,
    );
    const first = await sh(`${install}${apply}`);
    expect([first.code, first.declared]).toEqual([
      0,
      expect.stringContaining('address = "https://docs.example/'),
    ]);
    expect(first.declared).toMatch(/guides = "https:\/\/docs\.example\/\S+"/);
    expect(first.declared).toContain('own = ""');
    const second = await sh(apply);
    expect(second.declared).toContain("0 added, 0 changed, 0 destroyed");
    expect(second.declared).toMatch(/Changes to Outputs: ~ own = "" -> "https:\/\/\S+" You can apply/);
    const again = await sh(plan);
    expect([again.code, again.declared]).toEqual([0, expect.stringContaining("No changes.")]);
  });

  describeAgain("create_before_destroy", () => {
    test("a collection or a group with create_before_destroy is dissolved in one apply, in any folder", async () => {
      const [whole = "", , inside = ""] = blocksOf("getting-started", "terraform");
      expect(inside).toContain("create_before_destroy = true");
      const [lifecycle = ""] = /\n {2}lifecycle \{.*?\n {2}\}/s.exec(inside) ?? [];
      const group = `resource "docs_site_section_group" "all" {\n  site_id = docs_site.docs.id\n  title = "All"${lifecycle}\n}\n`;
      const [path = ""] = /\n {2}path .*/.exec(whole) ?? [];
      const grouped = whole.replace(path, `${path}\n  parent_id = docs_site_section_group.all.id`);
      const { folder, sh, write } = openProject(`${grouped}${group}${inside}`, mirrored());
      const ran = await sh(`${init}${apply}`);
      expect(ran.code, ran.declared).toBe(0);
      const kept = () => [service.ids()["space"], service.ids()["site_section"]];
      const before = kept();
      const dissolved = `${whole}${inside.slice(inside.indexOf('resource "docs_space"'))}`;
      write(dissolved.replace(/\n {2}parent_id .*/, ""));
      expect((await sh("terraform plan -input=false -out=saved.plan")).code).toBe(0);
      // A new folder has no records of the plan's moves.
      rmSync(join(folder, ".terraform/docsform-moves"), { recursive: true });
      const applied = await sh("terraform apply saved.plan");
      expect([applied.code, applied.declared]).toEqual([
        0,
        expect.stringContaining("0 added, 2 changed, 2 destroyed"),
      ]);
      expect([kept(), service.ids()["collection"], service.ids()["site_section_group"]]).toEqual([
        before,
        [],
        [],
      ]);
      expect((await sh(plan)).code).toBe(0);
    });
  });

  describeAgain("secrets", () => {
    const pem = (name: string) => certificateWith(name);
    const [secret, other] = ["canaryQk9EbmUK", "canaryQk9FdHdv"] as const;
    const given = (name: string) => ({ TF_VAR_certificate: pem(name) });
    const head = 'terraform {\n  required_providers {\n    docs = { source = "docsform/docs" }\n  }\n}\n';
    const stored = () =>
      service.running.emulator.service.list("saml_provider").map((each) => each["certificate"]);

    test("a write-only certificate is written when its version rises or the service has another one, and only an import shows it", async () => {
      const [block = ""] = blocksOf("secrets", "terraform");
      const { folder, sh, write } = openProject(`${head}${block}`, mirrored());
      const log = { TF_LOG: "TRACE", TF_LOG_PATH: join(folder, "trace.log") };
      const ran = await sh(`${init}terraform plan -input=false -out=saved.plan\nterraform apply saved.plan`, {
        ...given(secret),
        ...log,
      });
      expect(ran.code, ran.declared).toBe(0);
      expect(ran.declared).not.toContain(tokenCanary);
      expect(stored()).toEqual([expect.stringContaining(secret)]);
      for (const hidden of [tokenCanary, "canaryQk9"]) expect(textBelow(folder)).not.toContain(hidden);
      expect(textBelow(folder)).toContain("ApplyResourceChange");
      const unraised = await sh(plan, given(other));
      expect([unraised.code, unraised.declared]).toEqual([
        0,
        expect.stringContaining("has changed, but `certificate_wo_version` has not"),
      ]);
      write(`${head}${block.replace("_version = 1", "_version = 2")}`);
      expect((await sh(apply, given(other))).code).toBe(0);
      expect(stored()).toEqual([expect.stringContaining(other)]);

      const [samlProviderId = ""] = service.ids()["saml_provider"] ?? [];
      const { emulator } = service.running;
      emulator.edit("updateOrganizationSAMLProvider", { samlProviderId }, { certificate: pem(secret) });
      expect((await sh(apply, given(other))).declared).toContain("0 added, 1 changed, 0 destroyed");
      expect(stored()).toEqual([expect.stringContaining(other)]);

      const state = () => readFileSync(join(folder, "terraform.tfstate"), "utf8");
      const imported = await sh(
        `terraform state rm docs_saml_provider.sso\nterraform import docs_saml_provider.sso ${samlProviderId}`,
        given(other),
      );
      expect(imported.code, imported.declared).toBe(0);
      expect(state()).toContain(other);
      expect((await sh(apply, given(other))).code).toBe(0);
      expect(state()).not.toContain(other);
      expect((await sh(plan, given(other))).code).toBe(0);
    });
  });

  describeAgain("teams", () => {
    const [product = "", main = "", tests = ""] = blocksOf("teams", "terraform");
    const [forChecks = "", forApply = ""] = blocksOf("teams", "sh");

    /** A project with the files of the guide, and an emulator with its two organizations. */
    async function open() {
      const running = await startEmulator({
        types: registry,
        operations,
        organizationId: "Qm3vT8xLz1",
        token: tokenCanary,
        clock: systemClock,
        random: Math.random,
        port: 0,
        latencyMs: 0,
      });
      onTestFinished(() => running.close());
      for (const id of ["Qm3vT8xLz1", "Rk7pW2nYc4"])
        running.emulator.service.add("organization", { id, title: id });
      const project = openProject(main, { DOCSFORM_BASE_URL: running.url, DOCSFORM_ORGANIZATION: "" });
      const write = (path: string, text: string) => {
        mkdirSync(dirname(join(project.folder, path)), { recursive: true });
        writeFileSync(join(project.folder, path), text);
      };
      write("modules/product/main.tf", product);
      write("tests/product.tftest.hcl", tests);
      const titles = (type: string) =>
        Object.fromEntries(
          Object.entries(running.emulator.dump().tables)
            .filter(([name]) => name === type || name.endsWith(`/${type}`))
            .map(([name, rows]) => [name, rows.map((each) => each["title"] as string).sort()]),
        );
      return { ...project, titles };
    }

    test("the module has a site in each organization, the next plan is empty, and a path changes without a loss, with the moved blocks", async () => {
      const { sh, titles, folder, write } = await open();
      const ran = await sh(forApply);
      expect([ran.code, ran.declared]).toEqual([0, expect.stringContaining("10 added")]);
      expect(titles("site")).toEqual({ site: ["Robot"], "Rk7pW2nYc4/site": ["Handbook"] });
      const again = await sh(plan);
      expect([again.code, again.declared]).toEqual([0, expect.stringContaining("No changes.")]);
      write(main.replace('api = "API"', 'reference = "API"'));
      const moved = ["docs_space", "docs_site_section"].map(
        (type) => `moved {\n  from = ${type}.this["api"]\n  to   = ${type}.this["reference"]\n}\n`,
      );
      writeFileSync(join(folder, "modules/product/moved.tf"), moved.join("\n"));
      const moves = await sh(apply);
      expect(moves.declared).toContain("0 added, 1 changed, 0 destroyed");
      expect(titles("space")).toMatchObject({ space: ["API", "Guides"] });
    });

    test("the checks of a pull request pass on an emulator of their own, and find a mistake", async () => {
      const { sh, folder } = await open();
      const ran = await sh(forChecks);
      expect([ran.code, ran.declared]).toEqual([0, expect.stringContaining("1 passed, 0 failed")]);
      const module = join(folder, "modules/product/main.tf");
      writeFileSync(
        module,
        product
          .replace(/resource "docs_site_publication".*?\n}\n/s, "")
          .replace("docs_site_publication.this.urls.published", "docs_site.this.id"),
      );
      const wrong = await sh(forChecks.replaceAll(/^(?:npx|terraform (?:fmt|init|validate)).*\n/gmu, ""));
      expect([wrong.code, wrong.declared]).toEqual([
        1,
        expect.stringContaining("The site is not published."),
      ]);
    });
  });

  describeAgain("shared state", () => {
    const [pg = "", s3 = "", cloud = ""] = blocksOf("shared-state", "terraform");
    const [whole = ""] = blocksOf("getting-started", "terraform");

    test("the blocks for s3 and for cloud are valid", async () => {
      const { write, sh } = openProject(`${whole}${s3}`, mirrored());
      const prepare = "terraform init -backend=false -input=false\n";
      for (const [name, block, before] of [
        ["s3", s3, prepare],
        ["cloud", cloud, ""],
      ] as const) {
        expect(block).toContain(name);
        write(`${whole}${block}`);
        const ran = await sh(`${before}terraform validate`);
        expect([name, ran.code, ran.declared]).toEqual([
          name,
          0,
          expect.stringContaining("The configuration is valid."),
        ]);
      }
    });

    const whyNot = whyNoPostgres();

    test.skipIf(whyNot !== undefined)(
      `the commands for CI, with the state in PostgreSQL; another runner finds it${skippedFor(whyNot)}`,
      async () => {
        const postgres: Postgres = await startPostgres();
        try {
          const shared = { PG_CONN_STR: postgres.url };
          const [commands = ""] = blocksOf("shared-state", "sh");
          expect(commands).toContain("-lock-timeout=5m saved.plan");
          const ran = await openProject(`${whole}${pg}`, shared).sh(commands);
          expect([ran.code, ran.declared]).toEqual([0, expect.stringContaining("4 added")]);
          const another = await openProject(`${whole}${pg}`, { ...shared, ...mirrored() }).sh(
            `${init}${plan}`,
          );
          expect([another.code, another.declared]).toEqual([0, expect.stringContaining("No changes.")]);
        } finally {
          await postgres.close();
        }
      },
    );
  });
});
