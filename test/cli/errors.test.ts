import { chmodSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { present } from "../../src/util/present.ts";
import { apply, benchOfTest, openWorkbench, organization, smallLayout } from "./workbench.ts";

const bench = benchOfTest(() =>
  openWorkbench({ "docsform.yaml": smallLayout, "notes.txt": "This is not a plan.", empty: "\n" }),
);

beforeEach(() => chmodSync(bench.files.full("empty"), 0o600));

describe("an error is a sentence with a remedy and a code", () => {
  const cases: readonly {
    readonly what: string;
    readonly args: readonly string[];
    readonly environment?: Readonly<Record<string, string | undefined>>;
    readonly code: number;
    readonly error: string;
  }[] = [
    { what: "an unknown command", args: ["aply"], code: 64, error: "cli/wrong-usage" },
    { what: "an unknown flag", args: ["plan", "--alow-deletes"], code: 64, error: "cli/wrong-usage" },
    { what: "a flag of another command", args: ["validate", "--yes"], code: 64, error: "cli/wrong-usage" },
    {
      what: "a number that is none",
      args: ["plan", "--concurrency", "many"],
      code: 64,
      error: "cli/wrong-usage",
    },
    {
      what: "too many arguments",
      args: ["plan", "docsform.yaml", "more.yaml"],
      code: 64,
      error: "cli/wrong-usage",
    },
    {
      what: "an unknown API version",
      args: ["plan", "--api-version", "future"],
      code: 64,
      error: "cli/wrong-usage",
    },
    { what: "no such layout", args: ["plan", "-f", "nowhere.yaml"], code: 1, error: "cli/no-layout" },
    {
      what: "no token",
      args: ["plan"],
      environment: { DOCSFORM_TOKEN: undefined },
      code: 1,
      error: "cli/no-token",
    },
    { what: "a missing token file", args: ["plan", "--token-file", "none"], code: 1, error: "cli/no-token" },
    { what: "an empty token file", args: ["plan", "--token-file", "empty"], code: 1, error: "cli/no-token" },
    {
      what: "a wrong token",
      args: ["plan"],
      environment: { DOCSFORM_TOKEN: "wrong" },
      code: 1,
      error: "http/unauthorized",
    },
    {
      what: "plain http to another host",
      args: ["plan", "--base-url", "http://docs.example"],
      code: 1,
      error: "http/bad-base-url",
    },
    {
      what: "another organization",
      args: ["plan", "--organization", "Other"],
      code: 1,
      error: "cli/other-organization",
    },
    { what: "no organization", args: ["pull"], code: 1, error: "cli/no-organization" },
    {
      what: "an organization that the token does not see",
      args: ["pull", "--organization", "Other"],
      code: 1,
      error: "live/wrong-organization",
    },
    { what: "no such plan", args: ["apply", "no.json", "--yes"], code: 1, error: "cli/not-a-plan" },
    { what: "not a plan", args: ["apply", "notes.txt", "--yes"], code: 1, error: "cli/not-a-plan" },
    { what: "not a seed", args: ["emulator", "--seed", "docsform.yaml"], code: 1, error: "cli/bad-seed" },
  ];

  test.each(cases)("$what", async ({ args, environment, code, error }) => {
    const reported = await bench.run(args, present({ environment }));
    expect(reported.code, reported.err).toBe(code);
    expect(reported.out).toBe("");
    expect(reported.err).toContain(`[${error}]`);
    expect(reported.err).not.toMatch(/^\s+at /mu);

    const asJson = await bench.run([...args, "--json"], present({ environment }));
    expect(asJson.code).toBe(code);
    expect(asJson.err).toBe("");
    expect(JSON.parse(asJson.out)).toMatchObject({ error: { code: error } });
  });

  test("the service does not respond", async () => {
    const { url } = bench.emulator;
    await bench.emulator.close();
    const ran = await bench.run(["plan", "--base-url", url]);
    expect(ran.code).toBe(1);
    expect(ran.err).toContain("Error:");
    expect(ran.err).not.toMatch(/^\s+at /mu);
  });

  test("an error in the layout is shown at its place, with all others", async () => {
    bench.files.write(
      "docsform.yaml",
      smallLayout
        .replace("collection: handbook", "collection: handbok")
        .replace("title: API }", "titel: API }"),
    );
    const ran = await bench.run(["validate"]);
    expect(ran.code).toBe(1);
    expect(ran.err).toContain("docsform.yaml:6:40: error layout/unknown-reference");
    expect(ran.err).toContain("docsform.yaml:7:10: error layout/unknown-field");
    expect(ran.err).toContain("^^^^^^^");
    expect(ran.err).toMatch(/\d errors\./u);

    const asJson = await bench.run(["validate", "--json"]);
    const { error } = JSON.parse(asJson.out) as { error: { diagnostics: readonly { code: string }[] } };
    expect(error.diagnostics.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["layout/unknown-reference", "layout/unknown-field"]),
    );
  });
});

