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
  guides: { title: Guides }
sites:
  docs: { title: Docs, structure: [{ space: guides }], published: true }
`;

const documentation = `import { join } from "node:path";
import { TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { DocsLayout, DocsProvider, Site, Space } from "docsform/constructs";

export class Documentation extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new DocsProvider(this, "provider", { organization: "Qm3vT8xLz1" });
    const api = new Space(this, "api", { title: "API" });
    const site = new Site(this, "site", { title: "API docs", published: true });
    site.addSection("api", { title: "API", path: "api", spaces: [api] });
    DocsLayout.fromYaml(this, "layout", join(__dirname, "docsform.yaml"));
  }
}
`;

/** The guide's example, in the form that the Markdown reader returns. */
function exampleOfGuide(): string {
  const guide = readFileSync("docs/guides/testing-constructs.md", "utf8");
  const [, example = ""] = /## With jest\n+```ts\n(.*?)```/s.exec(guide) ?? [];
  return `${example}
test("the Markdown of a layout is read", () => {
  expect(synthesized).toHaveResourceWithProperties(l1.Organization, { agent_instructions: "Be *brief*." });
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
  test("the package's constructs and types load, and an app of them can be tested", async () => {
    const cwd = await appOf(flavor);
    const env = { ...process.env, PATH: pathOf(flavor), CI: "true", NO_COLOR: "1", FORCE_COLOR: "0" };
    const { code, output } = await run("npm", ["test"], { cwd, env });
    expect(code, output).toBe(0);
    expect(output).toMatch(/Tests: +1 todo, 2 passed, 3 total/);
  });
});
