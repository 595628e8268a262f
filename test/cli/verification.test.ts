import { expect, test } from "vitest";
import type { FaultTarget } from "../../src/emulator/faults.ts";
import { seededRandom } from "../support/service.ts";
import {
  benchOfTest,
  type CommandResult,
  jumpingClock,
  openWorkbench,
  organization,
  smallLayout,
  type Workbench,
} from "./workbench.ts";

const bench = benchOfTest(() =>
  openWorkbench({ "docsform.yaml": smallLayout }, "current", {
    clock: jumpingClock(),
    random: seededRandom(5),
  }),
);

const apply = ["apply", "--yes", "--concurrency", "1"];

/** Acts as another user just after the service has served a request of the run. */
function afterRequest(on: FaultTarget, act: (emulator: Workbench["emulator"]["emulator"]) => void): void {
  const { emulator } = bench.emulator;
  emulator.faults.add({ on, fault: { kind: "callback", after: () => act(emulator) } });
}

/** Applies a layout. Afterwards the layout renames one space, and another user renames the other one during the next apply. */
async function renameBoth(): Promise<void> {
  await bench.run(apply);
  bench.files.write("docsform.yaml", smallLayout.replace("title: API }", "title: Reference }"));
  afterRequest({ operation: "updateSpaceById", nth: 1 }, renameGuides);
}

function renameGuides(emulator: Workbench["emulator"]["emulator"]): void {
  const space = emulator.service.list("space").find((each) => each["title"] === "Guides");
  emulator.edit("updateSpaceById", { spaceId: space?.id ?? "" }, { title: "Somebody's" });
}

const createApiToo = (emulator: Workbench["emulator"]["emulator"]) =>
  void emulator.edit("createSpace", {}, { title: "API" });

const idOf = ({ body }: { readonly body?: unknown }) => (body as { readonly id: string }).id;

interface Answer {
  readonly outcome: string;
  readonly finalRead: boolean;
  readonly remaining: readonly { readonly action: string; readonly address: string }[];
  readonly checkedForDuplicates: boolean;
  readonly duplicates: readonly {
    readonly address: string;
    readonly id: string;
    readonly duplicateId: string;
  }[];
}

const answerOf = (ran: CommandResult) => JSON.parse(ran.out) as Answer;

test("reports as declared if a new plan is empty", async () => {
  const ran = await bench.run(apply);
  expect(ran).toMatchObject({ code: 0 });
  expect(ran.out).toContain("Done: the service matches the layout.");
});

test("lists what another user changed during the run, and does not report as declared", async () => {
  await renameBoth();
  const ran = await bench.run(apply);
  expect(ran.code, ran.out).toBe(3);
  expect(ran.out).toContain("Every step succeeded, but the service does not match the layout.");
  expect(ran.out).toMatch(
    /left ~ space "[^"]+" renamed from "Somebody's" \(was renamed on the service\) {2}space\.guides/u,
  );
  expect(ran.out).not.toContain("Done: the service matches the layout");
});

test("a program reads the remaining steps", async () => {
  await renameBoth();
  const answer = answerOf(await bench.run([...apply, "--json"]));
  expect(answer).toMatchObject({ outcome: "differs", finalRead: true, duplicates: [] });
  expect(answer.remaining).toMatchObject([{ action: "patch", address: "space.guides" }]);
});

test.each(["--state=kept.state.json", "--no-state"])(
  "%s: reports a duplicate that another user created during the run",
  async (state) => {
    afterRequest({ operation: "createSpace", nth: 1 }, createApiToo);
    const ran = await bench.run([...apply, "--json", state]);
    expect(ran.code, ran.out).toBe(3);
    const { outcome, duplicates } = answerOf(ran);
    expect(outcome).toBe("differs");
    const ids = bench.emulator.emulator.service.list("space").filter((space) => space["title"] === "API");
    expect(ids).toHaveLength(2);
    expect(duplicates).toHaveLength(1);
    expect(duplicates[0]).toMatchObject({ address: "space.api" });
    expect(new Set([duplicates[0]?.id, duplicates[0]?.duplicateId])).toEqual(
      new Set(ids.map(({ id }) => id)),
    );
  },
);

test("reports an object that another user moved beside a created one", async () => {
  const box = bench.emulator.emulator;
  const outside = box.edit("createCollection", {}, { title: "Theirs" });
  const theirs = box.edit("createSpace", {}, { title: "API", parent: idOf(outside) });
  afterRequest({ operation: "createSpace", nth: 1 }, () =>
    box.edit("moveSpace", { spaceId: idOf(theirs) }, { parent: null }),
  );
  const ran = await bench.run([...apply, "--json", "--allow-create"]);
  expect(ran.code, ran.out).toBe(3);
  expect(answerOf(ran).duplicates).toMatchObject([{ address: "space.api", duplicateId: idOf(theirs) }]);
});

test("an object that the run renamed is not a duplicate of a created one", async () => {
  await bench.run(apply);
  bench.files.write(
    "docsform.yaml",
    smallLayout
      .replace("title: Guides, collection: handbook }", "title: Manual, collection: handbook }")
      .replace("  api:", "  second: { title: Manual, collection: handbook }\n  api:"),
  );
  const ran = await bench.run([...apply, "--json"]);
  expect(answerOf(ran)).toMatchObject({ outcome: "done", duplicates: [] });
});

