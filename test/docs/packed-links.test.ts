import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { linksIn, targetOf } from "../support/links.ts";

test("no link of a page in the package leads out of the package", () => {
  const packed = packedFiles();
  const shipped = packed.filter((path) => path.endsWith(".md"));
  expect(shipped).toContain("README.md");
  expect(shipped.some((path) => path.startsWith("docs/guides/"))).toBe(true);
  const dead = shipped.flatMap((path) =>
    linksIn(path)
      .filter((to) => !isAmong(packed, targetOf(path, to)))
      .map((to) => `${path}: ${to}`),
  );
  expect(dead).toEqual([]);
});

/** The existing files that npm puts into the package. No page links to a built file. */
function packedFiles(): readonly string[] {
  const reported = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [packed] = JSON.parse(reported) as { files: { path: string }[] }[];
  return packed?.files.map(({ path }) => path) ?? [];
}

/** Whether the target is one of the files, or a folder that contains some of them. */
function isAmong(paths: readonly string[], target: string): boolean {
  const folder = `${target.replace(/\/$/u, "")}/`;
  return paths.some((path) => path === target || path.startsWith(folder));
}
