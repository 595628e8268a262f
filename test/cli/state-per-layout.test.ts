import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { headText } from "../../src/state/journal-text.ts";
import { apply, benchOfTest, openWorkbench, organization } from "./workbench.ts";

const bench = benchOfTest(() => openWorkbench());

/** A layout whose spaces have these keys and this title in their titles. */
function layoutOf(title: string, keys: readonly string[] = ["guides"], head = ""): string {
  const spaces = keys.map((key) => `  ${key}: { title: ${title} ${key} }\n`).join("");
  return `docsform: 1\norganization: ${organization}\n${head}spaces:\n${spaces}`;
}

const titles = () =>
  (bench.emulator.emulator.dump().tables["space"] ?? [])
    .map((space) => space["title"] as string)
    .filter((title) => /^(One|Other) /u.test(title))
    .sort();

const stamp = { run: "r", at: 1 };
const permitted = [...apply, "--allow-create", "--allow-deletes"];

async function done(...args: readonly string[]): Promise<void> {
  await bench.checkDone([...permitted, ...args]);
}

const layoutIn = (path: string) => (JSON.parse(bench.files.read(path) ?? "{}") as { layout?: string }).layout;

describe("a layout has its own state and journal", () => {
  test("two layouts in one folder do not rename each other's objects", async () => {
    bench.files.write("one.yaml", layoutOf("One"));
    bench.files.write("other.yaml", layoutOf("Other"));
    await done("-f", "one.yaml");
    await done("-f", "other.yaml");
    await done("-f", "one.yaml");
    expect(titles()).toEqual(["One guides", "Other guides"]);
    expect(layoutIn("docsform.one.state.json")).toBe("one");
    expect(layoutIn("docsform.other.state.json")).toBe("other");
  });

  test("a plan names the layout that manages an object, and never offers to import it", async () => {
    bench.files.write("one.yaml", layoutOf("One"));
    bench.files.write("other.yaml", layoutOf("Other"));
    await done("-f", "one.yaml");
    const beside = await bench.run(["plan", "-f", "other.yaml", "--comment", "plan.md"]);
    expect(beside.out).toMatch(
      /Managed by the layout one, left alone \(1\):\n +space[.]@\S+ "One guides"\n/u,
    );
    expect(bench.files.read("plan.md")).toContain('"One guides", managed by the layout one\n');
    const compact = await bench.run(["plan", "-f", "other.yaml", "--compact"]);
    expect(compact.out).toContain("Managed by the layout one, left alone (1): 1 space");
    bench.files.write("other.yaml", layoutOf("One"));
    const refused = await bench.run(["plan", "-f", "other.yaml", "--comment", "plan.md"]);
    expect(refused.out).toContain("has no steps, and is refused.");
    expect(bench.files.read("plan.md")).toContain("### docsform plan: refused\n");
    expect(refused.out.replaceAll(/\s+/gu, " ")).toContain(
      "belongs to the layout one (docsform.one.state.json). [guard/other-layout] Remove it from this layout",
    );
    expect(refused.out).not.toMatch(/reliable|import/u);
  });

  test("an apply of another layout does not touch the journal of an interrupted run", async () => {
    bench.files.write("one.yaml", layoutOf("One"));
    bench.files.write("other.yaml", layoutOf("Other"));
    const journal = `${headText({ layout: "one", ...stamp })}${JSON.stringify({ kind: "end", ...stamp })}\n`;
    bench.files.write(".docsform/one.jsonl", journal);
    await done("-f", "other.yaml");
    expect(bench.files.read(".docsform/one.jsonl")).toBe(journal);
    await done("-f", "one.yaml");
    expect(bench.files.read(".docsform/one.jsonl")).toBeUndefined();
  });

  test.each([
    { layout: "docsform.yaml", named: [], state: "docsform.state.json", name: "docsform" },
    {
      layout: "docsform.yaml",
      named: ["-f", "docsform.yaml"],
      state: "docsform.state.json",
      name: "docsform",
    },
    { layout: "docsform.yaml", named: ["-f", "."], state: "docsform.state.json", name: "docsform" },
    {
      layout: "site/docsform.yaml",
      named: ["-f", "site"],
      state: "site/docsform.state.json",
      name: "docsform",
    },
    { layout: "site/a.yaml", named: ["-f", "site/"], state: "site/docsform.site.state.json", name: "site" },
    { layout: "team.yml", named: ["team.yml"], state: "docsform.team.state.json", name: "team" },
  ])("$layout, with $named, is $name and has $state", async ({ layout, named, state, name }) => {
    bench.files.write(layout, layoutOf("One"));
    await done(...named);
    expect(layoutIn(state)).toBe(name);
  });

  test("name: names the state, which stays when the file is renamed", async () => {
    bench.files.write("one.yaml", layoutOf("One", ["guides"], "name: handbook\n"));
    await done("-f", "one.yaml");
    expect(layoutIn("docsform.handbook.state.json")).toBe("handbook");
    rmSync(bench.files.full("one.yaml"));
    bench.files.write("two.yaml", layoutOf("Other", ["guides"], "name: handbook\n"));
    await done("-f", "two.yaml");
    expect(titles()).toEqual(["Other guides"]);
  });

  const environments = "environments:\n  b: { variables: {} }\n";
  test.each([
    { one: ["e.yaml", environments, "--env", "b"], other: ["e.b.yaml", ""] },
    { one: ["e.b.yaml", ""], other: ["e.yaml", environments, "--env", "b"] },
    { one: ["docsform.yaml", ""], other: ["x.yaml", "name: docsform\n"] },
    { one: ["prod.yaml", ""], other: ["prod.yml", ""] },
    { one: ["prod.yaml", ""], other: ["x.yaml", "name: prod\n"] },
    { one: ["x.yaml", "name: prod\n"], other: ["y.yaml", "name: prod\n"] },
  ] as const)("two layouts with one name do not share a state: $one.0 and $other", async ({ one, other }) => {
    const [path, head, ...args] = one;
    const [otherPath, otherHead, ...otherArgs] = other;
    bench.files.write(path, layoutOf("One", ["guides"], head));
    await done("-f", path, ...args);
    bench.files.write(otherPath, layoutOf("Other", ["guides"], otherHead));
    for (const command of ["plan", "drift", "apply"]) {
      const yes = command === "apply" ? permitted.slice(1) : [];
      const { code, out, err } = await bench.run([command, ...yes, "-f", otherPath, ...otherArgs]);
      expect(code, out + err).not.toBe(0);
      expect(err).toContain("is the state of");
    }
    expect(titles()).toEqual(["One guides"]);
    await done("-f", path, ...args);
  });

  test("a folder is the same layout as its only file, also with one more file", async () => {
    bench.files.write("site/a.yaml", layoutOf("One"));
    await done("-f", "site");
    bench.files.write("site/more.yaml", "teams:\n  one: { title: One }\n");
    await done("-f", "site");
    expect(titles()).toEqual(["One guides"]);
  });

  test("refuses the journal of a file with the same name", async () => {
    bench.files.write("prod.yml", layoutOf("One"));
    bench.files.write("prod.yaml", layoutOf("Other"));
    bench.files.write(".docsform/prod.jsonl", headText({ layout: "prod", source: "prod.yml", ...stamp }));
    const { err } = await bench.run([...permitted, "-f", "prod.yaml"]);
    expect(err).toContain("[apply/journal-of-another-layout]");
  });

  test("an invalid name is an error at its place", async () => {
    bench.files.write("docsform.yaml", layoutOf("One", ["guides"], "name: ../up\n"));
    const { code, err } = await bench.run(["validate"]);
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining("docsform.yaml:3:7") as string,
    });
  });

  test.each(["plan", "drift", "apply"])(
    "%s refuses the state of another layout, and state rename permits it",
    async (command) => {
      bench.files.write("one.yaml", layoutOf("One"));
      bench.files.write("other.yaml", layoutOf("Other"));
      await done("-f", "one.yaml");
      const args = ["-f", "other.yaml", "--state", "docsform.one.state.json"];
      const before = bench.files.read("docsform.one.state.json");
      const refused = await bench.run([command, ...args]);
      expect(refused).toMatchObject({
        code: 1,
        err: expect.stringContaining("is the state of the layout one, but this layout is other") as string,
      });
      expect(refused.err).toContain("docsform state rename");
      expect(bench.files.read("docsform.one.state.json")).toBe(before);
      expect(await bench.run(["state", "rename", ...args])).toMatchObject({ code: 0 });
      expect(layoutIn("docsform.one.state.json")).toBe("other");
      await done(...args);
      expect(titles()).toEqual(["Other guides"]);
    },
  );

  test("state rename after a new name: takes the journal of an interrupted run with it", async () => {
    const named = (name: string) => bench.files.write("docsform.yaml", `name: ${name}\n${layoutOf("One")}`);
    named("one");
    await done();
    const end = JSON.stringify({ kind: "end", ...stamp });
    bench.files.write(".docsform/docsform.jsonl", `${headText({ layout: "one", ...stamp })}${end}\n`);
    named("two");
    expect(await bench.run(["plan"])).toMatchObject({ code: 1 });
    await bench.checkDone(["state", "rename"]);
    await bench.checkDone(["plan", "--detailed-exitcode"]);
    expect(bench.files.read(".docsform/docsform.jsonl")).toContain('"kind":"end"');
  });

  test("refuses the journal of another layout", async () => {
    bench.files.write("docsform.yaml", layoutOf("One"));
    bench.files.write("j", headText({ layout: "other", ...stamp }));
    const { code, err } = await bench.run(permitted, { environment: { DOCSFORM_JOURNAL: "j" } });
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining("[apply/journal-of-another-layout]") as string,
    });
  });
});
