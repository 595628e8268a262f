import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { npmProgram, npxScript } from "../support/fast-npx.ts";

/** Pages with shell blocks. */
export const pages: readonly string[] = [
  "README.md",
  ...readdirSync("docs/guides").map((name) => `docs/guides/${name}`),
];

/** Whether the block needs an app of constructs and its command line. */
export function isOfApp(block: Block): boolean {
  return (
    block.kind === "shell" &&
    block.commands.some(({ text }) => /cdktf (?:synth|diff|deploy)|cdktf[.]out| main[.]ts/u.test(text))
  );
}

/** A part of a page: a file that the reader writes, or commands that the reader types. */
export type Block =
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  | { readonly kind: "shell"; readonly commands: readonly Command[] };

/** Lines for a shell, and the output that the page shows after them. */
export interface Command {
  readonly text: string;
  readonly shown: readonly string[];
}

/** The parts of a page that the reader types or writes, in their order. */
export function blocksOf(page: string): readonly Block[] {
  // A block in a list is indented.
  return [...page.matchAll(/^( *)```(\w+)[^\n]*\n(.*?)^ *```$/gmsu)].flatMap(
    ([, indent = "", language = "", inside = ""]): Block[] => {
      const text = inside.replaceAll(new RegExp(`^${indent}`, "gmu"), "");
      if (["sh", "bash", "shell"].includes(language))
        return [{ kind: "shell", commands: [{ text, shown: [] }] }];
      if (language === "console") return [{ kind: "shell", commands: commandsIn(text) }];
      const path = /^(?:#|\/\/) ([\w./-]+[.](?:ya?ml|ts|json|tf))$/u.exec(text.split("\n")[0] ?? "")?.[1];
      return path === undefined ? [] : [{ kind: "file", path, text }];
    },
  );
}

/** The commands of a transcript: the text after `$ ` is typed, and the other lines are output. */
function commandsIn(text: string): readonly Command[] {
  const commands: { text: string; shown: string[] }[] = [];
  for (const line of text.trimEnd().split("\n")) {
    if (line.startsWith("$ ")) commands.push({ text: `${line.slice(2)}\n`, shown: [] });
    else commands.at(-1)?.shown.push(line);
  }
  return commands;
}

/** What a page needs before its first command. */
export interface Surroundings {
  /** The tarball of docsform, packed by npm. */
  readonly tarball: string;
  /** The reader's environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A folder with files that the page expects. */
  readonly folder?: string;
  /** Folders that are added to PATH. */
  readonly path?: readonly string[];
  /**
   * A folder `node_modules` that npm has written for other tests. If given, `npm init` and `npm install` do not start npm: they write the same
   * `package.json`, and hard links to these packages. A given folder gets them too.
   */
  readonly installed?: string;
  /** The command line of cdktf or cdktn. If given, `npm install` links it instead of installing its hundreds of packages. */
  readonly cli?: { readonly name: string; readonly path: string };
}

/** The result of a page: its exit code, its whole output, and the output of each command. */
export interface GuideRun {
  readonly code: number | null;
  readonly output: string;
  readonly printed: readonly string[];
  readonly folder: string;
  readonly remove: () => void;
}

const mark = "@@docsform-guide";

/** Runs the commands of a page in one shell and in an empty folder, until one fails. */
export async function runGuide(blocks: readonly Block[], given: Surroundings): Promise<GuideRun> {
  const home = mkdtempSync(join(tmpdir(), "docsform-guide-"));
  const folder = join(home, "work");
  mkdirSync(folder);
  if (given.folder !== undefined) copyApp(given.folder, folder, given.installed);
  const programs = npmFor(home, given);
  const port = await freePort();
  const script = afterListening(scriptOf(blocks)).replaceAll("4800", String(port));
  const { code, output } = await shell(script, { folder, programs, home, given });
  const printed = output.split(new RegExp(`${mark}\\n`, "u")).slice(1);
  return {
    code,
    output,
    printed,
    folder,
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 3 }),
  };
}

