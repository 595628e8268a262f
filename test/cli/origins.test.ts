import { describe, expect, test } from "vitest";
import type { State } from "../../src/model/state.ts";
import { benchOfTest, openWorkbench, organization } from "./workbench.ts";

// An object that docsform did not create belongs to other users until a person confirms it. Each object belongs to one layout.

const layout = (name: string, space: string) => `docsform: 1
name: ${name}
organization: ${organization}
spaces:
  guides: ${space}
`;
const plain = "{ title: Their guides }";

const bench = benchOfTest(() =>
  openWorkbench({
    "team-a.yaml": layout("team-a", plain),
    "team-b.yaml": layout("team-b", plain),
  }),
);

const open = (pin = "") =>
  bench.files.write("team-a.yaml", layout("team-a", `{ ${pin}title: Their guides, defaultLevel: read }`));
const create = () => bench.emulator.emulator.edit("createSpace", {}, { title: "Their guides" });
const state = (name: string) => JSON.parse(bench.files.read(`docsform.${name}.state.json`) ?? "{}") as State;
const spaces = () =>
  bench.emulator.emulator.service
    .list("space")
    .filter(({ title, deletedAt }) => title === "Their guides" && (deletedAt ?? null) === null);
const done = async (args: readonly string[]) => {
  const ran = await bench.checkDone([...args]);
  return ran.out;
};
const refused = async (args: readonly string[], code: string) => {
  const before = bench.writes();
  const ran = await bench.run([...args]);
  expect(ran.code, ran.out + ran.err).toBe(4);
  expect(ran.out).toContain(`[${code}]`);
  expect(bench.writes()).toBe(before);
};
const slow = { timeout: 120_000 };

test(
  "a space found by its title has a note, and no run publishes or destroys it before you confirm it",
  slow,
  async () => {
    create();
    const reported = await done(["apply", "-f", "team-a.yaml", "--yes"]);
    expect(reported).toContain("1 space found by its title; docsform did not create it.");
    expect(bench.writes()).toBe(0);
    await refused(
      ["destroy", "-f", "team-a.yaml", "--allow-deletes", "--organization", organization],
      "guard/import",
    );
    open();
    await refused(["apply", "-f", "team-a.yaml", "--yes"], "guard/import");
    expect(state("team-a").objects["space.guides"]?.origin).toBeUndefined();
    expect(await done(["import", "--found", "team-a.yaml"])).toContain("Confirmed space.guides: ");
    expect(state("team-a").objects["space.guides"]?.origin).toBe("imported");
    expect(bench.writes()).toBe(0);
    await done(["apply", "-f", "team-a.yaml", "--yes"]);
    await done(["destroy", "-f", "team-a.yaml", "--organization", organization]);
    expect(spaces()).toEqual([]);
  },
);

test(
  "an object in place of one in the state counts as found: nothing is to import, and nothing is pending",
  slow,
  async () => {
    await done(["apply", "-f", "team-a.yaml", "--yes", "--allow-create"]);
    const [first] = spaces();
    bench.emulator.emulator.edit("deleteSpaceById", { spaceId: first?.id ?? "" }, {});
    create();
    const outputs = [
      "--comment",
      "comment.md",
      "--html",
      "plan.html",
      "--sarif",
      "plan.sarif",
      "--events",
      "events.jsonl",
    ];
    const plan = await done(["plan", "-f", "team-a.yaml", "--detailed-exitcode", ...outputs]);
    expect(plan).toContain("No changes");
    expect(plan).toContain("1 space found by its title; docsform did not create it.");
    expect(bench.files.read("comment.md")).toContain("nothing to do");
    for (const path of ["comment.md", "plan.html", "plan.sarif"]) {
      expect(bench.files.read(path)).toContain("1 space found by its title");
      expect(bench.files.read(path)).not.toContain("to import");
    }
    expect(bench.files.read("events.jsonl")).toContain('"steps":{},"found":1');
    await done(["apply", "-f", "team-a.yaml", "--yes"]);
    expect(state("team-a").objects["space.guides"]).toMatchObject({ id: spaces()[0]?.id });
    expect(state("team-a").objects["space.guides"]?.origin).toBeUndefined();
    await refused(["destroy", "-f", "team-a.yaml", "--organization", organization], "guard/import");
  },
);

