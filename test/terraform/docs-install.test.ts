import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { filesBelow } from "../../src/cli/files.ts";
import type { Io, TerraformHost } from "../../src/cli/io.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { constructClasses } from "../../src/constructs/construct-classes.ts";
import { exampleApp } from "../../src/constructs/example-app.ts";
import { systemClock } from "../../src/contract/http/system-clock.ts";
import { exampleLayout } from "../../src/resources/example-layout.ts";
import { terraformPlatform } from "./support/provider-bundle.ts";
import { builtProvider, describeTerraform } from "./support/real-terraform.ts";

const bundle = builtProvider();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(bundle.folder, "install-"));
});

/** Runs `docsform terraform install` in the folder. */
const install = (args: readonly string[], host: Partial<TerraformHost> | undefined) =>
  terraform(["install", ...args], host);

/** Runs `docsform terraform …args` in the folder. */
async function terraform(args: readonly string[], given: Partial<TerraformHost> | undefined) {
  let out = "";
  const host: TerraformHost = {
    platform: terraformPlatform(),
    mirror: join(folder, "home/plugins"),
    lockProviders: async () => undefined,
    version: async () => "1.11.4",
    copyProvider: (to) => {
      cpSync(dirname(bundle.executable), resolve(folder, to), { recursive: true });
    },
    ...given,
  };
  const { copyProvider: _copyProvider, ...without } = host;
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
    terraform: async () => (given === undefined ? without : host),
  };
  const code = await runCli(["terraform", ...args], {
    io,
    version: "1.2.3",
    loadTypes: async () => [],
    loadOperations: async () => ({}),
    loadExample: async () => exampleLayout,
    loadConstructs: async () => constructClasses,
    loadExampleApp: async () => exampleApp,
    readRecipe: (path) => readFileSync(`examples/ci/${path}`, "utf8"),
  });
  return { code, out };
}

