import { execFileSync } from "node:child_process";
import { beforeEach, describe, expect, test } from "vitest";
import { filesBelow } from "../../src/cli/files.ts";
import { machineFiles } from "../../src/state/file-system.ts";
import { apply, benchOfTest, canaryToken, openWorkbench, organization } from "./workbench.ts";

const bench = benchOfTest(() => openWorkbench());

const noToken = { DOCSFORM_TOKEN: undefined };
const written = ["docsform.yaml", "docsform.state.json", ".gitignore", ".vscode/settings.json"];

function textsOf(paths: readonly string[]): readonly (string | undefined)[] {
  return paths.map((path) => bench.files.read(path));
}

describe("from the live organization", () => {
  beforeEach(() => {
    bench.emulator.emulator.edit("createSpace", {}, { title: "Guides" });
    bench.emulator.emulator.clearLog();
  });

  test("writes the token's only organization, and its plan is empty", async () => {
    const ran = await bench.checkDone(["init", "--from", "live"]);
    expect(ran.out).toContain("docsform plan");
    expect(bench.files.read("docsform.yaml")).toContain(`organization: ${organization}`);
    expect(textsOf(written)).not.toContain(undefined);
    await bench.checkDone(["plan", "--detailed-exitcode"]);
    const writes = bench.emulator.emulator.log.filter(({ method }) => method !== "GET");
    expect(writes).toEqual([]);
  });

  test("fails without a token, and writes nothing", async () => {
    const ran = await bench.run(["init", "--from", "live"], { environment: noToken });
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining("[cli/no-token]") });
    expect(bench.files.list(".")).toEqual([]);
  });

  test("writes nothing for an organization that the token has no access to", async () => {
    const ran = await bench.run(["init", "--from", "live", "--organization", "another"]);
    expect(ran.code).toBe(1);
    expect(bench.files.list(".")).toEqual([]);
  });
});

describe("from an empty organization", () => {
  test("offers the example, and writes it after a yes", async () => {
    const questions: string[] = [];
    const ran = await bench.run(["init", "--from", "live"], { typed: "yes", questions });
    expect(ran.code, ran.err).toBe(0);
    expect(questions.join("")).toContain("Write the example instead?");
    const text = bench.files.read("docsform.yaml");
    expect(text).toContain(`organization: ${organization}\n`);
    expect(text).toContain("Our documentation");
  });

  test.each([{ typed: "no" }, {}])("without a yes, names the command and writes nothing", async (answer) => {
    const ran = await bench.run(["init", "--from", "live"], answer);
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining("docsform init --from example") });
    expect(bench.files.list(".")).toEqual([]);
  });

  test("writes what is there if the token may not read everything", async () => {
    const refusal = { kind: "error-before", status: 403 } as const;
    bench.emulator.emulator.faults.add({ on: { operation: "listTeamsInOrganizationById" }, fault: refusal });
    const ran = await bench.run(["init", "--from", "live"]);
    expect([ran.code, ran.err]).toEqual([0, expect.stringContaining("may not read")]);
  });

  test("pull writes the layout without objects, and names the command", async () => {
    const ran = await bench.run(["pull", "--organization", organization]);
    expect(ran).toMatchObject({ code: 0, out: `docsform: 1\norganization: ${organization}\n` });
    expect(ran.err).toContain("docsform init --from example");
  });
});

describe("of several organizations", () => {
  beforeEach(() => {
    bench.emulator.emulator.service.add("organization", { id: "another1", title: "Another" });
  });

  test("asks for the start", async () => {
    const questions: string[] = [];
    await bench.checkDone(["init", "--from", "example"], { typed: ["7", "2"], questions });
    expect(questions[0]).toContain("Which organization?");
    expect(questions[0]).toContain("Another (another1)");
    expect(bench.files.read("docsform.yaml")).toContain("organization: another1\n");
  });

  test("without a terminal, lists the organizations", async () => {
    const ran = await bench.run(["init", "--from", "live"]);
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining("Another (another1)") });
    expect(bench.files.list(".")).toEqual([]);
  });
});

