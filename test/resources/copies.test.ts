import { describe, expect, test } from "vitest";
import type { Fault } from "../../src/emulator/faults.ts";
import { textIn } from "../../src/model/emulator-responses.ts";
import { type ApiVersion, apiVersions } from "../../src/model/endpoint.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { apply, type Fixture, newFixture } from "../support/conform.ts";
import { createKillable } from "../support/killable.ts";
import { layoutWith } from "../support/read-text.ts";
import { planLayout, reconcilerOf, runLayout, writingSteps } from "../support/run-layout.ts";
import { createTestService, seededRandom } from "../support/service.ts";

const collections = "collections: { handbook: { title: Handbook } }\n";
const source = `
${collections}spaces:
  guides: { title: Guides, collection: handbook, emoji: "1f4d8", language: en, defaultLevel: read }
`;
const withCopy = (fields: string) => `${source}  french: { ${fields} }\n`;
const french = withCopy("title: French, copyOf: guides, emoji: null, language: fr");

function inOrder(names: readonly unknown[]): readonly string[] {
  return names.map(String).sort((a, b) => (a < b ? -1 : 1));
}

function spaces({ service }: Pick<Fixture, "service">) {
  return service.emulator.service.list("space").filter((space) => space["deletedAt"] == null);
}

function titled(fixture: Pick<Fixture, "service">, title: string) {
  const [space, ...others] = spaces(fixture).filter((each) => each["title"] === title);
  if (space === undefined || others.length > 0) throw new Error(`${others.length + 1} are called ${title}.`);
  return space;
}

function pagesOf(fixture: Fixture, title: string) {
  return fixture.service.emulator.service.get("revision", textIn(titled(fixture, title)["revision"]))?.[
    "pages"
  ];
}

/** Creates the source, as another user in the app if this API version cannot create spaces. */
async function createSource(fixture: Pick<Fixture, "service" | "disk">): Promise<void> {
  const { service, disk } = fixture;
  if (service.apiVersion === "classic-minimal") {
    const { service: store } = service.emulator;
    for (const { id } of store.list("space")) store.remove("space", id);
    await runLayout(service, layoutWith(collections), disk);
    const [collection] = service.emulator.service.list("collection");
    service.emulator.edit("createSpace", {}, { title: "Guides", parent: collection?.id ?? "" });
  }
  await runLayout(service, layoutWith(source), disk);
}

/** An organization with the source of the copy, to which another user has added a page. */
async function withSourcePage(apiVersion: ApiVersion): Promise<Fixture> {
  const fixture = newFixture(apiVersion);
  await createSource(fixture);
  const { id: space, revision } = titled(fixture, "Guides");
  fixture.service.emulator.service.add("revision", {
    id: textIn(revision),
    space,
    pages: [{ id: "p", title: "A" }],
  });
  return fixture;
}

