import { describe, expect, test } from "vitest";
import { textIn } from "../../../src/model/emulator-responses.ts";
import { createMemoryDisk } from "../../../src/state/memory-disk.ts";
import type { JsonObject } from "../../../src/util/json.ts";
import { layoutWith } from "../read-text.ts";
import { runLayout } from "../run-layout.ts";
import { createTestService, seededRandom, type TestService } from "../service.ts";
import { accessText, audienceOf, containersIn, openedIn, type Reading } from "./audience-judge.ts";
import { fillSpaces } from "./audience-world.ts";

const layout = `
collections:
  closed: { title: Closed, defaultLevel: null }
  open: { title: Open, defaultLevel: read }
spaces:
  plans: { title: Plans, collection: closed }
  notes: { title: Notes }
sites:
  docs:
    title: Docs
    visibility: public
    published: true
    structure:
      - { section: One, path: one, spaces: [{ space: notes, path: notes }] }
      - group: Later
        draft: true
        children:
          - group: Inner
            children: [{ section: Two, path: two, spaces: [{ space: plans, path: plans }] }]
`;

interface Given {
  readonly service: TestService;
  readonly idOf: (title: string) => string;
  /** What an edit in the app opens. */
  readonly opened: (
    operation: string,
    params: Readonly<Record<string, string>>,
    body?: JsonObject,
  ) => readonly string[];
}

async function applied(text = layout, reading: Reading = "those it names"): Promise<Given> {
  const service = createTestService({ apiVersion: "current", random: seededRandom(1) });
  const end = await runLayout(service, layoutWith(text), createMemoryDisk());
  expect(end).toMatchObject({ kind: "applied", result: { outcome: "done" } });
  const { service: records } = service.emulator;
  fillSpaces(records);
  const idOf = (title: string) => {
    const all = ["site", "site_section", "site_section_group", "space", "collection"].flatMap((type) =>
      records.list(type),
    );
    return all.find((each) => each["title"] === title)?.id ?? "";
  };
  const known = containersIn(records);
  const siteId = idOf("Docs");
  const ids = [
    ...["Plans", "Notes"].map((title) => [idOf(title), title] as const),
    [siteId, "Docs"] as const,
  ];
  const named = (line: string) => ids.reduce((rest, [id, title]) => rest.replaceAll(id, title), line);
  return {
    service,
    idOf,
    opened: (operation, params, body) => {
      const before = audienceOf(records, { reading, known });
      service.emulator.edit(operation, { siteId, ...params }, body);
      return openedIn(audienceOf(records, { reading, known }), [before]).map((each) =>
        named(accessText(each)).replace(/page in (\w+) \w+/u, "$1"),
      );
    },
  };
}