test("--allow-import confirms what the plan found", slow, async () => {
  create();
  open();
  await done(["apply", "-f", "team-a.yaml", "--yes", "--allow-import"]);
  expect(state("team-a").objects["space.guides"]?.origin).toBe("imported");
});

test("an object has one layout, until state mv moves it", slow, async () => {
  await done(["apply", "-f", "team-a.yaml", "--yes", "--allow-create"]);
  expect(state("team-a").objects["space.guides"]?.origin).toBe("created");
  await refused(["apply", "-f", "team-b.yaml", "--yes", "--allow-import"], "guard/other-layout");
  const destroyB = ["destroy", "-f", "team-b.yaml", "--allow-import", "--organization", organization];
  await refused(destroyB, "guard/other-layout");
  const importing = await bench.run(["import", "--found", "team-b.yaml"]);
  expect(importing.err).toContain("[guard/other-layout]");
  // The variable names the journal of the giving layout only.
  const environment = { DOCSFORM_JOURNAL: ".docsform/team-a.jsonl" };
  const words = ["state", "mv", "space.guides", "--to", "team-b.yaml", "team-a.yaml"];
  const moved = await bench.checkDone(words, { environment });
  expect(moved.out).toContain("space.guides now belongs to the layout team-b.");
  expect(state("team-a").objects).toEqual({});
  expect(state("team-b").objects["space.guides"]?.origin).toBe("created");
  await refused(["apply", "-f", "team-a.yaml", "--yes", "--allow-import"], "guard/other-layout");
  await done(["apply", "-f", "team-b.yaml", "--yes"]);
  await done(["destroy", "-f", "team-b.yaml", "--organization", organization]);
  expect(spaces()).toEqual([]);
});

test("an object that a layout only found may belong to another one", slow, async () => {
  create();
  await done(["apply", "-f", "team-a.yaml", "--yes"]);
  expect(state("team-a").objects["space.guides"]).toMatchObject({ id: spaces()[0]?.id });
  await done(["apply", "-f", "team-b.yaml", "--yes", "--allow-import"]);
  expect(state("team-b").objects["space.guides"]?.origin).toBe("imported");
  await refused(["apply", "-f", "team-a.yaml", "--yes", "--allow-import"], "guard/other-layout");
});

test.each([
  { salt: "its own salt", appliedBefore: ["team-a", "team-b"], hashes: [] },
  { salt: "no salt yet", appliedBefore: ["team-a"], hashes: ["title"] },
])(
  "state mv to a state with $salt hands over the hashes $hashes",
  slow,
  async ({ appliedBefore, hashes }) => {
    const environment = { TITLE: "Their guides" };
    const secret = "{ title: !env TITLE, emoji: 1f4d6 }";
    const plans = layout("team-b", "{ title: Plans }").replace("guides:", "plans:");
    bench.files.write("team-a.yaml", layout("team-a", secret));
    bench.files.write("team-b.yaml", plans);
    for (const name of appliedBefore)
      await bench.checkDone(["apply", "-f", `${name}.yaml`, "--yes", "--allow-create"], { environment });
    bench.files.write("team-b.yaml", `${plans}  guides: ${secret}\n`);
    await bench.checkDone(["state", "mv", "space.guides", "--to", "team-b.yaml", "team-a.yaml"], {
      environment,
    });
    expect(Object.keys(state("team-b").objects["space.guides"]?.applied ?? {})).toEqual(["emoji", ...hashes]);
  },
);

test("state mv hands over no object that the other layout has at another address", slow, async () => {
  await done(["apply", "-f", "team-a.yaml", "--yes", "--allow-create"]);
  bench.files.write(
    "team-b.yaml",
    layout("team-b", "{ title: Guides }").replace("guides:", "guides: { title: New }\n  manual:"),
  );
  const other = {
    ...state("team-a"),
    layout: "team-b",
    source: "team-b.yaml",
    objects: { "space.manual": state("team-a").objects["space.guides"] },
  };
  bench.files.write("docsform.team-b.state.json", `${JSON.stringify(other)}\n`);
  const before = ["team-a", "team-b"].map(state);
  const { code, err } = await bench.run([
    "state",
    "mv",
    "space.guides",
    "--to",
    "team-b.yaml",
    "team-a.yaml",
  ]);
  expect([code, err]).toEqual([1, expect.stringContaining("[import/other-address]")]);
  expect(["team-a", "team-b"].map(state)).toEqual(before);
});

