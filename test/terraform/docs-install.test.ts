import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesBelow } from "../../src/cli/files.ts";
import type { Io, TerraformHost } from "../../src/cli/io.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { systemClock } from "../../src/http/system-clock.ts";
import { buildDocsProvider, type ProviderBundle, terraformPlatform } from "./support/provider-bundle.ts";
import { whyNoTerraform } from "./support/terraform-workspace.ts";

const why = whyNoTerraform();

let bundle: ProviderBundle;
let folder: string;
beforeAll(async () => {
  bundle = await buildDocsProvider();
  folder = mkdtempSync(join(bundle.folder, "install-"));
});
afterAll(() => bundle.remove());

/** Runs `docsform terraform install` in the folder. */
async function install(args: readonly string[], terraform: Partial<TerraformHost> | undefined) {
  let out = "";
  const host: TerraformHost = {
    platform: terraformPlatform(),
    version: async () => "1.11.4",
    copyProvider: (to) => {
      cpSync(dirname(bundle.executable), join(folder, to), { recursive: true });
    },
    ...terraform,
  };
  const io: Io = {
    stdout: (text) => {
      out += text;
    },
    stderr: (text) => {
      out += text;
    },
    isTerminal: false,
    environment: {},
    files: filesBelow(folder),
    clock: systemClock,
    random: { fraction: Math.random, hex: () => "" },
    signal: new AbortController().signal,
    terraform: async () => (terraform === undefined ? undefined : host),
  };
  const code = await runCli(["terraform", "install", ...args], {
    io,
    version: "1.2.3",
    loadTypes: async () => [],
    loadOperations: async () => ({}),
  });
  return { code, out };
}

describe("docsform terraform install", () => {
  test("--json gives the answer as JSON alone, and --quiet nothing", async () => {
    const { code, out } = await install(["--json", "--to", "json"], {});
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      provider: "registry.terraform.io/docsform/docs",
      version: "1.2.3",
      folder: `json/registry.terraform.io/docsform/docs/1.2.3/${terraformPlatform()}`,
      terraform: "1.11.4",
      isLocked: false,
    });
    expect(await install(["--quiet", "--to", "quiet"], {})).toEqual({ code: 0, out: "" });
  });

  test("without terraform it says so, and installs nothing", async () => {
    const { code, out } = await install([], { version: async () => undefined });
    expect([code, out]).toEqual([1, expect.stringContaining("There is no terraform on the path.")]);
    expect(filesBelow(folder).list("terraform.d")).toBeUndefined();
  });

  test("a docsform without the provider says so", async () => {
    expect((await install([], undefined)).out).toContain(
      "This docsform comes without the Terraform provider.",
    );
  });

  test("a mirror folder that is given comes with its CLI configuration", async () => {
    const { code, out } = await install(["--to", "mirror"], {});
    expect(code).toBe(0);
    expect(out).toContain('path    = "mirror"');
    const home = `mirror/registry.terraform.io/docsform/docs/1.2.3/${terraformPlatform()}`;
    expect(filesBelow(folder).list(home)).toEqual([
      "package.json",
      "provider.js",
      "schema.bin",
      "terraform-provider-docs",
      "undici.js",
    ]);
  });

  test.skipIf(why !== undefined)(
    `terraform init finds it with the block that was printed${why === undefined ? "" : ` (skipped: ${why})`}`,
    async () => {
      const { out } = await install([], {});
      writeFileSync(join(folder, "main.tf"), /terraform \{[\s\S]*/.exec(out)?.[0] ?? "");
      const configuration = join(folder, "none.tfrc");
      writeFileSync(configuration, "");
      const env = {
        PATH: process.env["PATH"] ?? "",
        HOME: folder,
        TF_CLI_CONFIG_FILE: configuration,
        CHECKPOINT_DISABLE: "1",
      };
      const init = spawnSync("terraform", ["init", "-no-color"], { cwd: folder, env, encoding: "utf8" });
      expect(init.stdout).toContain("Installed docsform/docs v1.2.3");
      const schema = spawnSync("terraform", ["providers", "schema", "-json"], {
        cwd: folder,
        env,
        encoding: "utf8",
      });
      expect(schema.stdout).toContain("docs_site_section");
      expect((await install([], {})).out).toContain(".terraform.lock.hcl names the provider already");
    },
  );
});