function copyApp(from: string, to: string, installed: string | undefined): void {
  const isCopied = (path: string) => installed === undefined || basename(path) !== "node_modules";
  cpSync(from, to, { recursive: true, filter: isCopied });
  if (installed !== undefined) execFileSync("cp", ["-al", installed, join(to, "node_modules")]);
}

function scriptOf(blocks: readonly Block[]): string {
  return blocks
    .flatMap((block) =>
      block.kind === "file"
        ? [fileScript(block)]
        : block.commands.map(({ text }) => `echo ${mark}\n${withAnswers(text)}`),
    )
    .join("\n");
}

/** A script that waits until the emulator listens, as a reader does. */
function afterListening(script: string): string {
  return script.replaceAll(
    /^.*docsform emulator .*&$/gmu,
    (line) => `${line}
for try in {1..300}; do (exec 3<>/dev/tcp/127.0.0.1/4800) 2>/dev/null && break || sleep 0.1; done`,
  );
}

function fileScript({ path, text }: { readonly path: string; readonly text: string }): string {
  return `cat > ${path} <<'END_OF_FILE'\n${text}END_OF_FILE`;
}

/**
 * Types what a reader types: a value instead of three dots, the URL of the reader's service after the token, and the answer yes to the question
 * of apply.
 */
function withAnswers(text: string): string {
  return text
    .split("\n")
    .map((line) => {
      const own = /^export (\w+)=…/u.exec(line)?.[1];
      if (own !== undefined) {
        const names = own === "DOCSFORM_TOKEN" ? [own, "DOCSFORM_BASE_URL"] : [own];
        return names.map((name) => `export ${name}="$READER_${name}"`).join("\n");
      }
      const asks = /^npx docsform apply(?!.*(?:--yes|[.]json))[^#]*/u.exec(line)?.[0].trim();
      return asks === undefined ? line : `printf 'yes\\n' | script -qec '${asks}' /dev/null`;
    })
    .join("\n");
}

/** npm and npx, which take docsform from its tarball, as if it were published, and everything else from the registry. */
function npmFor(home: string, { tarball, installed, cli }: Surroundings): string {
  const folder = join(home, "programs");
  mkdirSync(folder);
  const real = npmProgram("npm");
  const options = "--prefer-offline --no-audit --no-fund";
  const link =
    cli === undefined
      ? ""
      : `${real} pkg delete devDependencies.${cli.name}-cli
  ${real} install ${options}
  ln -s ${cli.path} node_modules/.bin/${cli.name}
  exit`;
  const npm = `#!/usr/bin/env bash
set -e
${installed === undefined ? "" : withoutNpm(installed, tarball)}
if [ "$*" = install ] && grep -q '"docsform"' package.json; then
  ${real} pkg set dependencies.docsform=file:${tarball}
  ${link}
fi
args=()
for arg in "$@"; do
  if [ "$arg" = docsform ]; then args+=("${tarball}"); else args+=("$arg"); fi
done
exec ${real} "\${args[@]}" ${options}
`;
  // npx downloads a package that no folder above has installed. The tests have installed docsform beside its tarball.
  const npx = npxScript(join(dirname(tarball), "node_modules/.bin/docsform"));
  for (const [name, text] of Object.entries({ npm, npx })) {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

/** Lines of a script for npm that write what `npm init --yes` and `npm install` write, with links to the installed packages. */
function withoutNpm(installed: string, tarball: string): string {
  return `case "$*" in
"init --yes")
  echo '{ "name": "work", "version": "1.0.0" }' > package.json
  exit ;;
install*)
  cp -alT "${installed}" node_modules
  exec ${process.execPath} -e '${recordPackages}' "${tarball}" "$@" ;;
esac`;
}

/** Writes the named packages into package.json, and fails if a package that it lists is not installed. */
const recordPackages = `
const fs = require("node:fs");
const [tarball, , ...args] = process.argv.slice(1);
const written = JSON.parse(fs.readFileSync("package.json", "utf8"));
const kind = args.includes("--save-dev") ? "devDependencies" : "dependencies";
for (const name of args.filter((each) => !each.startsWith("--"))) written[kind] = { ...written[kind], [name]: "file:" + tarball };
fs.writeFileSync("package.json", JSON.stringify(written, null, 2) + "\\n");
const listed = Object.keys({ ...written.dependencies, ...written.devDependencies });
const missing = listed.filter((name) => !fs.existsSync("node_modules/" + name));
if (missing.length > 0) throw new Error("Not installed: " + missing);
`;

interface Place {
  readonly folder: string;
  readonly programs: string;
  readonly home: string;
  readonly given: Surroundings;
}

function shell(
  script: string,
  { folder, programs, home, given }: Place,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const path = [programs, join(folder, "node_modules/.bin"), ...(given.path ?? []), ...usualPath()].join(
    delimiter,
  );
  const { DOCSFORM_TOKEN: _token, DOCSFORM_BASE_URL: _url, DOCSFORM_ORGANIZATION: _id, ...own } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", `exec 2>&1\n${script}`], {
      cwd: folder,
      env: {
        ...own,
        PATH: path,
        HOME: home,
        npm_config_cache: cacheFolder(),
        NO_COLOR: "1",
        CI: "",
        GIT_AUTHOR_NAME: "Reader",
        GIT_AUTHOR_EMAIL: "reader@acme.example",
        GIT_COMMITTER_NAME: "Reader",
        GIT_COMMITTER_EMAIL: "reader@acme.example",
        CHECKPOINT_DISABLE: "1",
        ...given.environment,
      },
      stdio: ["ignore", "pipe", "inherit"],
      // The shell gets its own process group, so that its background processes can be killed with it.
      detached: true,
    });
    let output = "";
    child.stdout.on("data", (piece: Buffer) => {
      output += piece.toString();
    });
    const end = () => {
      try {
        process.kill(-(child.pid ?? 0), "SIGTERM");
      } catch {
        // All processes have already ended.
      }
    };
    child.once("exit", end);
    child.once("error", reject);
    child.once("close", (code) =>
      resolve({ code, output: stripVTControlCharacters(output).replaceAll("\r\n", "\n") }),
    );
  });
}

