import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { cdktf, cdktn, type Flavor, pathOf, templateOf } from "./support/flavor.ts";
import { run, succeed } from "./support/run.ts";

/** The packages that `cdktf init` installs for a TypeScript app. ts-jest crashes with TypeScript 7 and later. */
const packages = [
  "@types/jest@30.0.0",
  "@types/node@20.19.43",
  "constructs@10.7.2",
  "jest@30.5.2",
  "ts-jest@29.4.15",
  "typescript@5.9.3",
];

/** Files of `cdktf init` that its tests need. They stay unchanged. */
const initFiles = ["jest.config.js", "setup.js", "tsconfig.json", "__tests__"];

const layout = `docsform: 1
organization: { id: Qm3vT8xLz1, agentInstructions: "Be *brief*." }
spaces:
  faq: { title: Questions }
sites:
  help: { title: Help, structure: [{ space: faq }], visibility: unlisted, published: true }
`;

const documentation = `import { join } from "node:path";
import { TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { Collection, DocsLayout, DocsProvider, Site, Space, Team } from "docsform/constructs";

export class Documentation extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new DocsProvider(this, "provider", { organization: "Qm3vT8xLz1" });
    const handbook = new Collection(this, "handbook", { title: "Handbook", defaultLevel: "read" });
    const guides = new Space(this, "guides", { title: "Guides", collection: handbook });
    const french = new Space(this, "guides-fr", { title: "Guides (français)", collection: handbook });
    const api = new Space(this, "api", { title: "API reference" });
    const site = new Site(this, "docs", { title: "Acme docs", visibility: "public", published: true });
    site.addSection("guides", { title: "Guides", path: "guides", spaces: [guides, { space: french, path: "fr" }] });
    site.addGroup("reference", { title: "Reference" }).addSection("api", { title: "API", path: "api", spaces: [api] });
    new Team(this, "writers", { title: "Writers", members: ["ada@example.com"] });
    DocsLayout.fromYaml(this, "layout", join(__dirname, "docsform.yaml"));
  }
}
`;

/** The test file that the guide's blocks form, with a test of the form that the Markdown reader returns. */
function exampleOfGuide(): string {
  const guide = readFileSync("docs/guides/testing-constructs.md", "utf8");
  const blocks = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""]) => code);
  expect(blocks.length).toBe(6);
  return `import "cdktf/lib/testing/adapters/jest";
${blocks.join("\n")}
test("the Markdown of a layout is read", () => {
  docs.has("organization", { agentInstructions: "Be *brief*." });
});
`;
}

async function appOf(flavor: Flavor): Promise<string> {
  const folder = join(inject("home"), `jest-of-${flavor.name}`);
  mkdirSync(folder);
  const template = templateOf(flavor.name);
  for (const name of initFiles) cpSync(join(template, name), join(folder, name), { recursive: true });
  const description = readFileSync(join(template, "package.json"), "utf8");
  writeFileSync(join(folder, "package.json"), description.replace("{{ $base }}", "docs"));
  const put = (path: string, text: string): void =>
    writeFileSync(
      join(folder, path),
      text.replaceAll('"cdktf', `"${flavor.name}`).replaceAll("docsform/constructs", flavor.entry),
    );
  put("docsform.yaml", layout);
  put("documentation.ts", documentation);
  put("__tests__/documentation-test.ts", exampleOfGuide());
  const library = `${flavor.name}@${flavor.version}`;
  await succeed(
    "npm",
    ["install", "--prefer-offline", "--ignore-scripts", inject("tarball"), library, ...packages],
    { cwd: folder },
  );
  return folder;
}

describe.each([cdktf, cdktn])("jest as $name sets it up", (flavor) => {
  test("the package's constructs, its testing kit and their types load, and the guide's tests pass", async () => {
    const cwd = await appOf(flavor);
    // In CI, jest refuses snapshots that are not reviewed yet.
    const env = { ...process.env, PATH: pathOf(flavor), CI: "false", NO_COLOR: "1", FORCE_COLOR: "0" };
    const { code, output } = await run("npm", ["test"], { cwd, env });
    expect(code, output).toBe(0);
    expect(output).toMatch(/Tests: +1 todo, 8 passed, 9 total/);
    // The same file serves ES modules, such as those of vitest.
    const imports = 'import { DocsApp, emulated, planApp, problemsIn } from "docsform/testing";';
    await succeed("node", ["--input-type=module", "-e", imports], { cwd });
  });
});
