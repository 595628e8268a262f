import { execFileSync } from "node:child_process";

/**
 * The source files that a change touches: those that differ from the commit before it. Without that commit, the change consists of the commits
 * of the last day.
 */
export function changedSources(root: string, since: string | undefined): ReadonlySet<string> {
  const base = since ?? commitOfTheDayBefore(root);
  const names =
    base === undefined
      ? git(root, "ls-tree", "-r", "--name-only", "HEAD", "src")
      : git(root, "diff", "--name-only", base, "HEAD", "--", "src");
  return new Set(names.split("\n").filter((name) => name !== ""));
}

/** undefined: the repository has no older commit. */
function commitOfTheDayBefore(root: string): string | undefined {
  const newest = Number(git(root, "log", "-1", "--format=%ct"));
  const before = git(root, "rev-list", "-1", `--min-age=${newest - 86_400}`, "HEAD");
  return before === "" ? undefined : before;
}

function git(root: string, ...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
}