describe("readers", () => {
  test("a section in a draft group becomes readable when it leaves the group", async () => {
    const { opened, idOf } = await applied();
    expect(
      opened("updateSiteSectionById", { siteSectionId: idOf("Two") }, { siteSectionGroupId: null }),
    ).toEqual(["reads Plans: everybody", "lists Plans: everybody"]);
  });

  test("a published site opens its contents to whom its visibility names", async () => {
    const { opened } = await applied(layout.replace("visibility: public", "visibility: visitor-auth"));
    expect(opened("unpublishSite", {})).toEqual([]);
    expect(opened("publishSite", {})).toEqual([
      "reads Notes: visitors of Docs",
      "lists Notes: visitors of Docs",
    ]);
  });

  test("a share link and a login do not let the same people in", async () => {
    const { opened } = await applied(layout.replace("visibility: public", "visibility: share-link"));
    expect(opened("updateSiteById", {}, { visibility: "visitor-auth" })).toEqual([
      "reads Notes: visitors of Docs",
      "lists Notes: visitors of Docs",
    ]);
    expect(opened("updateSiteById", {}, { visibility: "unlisted" })).toEqual([
      "reads Notes: url",
      "lists Notes: url",
    ]);
    expect(opened("updateSiteById", {}, { visibility: "share-link" })).toEqual([]);
  });

  test("another condition opens, and a further one does not", async () => {
    const { opened, idOf, service } = await applied();
    const params = { siteSectionId: idOf("One") };
    const place = service.emulator.service.list("site_space").find((each) => each["space"] === idOf("Notes"));
    expect(opened("updateSiteSectionById", params, { condition: "visitor.claims.a" })).toEqual([]);
    expect(opened("updateSiteSectionById", params, { condition: "visitor.claims.b" })).toEqual([
      "reads Notes: everybody of Docs if visitor.claims.b",
      "lists Notes: everybody of Docs if visitor.claims.b",
    ]);
    expect(
      opened("updateSiteSpaceById", { siteSpaceId: place?.id ?? "" }, { condition: "visitor.claims.a" }),
    ).toEqual([]);
  });

  test.each([
    ["everybody", [], ["reads Notes: everybody", "lists Notes: everybody"]],
    ["those it names", [], []],
    [
      "nobody",
      [
        "reads Notes: everybody of Docs if visitor.claims.a",
        "lists Notes: everybody of Docs if visitor.claims.a",
      ],
      [],
    ],
  ] as const)("in a site without adaptive content, %s may meet a condition", async (reading, on, off) => {
    const { opened, idOf } = await applied(layout, reading);
    opened("updateSiteSectionById", { siteSectionId: idOf("One") }, { condition: "visitor.claims.a" });
    expect(opened("updateSiteById", {}, { adaptiveContent: { enabled: true } })).toEqual(on);
    expect(opened("updateSiteById", {}, { adaptiveContent: { enabled: false } })).toEqual(off);
  });

  test("a hidden space is readable, and the navigation lists it once it is no longer hidden", async () => {
    const { opened, idOf, service } = await applied();
    const [spaceId, sectionId] = [idOf("Plans"), idOf("One")];
    const added = service.emulator.edit(
      "addSpaceToSite",
      { siteId: idOf("Docs") },
      { spaceId, sectionId, draft: true },
    );
    const params = { siteSpaceId: textIn((added.body as JsonObject)["id"]) };
    expect(opened("updateSiteSpaceById", params, { hidden: true, draft: false })).toEqual([
      "reads Plans: everybody",
    ]);
    expect(opened("updateSiteSpaceById", params, { hidden: false })).toEqual(["lists Plans: everybody"]);
  });

  test("a copy shows the content of its original, and a new space shows nothing", async () => {
    const { opened, idOf, service } = await applied();
    const copy = service.emulator.edit("duplicateSpace", { spaceId: idOf("Plans") }).body as JsonObject;
    const empty = service.emulator.edit("createSpace", {}, { title: "Empty" }).body as JsonObject;
    const show = (space: JsonObject) =>
      opened("addSpaceToSite", {}, { spaceId: textIn(space["id"]), sectionId: idOf("One") });
    expect(show(empty)).toEqual([]);
    expect(show(copy)).toEqual(["reads Plans: everybody", "lists Plans: everybody"]);
  });

  test("a translation is content of its own, also after its original is gone", async () => {
    const { opened, idOf, service } = await applied();
    const body = { source: { space: idOf("Plans"), language: "en" }, language: "fr" };
    const created = service.emulator.edit("createTranslation", {}, body).body as JsonObject;
    service.emulator.edit("runTranslation", { translationId: textIn(created["id"]) });
    await service.emulator.settle();
    const [translation] = service.emulator.service.list("translation");
    const result = translation?.["result"] as JsonObject;
    const spaceId = textIn(result["space"]);
    service.emulator.edit("deleteTranslation", { translationId: textIn(created["id"]) });
    expect(opened("addSpaceToSite", {}, { spaceId, sectionId: idOf("One") })).toEqual([
      `reads translation ${spaceId}: Plans: everybody`,
      `lists translation ${spaceId}: Plans: everybody`,
    ]);
  });

  test("a public specification is readable for whoever knows the URL, and so is its next source", async () => {
    const { opened } = await applied(`${layout}
openapi:
  petstore: { source: { url: https://acme.example/a.json } }
`);
    expect(opened("updateOpenAPISpecBySlug", { specSlug: "petstore" }, { visibility: "public" })).toEqual([
      'reads specification petstore {"url":"https://acme.example/a.json"}: url',
    ]);
    const source = { url: "https://acme.example/b.json" };
    expect(opened("createOrUpdateOpenAPISpecBySlug", { specSlug: "petstore" }, { source })).toEqual([
      'reads specification petstore {"url":"https://acme.example/b.json"}: url',
    ]);
  });
});

describe("members", () => {
  test("a space that moves into an open collection opens to members", async () => {
    const { opened, idOf } = await applied();
    expect(opened("moveSpace", { spaceId: idOf("Plans") }, { parent: idOf("Open") })).toEqual([
      "may Plans: members: read",
    ]);
    expect(opened("updateCollectionById", { collectionId: idOf("Open") }, { defaultLevel: "edit" })).toEqual([
      `may ${idOf("Open")}: members: edit`,
      "may Plans: members: edit",
    ]);
  });

  test("one's own role and a fixed one do not compare, and nobody's role opens nothing", async () => {
    const { opened, idOf } = await applied();
    const set = (defaultLevel: string | null) =>
      opened("updateSpaceById", { spaceId: idOf("Notes") }, { defaultLevel });
    expect(set("read")).toEqual(["may Notes: members: read"]);
    expect(set("inherit")).toEqual(["may Notes: members: own role"]);
    expect(set(null)).toEqual([]);
  });

  test("a collection that did not exist opens nothing, and what moves into it does", async () => {
    const { opened, idOf, service } = await applied();
    expect(opened("createCollection", {}, { title: "New" })).toEqual([]);
    const created = service.emulator.service.list("collection").at(-1);
    expect(opened("moveSpace", { spaceId: idOf("Plans") }, { parent: created?.id ?? "" })).toEqual([
      "may Plans: members: own role",
    ]);
  });
});
