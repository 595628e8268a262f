import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Files, filesBelow } from "../../src/cli/files.ts";
import type { StoreDump } from "../../src/emulator/dump.ts";
import { flagFor } from "../../src/engine/plan/guard/permit.ts";
import { typeOfAddress } from "../../src/model/address.ts";
import { textIn } from "../../src/model/emulator-responses.ts";
import type { EmulatorRecord } from "../../src/model/emulator-rules.ts";
import { permissions } from "../../src/model/plan/permission-flags.ts";
import type { GuardRefusal, Plan } from "../../src/model/plan/plan.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { registry } from "../../src/resources/registry.ts";
import { isJsonObject } from "../../src/util/json.ts";
import { certificateWith } from "../support/certificates.ts";
import { someOfEach } from "../support/laws.ts";
import { seededRandom } from "../support/service.ts";
import { addressNow, type Danger, type Edit } from "./edits/edit.ts";
import { listOfEdits, rowOfEdit } from "./edits/guide.ts";
import { layout } from "./edits/layout.ts";
import { editsOfFiles, editsOfTheOrganization } from "./edits/organization.ts";
import { editsOfSites } from "./edits/sites.ts";
import { editsOfSpaces } from "./edits/spaces.ts";
import { editsOfStructure, editsOfVariants } from "./edits/structure.ts";
import { apply, type CommandResult, jumpingClock, openWorkbench, type Workbench } from "./workbench.ts";

// Typical edits of layouts: the test checks which flag each one needs, which danger the flag names, and which objects survive.

const edits = [
  editsOfSpaces,
  editsOfStructure,
  editsOfVariants,
  editsOfSites,
  editsOfTheOrganization,
  editsOfFiles,
].flat();

const pem = certificateWith;
const environment = {
  OKTA_CERTIFICATE: pem("MIIBszCCAVmgAwIBAgIU"),
  NEXT_CERTIFICATE: pem("MIIBtDCCAVqgAwIBAgIV"),
};
const usualState = "docsform.state.json";

let bench: Workbench;
/** The organization and the state after the first apply. */
let applied: { readonly dump: StoreDump; readonly state: string };
/** The folder of the present edit. */
let files: Files;

beforeAll(async () => {
  const nature = { clock: jumpingClock(), random: seededRandom(6) };
  bench = await openWorkbench({ "docsform.yaml": layout }, "current", nature);
  const ran = await bench.run([...apply, "--allow-create"], { environment });
  if (ran.code !== 0) throw new Error(ran.out + ran.err);
  const state = bench.files.read(usualState) ?? "";
  const { emulator } = bench.emulator;
  for (const [address, id] of Object.entries(idsIn(state))) writeInTheApp(address, id);
  applied = { dump: emulator.dump(), state };
});
afterAll(() => bench.close());

beforeEach(() => {
  bench.emulator.emulator.load(structuredClone(applied.dump));
  files = filesBelow(mkdtempSync(join(tmpdir(), "docsform-edit-")));
});
afterEach(() => rmSync(files.folder, { recursive: true, force: true }));

/** Adds contents that no layout declares: pages and comments on them. */
function writeInTheApp(address: string, id: string): void {
  const { emulator } = bench.emulator;
  const changes = [{ operation: "insert_page", title: "Begin", document: { markdown: `Of ${address}.` } }];
  if (address.startsWith("space.")) emulator.edit("editContent", { spaceId: id }, { changes });
  if (address.startsWith("collection."))
    emulator.edit("updateCollectionById", { collectionId: id }, { description: `Of ${address}.` });
}

const tested = someOfEach(edits, kindOf, ({ what }) => what);

test.each(tested.map((edit) => [edit.what, edit] as const))("%s", async (_, edit) => {
  await begin(edit);
  checkSteps(edit, await planOf(edit));
  const row = rowOfEdit(edit, await sentencesOf(edit));
  expect(pageOfSentences, `docs/ordinary-edits.md must have this row:\n${row}`).toContain(`\n${row}\n`);
  const needs = edit.needs ?? [];
  if (edit.notPermitted !== undefined) return await checkRefused(edit, allFlags, edit.notPermitted);
  if (needs.length > 0) await checkRefused(edit, [], needs);
  for (const left of needs.length > 1 ? needs : [])
    await checkRefused(edit, flagsOf(needs.filter((need) => need !== left)), [left]);
  const flags = needs.length === 0 ? [] : await flagsNamedIn(edit);
  expect(flags).toEqual(flagsOf(needs));
  const done = await run(edit, [...apply, ...flags]);
  expect(done.code, done.out + done.err).toBe(0);
  expect((await planOf(edit)).steps).toEqual([]);
  checkSurvivors(edit);
});