test("pull --update does not add objects of another layout", slow, async () => {
  await done(["apply", "-f", "team-a.yaml", "--yes", "--allow-create"]);
  bench.files.write("team-b.yaml", layout("team-b", "{ title: Guides of team b }"));
  await done(["apply", "-f", "team-b.yaml", "--yes", "--allow-create"]);
  const before = ["team-b.yaml", "docsform.team-b.state.json"].map((path) => bench.files.read(path));
  const ran = await bench.run(["pull", "--update", "-f", "team-b.yaml", "--yes"]);
  expect(ran.code, ran.out + ran.err).toBe(4);
  expect(ran.err).toContain("[guard/other-layout]");
  expect(["team-b.yaml", "docsform.team-b.state.json"].map((path) => bench.files.read(path))).toEqual(before);
});

test(
  "without a state each run needs the permission for found objects, and a pin confirms them",
  slow,
  async () => {
    create();
    const [space] = spaces();
    open();
    const args = ["apply", "-f", "team-a.yaml", "--yes", "--no-state"];
    await refused(args, "guard/import");
    await done([...args, "--allow-import"]);
    bench.emulator.emulator.edit("updateSpaceById", { spaceId: space?.id ?? "" }, { defaultLevel: "edit" });
    await refused(args, "guard/import");
    open(`id: ${space?.id}, `);
    await done(args);
    expect(spaces()).toMatchObject([{ id: space?.id, defaultLevel: "read" }]);
  },
);

