import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { touchedBy } from "../../tools/mutants/changed.ts";

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

type Written = Readonly<Record<string, string>>;

/** A repository with one commit for each entry: the hour of the commit, and all sources after it. */
function repository(commits: readonly (readonly [hour: number, files: Written])[]) {
  const root = mkdtempSync(join(tmpdir(), "docsform-changed-"));
  roots.push(root);
  git(root, "init", "--quiet");
  for (const [hour, files] of commits) {
    rmSync(join(root, "src"), { recursive: true, force: true });
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(root, file, ".."), { recursive: true });
      writeFileSync(join(root, file), text);
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

const [one, two, three] = [
  "function one() {}",
  "function two() {\n  one();\n}",
  "function three() {}",
] as const;

function touched(root: string, since?: string) {
  return [one, two, three].filter(touchedBy(root, since));
}

test("a change touches what no source had before it, also if it only moved to another file", () => {
  const root = repository([
    [0, { "src/a.ts": `${one}\n` }],
    [1, { "src/a.ts": `${one}\n`, "src/b.ts": `import x;\n${two}\n` }],
    [2, { "src/moved/a.ts": `import y;\n\n${two}\n\n${one}\n`, "src/c.ts": three }],
  ]);
  expect(touched(root, "HEAD~2")).toEqual([two, three]);
  expect(touched(root, "HEAD~1")).toEqual([three]);
});

test("without a commit, the change consists of the commits of the last day", () => {
  const root = repository([
    [0, { "src/a.ts": one }],
    [30, { "src/a.ts": `${one}\n${two}` }],
    [40, { "src/a.ts": `${one}\n${two}\n${three}` }],
  ]);
  expect(touched(root)).toEqual([two, three]);
});

test("without an older commit, the change touches everything", () => {
  expect(touched(repository([[0, { "src/a.ts": one, "README.md": two }]]))).toEqual([one, two, three]);
});
