import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Synthesize } from "../../cli/io.ts";
import { fail } from "../../model/codes/command-words.ts";
import { isJsonObject, type Json } from "../../util/json.ts";

/** What an app needs of this process. */
interface AppSurroundings {
  /** The folder that the app runs in. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Receives what the app prints. */
  readonly print: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Runs apps in processes of their own, after TypeScript has checked them if it is installed beside the app. */
export function synthesizer(surroundings: AppSurroundings): Synthesize {
  return async (program, read) => {
    const outdir = temporaryFolder(surroundings.folder);
    try {
      await checkTypes(surroundings, program, outdir);
      await runApp(surroundings, program, outdir);
      return await read(outdir);
    } finally {
      rmSync(outdir, { recursive: true, force: true });
    }
  };
}

/** Apps name files relative to the files of their stacks, which are in a folder beside `cdktf.out` or, if nothing may be written there, elsewhere. */
function temporaryFolder(folder: string): string {
  try {
    return mkdtempSync(join(folder, ".docsform.out-"));
  } catch {
    return mkdtempSync(join(tmpdir(), "docsform.out-"));
  }
}

async function runApp(surroundings: AppSurroundings, program: string, outdir: string): Promise<void> {
  const { folder, environment, print } = surroundings;
  const path = resolve(folder, program);
  const env = { ...environment, CDKTF_OUTDIR: outdir, ...contextOf(folder, environment) };
  const [first, ...others] = loadersOf(path);
  if (first === undefined)
    throw fail("cli/app-failed", { case: "noLoader", path: program, version: process.versions.node });
  let ended = await run(surroundings, [...first, path], env);
  for (const loader of others)
    if (ended.code !== 0 && beyondNode.test(ended.err))
      ended = await run(surroundings, [...loader, path], env);
  print(ended.out);
  if (ended.code === 0) return print(ended.err);
  throw fail("cli/app-failed", { case: "failed", path: program, ...errorIn(ended.err, folder) });
}

/** What Node.js does not do when it strips types: resolve an import without an extension, enumerations, and `__dirname` beside an import. */
const beyondNode =
  /\b(?:ERR_MODULE_NOT_FOUND|ERR_UNSUPPORTED_DIR_IMPORT|ERR_(?:UNSUPPORTED|INVALID)_TYPESCRIPT_SYNTAX)\b|is not defined in ES module scope/u;

/** The arguments with which Node.js runs a program, the best first. */
function loadersOf(path: string): readonly (readonly string[])[] {
  if (/[.][cm]?js$/u.test(path)) return [[]];
  const loader = resolvedFrom(path, "tsx");
  return [...nativeTypeScript(), ...(loader === undefined ? [] : [["--import", pathToFileURL(loader).href]])];
}

function nativeTypeScript(): readonly (readonly string[])[] {
  if (!["", "false"].includes(String(Reflect.get(process.features, "typescript") ?? ""))) return [[]];
  const flag = "--experimental-strip-types";
  return process.allowedNodeEnvironmentFlags.has(flag)
    ? [[flag, "--disable-warning=ExperimentalWarning"]]
    : [];
}

/** The context in `cdktf.json`, which the command line of cdktf gives to an app in this variable. */
function contextOf(folder: string, { CDKTF_CONTEXT_JSON }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const path = join(folder, "cdktf.json");
  if (CDKTF_CONTEXT_JSON !== undefined || !existsSync(path)) return {};
  const settings = JSON.parse(readFileSync(path, "utf8")) as Json;
  const context = isJsonObject(settings) ? settings["context"] : undefined;
  return context === undefined ? {} : { CDKTF_CONTEXT_JSON: JSON.stringify(context) };
}

/** Throws if TypeScript, where it is installed, finds wrong types in the app. */
async function checkTypes(surroundings: AppSurroundings, program: string, outdir: string): Promise<void> {
  const { folder, environment } = surroundings;
  const path = resolve(folder, program);
  const compiler = /[.][cm]?ts$/u.test(path) ? compilerOf(path) : undefined;
  if (compiler === undefined) return;
  const project = join(outdir, "tsconfig.json");
  writeFileSync(project, JSON.stringify(projectOf(path)));
  const { code, out, err } = await run(
    surroundings,
    [compiler, "-p", project, "--pretty", "false"],
    environment,
  );
  rmSync(project);
  if (code === 0) return;
  const error = `${out}${err}`.trim().replace(/^(.+)\((\d+),(\d+)\): /gmu, "$1:$2:$3: ");
  throw fail("cli/app-failed", { case: "types", path: program, error });
}

function compilerOf(path: string): string | undefined {
  const manifest = resolvedFrom(path, "typescript/package.json");
  if (manifest === undefined) return undefined;
  const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly bin?: { readonly tsc?: string } };
  return bin?.tsc === undefined ? undefined : join(dirname(manifest), bin.tsc);
}