test("an edit that needs two flags says why", () => {
  for (const { what, needs = [], whyTwoFlags } of edits)
    expect(needs.length > 1, what).toBe(whyTwoFlags !== undefined);
});

test.each(registry)("an edit has each action on a $name", (type) => {
  const happened = new Set(
    edits.flatMap(({ steps }) => steps.map((step) => step.slice(step.indexOf(" ") + 1))),
  );
  for (const action of actionsOf(type)) expect(happened).toContain(`${action} ${type.name}`);
});

test("an edit needs each flag that permits something", () => {
  const flags = edits.flatMap(({ needs = [] }) => needs.map(({ flag }) => flag.replace(/ .*/u, "")));
  const known = [...Object.values(permissions).map(({ flag }) => flag), "--max-changes", "--max-deletes"];
  expect(new Set(flags)).toEqual(new Set(known));
});

const pageOfSentences = readFileSync(new URL("../../docs/ordinary-edits.md", import.meta.url), "utf8");

test("the guide lists the edits with their flags", () => {
  const guide = readFileSync(new URL("../../docs/guides/edits-and-flags.md", import.meta.url), "utf8");
  expect(guide.slice(guide.indexOf("## Edits"))).toBe(listOfEdits(edits));
});

test("the page of sentences has each edit once, and at most a quarter of them have a danger", () => {
  const rows = pageOfSentences
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| Edit"));
  expect(rows.map((row) => row.split(" | ")[0])).toEqual(
    edits.map((edit) => rowOfEdit(edit, []).split(" | ")[0]),
  );
  const dangerous = rows.filter((row) => row.includes("! "));
  expect(dangerous.length).toBeLessThanOrEqual(rows.length / 4);
});

/** What the plan says about readers and members, as it prints it, without the addresses. */
async function sentencesOf(edit: Edit): Promise<readonly string[]> {
  const { out } = await run(edit, ["plan"]);
  const blocks = out
    .split("\n\n")
    .filter((block) => /^(?:Dangerous, check|For readers and members)/u.test(block));
  return blocks.flatMap((block) => {
    const [head = "", ...lines] = block.split("\n");
    const isSentence = (line: string) => !head.startsWith("Dangerous") || line.startsWith("  ! ");
    return lines.filter(isSentence).map((line) => line.trim().replace(/ {2}\S+$/u, ""));
  });
}

/** Which dangers the edit has, and whether a flag permits them. */
function kindOf({ needs = [], notPermitted = [] }: Edit): string {
  return JSON.stringify([needs.map(({ code, flag }) => [code, flag]), notPermitted.map(({ code }) => code)]);
}

function actionsOf({ creation, writers, container, order, deletion }: ResourceType): readonly string[] {
  return [
    ...(creation === undefined ? [] : ["create"]),
    ...(writers.length === 0 ? [] : ["patch"]),
    ...(container === undefined && order === undefined ? [] : ["move"]),
    ...(deletion === undefined ? [] : ["delete"]),
  ];
}

/** All flags that permit something. */
const allFlags = [
  ...Object.values(permissions).map(({ flag }) => flag),
  "--max-deletes",
  "100%",
  "--max-changes",
  "100%",
];

function flagsOf(needs: NonNullable<Edit["needs"]>): readonly string[] {
  return needs.flatMap(({ flag }) => flag.split(" "));
}

/** Writes the files of an edit, and does what comes before it. */
async function begin(edit: Edit): Promise<void> {
  const { inTheApp = [], before = [] } = edit;
  const ids = idsIn(applied.state);
  let newId = "";
  for (const { operation, of = {}, body } of inTheApp) {
    const params = Object.fromEntries(Object.entries(of).map(([name, at]) => [name, ids[at] ?? ""]));
    const answer = bench.emulator.emulator.edit(operation, params, body);
    if (isJsonObject(answer.body)) newId = textIn(answer.body["id"]);
  }
  if (edit.liveValues !== undefined)
    bench.emulator.emulator.service.change(
      typeOfAddress(edit.liveValues.of),
      ids[edit.liveValues.of] ?? "",
      edit.liveValues.fields,
    );
  writeFiles(edit, newId);
  await checkMessages(edit);
  for (const command of before) {
    await bench.checkDone(command, { environment, files });
  }
}

function writeFiles(
  { change = (text) => text, files: more = {}, removes = [], state }: Edit,
  newId: string,
): void {
  const [stateBefore] = state ?? [usualState];
  files.write(stateBefore, applied.state);
  files.write("docsform.yaml", change(layout).replace("NEW", newId));
  for (const [path, content] of Object.entries(more)) files.write(path, content);
  for (const path of removes) rmSync(join(files.folder, path));
}

