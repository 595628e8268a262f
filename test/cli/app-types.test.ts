import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  createProgram,
  flattenDiagnosticMessageText,
  getParsedCommandLineOfConfigFile,
  ModuleKind,
  sys,
} from "typescript";
import { expect, test } from "vitest";
import { type AppLibrary, appLibraries } from "../../src/constructs/as-code/app/project-files.ts";
import { someOf } from "../support/laws.ts";
import { apply, benchOfTest, openWorkbench, organization, smallLayout } from "./workbench.ts";

// The code that init and pull write has no type errors. Each app gets one mistake, so that a check that finds nothing fails.

const bench = benchOfTest(() => openWorkbench({ "docsform.yaml": smallLayout }));
const timeout = 120_000;
const mistake = (scope: string) => `new Documentation(${scope}, 7);\n`;
const error = "Argument of type 'number' is not assignable to parameter of type 'string'.";

const libraries = someOf(Object.values(appLibraries), ({ name }) => name);
test.each(libraries)("init --from $name", { timeout }, async (library) => {
  await bench.checkDone(["init", "--from", library.name]);
  const path = "test/documentation.test.ts";
  bench.files.write(path, `${bench.files.read(path)}${mistake("Testing.app()")}`);
  expect(typeErrors(bench.files.folder, library)).toEqual([`${path}: ${error}`]);
});

test("pull --format constructs", { timeout }, async () => {
  await bench.checkDone(apply);
  const pull = ["pull", "--format", "constructs", "--organization", organization];
  await bench.checkDone([...pull, "--out", "main.ts"]);
  bench.files.write("main.ts", `${bench.files.read("main.ts")}${mistake("app")}`);
  expect(typeErrors(bench.files.folder, appLibraries.cdktf)).toEqual([`main.ts: ${error}`]);
});

/** The type errors of the app in a folder, with its own options. docsform's sources take the place of the package. */
function typeErrors(folder: string, { name, entry }: AppLibrary): readonly string[] {
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const config = getParsedCommandLineOfConfigFile(
    join(folder, "tsconfig.json"),
    {},
    {
      ...sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(flattenDiagnosticMessageText(messageText, " "));
      },
    },
  );
  const { fileNames = [], options, errors = [] } = config ?? {};
  const program = createProgram(fileNames, {
    ...options,
    // The sources are ECMAScript modules. The package has builds that the app's own option (node16) accepts.
    module: ModuleKind.Node20,
    rewriteRelativeImportExtensions: true,
    noEmit: true,
    paths: {
      [entry]: [resolve("src/constructs.ts")],
      "docsform/testing": [resolve("src/testing.ts")],
      cdktf: [resolve("node_modules", name)],
    },
  });
  const inFiles = fileNames
    .flatMap((path) => program.getSourceFile(path) ?? [])
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]);
  return [...errors, ...program.getOptionsDiagnostics(), ...inFiles].map(
    ({ file, messageText }) =>
      `${file?.fileName.slice(folder.length + 1)}: ${flattenDiagnosticMessageText(messageText, " ")}`,
  );
}
