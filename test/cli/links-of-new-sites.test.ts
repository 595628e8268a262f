import { expect, test } from "vitest";
import { apply, benchOfTest, openWorkbench, organization } from "./workbench.ts";

// The service accepts a link only in a site with sections, so the first section is created before the links that stand before it.

const bench = benchOfTest(() => openWorkbench());

const layout = (...structure: readonly string[]) => `docsform: 1
organization: ${organization}
spaces: { start: { title: Start } }
sites:
  docs:
    title: Docs
    structure:
${structure.map((line) => `      ${line}\n`).join("")}`;
const link = (title: string) => `{ link: ${title}, url: "https://${title}.example" }`;
const section = (path: string) => `{ section: The ${path}, path: ${path}, spaces: [start] }`;

/** The exit codes of an apply and of the drift after it. */
async function applied(text: string): Promise<readonly number[]> {
  bench.files.write("docsform.yaml", text);
  return [(await bench.run(apply)).code, (await bench.run(["drift"])).code];
}
const asDeclared = [0, 0];

test.each([
  ["before the only section", [`- ${link("one")}`, `- ${link("two")}`, `- ${section("guides")}`]],
  [
    "in a group before its section",
    [
      `- ${link("one")}`,
      "- group: More",
      "  children:",
      `    - ${link("two")}`,
      `    - ${section("guides")}`,
    ],
  ],
  [
    "between sections, and behind them",
    [
      `- ${link("one")}`,
      `- ${section("a")}`,
      `- ${link("two")}`,
      `- ${link("four")}`,
      `- ${section("b")}`,
      `- ${link("six")}`,
    ],
  ],
])("links of a new site %s", async (_place, structure) => {
  expect(await applied(layout(...structure))).toEqual(asDeclared);
});

test("a site with sections gets a link and a section after it", async () => {
  expect(await applied(layout(`- ${section("a")}`))).toEqual(asDeclared);
  const edited = layout(`- ${section("a")}`, `- ${link("one")}`, `- ${section("b")}`);
  expect(await applied(edited)).toEqual(asDeclared);
  const operations = bench.emulator.emulator.log.map(({ operation }) => operation);
  expect(operations).toContain("addExternalLinkToSite");
  expect(operations).not.toContain("sortSiteStructure");
});
