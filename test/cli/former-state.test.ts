import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { headText } from "../../src/state/journal-text.ts";
import { apply, benchOfTest, openWorkbench, organization } from "./workbench.ts";

// A layout with a new name has a new state path. docsform must not silently start without the former state.

const bench = benchOfTest(() => openWorkbench());

const stamp = { run: "r", at: 1 };
const spaces = (...keys: readonly string[]) =>
  `spaces:\n${keys.map((key) => `  ${key}: { title: Of ${key} }\n`).join("")}`;
const head = `docsform: 1\norganization: ${organization}\n`;
const write = (path: string, text: string) => bench.files.write(path, text);
const remove = (path: string) => rmSync(join(bench.files.folder, path));
const titles = () =>
  (bench.emulator.emulator.dump().tables["space"] ?? [])
    .map((space) => space["title"] as string)
    .filter((title) => title.startsWith("Of "))
    .sort();

async function applied(path: string, text: string, args: readonly string[] = []): Promise<void> {
  write(path, head + text);
  await bench.checkDone([...apply, "--allow-create", "-f", path, ...args]);
}

interface Case {
  readonly what: string;
  /** The layout before, and the change of its name. */
  readonly was: string;
  readonly change: () => void;
  /** The arguments for the layout after the change. */
  readonly now: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly journals: readonly [before: string, after: string];
}

const text = spaces("a", "b", "c", "d");
const cases: readonly Case[] = [
  {
    what: "it moves to a folder",
    was: "docsform.yaml",
    change: () => {
      remove("docsform.yaml");
      write("docs/one.yaml", head + spaces("a", "b"));
      write("docs/two.yaml", spaces("c", "d"));
    },
    now: ["-f", "docs"],
    from: "docsform.state.json",
    to: "docs/docsform.docs.state.json",
    journals: [".docsform/docsform.jsonl", "docs/.docsform/docs.jsonl"],
  },
  {
    what: "it moves to a folder in another one",
    was: "docsform.yaml",
    change: () => {
      remove("docsform.yaml");
      write("layouts/all/docs/one.yaml", head + spaces("a", "b"));
      write("layouts/all/docs/two.yaml", spaces("c", "d"));
    },
    now: ["-f", "layouts/all/docs"],
    from: "docsform.state.json",
    to: "layouts/all/docs/docsform.docs.state.json",
    journals: [".docsform/docsform.jsonl", "layouts/all/docs/.docsform/docs.jsonl"],
  },
  {
    what: "its file is renamed, with a space in its name",
    was: "one.yaml",
    change: () => {
      remove("one.yaml");
      write("our docs.yaml", head + text);
    },
    now: ["-f", "our docs.yaml"],
    from: "docsform.one.state.json",
    to: "docsform.our docs.state.json",
    journals: [".docsform/one.jsonl", ".docsform/our docs.jsonl"],
  },
  {
    what: "it gets environments",
    was: "docsform.yaml",
    change: () => write("docsform.yaml", `${head}environments:\n  live: { variables: {} }\n${text}`),
    now: ["--env", "live"],
    from: "docsform.state.json",
    to: "docsform.live.state.json",
    journals: [".docsform/docsform.jsonl", ".docsform/docsform.live.jsonl"],
  },
  {
    what: "it gets a name",
    was: "docsform.yaml",
    change: () => {
      remove("docsform.yaml");
      write("one.yaml", `${head}name: handbook\n${text}`);
    },
    now: ["-f", "one.yaml"],
    from: "docsform.state.json",
    to: "docsform.handbook.state.json",
    journals: [".docsform/docsform.jsonl", ".docsform/handbook.jsonl"],
  },
  {
    what: "it has its environments no more",
    was: "docsform.yaml --env live",
    change: () => write("docsform.yaml", head + text),
    now: [],
    from: "docsform.live.state.json",
    to: "docsform.state.json",
    journals: [".docsform/docsform.live.jsonl", ".docsform/docsform.jsonl"],
  },
];