describe("from the example", () => {
  test("the first apply adds the example without a flag, and then the plan is empty", async () => {
    await bench.checkDone(["init", "--from", "example"]);
    await bench.checkDone(apply);
    await bench.checkDone(["plan", "--detailed-exitcode"]);
  });

  test("omitted values can be declared", async () => {
    await bench.run(["init", "--from", "example"]);
    const text = bench.files.read("docsform.yaml") ?? "";
    const { entry = "", field = "" } =
      /# .*: (?<entry>\S+) has no (?<field>\S+) here/u.exec(text)?.groups ?? {};
    expect([entry, field]).not.toContain("");
    expect(text).not.toMatch(new RegExp(`^  ${entry}:\\n(?:    .*\\n)*    ${field}:`, "mu"));
    bench.files.write(
      "docsform.yaml",
      text.replace(`\n  ${entry}:\n`, (line) => `${line}    ${field}: null\n`),
    );
    expect(await bench.run(["validate"])).toMatchObject({ code: 0, err: "" });
  });

  test("needs no token if the organization is named", async () => {
    await bench.checkDone(["init", "--from", "example", "--organization", "true"], {
      environment: noToken,
    });
    await bench.checkDone(["validate"], { environment: noToken });
    expect(bench.emulator.emulator.log).toEqual([]);
  });

  test("asks for the organization without a token and a name", async () => {
    await bench.checkDone(["init"], { environment: noToken, typed: ["2", " acme "] });
    expect(bench.files.read("docsform.yaml")).toContain("organization: acme\n");
  });

  test("prints the next commands for the emulator, with its organization", async () => {
    const ran = await bench.run(["init", "--json"], { environment: noToken, typed: "3" });
    const { next, organization: id } = JSON.parse(ran.out) as { next: string[]; organization: string };
    expect(next[0]).toContain(`docsform emulator --port 4800 --organization ${id} `);
    expect(bench.files.read("docsform.yaml")).toContain(`organization: ${id}\n`);
  });
});

test.each([
  { environment: { npm_command: "exec" }, program: "npx docsform" },
  { environment: {}, program: "docsform" },
])("the next commands are $program if the environment is $environment", async ({ environment, program }) => {
  const ran = await bench.checkDone(["init", "--from", "example", "--json"], { environment });
  const { next } = JSON.parse(ran.out) as { next: readonly string[] };
  expect(next.at(-1)).toBe(`${program} apply`);
});

describe("keeps existing files", () => {
  test.each(["docsform.yaml", "docsform.state.json"])("does not replace %s", async (path) => {
    bench.files.write(path, "mine\n");
    const ran = await bench.run(["init", "--from", "emulator"]);
    expect(ran.code).toBe(1);
    expect(ran.err).toContain(`Error: ${path} is already here. Nothing was written. [cli/file-exists]`);
    expect(bench.files.list(".")).toEqual([path]);
    expect(bench.files.read(path)).toBe("mine\n");
  });

  test("adds lines to .gitignore and to VS Code's settings, and keeps their comments", async () => {
    bench.files.write(".gitignore", "node_modules");
    const before = `{\n    // mine\n    "editor.tabSize": 4,\n    "yaml.customTags": ["!mine"], // and this\n}\n`;
    bench.files.write(".vscode/settings.json", before);
    await bench.run(["init", "--from", "emulator"]);
    expect(bench.files.read(".gitignore")).toMatch(/^node_modules\n(?:.*\n)*[.]docsform\/\*\n/u);
    const settings = bench.files.read(".vscode/settings.json") ?? "";
    expect(settings).toContain('    // mine\n    "editor.tabSize": 4,\n');
    expect(settings).toContain("// and this");
    expect(settings.replaceAll(/\s/gu, "")).toContain('["!mine","!envscalar","!filescalar"]');
  });

  test("adds nothing twice", async () => {
    await bench.run(["init", "--from", "emulator"]);
    const before = textsOf([".gitignore", ".vscode/settings.json"]);
    for (const path of ["docsform.yaml", "docsform.state.json"])
      bench.files.system.rmSync(bench.files.full(path));
    await bench.run(["init", "--from", "emulator"]);
    expect(textsOf([".gitignore", ".vscode/settings.json"])).toEqual(before);
  });

  test("leaves unreadable settings alone, and prints what to add", async () => {
    bench.files.write(".vscode/settings.json", "{ oops");
    const ran = await bench.checkDone(["init", "--from", "emulator"]);
    expect(ran.err).toContain('"yaml.customTags"');
    expect(bench.files.read(".vscode/settings.json")).toBe("{ oops");
  });
});

