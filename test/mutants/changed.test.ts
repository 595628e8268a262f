import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { changedSources } from "../../tools/mutants/changed.ts";

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

/** A repository with one commit for each entry: the hour of the commit, and the files that it writes. */
function repository(commits: readonly (readonly [hour: number, ...files: string[]])[]) {
  const root = mkdtempSync(join(tmpdir(), "docsform-changed-"));
  roots.push(root);
  git(root, "init", "--quiet");
  for (const [hour, ...files] of commits) {
    for (const file of files) {
      mkdirSync(join(root, file, ".."), { recursive: true });
      writeFileSync(join(root, file), `${hour}`);
    }
    git(root, "add", ".");
    git(root, "commit", "--quiet", "--message", `hour ${hour}`, `--date=@${1_800_000_000 + hour * 3600}`);
  }
  return root;

  function git(cwd: string, ...args: readonly string[]) {
    const instant = args.find((arg) => arg.startsWith("--date="))?.slice("--date=".length) ?? "@0";
    const identity = { name: "Ada", email: "ada@docs.example" };
    execFileSync("git", args, {
      cwd,
      env: {
        ...process.env,
        GIT_AUTHOR_NAME: identity.name,
        GIT_AUTHOR_EMAIL: identity.email,
        GIT_COMMITTER_NAME: identity.name,
        GIT_COMMITTER_EMAIL: identity.email,
        GIT_COMMITTER_DATE: `${instant} +0000`,
      },
    });
  }
}

test("the change consists of the sources that differ from a commit", () => {
  const root = repository([
    [0, "src/a.ts", "src/b.ts"],
    [1, "src/a.ts", "test/a.test.ts"],
    [2, "src/c.ts"],
  ]);
  expect([...changedSources(root, "HEAD~2")].sort()).toEqual(["src/a.ts", "src/c.ts"]);
  expect([...changedSources(root, "HEAD~1")]).toEqual(["src/c.ts"]);
});

test("without a commit, the change consists of the commits of the last day", () => {
  const root = repository([
    [0, "src/a.ts"],
    [1, "src/b.ts"],
    [30, "src/c.ts"],
    [40, "src/d.ts"],
  ]);
  expect([...changedSources(root, undefined)].sort()).toEqual(["src/c.ts", "src/d.ts"]);
});

test("without an older commit, the change consists of all sources", () => {
  const root = repository([[0, "src/a.ts", "README.md"]]);
  expect([...changedSources(root, undefined)]).toEqual(["src/a.ts"]);
});
