import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { beforeEach, describe, expect, test } from "vitest";
import { operations } from "../../src/contract/operations/operations.ts";
import { createEmulator, type Emulator } from "../../src/emulator/new-emulator.ts";
import type { EmulatorPolicy } from "../../src/model/emulator-rules.ts";
import { type ApiVersion, publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import type { FoundObject } from "../../src/model/snapshot.ts";
import { registry } from "../../src/resources/registry.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";
import { createVirtualClock } from "../support/virtual-clock.ts";
import { foreignEdits } from "./foreign-edits.ts";

let emulator: Emulator;
let site: string;
let space: string;
const { edit, status, refusal } = foreignEdits(
  () => emulator,
  () => ({ siteId: site, spaceId: space }),
);

beforeEach(() => start("current"));

describe("what readers do not see", () => {
  test("a draft and its contents are not published", () => {
    const group = add("addSectionGroupToSite", { title: "Reference", draft: true });
    add("addSectionToSite", { spaceId: space, title: "Inside", siteSectionGroupId: group });
    const guides = addSection("Guides");
    add("addSpaceToSite", { spaceId: space, sectionId: guides, draft: true });
    add("addSectionToSite", { spaceId: space, title: "Next", draft: true });
    edit("publishSite");
    const { structure } = edit("getPublishedContentSite")["structure"] as { structure: JsonObject[] };
    expect(structure.map(({ title, siteSpaces }) => [title, (siteSpaces as Json[]).length])).toEqual([
      ["Guides", 1],
    ]);
  });

  test("a hidden variant says so, and maps of languages are kept completely", () => {
    addSection("Start");
    const guides = addSection("Guides");
    const variant = add("addSpaceToSite", { spaceId: space, sectionId: guides, pageId: "page-one" });
    edit("updateSiteSpaceById", { siteSpaceId: variant }, { hidden: true });
    const texts = { localizedTitle: { fr: "Guides" }, localizedDescription: { de: "Alles" } };
    edit("updateSiteSectionById", { siteSectionId: guides }, texts);
    expect(
      found()
        .slice(2)
        .map(({ attributes }) => attributes),
    ).toMatchObject([texts, {}, { hidden: true, pageId: "page-one" }]);
    edit("updateSiteSectionById", { siteSectionId: guides }, { localizedTitle: {} });
    expect(found()[2]?.attributes["localizedTitle"]).toBeNull();
  });
});

test("the default variant of the default section, or of a site without sections, cannot be hidden", () => {
  const [root, beside] = [0, 1].map(() => add("addSpaceToSite", { spaceId: space })) as [string, string];
  const hide = (siteSpaceId: string) => edit("updateSiteSpaceById", { siteSpaceId }, { hidden: true });
  const refused = () => refusal("updateSiteSpaceById", { siteSpaceId: root }, { hidden: true });
  expect(refused()).toBe(400);
  expect(hide(beside)["hidden"]).toBe(true);
  const guides = addSection("Guides");
  expect(refused()).toBe(400);
  const only = emulator.service.list("site_space").find(({ section }) => section === guides);
  expect([only?.["default"], hide(only?.id ?? "")["hidden"]]).toEqual([true, true]);
});

test("a page stays with its space: another space clears it, unless the write names another page", () => {
  const guides = addSection("Guides");
  const variant = add("addSpaceToSite", { spaceId: space, sectionId: guides, pageId: "page-one" });
  const write = (body: JsonObject) =>
    edit("updateSiteSpaceById", { siteSpaceId: variant }, body)["pageId"] ?? null;
  const other = add("createSpace", { title: "Other" });
  expect(write({ spaceId: space })).toBe("page-one");
  expect(write({ spaceId: other })).toBeNull();
  expect(write({ spaceId: space, pageId: "page-two" })).toBe("page-two");
  expect(refusal("addSpaceToSite", {}, { spaceId: null, pageId: "page-one" })).toBe(400);
});

describe("links", () => {
  const url = "https://status.acme.example";
  const addLink = (body: JsonObject = {}) => add("addExternalLinkToSite", { title: "Status", url, ...body });

  test("stand among sections and groups, and move into a group and out of it", () => {
    const group = add("addSectionGroupToSite", { title: "Reference" });
    const guides = addSection("Guides");
    const link = addLink({ parent: group });
    const move = (parent: Json) =>
      edit("updateSiteExternalLinkById", { siteExternalLinkId: link }, { parent });
    expect(found()[1]).toMatchObject({ type: "site_link", container: { id: group }, attributes: { url } });
    move(null);
    expect(roots()).toEqual([group, guides, link]);
    sort(["site-external-link", link], { before: { type: "site-section", id: guides } });
    expect(roots()).toEqual([group, link, guides]);
    move(group);
    edit("deleteSiteSectionGroupById", { siteSectionGroupId: group });
    expect(emulator.service.list("site_link")).toEqual([]);
  });

  test("that are drafts are not published", () => {
    addSection("Guides");
    addLink({ title: "Next", draft: true });
    addLink();
    edit("publishSite");
    const { structure } = edit("getPublishedContentSite")["structure"] as { structure: JsonObject[] };
    expect(structure.map(({ title }) => title)).toEqual(["Guides", "Status"]);
  });

  test("have texts that null clears", () => {
    addSection("Guides");
    const texts = { description: "All well?", localizedTitle: { fr: "État" } };
    const siteExternalLinkId = addLink({ ...texts, condition: "visitor.claims.beta" });
    expect(found().at(-1)?.attributes).toMatchObject(texts);
    edit(
      "updateSiteExternalLinkById",
      { siteExternalLinkId },
      { description: null, localizedTitle: null, condition: null },
    );
    expect(found().at(-1)?.attributes).toEqual({
      title: "Status",
      url,
      icon: null,
      description: null,
      condition: null,
      draft: false,
      localizedTitle: null,
      localizedDescription: null,
    });
  });

  test("need sections, a group of their site and a URL for browsers", () => {
    const body = { title: "Status", url };
    add("addSpaceToSite", { spaceId: space });
    expect(refusal("addExternalLinkToSite", {}, body)).toBe(400);
    addSection("Guides");
    expect(refusal("addExternalLinkToSite", {}, { ...body, parent: "nowhere" })).toBe(400);
    expect(refusal("addExternalLinkToSite", {}, { ...body, url: "ftp://acme.example" })).toBe(400);
    const siteExternalLinkId = addLink();
    expect(refusal("updateSiteExternalLinkById", { siteExternalLinkId }, { parent: "nowhere" })).toBe(400);
  });
});

describe.each(apiVersions)("responses of the %s API version", (apiVersion) => {
  test("have the published shapes", () => {
    start(apiVersion);
    const group = add("addSectionGroupToSite", { title: "Reference", icon: "code" });
    const section = addSection("Guides");
    edit("updateSiteSectionById", { siteSectionId: section }, { description: "All", icon: null });
    if (apiVersion === "classic") {
      edit("addSectionToGroup", { siteSectionGroupId: group }, { sectionId: section });
    } else {
      edit("updateSiteSectionById", { siteSectionId: section }, { siteSectionGroupId: group });
    }
    const variant = add("addSpaceToSite", { spaceId: space, sectionId: section });
    edit("updateSiteById", {}, { proxy: "acme.example/docs", adaptiveContent: { enabled: true } });
    const answers: [string, Json][] = [
      ["Site", edit("publishSite")],
      ["SiteStructure", edit("getSiteStructure")],
      ["SiteSection", edit("updateSiteSectionById", { siteSectionId: section }, { condition: "x" })],
      ["SiteSectionGroup", edit("updateSiteSectionGroupById", { siteSectionGroupId: group }, { icon: null })],
      ["SiteSpace", edit("updateSiteSpaceById", { siteSpaceId: variant }, { path: "fr" })],
    ];
    expect(answers.map(([schema, answer]) => problems(apiVersion, schema, answer))).toEqual(
      answers.map(() => []),
    );
  });
});

test("the site's reads return every item with its place, default and order", () => {
  const group = add("addSectionGroupToSite", { title: "Reference" });
  const guides = addSection("Guides");
  const api = add("addSectionToSite", { spaceId: space, title: "API", siteSectionGroupId: group });
  expect(found().map((item) => [item.type, item.container?.id ?? null, item.isDefault])).toEqual([
    ["site_section_group", null, false],
    ["site_section", group, false],
    ["site_space", api, true],
    ["site_section", null, true],
    ["site_space", guides, true],
  ]);
  expect(found().at(-1)?.attributes).toEqual({
    space,
    path: "guides",
    condition: null,
    pageId: null,
    draft: false,
    hidden: false,
    title: "Guides",
  });
});

test("a first section contains the spaces of the top level", () => {
  const root = add("addSpaceToSite", { spaceId: space });
  addSection("Guides");
  const [wrapper, variant, section] = found();
  expect(wrapper?.attributes).toMatchObject({ title: "Acme docs", path: "acme-docs" });
  expect([wrapper?.isDefault, section?.isDefault]).toEqual([true, false]);
  expect(variant).toMatchObject({ id: root, container: { id: wrapper?.id }, isDefault: true });
});

test("derived paths get numbers, and duplicate explicit ones are refused", () => {
  addSection("Guides");
  const second = addSection("Guides");
  expect(found().map((item) => item.attributes["path"])).toEqual(["guides", "guides", "guides-1", "guides"]);
  expect(refusal("updateSiteSectionById", { siteSectionId: second }, { path: "guides" })).toBe(400);
});

test("sorts siblings, and only siblings", () => {
  const [a, b] = [addSection("Alpha"), addSection("Beta")];
  const group = add("addSectionGroupToSite", { title: "Group" });
  const inside = add("addSectionToSite", { spaceId: space, title: "Inside", siteSectionGroupId: group });
  sort(["site-section-group", group], { before: { type: "site-section", id: a } });
  expect(roots()).toEqual([group, a, b]);
  edit("moveSiteSection", { siteSectionId: a });
  expect(roots()).toEqual([group, b, a]);
  const item = { type: "site-section", id: a };
  const refused = (id: string) =>
    refusal("sortSiteStructure", {}, { item, position: { after: { type: "site-section", id } } });
  expect([refused(inside), refused(a), refused("nobody")]).toEqual([400, 400, 400]);
});

test("a section that changes its parent moves to the end", () => {
  const [a, b] = [addSection("Alpha"), addSection("Beta")];
  const group = add("addSectionGroupToSite", { title: "Group" });
  edit("updateSiteSectionById", { siteSectionId: a }, { siteSectionGroupId: group });
  expect(roots()).toEqual([b, group]);
  edit("updateSiteSectionById", { siteSectionId: a }, { siteSectionGroupId: null });
  expect(roots()).toEqual([b, group, a]);
});

test("a group cannot contain itself", () => {
  const outer = add("addSectionGroupToSite", { title: "Outer" });
  const inner = add("addSectionGroupToSite", { title: "Inner", parent: outer });
  const into = { parentSectionGroupId: inner };
  expect(refusal("updateSiteSectionGroupById", { siteSectionGroupId: outer }, into)).toBe(400);
});

test.each([
  { policy: { groupDelete: "release" }, left: 1 },
  { policy: { groupDelete: "cascade", lastSection: "allow" }, left: 0 },
] as const)("deleting a group: $policy.groupDelete", ({ policy, left }) => {
  start("current", policy);
  const group = add("addSectionGroupToSite", { title: "Group" });
  add("addSectionToSite", { spaceId: space, title: "Inside", siteSectionGroupId: group });
  expect(status("deleteSiteSectionGroupById", { siteSectionGroupId: group })).toBe(205);
  expect(status("deleteSiteSectionGroupById", { siteSectionGroupId: group })).toBe(204);
  expect(roots()).toHaveLength(left);
});

test.each([
  { nextDefault: "first", index: 0 },
  { nextDefault: "last", index: 1 },
] as const)("another default after a delete: $nextDefault", ({ nextDefault, index }) => {
  start("current", { nextDefault });
  const first = addSection("Alpha");
  const others = [addSection("Beta"), addSection("Gamma")];
  status("deleteSiteSectionById", { siteSectionId: first });
  expect(found().find((item) => item.type === "site_section" && item.isDefault)?.id).toBe(others[index]);
});

test("the last site space of a section stays, or its delete deletes the section", () => {
  start("current", { lastSiteSpace: "refuse" });
  addSection("Guides");
  expect(refusal("deleteSiteSpaceById", { siteSpaceId: lastId() })).toBe(400);
  start("current", { lastSiteSpace: "takes-section", lastSection: "allow" });
  addSection("Guides");
  expect(status("deleteSiteSpaceById", { siteSpaceId: lastId() })).toBe(205);
  expect(found()).toEqual([]);
});

test("a default is chosen among its siblings only", () => {
  const [a, b] = [addSection("Alpha"), addSection("Beta")];
  const variant = add("addSpaceToSite", { spaceId: space, sectionId: b });
  expect(refusal("updateSiteSectionById", { siteSectionId: a }, { defaultSiteSpace: variant })).toBe(400);
  expect(refusal("updateSiteById", {}, { defaultSiteSection: "nobody" })).toBe(400);
  edit("updateSiteSectionById", { siteSectionId: b }, { defaultSiteSpace: variant });
  edit("updateSiteById", {}, { defaultSiteSection: b });
  expect(
    found()
      .filter((item) => item.isDefault)
      .map((item) => item.id),
  ).toEqual(expect.arrayContaining([b, variant]));
});

function start(apiVersion: ApiVersion, policy: EmulatorPolicy = {}): void {
  let draws = 0;
  emulator = createEmulator({
    types: registry,
    operations,
    organizationId: "acme",
    token: "token",
    apiVersion,
    policy,
    clock: createVirtualClock(),
    random: () => (draws++ * 0.618_033_988_749) % 1,
  });
  space = edit("createSpace", {}, { title: "Guides" })["id"] as string;
  site = edit("createSite", {}, { title: "Acme docs" })["id"] as string;
}

function add(operation: string, body: JsonObject): string {
  return edit(operation, {}, body)["id"] as string;
}

function addSection(title: string): string {
  return add("addSectionToSite", { spaceId: space, title });
}

function sort([type, id]: readonly [string, string], position: JsonObject): void {
  edit("sortSiteStructure", {}, { item: { type, id }, position });
}

function found(): readonly FoundObject[] {
  const read = registry.flatMap((type) => type.reads).find((candidate) => candidate.name === "structure");
  return read?.found(edit("getSiteStructure"), "") ?? [];
}

function roots(): string[] {
  return found()
    .filter((item) => item.container === null)
    .map((item) => item.id);
}

function lastId(): string {
  return found().at(-1)?.id ?? "";
}

const validators = new Map<string, ValidateFunction>();

/** The violations of the published contract in a response. */
function problems(apiVersion: ApiVersion, schema: string, value: Json): string[] {
  const validate = validators.get(`${apiVersion}/${schema}`) ?? compile(apiVersion, schema);
  validators.set(`${apiVersion}/${schema}`, validate);
  return validate(value)
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

function compile(apiVersion: ApiVersion, schema: string): ValidateFunction {
  const path = createRequire(import.meta.url).resolve(`gitbook-api-${apiVersion}/spec/openapi.json`);
  const text = readFileSync(path, "utf8").replaceAll('"nullable":true,', "");
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(JSON.parse(text) as object, "contract");
  return ajv.compile({ $ref: `contract#/components/schemas/${schema}` });
}
