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
    const [file = "", anchor] = to.split("#");
    const target = file === "" ? path : join(dirname(path), file);
    return (
      !existsSync(target) ||
      (anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).includes(anchor))
    );
  });
  expect(dead).toEqual([]);
});

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
