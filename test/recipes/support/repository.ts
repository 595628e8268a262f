import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { BuiltPackage } from "../../support/built.ts";

/** A repository with several committers and with docsform in its package.json. */
export interface Repository {
  /** A folder for other files of a test. */
  readonly home: string;
  /** The path of the bare repository. */
  readonly origin: string;
  /** Clones a branch, with all of its history or only with its newest commit, as runners do. */
  readonly clone: (branch: string, history?: "whole" | "newest") => string;
  /** Commits files onto a branch, and pushes it. A new branch starts at main. */
  readonly commit: (branch: string, files: Readonly<Record<string, string>>) => void;
  /** The text of a file of the branch. Undefined: the branch has no such file. */
  readonly read: (branch: string, path: string) => string | undefined;
  /** Subjects of the branch's commits, the newest first. */
  readonly subjects: (branch: string) => readonly string[];
  readonly remove: () => void;
}

/** Creates a repository with these files, and with docsform in its package.json. */
export function createRepository(
  docsform: BuiltPackage,
  files: Readonly<Record<string, string>>,
  scripts: Readonly<Record<string, string>> = {},
): Repository {
  const home = mkdtempSync(join(tmpdir(), "docsform-recipes-"));
  const origin = join(home, "origin.git");
  git(home, "init", "--quiet", "--bare", "--initial-branch=main", origin);
  const clone: Repository["clone"] = (branch, history = "whole") => {
    const folder = mkdtempSync(join(home, "clone-"));
    const depth = history === "newest" ? ["--depth", "1"] : [];
    git(folder, "clone", "--quiet", "--branch", branch, ...depth, `file://${origin}`, ".");
    return folder;
  };
  const commit = (branch: string, changed: Readonly<Record<string, string>>): void => {
    const folder = clone("main");
    const exists = git(folder, "ls-remote", "--heads", "origin", branch) !== "";
    git(folder, "checkout", "--quiet", ...(exists ? [branch] : ["-b", branch]));
    push(folder, branch, changed);
  };

  const first = mkdtempSync(join(home, "first-"));
  git(first, "clone", "--quiet", origin, ".");
  git(first, "checkout", "--quiet", "-B", "main");
  const devDependencies = { docsform: `file:${docsform.folder}` };
  const description = packageJson({ scripts, devDependencies });
  write(first, "package.json", description);
  write(first, "package-lock.json", lockOf(description, first));
  push(first, "main", {
    ".gitignore": "node_modules\n.docsform\n.terraform*\nterraform.d\ncdktf.out\n",
    ...files,
  });

  return {
    home,
    origin,
    clone,
    commit,
    read: (branch, path) => {
      try {
        return git(origin, "show", `${branch}:${path}`);
      } catch {
        return undefined;
      }
    },
    subjects: (branch) => git(origin, "log", "--format=%s", branch).trim().split("\n"),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

const locks = new Map<string, string>();

/** The package-lock.json for this package.json. Its path to docsform is relative, and every first clone is equally deep. */
function lockOf(description: string, folder: string): string {
  const known = locks.get(description);
  if (known !== undefined) return known;
  const options = { cwd: folder, stdio: "pipe" } as const;
  execFileSync("npm", ["install", "--package-lock-only", "--offline", "--no-audit"], options);
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  locks.set(description, lock);
  return lock;
}

function push(folder: string, branch: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) write(folder, path, text);
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--message", `Change ${Object.keys(files).at(-1)}`);
  git(folder, "push", "--quiet", "origin", branch);
}

const person = {
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
};

/** Runs git with a committer's name. */
export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync("git", args, {
    cwd: folder,
    encoding: "utf8",
    stdio: "pipe",
    env: { ...process.env, ...person },
  });
}

function packageJson(fields: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ private: true, version: "1.2.3", ...fields }, null, 2)}\n`;
}

function write(folder: string, path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