describe("docsform terraform install", () => {
  test("--json prints only JSON, and --quiet nothing", async () => {
    const { code, out } = await install(["--json", "--to", "json"], {});
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      formatVersion: 1,
      provider: "registry.terraform.io/docsform/docs",
      version: "1.2.3",
      folder: `${join(folder, "json")}/registry.terraform.io/docsform/docs/1.2.3/${terraformPlatform()}`,
      terraform: "1.11.4",
      isLocked: false,
    });
    expect(await install(["--quiet", "--to", "quiet"], {})).toEqual({ code: 0, out: "" });
  });

  test("without terraform it says so, and installs nothing", async () => {
    const { code, out } = await install([], { version: async () => undefined });
    expect([code, out]).toEqual([1, expect.stringContaining("docsform found no terraform on the PATH.")]);
    expect(filesBelow(folder).list("terraform.d")).toBeUndefined();
  });

  test("a docsform without the provider says so", async () => {
    expect((await install([], undefined)).out).toContain(
      "This copy of docsform does not contain the Terraform provider.",
    );
  });

  test("on Windows it names the archive and its folder instead, and installs nothing", async () => {
    const { code, out } = await install(["--to", "windows"], { platform: "windows_amd64" });
    const home = `${join(folder, "windows")}/registry.terraform.io/docsform/docs`;
    expect([code, out]).toEqual([
      1,
      expect.stringContaining("terraform-provider-docs_1.2.3_windows_amd64.zip"),
    ]);
    expect(out).toContain(`into ${home}, unopened`);
    expect(filesBelow(folder).list("windows")).toBeUndefined();
  });

  test("on macOS it says that the provider needs Node, and why", async () => {
    const onMacos = await install(["--to", "macos"], { platform: "darwin_arm64" });
    expect([onMacos.code, onMacos.out]).toEqual([0, expect.stringContaining("runs only signed executables")]);
    expect(onMacos.out).toContain("Node.js on the PATH, 20.19 or later");
    expect((await install(["--to", "linux"], { platform: "linux_arm64" })).out).not.toContain("Node.js");
  });

  test("a given mirror folder comes with its CLI configuration", async () => {
    const { code, out } = await install(["--to", "mirror"], {});
    expect(code).toBe(0);
    expect(out).toContain(`path    = ${JSON.stringify(join(folder, "mirror"))}`);
    const home = `mirror/registry.terraform.io/docsform/docs/1.2.3/${terraformPlatform()}`;
    const files = ["package.json", "provider.js", "schema.bin", "terraform-provider-docs"];
    expect(filesBelow(folder).list(home)).toEqual(expect.arrayContaining(files));
  });

  test("for cdktf the provider is where Terraform looks from each folder, and each synthesis names it", async () => {
    const files = filesBelow(folder);
    const { code, out } = await install(["--cdktf"], {});
    expect(code, out).toBe(0);
    expect(files.list(`home/plugins/registry.terraform.io/docsform/docs/1.2.3`)).toEqual([
      terraformPlatform(),
    ]);
    const appOf = () => (JSON.parse(files.read("cdktf.json") ?? "") as { app: string }).app;
    expect(appOf()).toBe("npx tsx main.ts && npx docsform terraform lock");
    expect((await install(["--cdktf"], {})).out).toContain(
      "cdktf.json already runs docsform terraform lock.",
    );
    files.write("cdktf.json", '{ "language": "typescript", "app": "npx ts-node app.ts", "projectId": "x" }');
    await install(["--cdktf"], {});
    expect(appOf()).toBe("npx ts-node app.ts && npx docsform terraform lock");
    expect(files.read("cdktf.json")).toContain('"projectId": "x"');
  });

  test("the provider of a configuration is locked in its own folder, and an empty folder is refused", async () => {
    const files = filesBelow(folder);
    const asked: unknown[] = [];
    const lockProviders: TerraformHost["lockProviders"] = async (...given) => {
      asked.push(given);
      return undefined;
    };
    const empty = await terraform(["lock"], { lockProviders });
    expect([empty.code, empty.out]).toEqual([
      1,
      expect.stringContaining("Run the command in the folder of your .tf files"),
    ]);
    files.write("main.tf", "");
    expect(await terraform(["lock"], { lockProviders })).toMatchObject({
      code: 0,
      out: ".terraform.lock.hcl now names the provider.\n",
    });
    const address = "registry.terraform.io/docsform/docs";
    expect(asked).toEqual([[folder, join(folder, "terraform.d/plugins"), [address]]]);
    files.write(".terraform.lock.hcl", `provider "${address}" {}\n`);
    const again = await terraform(["lock"], { lockProviders });
    expect([again.code, again.out, asked.length]).toEqual([
      0,
      ".terraform.lock.hcl already names the provider.\n",
      1,
    ]);
    expect((await terraform(["lock"], { version: async () => undefined })).code).toBe(1);
    for (const file of ["main.tf", ".terraform.lock.hcl"]) rmSync(join(folder, file));
  });

  test("each provider that the stacks of an app do not name yet is locked", async () => {
    const files = filesBelow(folder);
    const address = "registry.terraform.io/docsform/docs";
    const asking = (...sources: readonly string[]) =>
      JSON.stringify({
        terraform: { required_providers: Object.fromEntries(sources.map((source, at) => [at, { source }])) },
      });
    const stacks = {
      ours: asking("docsform/docs"),
      both: asking("docsform/docs", "aws"),
      theirs: asking("aws"),
    };
    const entries = Object.entries(stacks).map(([name, text]) => {
      files.write(`cdktf.out/stacks/${name}/cdk.tf.json`, text);
      return [name, { synthesizedStackPath: `stacks/${name}/cdk.tf.json` }] as const;
    });
    files.write("cdktf.out/manifest.json", JSON.stringify({ stacks: Object.fromEntries(entries) }));
    const asked: unknown[] = [];
    const lockProviders: TerraformHost["lockProviders"] = async (where, mirror, addresses) => {
      asked.push([where.slice(where.lastIndexOf("/") + 1), mirror, addresses]);
      return undefined;
    };
    const mirror = join(folder, "home/plugins");
    expect(await terraform(["lock"], { lockProviders })).toMatchObject({ code: 0 });
    expect(asked).toEqual([
      ["ours", mirror, [address]],
      ["both", mirror, [address]],
      ["both", undefined, ["registry.terraform.io/hashicorp/aws"]],
    ]);
    for (const name of ["ours", "both"])
      files.write(`cdktf.out/stacks/${name}/.terraform.lock.hcl`, `provider "${address}" {}\n`);
    asked.length = 0;
    await terraform(["lock"], { lockProviders });
    expect(asked).toEqual([]);
    rmSync(join(folder, "cdktf.out/stacks/ours/.terraform.lock.hcl"));
    const failed = await terraform(["lock"], { lockProviders: async () => "no such build" });
    expect([failed.code, failed.out]).toEqual([1, expect.stringContaining("no such build")]);
    // Without Terraform, the command needs no state.
    expect(await terraform(["lock"], { version: async () => undefined })).toMatchObject({
      code: 0,
      out: "",
    });
  });

  describeTerraform("the installed provider, with the real terraform", () => {
    test("terraform init finds it with the block that was printed", async () => {
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
      expect((await install([], {})).out).toContain(".terraform.lock.hcl already names the provider");
    });

    test("terraform init finds a mirror that is given from any folder, with the configuration that was printed", async () => {
      const { out } = await install(["--to", "mirror"], {});
      const outside = mkdtempSync(join(bundle.folder, "elsewhere-"));
      writeFileSync(join(outside, "main.tf"), /terraform \{[\s\S]*?\n\}\n/.exec(out)?.[0] ?? "");
      const configuration = join(outside, "printed.tfrc");
      writeFileSync(configuration, /provider_installation \{[\s\S]*?\n\}\n/.exec(out)?.[0] ?? "");
      const env = {
        PATH: process.env["PATH"] ?? "",
        HOME: outside,
        TF_CLI_CONFIG_FILE: configuration,
        CHECKPOINT_DISABLE: "1",
      };
      const init = spawnSync("terraform", ["init", "-no-color"], { cwd: outside, env, encoding: "utf8" });
      expect(`${init.stdout}${init.stderr}`).toContain("Installed docsform/docs v1.2.3");
    });
  });
});