describe.each(apiVersions)("a space that is created as a copy (%s)", (apiVersion) => {
  test("has the source's content and the declared values", async () => {
    const fixture = await withSourcePage(apiVersion);
    const { plan, writes } = await apply(fixture, layoutWith(french));
    expect(inOrder(writes.map(({ operation }) => operation))).toEqual([
      "duplicateSpace",
      "moveSpace",
      "updateSpaceById",
    ]);
    expect(plan.steps.map(({ action, address }) => `${action} ${address}`)).toEqual(["create space.french"]);
    expect(titled(fixture, "French")).toMatchObject({ emoji: null, language: "fr", parent: null });
    expect(titled(fixture, "Guides")).toMatchObject({ emoji: "1f4d8", language: "en" });
    expect(pagesOf(fixture, "French")).toEqual(pagesOf(fixture, "Guides"));
    expect((await planLayout(fixture.service, layoutWith(french), fixture.disk)).plan?.steps).toEqual([]);
    const notInState = await planLayout(fixture.service, layoutWith(french), createMemoryDisk());
    expect(notInState.plan && writingSteps(notInState.plan)).toEqual([]);
  });

  test("waits until its source exists as declared", async () => {
    const fixture = newFixture(apiVersion);
    const isMade = apiVersion !== "classic-minimal";
    if (!isMade) await createSource(fixture);
    const other = source.replace("read }", "edit }");
    const { writes } = await apply(fixture, layoutWith(french.replace(source, other)));
    const operations = writes.map(({ operation }) => operation);
    const before = operations.slice(0, operations.indexOf("duplicateSpace"));
    expect(before).toEqual([...(isMade ? ["createCollection", "createSpace"] : []), "updateSpaceById"]);
    expect(spaces(fixture).map((space) => space["defaultLevel"])).toEqual(["edit", "edit"]);
  });

  test("waits until the changes of its source are done", async () => {
    const fixture = await withSourcePage(apiVersion);
    const changed = french
      .replace("handbook: { title: Handbook }", "handbook: { title: Handbook }, other: { title: Other }")
      .replace('collection: handbook, emoji: "1f4d8"', 'collection: other, emoji: "1f680"');
    const { writes } = await apply(fixture, layoutWith(changed));
    const operations = writes.map(({ operation }) => String(operation));
    const before = operations.slice(0, operations.indexOf("duplicateSpace"));
    expect(inOrder(before)).toEqual(["createCollection", "moveSpace", "updateSpaceById"]);
  });

  test("can have an undeclared source, by its id", async () => {
    const fixture = await withSourcePage(apiVersion);
    const id = titled(fixture, "Guides").id;
    await apply(fixture, layoutWith(withCopy(`title: French, copyOf: { id: ${id} }, collection: handbook`)));
    expect(titled(fixture, "French")).toMatchObject({
      emoji: "1f4d8",
      parent: titled(fixture, "Guides")["parent"],
    });
  });

  test("has a note that its source matters only at creation", async () => {
    const fixture = await withSourcePage(apiVersion);
    await apply(fixture, layoutWith(withCopy("title: French, copyOf: guides")));
    if (apiVersion === "classic-minimal")
      fixture.service.emulator.edit("createSpace", {}, { title: "Other" });
    const other = `${withCopy("title: French, copyOf: other")}  other: { title: Other }\n`;
    const { plan } = await planLayout(fixture.service, layoutWith(other), fixture.disk);
    // On an API version that cannot create spaces, another user creates this one.
    const isFound = apiVersion === "classic-minimal";
    expect(plan?.steps.map(({ address }) => address)).toEqual(isFound ? [] : ["space.other"]);
    expect(plan?.notes.map(({ code, address }) => [code, address])).toEqual([
      ["plan/only-at-create", "space.french"],
      ...(isFound ? [["plan/found", "space.other"]] : []),
    ]);
    const without = await planLayout(fixture.service, layoutWith(withCopy("title: French")), fixture.disk);
    expect([without.plan?.steps, without.plan?.notes]).toEqual([[], []]);
  });

  test.each([
    { name: "nothing", copyOf: "{ id: nowhere }" },
    { name: "itself", copyOf: "french" },
  ])("cannot be a copy of $name", async ({ copyOf }) => {
    const fixture = await withSourcePage(apiVersion);
    const text = withCopy(`title: French, copyOf: ${copyOf}`);
    const { diagnostics } = await planLayout(fixture.service, layoutWith(text), fixture.disk);
    expect(diagnostics.map(({ code, at }) => [code, at?.line])).toEqual([["plan/nothing-to-copy", 7]]);
  });

  test("is copied before its source is deleted", async () => {
    const fixture = await withSourcePage(apiVersion);
    const { id } = titled(fixture, "Guides");
    const text = `prune: [spaces]\nsafety: { maxDeletes: 10 }\nspaces: { french: { title: French, copyOf: { id: ${id} } } }`;
    const { writes } = await apply(fixture, layoutWith(text));
    const operations = writes.map(({ operation }) => operation);
    expect(operations.indexOf("duplicateSpace")).toBeLessThan(operations.indexOf("deleteSpaceById"));
    expect(spaces(fixture).map((space) => space["title"])).toEqual(["French"]);
  });

  test("needs permission beside an object that another user may have created, without a journal", async () => {
    const fixture = await withSourcePage(apiVersion);
    const { service, disk } = fixture;
    service.emulator.edit("duplicateSpace", { spaceId: titled(fixture, "Guides").id }, {});
    const planned = await reconcilerOf(service, disk).plan(layoutWith(french));
    if (planned.plan === undefined) throw new Error("There is no plan.");
    expect(planned.refusals({ allow: new Set() }).map(({ code }) => code)).toEqual(["guard/copy-exists"]);
    expect(planned.refusals({ allow: new Set(["creates"]) })).toEqual([]);
  });

  test.each(kills())("is created once, if a run is killed $when: $at", async ({ at, when }) => {
    const process = createKillable();
    const service = createTestService({
      apiVersion,
      random: seededRandom(3),
      transport: (emulator) => process.transport(emulator),
    });
    const before = createMemoryDisk();
    await createSource({ service, disk: before });
    const disk = process.disk({ ...(before.state && { state: before.state }) });
    process.start({ at, when });
    await runLayout(service, layoutWith(french), disk);
    process.start(null);
    const end = await runLayout(service, layoutWith(french), disk);
    expect(end).toMatchObject({
      kind: "applied",
      result: { outcome: expect.stringMatching(/done|nothing/) },
    });
    expect(inOrder(spaces({ service }).map((space) => space["title"]))).toEqual(["French", "Guides"]);
  });
});

const lost: readonly Fault[] = [
  { kind: "drop-before" },
  { kind: "drop-after" },
  { kind: "error-before", status: 500 },
  { kind: "error-after", status: 500 },
  { kind: "truncate" },
];
const writes = ["duplicateSpace", "moveSpace", "updateSpaceById"];

test.each(writes.flatMap((operation) => lost.map((fault) => ({ operation, fault, kind: fault.kind }))))(
  "a copy is created once and completely if $operation meets $kind, while another user creates a space",
  async ({ operation, fault }) => {
    const fixture = await withSourcePage("current");
    const { faults } = fixture.service.emulator;
    faults.add({ on: { operation, times: 1 }, fault });
    const meanwhile = () => fixture.service.emulator.edit("createSpace", {}, { title: "Notes" });
    faults.add({ on: { operation, times: 1 }, fault: { kind: "callback", after: meanwhile } });
    await runLayout(fixture.service, layoutWith(french), fixture.disk);
    const end = await runLayout(fixture.service, layoutWith(french), fixture.disk);
    expect(end).toMatchObject({
      kind: "applied",
      result: { outcome: expect.stringMatching(/done|nothing/) },
    });
    const titles = spaces(fixture).map((space) => space["title"]);
    expect(inOrder(titles)).toEqual(["French", "Guides", ...titles.filter((each) => each === "Notes")]);
    expect(titled(fixture, "French")).toMatchObject({ emoji: null, language: "fr", parent: null });
  },
);

function kills() {
  return Array.from({ length: 14 }, (_, at) => at + 1).flatMap((at) =>
    (["before", "after"] as const).map((when) => ({ at, when })),
  );
}
