import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { afterEach, expect, test } from "vitest";
import { stackJson } from "../support/synthesized-app.ts";
import { openWorkbench, organization, type Workbench } from "./workbench.ts";

let bench: Workbench;
afterEach(() => bench.close());

const stack = stackJson(
  "acme",
  { docs_space: { guides: { title: "Guides" } } },
  { provider: { docs: [{ organization }] } },
);
const manifest = JSON.stringify({
  stacks: { acme: { synthesizedStackPath: "stacks/acme/cdk.tf.json", annotations: [] } },
});
/** A program that writes what the constructs of an app would write. */
const program = (begin = "") => `import { mkdirSync, writeFileSync } from "node:fs";
import { folder } from "./folder.ts";
${begin}
mkdirSync(folder + "/stacks/acme", { recursive: true });
writeFileSync(folder + "/stacks/acme/cdk.tf.json", ${JSON.stringify(stack)});
writeFileSync(folder + "/manifest.json", ${JSON.stringify(manifest)});
`;
const folderFile = `export const folder: string = process.env["CDKTF_OUTDIR"] ?? "";\n`;

/** `packages`: those beside the app. Without TypeScript, which takes seconds, its types are not checked. */
async function benchWith(
  main: string,
  more: Readonly<Record<string, string>> = {},
  packages: readonly string[] = ["tsx"],
): Promise<Workbench> {
  bench = await openWorkbench({
    "package.json": `{ "type": "module" }`,
    "main.ts": main,
    "folder.ts": folderFile,
    ...more,
  });
  for (const name of packages) {
    const link = bench.files.full(`node_modules/${name}`);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(new URL(`../../node_modules/${name}`, import.meta.url).pathname, link);
  }
  return bench;
}

test("plan, apply, drift and graph run an app, and leave no folder", async () => {
  const { files } = await benchWith(program(`console.log("an app's own line");`));
  const before = readdirSync(files.folder);
  const planned = await bench.run(["plan", "main.ts"]);
  expect(planned.code, planned.err).toBe(0);
  expect(planned.out).toContain('+ space "Guides" (acme/guides)  space.guides');
  expect(planned.err).toContain("an app's own line");
  expect(readdirSync(files.folder)).toEqual(before);
  const applied = await bench.run(["apply", "main.ts", "--yes"]);
  expect(applied.code, applied.err).toBe(0);
  expect(bench.titles("space")).toContain("Guides");
  expect((await bench.run(["drift", "main.ts"])).code).toBe(0);
  expect((await bench.run(["graph", "main.ts", "--format", "tree"])).out).toContain("space.guides");
  expect(readdirSync(files.folder).filter((name) => !before.includes(name))).toEqual([
    ".docsform",
    "docsform.main.state.json",
  ]);
});

test("a broken app ends with its own error and the line of the app", async () => {
  const thrower = `export function check(): void {\n  throw new Error("No titles.\\nAdd some.");\n}\n`;
  await benchWith(program(`import { check } from "./check.ts";\ncheck();`), {
    "check.ts": thrower,
  });
  const { code, err } = await bench.run(["plan", "main.ts"]);
  expect(code).toBe(1);
  expect(err).toContain("main.ts ended with an error in check.ts:2:9: No titles.\nAdd some.");
  expect(err).not.toMatch(/^\s+at /mu);
});

test("an app that Node.js cannot parse ends with the line of the mistake", async () => {
  bench = await openWorkbench({ "main.mjs": "const a = 1;\nconst b = = 2;\n" });
  const { code, err } = await bench.run(["plan", "main.mjs"]);
  expect(code).toBe(1);
  expect(err).toContain("main.mjs ended with an error in main.mjs:2: SyntaxError: Unexpected token '='");
});

test("wrong types stop an app before it runs, and right types do not", async () => {
  const wrong = program(`const title: number = "Guides";\nconsole.log(title);`);
  await benchWith(wrong, {}, ["tsx", "typescript", "@types/node"]);
  const { code, err } = await bench.run(["plan", "main.ts"]);
  expect(code).toBe(1);
  expect(err).toContain("main.ts:3:7: error TS2322: Type 'string' is not assignable to type 'number'.");
  expect(err).not.toContain("Guides\n");
  bench.files.write("main.ts", wrong.replace(": number", ": string"));
  expect((await bench.checkDone(["plan", "main.ts"])).err).toContain("Guides\n");
});

test("an app that synthesizes nothing, and one that does not exist, are errors that say so", async () => {
  await benchWith("export {};\n");
  expect((await bench.run(["plan", "main.ts"])).err).toContain("main.ts synthesized no stack.");
  const missing = await bench.run(["plan", "app.ts"]);
  expect(missing).toMatchObject({ code: 1 });
  expect(missing.err).toContain("app.ts");
});
