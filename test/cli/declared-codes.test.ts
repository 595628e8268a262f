import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

// The type of codes accepts any text, because programs may use their own codes. The test makes the type stricter, so that the compiler finds each
// code of docsform that is not declared.

const loose = "type Another = string & {};";
const strict = "type Another = never;";

/** The compiler's errors if only declared codes are permitted. */
function complaints(changed: (codes: string) => string, extra = ""): string {
  const folder = mkdtempSync(resolve("node_modules/.declared-codes-"));
  try {
    cpSync("src", join(folder, "src"), { recursive: true, filter: (path) => !path.endsWith(".test.ts") });
    const path = join(folder, "src/model/codes/code.ts");
    writeFileSync(path, changed(readFileSync(path, "utf8")));
    writeFileSync(join(folder, "src/extra.ts"), extra);
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    const base = resolve("tsconfig.json");
    const options = {
      extends: base,
      compilerOptions: { noEmit: true, incremental: false },
      include: ["src"],
      // This folder has a configuration of its own, because its code runs in a browser.
      exclude: ["src/report/page/browser"],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(options));
    execFileSync("npm", ["run", "--silent", "tsc", "--", "-p", folder], { encoding: "utf8" });
    return "";
  } catch (error) {
    return (error as { stdout?: string }).stdout ?? String(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("every code has a cause, an example and a remedy", {
  timeout: 300_000,
}, () => {
  expect(readFileSync("src/model/codes/code.ts", "utf8")).toContain(loose);
  const undeclared = `import { DocsformError } from "./model/errors.ts";\nexport const it = new DocsformError("cli/undeclared", "");\n`;
  const printed = complaints((text) => text.replace(loose, strict), undeclared)
    .split("\n")
    .filter((line) => line.includes("error TS"));
  expect(printed).toEqual([
    expect.stringContaining("extra.ts(2,37): error TS2345: Argument of type '\"cli/undeclared\"'"),
  ]);
});
