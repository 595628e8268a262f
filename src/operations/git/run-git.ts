import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RepositoryAddress, withoutSecrets } from "./address.ts";

/** Git in a temporary folder, which knows one repository elsewhere. */
export interface Git {
  /** What the command said. Fails with what it said of the failure. */
  run(args: readonly string[], input?: string | Buffer): Promise<Buffer>;
  /** The same as a line of text. */
  line(args: readonly string[], input?: string | Buffer): Promise<string>;
  /** Where the other repository is. */
  readonly url: string;
}

/** Who writes the commits, and when. */
export interface Author {
  readonly at: string;
}

// The emulator does not look into the environment, where somebody else's GIT_DIR may stand.
const path = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin";

/** Does the work with an empty repository of its own, which is gone afterwards. */
export async function withGit<T>(
  address: RepositoryAddress,
  author: Author,
  work: (git: Git) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "docsform-git-"));
  const env = environment(folder, address, author);
  const run: Git["run"] = (args, input) => runGit(args, { folder, env, address, input });
  const line: Git["line"] = async (args, input) => (await run(args, input)).toString("utf8").trim();
  try {
    await run(["init", "--quiet", "--bare", "."]);
    return await work({ run, line, url: address.url });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Nobody is asked anything, no settings of the machine count, and passwords are in no argument. */
function environment(
  folder: string,
  { authorization }: RepositoryAddress,
  { at }: Author,
): NodeJS.ProcessEnv {
  const settings = [
    ["protocol.allow", "never"],
    ["protocol.file.allow", "always"],
    ["protocol.http.allow", "always"],
    ["protocol.https.allow", "always"],
    ["http.followRedirects", "false"],
    ["core.hooksPath", "/dev/null"],
    ["safe.directory", "*"],
    ...(authorization === undefined ? [] : [["http.extraHeader", `Authorization: ${authorization}`]]),
  ];
  const numbered = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  const who = { NAME: "docsform emulator", EMAIL: "emulator@docs.example", DATE: at };
  const people = Object.entries(who).flatMap(([name, value]) => [
    [`GIT_AUTHOR_${name}`, value],
    [`GIT_COMMITTER_${name}`, value],
  ]);
  return {
    PATH: path,
    HOME: folder,
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_COUNT: String(settings.length),
    ...(Object.fromEntries([...numbered, ...people]) as Record<string, string>),
  };
}

interface Setting {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly address: RepositoryAddress;
  readonly input: string | Buffer | undefined;
}

const slowestMs = 60_000;

function runGit(args: readonly string[], { folder, env, address, input }: Setting): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn("git", args, { cwd: folder, env, timeout: slowestMs });
    const stated: Buffer[] = [];
    const complaints: Buffer[] = [];
    const fail = (why: string) => {
      reject(new Error(withoutSecrets(`git ${args[0] ?? ""} failed: ${why.trim()}`, address)));
    };
    child.stdout.on("data", (chunk: Buffer) => stated.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => complaints.push(chunk));
    child.stdin.on("error", () => undefined);
    child.on("error", (error) => fail(error.message));
    child.on("close", (code) => {
      if (code === 0) resolve(Buffer.concat(stated));
      else fail(Buffer.concat(complaints).toString("utf8"));
    });
    child.stdin.end(input);
  });
}
