import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RepositoryAddress, withoutSecrets } from "./repository-address.ts";

/** Git in a temporary folder, with access to one other repository. */
export interface Git {
  /** Runs a command and returns its output. Throws with its error output. */
  run(args: readonly string[], input?: string | Buffer): Promise<Buffer>;
  /** The same, as one line of text. */
  line(args: readonly string[], input?: string | Buffer): Promise<string>;
  /** URL of the other repository. */
  readonly url: string;
}

/** The time of the commits; their author is always the emulator. */
export interface CommitTime {
  readonly at: string;
}

// The emulator does not read the environment, which may contain the GIT_DIR of another repository.
const path = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin";

/** Does the work in an empty temporary repository, and then deletes it. */
export async function withGit<T>(
  address: RepositoryAddress,
  time: CommitTime,
  work: (git: Git) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "docsform-git-"));
  const env = environment(folder, address, time);
  const run: Git["run"] = (args, input) => runGit(args, { folder, env, address, input });
  const line: Git["line"] = async (args, input) => (await run(args, input)).toString("utf8").trim();
  try {
    await run(["init", "--quiet", "--bare", "."]);
    return await work({ run, line, url: address.url });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Environment in which git asks no questions, ignores the settings of the machine, and gets no password as an argument. */
function environment(
  folder: string,
  { authorization }: RepositoryAddress,
  { at }: CommitTime,
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
  const identity = { NAME: "docsform emulator", EMAIL: "emulator@docs.example", DATE: at };
  const identityVariables = Object.entries(identity).flatMap(([name, value]) => [
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
    ...(Object.fromEntries([...numbered, ...identityVariables]) as Record<string, string>),
  };
}

interface GitRun {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly address: RepositoryAddress;
  readonly input: string | Buffer | undefined;
}

const slowestMs = 60_000;

function runGit(args: readonly string[], { folder, env, address, input }: GitRun): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn("git", args, { cwd: folder, env, timeout: slowestMs });
    const output: Buffer[] = [];
    const errorOutput: Buffer[] = [];
    const fail = (why: string) => {
      reject(new Error(withoutSecrets(`git ${args[0] ?? ""} failed: ${why.trim()}`, address)));
    };
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => errorOutput.push(chunk));
    child.stdin.on("error", () => undefined);
    child.on("error", (error) => fail(error.message));
    child.on("close", (code) => {
      if (code === 0) resolve(Buffer.concat(output));
      else fail(Buffer.concat(errorOutput).toString("utf8"));
    });
    child.stdin.end(input);
  });
}
