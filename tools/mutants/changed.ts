import { execFileSync } from "node:child_process";

/**
 * Returns whether a change touches a declaration: no source file of the commit before it contains this text, under whatever name. Without
 * that commit, the change consists of the commits of the last day.
 */
export function touchedBy(root: string, since: string | undefined): (declaration: string) => boolean {
  const base = since ?? commitOfTheDayBefore(root);
  const before = base === undefined ? "" : sourcesAt(root, base);
  return (declaration) => !before.includes(declaration);
}

/** undefined: the repository has no older commit. */
function commitOfTheDayBefore(root: string): string | undefined {
  const newest = Number(git(root, ["log", "-1", "--format=%ct"]));
  const before = git(root, ["rev-list", "-1", `--min-age=${newest - 86_400}`, "HEAD"]).trim();
  return before === "" ? undefined : before;
}

/** The texts of all source files of a commit, one after the other. */
function sourcesAt(root: string, commit: string): string {
  const names = git(root, ["ls-tree", "-r", "--name-only", commit, "src"]).split("\n");
  const wanted = names.filter((name) => name.endsWith(".ts")).map((name) => `${commit}:${name}\n`);
  return git(root, ["cat-file", "--batch"], wanted.join(""));
}

function git(root: string, args: readonly string[], input = ""): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8", input, maxBuffer: 2 ** 28 });
}
