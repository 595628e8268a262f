import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codes } from "../../src/model/codes/codes.ts";
import { registry } from "../../src/resources/registry.ts";
import { benchOfGroup, openWorkbench } from "./workbench.ts";

const bench = benchOfGroup(() => openWorkbench());

const declared = Object.keys(codes);

/** The source files of a folder, without tests and without the catalogue of codes. */
function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !path.startsWith("model/codes"))
    .map((path) => readFileSync(join(folder, path), "utf8"));
}
const sources = sourcesIn("src").join("\n");

// The compiler proves that each used code is declared. This test proves that each declared code is used.
test.each(declared)("%s occurs", (code) => {
  const [room = "", what = ""] = code.split("/");
  const helpers = ["layout", "synth", "constructs"].includes(room) ? `|"${what}"` : "";
  const written =
    room === "disk" ? `|disk/not-\\$` : what.endsWith("-of-another-layout") ? "|-of-another-layout`" : "";
  // A search for a text is much faster than one for a pattern.
  const isQuoted = sources.includes(`"${code}"`);
  expect(isQuoted || new RegExp(`\\b${code}:${helpers}${written}`, "u").test(sources)).toBe(true);
});

test("the codes of the types' own checks are declared and occur", () => {
  const own = registry.flatMap((type) => Object.keys(type.codes ?? {}));
  const text = sourcesIn("src/resources").join("\n");
  const used = [...text.matchAll(/\bwordsOf\("([^"]+)"/gu)].map(([, code]) => code);
  expect(new Set(own)).toEqual(new Set(used));
});

test.each([...declared, ...registry.flatMap((type) => Object.keys(type.codes ?? {}))])(
  "docsform explain %s",
  async (code) => {
    const { out, code: exit } = await bench.run(["explain", code]);
    expect(exit).toBe(0);
    expect(out).toContain(code);
    expect(out).toContain("For example:");
    const { cause, example, remedy } = JSON.parse(
      (await bench.run(["explain", code, "--json"])).out,
    ) as Record<string, string>;
    expect(cause).toMatch(/[.]$/u);
    expect(remedy).toMatch(/[.]$/u);
    expect(example).not.toBe("");
  },
);

test.each([
  ["guard/recreate", "<objects>"],
  ["live/wrong-organization", "<organization id>"],
])("the messages of %s name their facts in angle brackets", async (code, fact) => {
  const { out } = await bench.run(["explain", code]);
  const [said] = out.split("For example:");
  expect(said).toContain(fact);
  expect(said).not.toMatch(/[{}]/u);
});

test("a message of facts alone is not explained", async () => {
  expect(JSON.parse((await bench.run(["explain", "guard/deletes", "--json"])).out)).toMatchObject({
    messages: [],
  });
});

test("lists all codes without an argument", async () => {
  const { out } = await bench.run(["explain"]);
  for (const code of declared) expect(out).toContain(`${code}\n`);
});

test.each([
  ["guard/delets", "guard/deletes"],
  ["cli/no-tokn", "cli/no-token"],
])("%s: the nearest is %s", async (asked, meant) => {
  const ran = await bench.run(["explain", asked]);
  expect(ran).toMatchObject({ code: 64, err: expect.stringContaining(`Did you mean ${meant}?`) });
});

test.each(declared.filter((code) => code.includes("/")))(
  "explains the code %s without its prefix",
  async (code) => {
    const { err } = await bench.run(["explain", code.slice(code.indexOf("/") + 1)]);
    const [, printed = ""] = /Did you mean ([^?]+)[?]/u.exec(err) ?? [];
    expect(printed.split(" or ")).toContain(code);
  },
);

test.each(["nope", "delets", "xyzzy-and-more"])("the suggestions for %s are codes", async (asked) => {
  const { err, code } = await bench.run(["explain", asked]);
  const [, printed] = /Did you mean ([^?]+)[?]/u.exec(err) ?? [];
  const known = [...declared, ...registry.flatMap((type) => Object.keys(type.codes ?? {}))];
  for (const each of printed?.split(" or ") ?? []) expect(known).toContain(each);
  expect({ code, err }).toEqual({ code: 64, err: expect.stringContaining("such as guard/deletes") });
});

test("a code of the output of an app that only layouts have is explained as a layout code", async () => {
  const ran = await bench.run(["explain", "synth/not-unique"]);
  expect(ran).toMatchObject({ code: 0, out: expect.stringContaining("must be unique") });
});