describe("output", () => {
  test("--json is alone on stdout", async () => {
    for (const args of [
      ["validate", "--json"],
      ["plan", "--json", "--verbose"],
      [...apply, "--json", "--verbose"],
      ["drift", "--json"],
      ["pull", "--organization", organization, "--json"],
      ["graph", "--json"],
    ]) {
      const ran = await bench.run(args);
      expect(() => JSON.parse(ran.out) as unknown, args.join(" ")).not.toThrow();
    }
  });

  test.each([
    { where: "a terminal", isTerminal: true, environment: {}, args: [], isColored: true },
    { where: "a pipe", isTerminal: false, environment: {}, args: [], isColored: false },
    { where: "NO_COLOR", isTerminal: true, environment: { NO_COLOR: "1" }, args: [], isColored: false },
    { where: "--no-color", isTerminal: true, environment: {}, args: ["--no-color"], isColored: false },
  ])("color in $where: $isColored", async ({ isTerminal, environment, args, isColored }) => {
    const ran = await bench.run(["plan", ...args], { isTerminal, environment });
    expect(ran.out.includes("\u001b[")).toBe(isColored);
  });

  test("--verbose prints every call", async () => {
    const ran = await bench.run(["plan", "--verbose"]);
    const calls = bench.emulator.emulator.log.length;
    expect(ran.err.match(/^call: GET \/v1\/|^call: GET \//gmu)).toHaveLength(calls);
  });

  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/u;

  test("control sequences from the service never reach the terminal", async () => {
    await bench.run(apply);
    bench.renameSpace("Guides", "\u001b]0;owned\u0007\u001b[31mred\u202e\u0085");
    for (const args of [["plan"], ["drift"], ["plan", "--json"], ["pull", "--organization", organization]]) {
      const ran = await bench.run(args);
      expect(`${ran.out}${ran.err}`, args.join(" ")).not.toMatch(steering);
    }
    const reported = [
      (await bench.run(["drift", "--sarif", "drift.sarif"])).out,
      (await bench.run(["plan", "--comment", "plan.md", "--html", "plan.html"])).out,
      ...["drift.sarif", "plan.md", "plan.html"].map((file) => bench.files.read(file) ?? ""),
    ];
    // The output shows that the value differs, and the value that would be sent.
    for (const text of reported)
      expect(text.replaceAll("&lt;", "<").replaceAll("&gt;", ">")).toContain(
        "<U+001B>]0;owned<U+0007><U+001B>[31mred<U+202E><U+0085>",
      );
  });
});

describe("an error names what docsform has instead", () => {
  const cases: readonly {
    readonly args: readonly string[];
    readonly environment?: Readonly<Record<string, string | undefined>>;
    readonly words: string;
  }[] = [
    { args: ["apply", "-y"], words: "Write --yes." },
    { args: ["apply", "--auto-approve"], words: "Write --yes." },
    { args: ["destroy", "--yes"], words: "Give the organization's id with --organization" },
    { args: ["plan", "--token", "canary"], words: "Set DOCSFORM_TOKEN, or name a file with --token-file" },
    { args: ["plan", "--token=canary"], words: "Set DOCSFORM_TOKEN, or name a file with --token-file" },
    { args: ["call", "--token=canary"], words: "Unknown option '--token'" },
    { args: ["plan", "--tokens=canary"], words: "Unknown option '--tokens'" },
    { args: ["apply", "--dry-run"], words: "docsform plan shows" },
    {
      args: ["plan"],
      environment: { DOCSFORM_TOKEN: undefined, GITBOOK_TOKEN: "canary" },
      words: 'export DOCSFORM_TOKEN="$GITBOOK_TOKEN"',
    },
    { args: ["plan", "--token-file", "none.txt"], words: "There is no file none.txt" },
    { args: ["pull", "--organization", "Acme"], words: `It has access to ` },
  ];

  test.each(cases)("$args", async ({ args, environment, words }) => {
    const { code, out, err } = await bench.run(args, present({ environment }));
    expect(code).not.toBe(0);
    expect(err).toContain(words);
    expect(out + err).not.toContain("canary");
  });

  test("the organizations that the token sees, by title and id", async () => {
    const { err } = await bench.run(["pull", "--organization", "https://app.example/o/acme"]);
    expect(err).toContain(`(${organization})`);
  });
});
