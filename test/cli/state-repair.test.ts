import { describe, expect, test } from "vitest";
import { headText } from "../../src/state/journal-text.ts";
import { apply, benchOfTest, type CommandResult, openWorkbench, organization } from "./workbench.ts";

const bench = benchOfTest(() => openWorkbench());

const statePath = "docsform.state.json";
const journalPath = ".docsform/docsform.jsonl";
const permitted = [...apply, "--allow-create"];

function layoutOf(titles: Readonly<Record<string, string>>): string {
  const spaces = Object.entries(titles).map(([key, title]) => `  ${key}: { title: ${title} }\n`);
  return `docsform: 1\norganization: ${organization}\nspaces:\n${spaces.join("")}`;
}

interface Entry {
  readonly id: string;
  readonly origin?: string;
  readonly applied: Readonly<Record<string, unknown>>;
}

const text = (path: string) => bench.files.read(path) ?? "";
const objectsNow = () => (JSON.parse(text(statePath)) as { objects: Record<string, Entry> }).objects;

async function applied(titles: Readonly<Record<string, string>>): Promise<string> {
  bench.files.write("docsform.yaml", layoutOf(titles));
  await bench.checkDone(permitted);
  return text(statePath);
}

/** The states of two branches as Git writes them after a conflict: with markers around each difference. */
function conflictOf(ours: string, theirs: string): string {
  const [one, other] = [ours.split("\n"), theirs.split("\n")];
  if (ours === theirs) throw new Error("The branches have the same state.");
  let start = 0;
  while (one[start] === other[start]) start += 1;
  let end = 0;
  while (one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const middle = (lines: readonly string[]) => lines.slice(start, lines.length - end);
  return [
    ...one.slice(0, start),
    "<<<<<<< HEAD",
    ...middle(one),
    "=======",
    ...middle(other),
    ">>>>>>> other",
    ...one.slice(one.length - end),
  ].join("\n");
}

async function repair(): Promise<CommandResult> {
  const ran = await bench.checkDone(["state", "repair"]);
  return ran;
}

describe("after a merge conflict in the state", () => {
  test.each(["plan", "drift", "apply", "state list", "doctor"])("%s says what to do", async (command) => {
    const before = await applied({ a: "One" });
    bench.files.write(statePath, conflictOf(before, before.replace('"One"', '"Two"')));
    const { code, out, err } = await bench.run(command.split(" "));
    expect(code).toBe(1);
    expect(out + err).toContain("docsform state repair");
  });

  test("keeps what each branch added, and removes what a run of one branch deleted", async () => {
    const base = await applied({ a: "One", gone: "Gone" });
    const theirs = await applied({ a: "One", gone: "Gone", b: "Two" });
    bench.files.write(statePath, base);
    const id = objectsNow()["space.gone"]?.id ?? "";
    bench.emulator.emulator.edit("deleteSpaceById", { spaceId: id }, {});
    const { "space.gone": _, ...left } = objectsNow();
    const ours = `${JSON.stringify({ ...(JSON.parse(base) as object), objects: left }, null, 2)}\n`;
    bench.files.write("docsform.yaml", layoutOf({ a: "One", b: "Two" }));
    bench.files.write(statePath, conflictOf(ours, theirs));
    const { out } = await repair();
    expect(Object.keys(objectsNow())).toEqual(["space.a", "space.b"]);
    expect(out).toContain(`space.gone (${id}): the service does not have it.`);
    await bench.checkDone(["plan", "--detailed-exitcode"]);
  });

  test("keeps the live one of two applied values, so that another user's change is not docsform's", async () => {
    const base = await applied({ a: "One" });
    const theirs = await applied({ a: "Two" });
    bench.files.write(statePath, conflictOf(base.replace('"One"', '"Three"'), theirs));
    await repair();
    expect(objectsNow()["space.a"]?.applied).toMatchObject({ title: "Two" });
  });

  test("drops and reports a value if neither applied value is live", async () => {
    const base = await applied({ a: "One" });
    bench.files.write(
      statePath,
      conflictOf(base.replace('"One"', '"Two"'), base.replace('"One"', '"Three"')),
    );
    const { out } = await repair();
    expect(objectsNow()["space.a"]?.applied).not.toHaveProperty("title");
    expect(out).toContain("last applied title");
  });

  test("keeps the existing one of two ids, and asks a person if both exist", async () => {
    const base = await applied({ a: "One", b: "Two" });
    const [a, b] = [objectsNow()["space.a"]?.id ?? "", objectsNow()["space.b"]?.id ?? ""];
    bench.files.write("docsform.yaml", layoutOf({ a: "One" }));
    const { "space.b": _, ...left } = objectsNow();
    const ours = `${JSON.stringify({ ...(JSON.parse(base) as object), objects: left }, null, 2)}\n`;
    bench.files.write(statePath, conflictOf(ours, ours.replace(a, "gone")));
    await repair();
    expect(objectsNow()["space.a"]?.id).toBe(a);
    bench.files.write(statePath, conflictOf(ours, ours.replace(a, b)));
    const { out } = await repair();
    expect(bench.files.read(statePath)).toBeUndefined();
    expect(out).toContain(`${a} and as ${b}, and both exist`);
  });

  test("a rename on one branch keeps the declared address", async () => {
    const base = await applied({ a: "One" });
    bench.files.write("docsform.yaml", layoutOf({ b: "One" }));
    bench.files.write(statePath, conflictOf(base, base.replace('"space.a"', '"space.b"')));
    await repair();
    expect(Object.keys(objectsNow())).toEqual(["space.b"]);
  });
});

describe("after a power loss", () => {
  test("keeps each complete entry of a cut state with its origin", async () => {
    const whole = await applied({ a: "One", b: "Two", c: "Three" });
    const before = objectsNow();
    bench.files.write(statePath, whole.slice(0, whole.indexOf('"space.c"') + 30));
    const { out } = await repair();
    const { "space.c": _, ...left } = before;
    expect(objectsNow()).toEqual(left);
    expect(out).toContain("space.c: its entry is not readable.");
  });

  test("repair removes a state of zero bytes, and the next plan finds the objects by their keys", async () => {
    const whole = await applied({ a: "One" });
    bench.files.write(statePath, "\0".repeat(whole.length));
    expect((await bench.run(["plan"])).err).toContain("docsform state repair");
    await repair();
    expect(bench.files.read(statePath)).toBeUndefined();
    expect((await bench.run(["plan"])).out).toContain("space.a");
  });

  test("a journal of zero bytes has no effect", async () => {
    await applied({ a: "One" });
    bench.files.write(journalPath, "\0".repeat(500));
    await bench.checkDone(["plan", "--detailed-exitcode"]);
    await bench.checkDone(permitted);
  });

  test("a damaged journal is an error with a remedy, and repair keeps the rest", async () => {
    await applied({ a: "One" });
    const line = (at: number) => `${JSON.stringify({ kind: "end", run: "r", at })}\n`;
    bench.files.write(journalPath, line(1) + "\0".repeat(50) + line(2) + line(3));
    for (const command of ["plan", "apply", "doctor"])
      expect((await bench.run([command])).code, command).toBe(1);
    expect((await bench.run(["plan"])).err).toContain("docsform state repair");
    const { out } = await repair();
    expect(out).toContain("dropped 1 line that could not be read");
    expect(text(journalPath)).toContain(line(1) + line(3));
    await bench.checkDone(permitted);
    expect(bench.files.read(journalPath)).toBeUndefined();
  });

  test.each([
    { found: "the format version 1", version: "1" },
    { found: "the format version 3", version: "3" },
    { found: "an unknown format version", version: '"next"' },
    { found: "an unknown format version", version: undefined },
  ])("refuses a journal of $found ($version), and keeps it", async ({ found, version }) => {
    await applied({ a: "One" });
    const own = headText({ layout: "docsform", run: "r", at: 1 });
    const written = version === undefined ? "" : `"docsformJournal":${version},`;
    const journal = `${own.replace('"docsformJournal":2,', written)}{"kind":"later","run":"r","at":1}\n`;
    bench.files.write(journalPath, journal);
    for (const command of [["plan"], ["drift"], permitted, ["state", "repair"]]) {
      const { code, err } = await bench.run(command);
      expect(code, command.join(" ")).toBe(1);
      expect(err).toContain(`${journalPath} has ${found}, but this docsform reads version 2.`);
      expect(err).toContain("[apply/journal-version]");
    }
    expect(text(journalPath)).toBe(journal);
  });

  test("a complete line of an unknown kind is damage, also if it is the last or the only one", async () => {
    await applied({ a: "One" });
    bench.files.write(journalPath, '{"kind":"later","run":"r","at":1}\n');
    const { code, err } = await bench.run(["plan"]);
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining("[apply/damaged-journal]") as string,
    });
    await repair();
    expect(bench.files.read(journalPath)).toBeUndefined();
  });

  test("temporary files of a killed run have no effect, and repair removes them", async () => {
    await applied({ a: "One" });
    const left = [
      "docsform.state.json.4711.tmp",
      ".docsform.4711.tmp",
      ".docsform/docsform.jsonl.4711.tmp",
      ".docsform/.docsform.4711.tmp",
      "docsform.yaml.4711.tmp",
    ];
    const others = ["notes.4711.tmp", "docsform.other.state.json.4711.tmp", "docsform.yaml"];
    for (const path of [...left, ...others.slice(0, 2)]) bench.files.write(path, "x");
    await bench.checkDone(["plan", "--detailed-exitcode"]);
    const { out } = await repair();
    for (const path of left) {
      expect(bench.files.read(path), path).toBeUndefined();
      expect(out).toContain(`Removed ${path}`);
    }
    for (const path of others) expect(bench.files.read(path), path).toBeDefined();
  });
});