describe.each(cases)("when $what", ({ was, change, now, from, to, journals }) => {
  beforeEach(async () => {
    const [path = "", ...args] = was.split(" ");
    await applied(path, args.length === 0 ? text : `environments:\n  live: { variables: {} }\n${text}`, args);
    change();
  });
  const quoted = now.map((word) => (word.includes(" ") ? `'${word}'` : word)).join(" ");
  const command = `docsform state rename --from ${from} ${quoted}`.trim();

  test.each(["plan", "drift", "doctor"])("%s names the command that renames the state", async (name) => {
    const { out, err } = await bench.run([name, ...now]);
    expect(out + err).toContain(command);
  });

  test("keeps a journal of another version, and the state", async () => {
    const journal = headText({ layout: "x", ...stamp }).replace('"docsformJournal":2', '"docsformJournal":3');
    write(journals[0], journal);
    const before = bench.files.read(from);
    const ran = await bench.run(["state", "rename", "--from", from, ...now]);
    expect(ran.err).toContain("[apply/journal-version]");
    expect([bench.files.read(journals[0]), bench.files.read(from)]).toEqual([journal, before]);
  });

  test("state rename keeps the state and the journal of an interrupted run, and the plan is empty", async () => {
    const journal = `${headText({ layout: "x", ...stamp })}${JSON.stringify({ kind: "end", ...stamp })}\n`;
    write(journals[0], journal);
    await bench.checkDone(["state", "rename", "--from", from, ...now]);
    expect(bench.files.read(from)).toBeUndefined();
    expect(bench.files.read(to)).toContain('"space.a"');
    expect(bench.files.read(journals[0])).toBeUndefined();
    expect(bench.files.read(journals[1])).toContain('"kind":"end"');
    const plan = await bench.checkDone(["plan", "--detailed-exitcode", ...now]);
    expect(plan.err).not.toContain("state rename");
    expect(titles()).toHaveLength(4);
  });
});

test("does not suggest the state of a layout that still exists", async () => {
  await applied("one.yaml", text);
  write("other.yaml", head + text);
  const { out, err } = await bench.run(["plan", "-f", "other.yaml"]);
  expect(out + err).not.toContain("state rename");
});

test("suggests a state with half of the addresses, and not one with fewer", async () => {
  await applied("one.yaml", text);
  remove("one.yaml");
  write("other.yaml", head + spaces("a", "b", "x"));
  expect((await bench.run(["plan", "-f", "other.yaml"])).err).toContain("state rename");
  write("other.yaml", head + spaces("a", "x"));
  expect((await bench.run(["plan", "-f", "other.yaml"])).err).not.toContain("state rename");
});

test("does not suggest the state of another organization, and does not replace a state", async () => {
  await applied("one.yaml", text);
  remove("one.yaml");
  const state = bench.files.read("docsform.one.state.json") ?? "";
  write("docsform.one.state.json", state.replace(organization, "else"));
  write("other.yaml", head + text);
  expect((await bench.run(["plan", "-f", "other.yaml"])).err).not.toContain("state rename");
  write("docsform.one.state.json", state);
  write("docsform.other.state.json", state.replaceAll('"one', '"other'));
  const { code, err } = await bench.run([
    "state",
    "rename",
    "--from",
    "docsform.one.state.json",
    "-f",
    "other.yaml",
  ]);
  expect(code).toBe(1);
  expect(err).toContain("[state/already-exists]");
  expect(bench.files.read("docsform.one.state.json")).toBe(state);
});

test("suggests the former state of an app that was synthesized into another folder", async () => {
  const spacesOfApp = Object.fromEntries(["a", "b"].map((key) => [key, { title: `Of ${key}` }]));
  const stack = JSON.stringify({
    provider: { docs: [{ organization }] },
    resource: { docs_space: spacesOfApp },
  });
  const manifest = JSON.stringify({
    version: "0.21.0",
    stacks: { docs: { name: "docs", synthesizedStackPath: "stacks/docs/cdk.tf.json", dependencies: [] } },
  });
  const synthesize = (folder: string) => {
    write(`${folder}/manifest.json`, manifest);
    write(`${folder}/stacks/docs/cdk.tf.json`, stack);
  };
  synthesize("cdktf.out");
  await bench.checkDone([...apply, "--allow-create", "-f", "cdktf.out"]);
  rmSync(join(bench.files.folder, "cdktf.out"), { recursive: true });
  synthesize("built/docs");
  const { err } = await bench.run(["plan", "-f", "built/docs"]);
  expect(err).toContain("docsform state rename --from docsform.cdktf.out.state.json -f built/docs");
});
