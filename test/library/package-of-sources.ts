import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** The entries of the package whose programs need no build: the file of each. */
export const entries = {
  ".": "index.ts",
  "./client": "client.ts",
  "./emulator": "emulator.ts",
  "./testing": "testing.ts",
  "./constructs": "constructs.ts",
} as const;

/** Installs the package from the sources into a folder, beside the libraries that programs use with it. */
export function installSources(folder: string): void {
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "docsform"), { recursive: true });
  symlinkSync(join(root, "src"), join(modules, "docsform/src"));
  for (const library of ["tsx", "cdktf", "constructs"])
    symlinkSync(join(root, "node_modules", library), join(modules, library));
  const exports = Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, `./src/${file}`]));
  const manifest = { name: "docsform", type: "module", exports };
  writeFileSync(join(modules, "docsform/package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
}

/** Compiles the programs of a folder, and returns what the compiler says of them: nothing if they have no errors. */
export async function compilePrograms(folder: string): Promise<string> {
  const config = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: { typeRoots: [join(root, "node_modules/@types")] },
    include: ["*.ts"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const compiler = join(root, "node_modules/typescript-native/bin/tsc");
  const ran = promisify(execFile)(process.execPath, [compiler, "-p", folder]);
  return (await ran.catch((error: { stdout: string }) => error)).stdout;
}

/** Runs a program of a folder, and returns what it prints. */
export async function runProgram(folder: string, file: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", file], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  return stdout;
}