describe("an object whose create had no response", () => {
  const handbook = (rest = "") =>
    `docsform: 1\norganization: ${organization}\ncollections:\n  handbook: { title: Handbook${rest} }\n`;
  const collections = () => bench.emulator.emulator.service.list("collection");
  const apply = ["apply", "--yes"];
  const origin = () =>
    (JSON.parse(bench.files.read("docsform.state.json") ?? "{}") as State).objects["collection.handbook"]
      ?.origin;

  /** Creates the collection, which shows no time of creation, and loses the response. */
  const applied = async (rest?: string) => {
    bench.files.write("docsform.yaml", handbook(rest));
    const on = { operation: "createCollection" };
    bench.emulator.emulator.faults.add({ on, fault: { kind: "drop-after" } });
    return await bench.run(apply);
  };

  test(
    "is told in the result and in each plan, and is not opened or destroyed before it is confirmed",
    slow,
    async () => {
      const first = await applied(", defaultLevel: edit");
      const [made] = collections();
      const command = `docsform import collection.handbook ${made?.id}`;
      expect(first.code, first.out).toBe(3);
      expect(first.out).toContain("[apply/not-confirmed]");
      expect(first.out).toContain(
        `recovered collection.handbook ${made?.id}: the response to its create was lost.`,
      );
      expect(first.out).toContain(`Confirm it with ${command}.`);
      expect([origin(), collections().map(({ defaultLevel }) => defaultLevel)]).toEqual([
        "recovered",
        ["inherit"],
      ]);
      const plan = await done(["plan"]);
      expect(plan).toContain("An earlier run probably created collection.handbook");
      expect(plan).toContain(`\`${command}\``);
      await refused(apply, "guard/import");
      await refused(["destroy", "--organization", organization], "guard/import");
      await done(command.split(" ").slice(1));
      expect(origin()).toBe("imported");
      expect(await done(apply)).not.toContain("recovered");
      expect(collections()).toMatchObject([{ defaultLevel: "edit" }]);
    },
  );

  test("is told with --json too, and --allow-import confirms what the plan lists", slow, async () => {
    bench.files.write("docsform.yaml", handbook());
    bench.emulator.emulator.faults.add({
      on: { operation: "createCollection" },
      fault: { kind: "drop-after" },
    });
    const first = JSON.parse(await done([...apply, "--json"])) as { readonly recovered: unknown };
    const [made] = collections();
    const found = { address: "collection.handbook", id: made?.id, origin: "recovered" };
    expect(first.recovered).toEqual([found]);
    const { plan } = JSON.parse(await done(["plan", "--json"])) as {
      readonly plan: { readonly found: unknown };
    };
    expect(plan.found).toMatchObject([found]);
    bench.files.write("docsform.yaml", handbook(", defaultLevel: edit"));
    await refused(apply, "guard/import");
    await done([...apply, "--allow-import"]);
    expect([origin(), collections()]).toMatchObject(["imported", [{ defaultLevel: "edit" }]]);
  });

  /** Applies, and interrupts the run during a create, so that the journal stays open. */
  const interruptAt = async (operation: string, args = apply) => {
    const stop = new AbortController();
    const { faults } = bench.emulator.emulator;
    const after = () => {
      stop.abort(new Error("interrupted"));
      faults.add({ on: { method: "read", times: "always" }, fault: { kind: "forbidden" } });
    };
    faults.add({ on: { operation }, fault: { kind: "callback", after } });
    faults.add({ on: { operation }, fault: { kind: "drop-after" } });
    expect((await bench.run(args, { signal: stop.signal })).code).toBe(130);
    faults.clear();
    expect(bench.files.read(".docsform/docsform.jsonl")).toContain('"kind":"create"');
  };

  test("is told in the result and the events of the next run", slow, async () => {
    bench.files.write("docsform.yaml", handbook());
    await interruptAt("createCollection");
    const [made] = collections();
    const next = await done([...apply, "--events", "events.ndjson"]);
    expect(next).toContain(`recovered collection.handbook ${made?.id}: the response to its create was lost.`);
    const events = (bench.files.read("events.ndjson") ?? "").trim().split("\n");
    expect(events.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({
        kind: "recovered",
        address: "collection.handbook",
        id: made?.id,
        origin: "recovered",
      }),
    );
    expect(collections()).toHaveLength(1);
  });

  test("can be confirmed while the journal of the run is open", slow, async () => {
    bench.files.write("docsform.yaml", handbook(", defaultLevel: edit"));
    await interruptAt("createCollection");
    await refused(apply, "guard/import");
    const [made] = collections();
    await done(["import", "collection.handbook", made?.id ?? ""]);
    await done(apply);
    expect(collections()).toMatchObject([{ id: made?.id, defaultLevel: "edit" }]);
    expect(bench.files.read(".docsform/docsform.jsonl")).toBeUndefined();
  });

  test(
    "is the replacement of a site, and the former site is deleted after it is confirmed",
    slow,
    async () => {
      const site = (type: string, more = "") =>
        `docsform: 1\norganization: ${organization}\nsites:\n  docs: { title: Docs, type: ${type}${more} }\n`;
      bench.files.write("docsform.yaml", site("ultimate"));
      await done(apply);
      const sites = () => bench.emulator.emulator.service.list("site").map(({ id }) => id);
      const [former] = sites();
      bench.files.write("docsform.yaml", site("premium", ", defaultLevel: edit"));
      bench.emulator.emulator.faults.add({ fault: { kind: "date" } });
      const replace = [...apply, "--allow-recreate", "--allow-deletes"];
      await interruptAt("createSite", replace);
      const made = sites().find((id) => id !== former) ?? "";
      await refused(replace, "guard/import");
      await done(["import", "site.docs", made]);
      await done(replace);
      expect(sites()).toEqual([made]);
    },
  );

  test(
    "is not another person's, if another person created one of the same values much later",
    slow,
    async () => {
      bench.files.write("docsform.yaml", layout("docs", "{ title: Guides, defaultLevel: read }"));
      const { emulator } = bench.emulator;
      emulator.faults.add({ on: { operation: "createSpace", times: 3 }, fault: { kind: "drop-before" } });
      expect((await bench.run(apply)).code).toBe(3);
      emulator.forward(24 * 3_600_000);
      emulator.edit("createSpace", {}, { title: "Guides" });
      const plan = await done(["plan"]);
      expect(plan).toContain("1 space found by its title; docsform did not create it.");
      await refused(apply, "guard/import");
    },
  );
});
