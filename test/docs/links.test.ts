import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const pages = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "examples/cdktf-app/README.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join("docs", path)),
];

/** Links of a page to other files, code aside. */
function linksIn(path: string): readonly string[] {
  const text = readFileSync(path, "utf8").replace(/^ *```.*?^ *```/gmsu, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/gu)]
    .map(([, to = ""]) => to)
    .filter((to) => !/^[a-z]+:/u.test(to));
}

/** What links to a part of the page may name: its headings, and what has an id. */
function anchorsOf(path: string): readonly string[] {
  const text = readFileSync(path, "utf8");
  const headings = [...text.matchAll(/^#+ (.*)$/gmu)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(/\s/gu, "-"),
  );
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)"/gu)].map(([, id = ""]) => id)];
}

test.each(pages)("%s leads nowhere that is not", (path) => {
  const dead = linksIn(path).filter((to) => {
    const [, anchor] = to.split("#");
    const file = target(path, to);
    return (
      !existsSync(file) || (anchor !== undefined && file.endsWith(".md") && !anchorsOf(file).includes(anchor))
    );
  });
  expect(dead).toEqual([]);
});

/** The file or folder that a link of the page leads to. */
function target(path: string, to: string): string {
  const [file = ""] = to.split("#");
  return file === "" ? path : join(dirname(path), file);
}

test("no link of a page in the package leads out of it", () => {
  const packed = packedFiles();
  const shipped = packed.filter((path) => path.endsWith(".md"));
  expect(shipped).toContain("README.md");
  expect(shipped.some((path) => path.startsWith("docs/guides/"))).toBe(true);
  const dead = shipped.flatMap((path) =>
    linksIn(path)
      .filter((to) => !isAmong(packed, target(path, to)))
      .map((to) => `${path}: ${to}`),
  );
  expect(dead).toEqual([]);
});

/** What npm puts into the package of what is there; what would be built before is not linked. */
function packedFiles(): readonly string[] {
  const told = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [packed] = JSON.parse(told) as { files: { path: string }[] }[];
  return packed?.files.map(({ path }) => path) ?? [];
}

/** Whether it is a file of these, or a folder of some. */
function isAmong(paths: readonly string[], target: string): boolean {
  const folder = `${target.replace(/\/$/u, "")}/`;
  return paths.some((path) => path === target || path.startsWith(folder));
}

test("the package says where it is at home", () => {
  const { homepage, repository, bugs } = JSON.parse(readFileSync("package.json", "utf8")) as Record<
    string,
    unknown
  >;
  expect({ homepage, repository, bugs }).toEqual({
    homepage: expect.stringMatching(/^https:/u),
    repository: { type: "git", url: expect.stringMatching(/^git\+https:.*[.]git$/u) },
    bugs: { url: expect.stringMatching(/^https:/u) },
  });
});