test("an incomplete run reports a duplicate too", async () => {
  const { faults } = bench.emulator.emulator;
  faults.add({ on: { operation: "createSite", times: "always" }, fault: { kind: "forbidden" } });
  afterRequest({ operation: "createSpace", nth: 1 }, createApiToo);
  const ran = await bench.run([...apply, "--json"]);
  expect(ran.code, ran.out).toBe(3);
  expect(answerOf(ran)).toMatchObject({ outcome: "partial", duplicates: [{ address: "space.api" }] });
});

test("an incomplete run that cannot check for duplicates says what it did", async () => {
  const { faults } = bench.emulator.emulator;
  faults.add({ on: { operation: "createSite", times: "always" }, fault: { kind: "forbidden" } });
  afterRequest({ operation: "createSpace", nth: 1 }, () =>
    faults.add({
      on: { operation: "listSpacesInOrganizationById", times: "always" },
      fault: { kind: "error-before", status: 500 },
    }),
  );
  const ran = await bench.run([...apply, "--json"]);
  expect(ran.code, ran.out).toBe(3);
  expect(answerOf(ran)).toMatchObject({ outcome: "partial", duplicates: [], checkedForDuplicates: false });
});

test("says that it did not check for duplicates", async () => {
  const { faults } = bench.emulator.emulator;
  faults.add({
    on: { operation: "createSite", times: "always" },
    fault: { kind: "error-before", status: 401 },
  });
  const ran = await bench.run(apply);
  expect(ran.code, ran.out).toBe(3);
  expect(ran.out).toContain("docsform did not check for duplicates");
});

test("an object in another place is not a duplicate", async () => {
  afterRequest({ operation: "createSpace", nth: 1 }, (box) => {
    const folder = box.service.list("collection").find((each) => each["title"] === "Handbook");
    box.edit("createSpace", {}, { title: "API", parent: folder?.id ?? "" });
  });
  const ran = await bench.run([...apply, "--json"]);
  expect(answerOf(ran)).toMatchObject({ outcome: "done", duplicates: [] });
});

test("an older object is not a duplicate", async () => {
  await bench.run(apply);
  bench.files.write("docsform.yaml", smallLayout.replace("  api:", "  second: { title: API }\n  api:"));
  const ran = await bench.run([...apply, "--json"]);
  expect(answerOf(ran)).toMatchObject({ outcome: "done", created: { "space.second": expect.anything() } });
});

test("an object that a run replaced and could not delete is not a duplicate", async () => {
  const bare = smallLayout.replace(/ {4}structure:[^]*/u, "");
  bench.files.write("docsform.yaml", bare);
  await bench.run(apply);
  bench.files.write("docsform.yaml", `${bare}    type: basic\n`);
  const { faults } = bench.emulator.emulator;
  faults.add({ on: { operation: "deleteSiteById", times: "always" }, fault: { kind: "forbidden" } });
  const permitted = ["--allow-deletes", "--allow-recreate", "--max-deletes", "100%", "--max-changes", "100%"];
  const ran = await bench.run([...apply, "--json", ...permitted]);
  expect(ran.code, ran.out + ran.err).toBe(3);
  expect(answerOf(ran)).toMatchObject({ outcome: "partial", duplicates: [], checkedForDuplicates: true });
  expect(bench.emulator.emulator.service.list("site")).toHaveLength(2);
});

test("detects it although lists are late", async () => {
  const { faults } = bench.emulator.emulator;
  faults.add({
    on: { operation: "listSpacesInOrganizationById", times: "always" },
    fault: { kind: "stale-reads", ms: 4000 },
  });
  faults.add({ on: { operation: "addSectionToSite", nth: 1 }, fault: { kind: "latency", ms: 3000 } });
  afterRequest({ operation: "addSectionToSite", nth: 2 }, createApiToo);
  const environment = { DOCSFORM_CONSISTENCY_WINDOW_MS: "5000" };
  const ran = await bench.run([...apply, "--json"], { environment });
  expect(answerOf(ran)).toMatchObject({ outcome: "differs", duplicates: [{ address: "space.api" }] });
});

test("without a final read reports only what it did", async () => {
  await renameBoth();
  const ran = await bench.checkDone([...apply, "--no-final-read"]);
  expect(ran.out).toContain("\n1 step done.\n");
  expect(ran.out).not.toMatch(/match(?:es)? the layout/u);
});

test("does not count skipped deletes as remaining", async () => {
  await bench.run(apply);
  bench.files.write(
    "docsform.yaml",
    smallLayout.replace(/ {6}- \{ section: API.*\n/u, "").replace("Guides,", "Manuals,"),
  );
  const ran = await bench.checkDone([...apply, "--skip-deletes"]);
  expect(ran.out).toContain("Done, except for the steps that you excluded.");
  expect(ran.out).not.toMatch(/match(?:es)? the layout/u);
});

test("says that it could not read again", async () => {
  await bench.run(apply);
  bench.files.write("docsform.yaml", smallLayout.replace("title: API }", "title: Reference }"));
  afterRequest({ operation: "updateSpaceById", nth: 1 }, ({ faults }) =>
    faults.add({
      on: { operation: "listSites", times: "always" },
      fault: { kind: "error-before", status: 500 },
    }),
  );
  const ran = await bench.run(apply);
  expect(ran.code, ran.out).toBe(3);
  expect(ran.out).toContain("could not read the service afterwards");
  expect(ran.out).not.toContain("Done:");
});

test("looks for destroyed objects by their ids", async () => {
  await bench.run(apply);
  afterRequest({ operation: "deleteSpaceById", nth: 1 }, createApiToo);
  const ran = await bench.checkDone(["destroy", "--organization", organization]);
  expect(ran.out).toContain("Done: every listed object is deleted.");
});