function usualPath(): readonly string[] {
  return (process.env["PATH"] ?? "").split(delimiter).filter((each) => !each.includes("node_modules"));
}

function cacheFolder(): string {
  return process.env["npm_config_cache"] ?? join(process.env["HOME"] ?? tmpdir(), ".npm");
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Whether the output contains the shown lines in their order. … matches any text, or any lines if it is alone on a line. A line can contain carriage
 * returns, with which a terminal draws progress.
 */
export function containsShown(printed: string, shown: readonly string[]): boolean {
  const pattern = shown
    .map((line) =>
      line.trim() === "…"
        ? String.raw`(?:[^\n]*\n)*?`
        : String.raw`[^\n]*${line.split("…").map(escaped).join(String.raw`[^\n]*`)}[^\n]*\n`,
    )
    .join("");
  return new RegExp(pattern, "u").test(`${printed}\n`);
}

/** What the page shows after its commands and they did not print. */
export function notPrinted(blocks: readonly Block[], { printed }: GuideRun): readonly string[] {
  const commands = blocks.flatMap((block) => (block.kind === "shell" ? block.commands : []));
  return commands.flatMap(({ text, shown }, at) => {
    const output = printed[at];
    if (output === undefined) return [`${text} was not run`];
    return containsShown(output, shown) ? [] : [`${shown.join("\n")}\n--- was not printed:\n${output}`];
  });
}

function escaped(text: string): string {
  return text.trim().replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`);
}

export function guideText(path: string): string {
  return readFileSync(path, "utf8");
}
