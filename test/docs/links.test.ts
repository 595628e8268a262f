import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { linksIn, targetOf } from "../support/links.ts";

const pages = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "examples/cdktf-app/README.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join("docs", path)),
];

/** The anchors of a page: its headings, and elements with an id. */
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

test.each(pages)("every link of %s leads to a page", (path) => {
  const dead = linksIn(path).filter((to) => {
    const [, anchor] = to.split("#");
    const file = targetOf(path, to);
    return (
      !existsSync(file) || (anchor !== undefined && file.endsWith(".md") && !anchorsOf(file).includes(anchor))
    );
  });
  expect(dead).toEqual([]);
});

test("the package names its home page", () => {
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
