import { spawn } from "node:child_process";
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
import { delimiter, join } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Pages with shell blocks to run. */
export const pages: readonly string[] = [
  "README.md",
  ...readdirSync("docs/guides").map((name) => `docs/guides/${name}`),
];

/** Whether the page needs an app of constructs and its command line. */
export function isOfApp(block: Block): boolean {
  return (
    block.kind === "shell" &&
    block.commands.some(({ text }) => /cdktf (?:synth|diff|deploy)|cdktf[.]out/u.test(text))
  );
}

/** A piece of a page that the reader types, or a file that they write. */
export type Block =
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  | { readonly kind: "shell"; readonly commands: readonly Command[] };

/** The lines for a shell, and the output that the page shows. */
export interface Command {
  readonly text: string;
  readonly shown: readonly string[];
}

/** The parts of a page to type or to write, in their order. */
export function blocksOf(page: string): readonly Block[] {
  // A block may be indented, as a part of a list.
  return [...page.matchAll(/^( *)```(\w+)[^\n]*\n(.*?)^ *```$/gmsu)].flatMap(
    ([, indent = "", language = "", inside = ""]): Block[] => {
      const text = inside.replaceAll(new RegExp(`^${indent}`, "gmu"), "");
      if (["sh", "bash", "shell"].includes(language))
        return [{ kind: "shell", commands: [{ text, shown: [] }] }];
      if (language === "console") return [{ kind: "shell", commands: commandsIn(text) }];
      const path = /^(?:#|\/\/) ([\w./-]+[.](?:ya?ml|ts|json))$/u.exec(text.split("\n")[0] ?? "")?.[1];
      return path === undefined ? [] : [{ kind: "file", path, text }];
    },
  );
}

/** In a transcript, the text after `$ ` is typed, and the rest is the output. */
function commandsIn(text: string): readonly Command[] {
  const commands: { text: string; shown: string[] }[] = [];
  for (const line of text.trimEnd().split("\n")) {
    if (line.startsWith("$ ")) commands.push({ text: `${line.slice(2)}\n`, shown: [] });
    else commands.at(-1)?.shown.push(line);
  }
  return commands;
}

/** The surroundings in which a page runs. */
export interface Surroundings {
  /** docsform as npm packs it. */
  readonly tarball: string;
  /** The reader's environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Files that exist before. The page says where they come from. */
  readonly files?: Readonly<Record<string, string>>;
  /** A folder with files that exist before. */
  readonly folder?: string;
  /** Folders of programs. */
  readonly path?: readonly string[];
  /** docsform is there before the first command. */
  readonly isInstalled?: boolean;
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

/** Runs the commands of a page in an empty folder, as one shell does, until one fails. */
export async function runGuide(blocks: readonly Block[], given: Surroundings): Promise<GuideRun> {
  const home = mkdtempSync(join(tmpdir(), "docsform-guide-"));
  const folder = join(home, "work");
  mkdirSync(folder);
  if (given.folder !== undefined) cpSync(given.folder, folder, { recursive: true });
  for (const [path, text] of Object.entries(given.files ?? {})) writeFileSync(join(folder, path), text);
  const programs = npmFor(home, given.tarball);
  if (given.isInstalled === true) {
    await shell("[ -f package.json ] || npm init --yes >/dev/null; npm install --save-dev docsform", {
      folder,
      programs,
      home,
      given,
    });
  }
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

function scriptOf(blocks: readonly Block[]): string {
  return blocks
    .flatMap((block) =>
      block.kind === "file"
        ? [fileScript(block)]
        : block.commands.map(({ text }) => `echo ${mark}\n${withAnswers(text)}`),
    )
    .join("\n");
}

/** A reader sees that the emulator listens before they type on. */
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
 * Replaces three dots with the reader's value, keeps the reader's base URL where the page unsets it, and types yes at a terminal where
 * apply asks.
 */
function withAnswers(text: string): string {
  return text
    .split("\n")
    .map((line) => {
      const own = /^export (\w+)=…/u.exec(line)?.[1];
      if (own !== undefined) return `export ${own}="$READER_${own}"`;
      if (/^unset .*\bDOCSFORM_BASE_URL\b/u.test(line))
        return `${line}\nexport DOCSFORM_BASE_URL="$READER_DOCSFORM_BASE_URL"`;
      const asks = /^npx docsform apply(?!.*(?:--yes|[.]json))[^#]*/u.exec(line)?.[0].trim();
      return asks === undefined ? line : `printf 'yes\\n' | script -qec '${asks}' /dev/null`;
    })
    .join("\n");
}

/** npm, with docsform from its package and everything else from the usual registry. */
function npmFor(home: string, tarball: string): string {
  const folder = join(home, "programs");
  mkdirSync(folder);
  const real = `${join(process.execPath, "..", "npm")}`;
  const text = `#!/usr/bin/env bash
args=()
for arg in "$@"; do
  if [ "$arg" = docsform ]; then args+=("${tarball}"); else args+=("$arg"); fi
done
exec ${real} "\${args[@]}" --prefer-offline --no-audit --no-fund
`;
  writeFileSync(join(folder, "npm"), text);
  chmodSync(join(folder, "npm"), 0o755);
  return folder;
}

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
        CHECKPOINT_DISABLE: "1",
        ...given.environment,
      },
      stdio: ["ignore", "pipe", "inherit"],
      // A process group of its own, so that background processes end with it.
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
        // No process was left.
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

/** Whether the output contains the lines of the page, in their order. … matches any text, and any lines if it is alone on a line. */
export function holdsShown(printed: string, shown: readonly string[]): boolean {
  const pattern = shown
    .map((line) =>
      line.trim() === "…" ? "(?:.*\\n)*?" : `.*${line.split("…").map(escaped).join(".*")}.*\\n`,
    )
    .join("");
  return new RegExp(pattern, "u").test(`${printed}\n`);
}

function escaped(text: string): string {
  return text.trim().replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`);
}

export function guideText(path: string): string {
  return readFileSync(path, "utf8");
}