describe("a clone", () => {
  const own = "./.docsform/layout.schema.json";
  const ofPackage = "./node_modules/docsform/schema/layout.json";
  const journal = ".docsform/acme.jsonl";
  const begun = ["init", "--from", "emulator"];

  /** The files that Git would commit. */
  function kept(): readonly string[] {
    const git = (...args: readonly string[]) =>
      execFileSync("git", [...args], { cwd: bench.files.folder, encoding: "utf8" });
    git("init", "--quiet");
    return git("ls-files", "--others", "--exclude-standard").split("\n");
  }

  test.each([
    "",
    "node_modules/\n",
    ".docsform/",
    "node_modules\r\n/.docsform\r\n",
    ".docsform/*\n",
    "**/.docsform/\n",
    "/.docsform/*\n!/.docsform/layout.schema.json\n",
  ])("contains the schema and no journal, if .gitignore has %j", async (before) => {
    if (before !== "") bench.files.write(".gitignore", before);
    bench.files.write(journal, "{}\n");
    await bench.checkDone(begun);
    expect(bench.files.read("docsform.yaml")).toContain(`$schema=${own}\n`);
    expect(bench.files.read(".gitignore")?.startsWith(before)).toBe(true);
    expect(kept()).toContain(own.slice(2));
    expect(kept()).not.toContain(journal);
  });

  test("contains the schema also if a .gitignore of a parent folder ignores it", async () => {
    bench.files.write(".gitignore", ".docsform/\n");
    bench.files.write("our-docs/.docsform/acme.jsonl", "{}\n");
    const files = filesBelow(bench.files.full("our-docs"));
    await bench.checkDone(begun, { files });
    expect(kept()).toContain("our-docs/.docsform/layout.schema.json");
    expect(kept()).not.toContain("our-docs/.docsform/acme.jsonl");
  });

  test.each(["", ".docsform\n", ".docsform/*\n"])(
    "finds the schema in the installed package, if .gitignore has %j",
    async (before) => {
      bench.files.write(ofPackage.slice(2), "{}\n");
      if (before !== "") bench.files.write(".gitignore", before);
      bench.files.write(journal, "{}\n");
      await bench.run(begun);
      expect(bench.files.read("docsform.yaml")).toContain(`$schema=${ofPackage}\n`);
      const ours = "# What docsform records on this machine only.\n.docsform/\n";
      const packages = "node_modules/\n";
      expect(bench.files.read(".gitignore")).toBe(
        before === "" ? `${packages}\n${ours}` : `${before}\n${packages}`,
      );
      expect(kept().filter((path) => /^(?:[.]docsform|node_modules)/u.test(path))).toEqual([]);
    },
  );

  test.each(["node_modules\n", "/node_modules/\n", "**/node_modules\n"])(
    "gets no second line about packages, if .gitignore has %j",
    async (before) => {
      bench.files.write(ofPackage.slice(2), "{}\n");
      bench.files.write(".gitignore", before);
      await bench.checkDone(begun);
      expect(bench.files.read(".gitignore")?.match(/node_modules/gu)).toHaveLength(1);
    },
  );
});

describe("writes all files or none", () => {
  test("writes no file if one cannot be written", async () => {
    let renames = 0;
    const failing = {
      ...machineFiles,
      renameSync: (
        from: Parameters<typeof machineFiles.renameSync>[0],
        to: Parameters<typeof machineFiles.renameSync>[1],
      ) => {
        renames += 1;
        if (renames === 4) throw Object.assign(new Error("disk full"), { code: "ENOSPC" });
        machineFiles.renameSync(from, to);
      },
    };
    bench.files.write(".gitignore", "mine\n");
    const files = filesBelow(bench.files.folder, failing);
    const ran = await bench.run(["init", "--from", "emulator"], { files });
    expect(renames).toBeGreaterThan(4);
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining("disk/") });
    expect(textsOf(["docsform.yaml", "docsform.state.json", ".vscode/settings.json"])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(bench.files.read(".gitignore")).toBe("mine\n");
  });

  test("an end of the input, or an interruption, writes nothing", async () => {
    const ended = await bench.run(["init"], { endsInput: true });
    expect(ended.code).toBe(130);
    const stop = new AbortController();
    bench.emulator.emulator.edit("createSpace", {}, { title: "Guides" });
    bench.emulator.emulator.faults.add({
      on: { method: "read", times: "always" },
      fault: { kind: "callback", after: () => stop.abort(new Error("interrupted")) },
    });
    const interrupted = await bench.run(["init", "--from", "live"], { signal: stop.signal });
    expect(interrupted.code).toBe(130);
    expect(bench.files.list(".")).toEqual([]);
  });

  test("without a terminal, names the flags", async () => {
    const ran = await bench.run(["init"]);
    expect(ran).toMatchObject({ code: 64, err: expect.stringContaining("--from live") });
  });

  test("writes the token nowhere", async () => {
    bench.emulator.emulator.edit("createSpace", {}, { title: "Guides" });
    const ran = await bench.checkDone(["init", "--from", "live", "--verbose"]);
    expect(textsOf(written)).not.toContain(undefined);
    expect(`${ran.out}${ran.err}${textsOf(written).join("")}`).not.toContain(canaryToken);
  });
});
