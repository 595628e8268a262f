import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A bare repository, and a person who commits to it. */
export interface Repository {
  readonly url: string;
  /** Commits these files to the branch, and returns the id of the commit. null deletes a file. */
  readonly commit: (files: Readonly<Record<string, string | null>>, branch?: string) => Promise<string>;
  /** The contents of the branch's files. */
  readonly files: (branch?: string) => Promise<Readonly<Record<string, string>>>;
  readonly log: (branch?: string) => Promise<readonly string[]>;
  readonly remove: () => Promise<void>;
}

export async function newRepository(): Promise<Repository> {
  const folder = await mkdtemp(join(tmpdir(), "docsform-git-test-"));
  const bare = join(folder, "docs.git");
  const work = join(folder, "work");
  const git = async (args: readonly string[], cwd = work): Promise<string> => {
    const who = ["-c", "user.name=Ada", "-c", "user.email=ada@acme.example", "-c", "core.autocrlf=false"];
    return (await run("git", [...who, ...args], { cwd, maxBuffer: 1e8 })).stdout;
  };
  await git(["init", "--quiet", "--bare", "--initial-branch=main", bare], folder);
  await git(["clone", "--quiet", bare, work], folder);
  return {
    url: pathToFileURL(bare).href,
    commit: async (files, branch = "main") => {
      await git(["fetch", "--quiet", "origin"]);
      const known = (await git(["branch", "--remotes", "--list", `origin/${branch}`])).trim() !== "";
      await git(["checkout", "--quiet", "-B", branch, ...(known ? [`origin/${branch}`] : [])]);
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(work, path)), { recursive: true });
        if (text === null) await rm(join(work, path));
        else await writeFile(join(work, path), text);
      }
      await git(["add", "--all"]);
      await git(["commit", "--quiet", "--message", "Somebody else's"]);
      await git(["push", "--quiet", "origin", `${branch}:${branch}`]);
      return (await git(["rev-parse", "HEAD"])).trim();
    },
    files: async (branch = "main") => {
      const paths = (await git(["ls-tree", "-r", "-z", "--name-only", branch], bare))
        .split("\0")
        .filter(Boolean);
      const texts = await Promise.all(paths.map((path) => git(["show", `${branch}:${path}`], bare)));
      return Object.fromEntries(paths.map((path, index) => [path, texts[index] as string]));
    },
    log: async (branch = "main") => (await git(["log", "--format=%s", branch], bare)).trim().split("\n"),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