/** The app alone, with the options of its project. null removes an option that has no meaning without output. */
function projectOf(path: string): object {
  const config = configAbove(dirname(path));
  const options = config === undefined ? optionsWithoutProject(path) : withoutOutput;
  return {
    ...(config === undefined ? {} : { extends: config }),
    files: [path],
    include: [],
    references: [],
    compilerOptions: { ...options, noEmit: true, skipLibCheck: true },
  };
}

const withoutOutput = {
  composite: null,
  incremental: null,
  tsBuildInfoFile: null,
  declaration: null,
  declarationMap: null,
  emitDeclarationOnly: null,
  isolatedDeclarations: null,
};

function optionsWithoutProject(path: string): object {
  const node = resolvedFrom(path, "@types/node/package.json");
  const types = node === undefined ? { types: [] } : { types: ["node"], typeRoots: [dirname(dirname(node))] };
  return {
    target: "es2022",
    module: "esnext",
    moduleResolution: "bundler",
    allowImportingTsExtensions: true,
    ...types,
  };
}

function configAbove(folder: string): string | undefined {
  const path = join(folder, "tsconfig.json");
  if (existsSync(path)) return path;
  return dirname(folder) === folder ? undefined : configAbove(dirname(folder));
}

function resolvedFrom(path: string, name: string): string | undefined {
  try {
    return createRequire(path).resolve(name);
  } catch {
    return undefined;
  }
}

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function run(
  { folder, signal }: AppSurroundings,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Ended> {
  return await new Promise((end, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env,
      signal,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [out, err] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    child.on("error", reject).on("close", (code) => end({ code, out, err }));
  });
}

/** The error with which Node.js ended, and the app's own line that caused it, without the frames of libraries. */
function errorIn(output: string, folder: string): { readonly error: string; readonly place: string } {
  const lines = output.trimEnd().split("\n");
  const isFrame = (line: string) => /^\s+at /u.test(line);
  const begin = lines.findIndex((line) => /^(?:Uncaught )?\w*(?:Error|Exception)\b.*/u.test(line));
  const length = lines.slice(begin).findIndex(isFrame);
  const error =
    begin < 0 ? output.trim() : lines.slice(begin, length < 0 ? undefined : begin + length).join("\n");
  const places = lines.filter(isFrame).flatMap((line) => placeIn(line, folder) ?? []);
  const place = places.find((each) => !isAbsolute(each)) ?? places[0];
  const heading = /^(.+?):(\d+)$/mu.exec(lines.slice(0, Math.max(begin, 0)).join("\n"));
  const at = place ?? (heading === null ? undefined : `${shownPath(heading[1] ?? "", folder)}:${heading[2]}`);
  return { error: error.replace(/^(?:Uncaught )?Error: /u, ""), place: at === undefined ? "" : ` in ${at}` };
}

function placeIn(frame: string, folder: string): string | undefined {
  const [, path, position] = /(?:\(|at (?:async )?)((?:file:)?[^()]+?):(\d+:\d+)\)?$/u.exec(frame) ?? [];
  if (path === undefined || /^node:|[\\/]node_modules[\\/]|<anonymous>/u.test(path)) return undefined;
  return `${shownPath(path, folder)}:${position}`;
}

function shownPath(path: string, folder: string): string {
  const full = path.startsWith("file:") ? fileURLToPath(path) : path;
  const below = relative(folder, full);
  return below.startsWith("..") ? full : below;
}
