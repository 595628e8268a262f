import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import {
  blocksOf as blocksOfPage,
  guideText,
  isOfApp,
  notPrinted,
  pages,
  runGuide,
} from "../guides/run-guide.ts";
import { runStages } from "../support/run-stages.ts";
import { type Box, startBox } from "./support/box.ts";
import { cdktf, compilerOf, pathOf } from "./support/flavor.ts";
import { succeed } from "./support/run.ts";
import { summary } from "./support/summary.ts";

const guide = readFileSync("docs/guides/constructs.md", "utf8");
const blocksOf = (language: string): readonly string[] =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))].map(([, text]) => text ?? "");
const [installing = "", running = ""] = blocksOf("sh");
const pem = readFileSync("examples/cdktf-app/okta.pem", "utf8");

let box: Box;
let folder: string;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  box = await startBox();
  folder = mkdtempSync(join(inject("home"), "new-app-"));
  environment = {
    PATH: pathOf(cdktf),
    // The home folder has no installed packages.
    HOME: folder,
    npm_config_cache: process.env["npm_config_cache"] ?? join(process.env["HOME"] ?? "", ".npm"),
    CI: "true",
    NO_COLOR: "1",
    CHECKPOINT_DISABLE: "1",
    CDKTF_DISABLE_PLUGIN_CACHE_ENV: "1",
    ...box.environment,
  };
});
afterAll(() => box?.close());

/** Runs a script in the app's folder. Throws if a command fails. */
async function sh(script: string, given: Readonly<Record<string, string>> = {}): Promise<string> {
  const env = { ...environment, ...given };
  return stripVTControlCharacters(await succeed("bash", ["-e", "-c", script], { cwd: folder, env }));
}

/**
 * Links the packages of the guide's `npm install`, which npm has installed for these tests: docsform from its tarball, the others from the registry. The
 * command line is that of these tests.
 */
function linkWhatIsNamed(line: string): void {
  const named = line.split(" ").slice(2);
  const installed = inject("packagesOfApps");
  expect(named.filter((name) => !existsSync(join(installed, name)))).toEqual(["cdktf-cli"]);
  execFileSync("cp", ["-al", installed, join(folder, "node_modules")]);
  symlinkSync(cdktf.cli, join(folder, "node_modules/.bin/cdktf"));
  symlinkSync(dirname(dirname(dirname(cdktf.cli))), join(folder, "node_modules/cdktf-cli"));
  // An app that docsform writes has it, too.
  symlinkSync(dirname(dirname(compilerOf(5))), join(folder, "node_modules/typescript"));
}

async function deployNewApp(): Promise<void> {
  const [init = "", install = "", ...commands] = installing.trim().split("\n");
  await sh(init);
  linkWhatIsNamed(install);
  expect(commands).toEqual(["npx docsform terraform install --cdktf"]);
  await sh(commands.join("\n"));
  const [first = ""] = blocksOf("ts");
  writeFileSync(join(folder, "main.ts"), first);
  cpSync("examples/cdktf-app/okta.pem", join(folder, "okta.pem"));
  expect(running).toContain("npx cdktf deploy acme --auto-approve");
  const output = await sh(running);
  expect(output).toMatch(/Plan: \d+ to add/);
  expect(output).toMatch(/url = https:\/\//);
  expect(summary(box.tables())).toMatchObject({ sites: [{ title: "Acme docs", published: true }] });
  expect(existsSync(join(folder, ".terraform.d/plugins"))).toBe(true);
}

const others = pages.filter(
  (path) => path !== "docs/guides/constructs.md" && blocksOfPage(guideText(path)).some(isOfApp),
);

test("pages with commands for an app exist", () =>
  expect(others).toEqual(expect.arrayContaining(["README.md", "docs/guides/cdktf-without-terraform.md"])));

async function runPage(path: string): Promise<void> {
  // Terraform refuses a backend whose folder has moved.
  rmSync(join(folder, "cdktf.out"), { recursive: true, force: true });
  const blocks = blocksOfPage(guideText(path)).filter(isOfApp);
  const { PATH: _, ...others } = environment;
  const ran = await runGuide(blocks, {
    tarball: inject("tarball"),
    folder,
    installed: join(folder, "node_modules"),
    environment: others,
    path: [dirname(cdktf.node)],
  });
  try {
    expect(ran.code, ran.output).toBe(0);
    expect(notPrinted(blocks, ran)).toEqual([]);
    expect(ran.output).toContain(path.endsWith("testing-constructs.md") ? "Done" : "collection.handbook");
  } finally {
    ran.remove();
  }
}

const layout = `docsform: 1
organization: Qm3vT8xLz1
saml:
  entra: { label: Entra, certificate: !env ENTRA_PEM }
`;
const mainOfLayout = `import { App, TerraformStack } from "cdktf";
import { DocsLayout, DocsProvider } from "docsform/constructs";

const app = new App();
const stack = new TerraformStack(app, "layout");
new DocsProvider(stack, "provider", { organization: "Qm3vT8xLz1" });
DocsLayout.fromYaml(stack, "layout", "docsform.yaml");
app.synth();
`;
// cdktf initializes this folder, and starting Terraform alone is cheaper.
const terraform = "terraform -chdir=cdktf.out/stacks/layout";
const variable = (text: string) => ({ TF_VAR_ENTRA_PEM: text });
const certificateOf = (wanted: string) =>
  box.tables()["saml_provider"]?.find(({ label }) => label === wanted)?.["certificate"];

test("a new app", { timeout: 900_000 }, async () => {
  await runStages({
    "the guide's commands create and deploy it": deployNewApp,
    ...Object.fromEntries(others.map((path) => [`the commands of ${path} work`, () => runPage(path)])),
    "a layout with a secret needs one variable, whose value is neither in the synthesized files nor in the state":
      async () => {
        writeFileSync(join(folder, "docsform.yaml"), layout);
        writeFileSync(join(folder, "main.ts"), mainOfLayout);
        await sh("npx cdktf deploy layout --auto-approve", variable(pem));
        expect(certificateOf("Entra")).toBe(pem);
        const line = pem.split("\n")[2] ?? "no line";
        for (const path of ["cdktf.out/stacks/layout/cdk.tf.json", "terraform.layout.tfstate"])
          expect(readFileSync(join(folder, path), "utf8")).not.toContain(line);
        expect(await sh(`${terraform} plan`, variable(pem))).toContain("No changes");
      },
    "the layout writes a changed secret by itself": async () => {
      const other = pem.replace("MII", "MIJ");
      await sh(`${terraform} apply -auto-approve`, variable(other));
      expect(certificateOf("Entra")).toBe(other);
    },
    "a layout needs no other variable without Terraform": async () => {
      writeFileSync(join(folder, "main.ts"), mainOfLayout.replace('(app, "layout")', '(app, "alone")'));
      writeFileSync(
        join(folder, "docsform.yaml"),
        layout.replaceAll("Entra", "Other").replace("entra:", "other:"),
      );
      await sh("npx tsx main.ts");
      await sh("npx docsform apply cdktf.out/stacks/alone --yes --allow-create", variable(pem));
      expect(certificateOf("Other")).toBe(pem);
    },
  });
});