test("keeps complete files, without a call", async () => {
  const whole = await applied({ a: "One" });
  const calls = bench.emulator.emulator.log.length;
  const { out } = await repair();
  expect(out).toBe("Nothing to repair.\n");
  expect(text(statePath)).toBe(whole);
  expect(bench.emulator.emulator.log).toHaveLength(calls);
});

test("keeps files that are not a state or a journal, or that belong to another organization", async () => {
  const whole = await applied({ a: "One" });
  bench.files.write("package.json", '{ "name": "a" }\n');
  for (const [args, journal, code] of [
    [["--state", "package.json"], "", "apply/bad-state"],
    [[], "package.json", "apply/bad-journal"],
  ] as const) {
    const ran = await bench.run(["state", "repair", ...args], { environment: { DOCSFORM_JOURNAL: journal } });
    expect(ran.err).toContain(`[${code}]`);
    expect(text("package.json")).toBe('{ "name": "a" }\n');
  }
  const others = whole.replace(organization, "else").slice(0, -20);
  bench.files.write(statePath, others);
  expect((await bench.run(["state", "repair"])).err).toContain("[apply/state-of-another-organization]");
  expect(text(statePath)).toBe(others);
});

test("prints what it dropped as JSON", async () => {
  const whole = await applied({ a: "One", b: "Two" });
  bench.files.write(statePath, whole.slice(0, whole.indexOf('"space.b"') + 30));
  const { out } = await bench.run(["state", "repair", "--json"]);
  expect(JSON.parse(out)).toMatchObject({
    repaired: true,
    kept: 1,
    dropped: [{ address: "space.b", reason: "its entry is not readable" }],
    journalLinesDropped: 0,
    removed: [],
  });
});