async function checkMessages(edit: Edit): Promise<void> {
  for (const printed of edit.planReport ?? []) {
    const { out, err } = await run(edit, ["plan"]);
    expect(out + err).toContain(printed);
  }
}

function run({ args = [] }: Edit, command: readonly string[]): Promise<CommandResult> {
  return bench.run([...command, ...args], { environment, files });
}

async function planOf(edit: Edit): Promise<Plan> {
  const { out, err } = await run(edit, ["plan", "--json"]);
  const answer = JSON.parse(out) as { readonly plan?: Plan };
  if (answer.plan === undefined) throw new Error(out + err);
  return answer.plan;
}

function checkSteps({ steps }: Edit, plan: Plan): void {
  const counts = new Map<string, number>();
  for (const { action, type } of plan.steps)
    counts.set(`${action} ${type}`, (counts.get(`${action} ${type}`) ?? 0) + 1);
  const planned = [...counts].map(([step, many]) => `${many} ${step}`);
  expect(planned.sort()).toEqual([...steps].sort());
}

/** With these flags, apply refuses exactly these dangers, names the flag for each, and writes nothing. */
async function checkRefused(
  edit: Edit,
  flags: readonly string[],
  dangers: readonly (Danger & { readonly flag?: string })[],
): Promise<void> {
  const before = world(edit);
  const ran = await run(edit, [...apply, "--json", ...flags]);
  expect(ran.code, ran.out + ran.err).toBe(4);
  const { refusals } = JSON.parse(ran.out) as { readonly refusals: readonly GuardRefusal[] };
  expect(refusals.map(({ code }) => code)).toEqual(dangers.map(({ code }) => code));
  for (const [at, { danger, flag }] of dangers.entries()) {
    expect(refusals[at]?.message).toContain(danger);
    const refusal = refusals[at];
    expect(refusal && flagFor(refusal)).toBe(flag);
    // The remedy names the flag.
    expect(refusal?.remedy).toContain(flag ?? "");
  }
  expect(world(edit)).toEqual(before);
}

/** The flags in the last line of a refused run. */
async function flagsNamedIn(edit: Edit): Promise<readonly string[]> {
  const { code, out } = await run(edit, apply);
  expect(code, out).toBe(4);
  const [, flags = ""] =
    /\n\nRefused\. Nothing was written\.\n(?:Permit all of it with|Renamed: write `was: [^`]*`[.] New): (.*)\n$/u.exec(
      out,
    ) ?? [];
  expect(flags, out).not.toBe("");
  return flags.split(" ");
}

function world(edit: Edit): unknown {
  return { dump: bench.emulator.emulator.dump(), state: stateAfter(edit) };
}

function stateAfter({ state: [, path] = [usualState, usualState] }: Edit): string {
  return files.read(path) ?? "";
}

/** Every object that the edit does not delete still exists, with its contents, and the state has it at its new address. */
function checkSurvivors(edit: Edit): void {
  const { deleted = [], forgotten = [], renamed = {} } = edit;
  const [before, after] = [recordsIn(applied.dump), recordsIn(bench.emulator.emulator.dump())];
  const known = idsIn(stateAfter(edit));
  for (const [address, id] of Object.entries(idsIn(applied.state))) {
    const record = after.get(id);
    const isThere = record !== undefined && record["deletedAt"] == null;
    expect(isThere, address).toBe(!deleted.includes(address));
    if (!isThere) continue;
    expect(contentsOf(record), address).toEqual(contentsOf(before.get(id)));
    expect(known[addressNow(address, renamed)], address).toBe(forgotten.includes(address) ? undefined : id);
  }
  for (const [address, values] of Object.entries(edit.keeps ?? {}))
    expect(after.get(known[address] ?? ""), address).toMatchObject(values);
}

function contentsOf(record: EmulatorRecord | undefined) {
  return { revision: record?.["revision"], description: record?.["description"] };
}

function recordsIn({ tables }: StoreDump): ReadonlyMap<string, EmulatorRecord> {
  return new Map(
    Object.values(tables).flatMap((records) => records.map((record) => [record.id, record] as const)),
  );
}

function idsIn(state: string): Readonly<Record<string, string>> {
  const { objects } = JSON.parse(state) as { readonly objects: Readonly<Record<string, { id: string }>> };
  return Object.fromEntries(Object.entries(objects).map(([address, { id }]) => [address, id]));
}
