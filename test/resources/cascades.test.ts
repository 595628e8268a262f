import { describe, expect, test } from "vitest";
import { remove } from "../../src/contract/operations/operation.ts";
import { operations } from "../../src/contract/operations/operations.ts";
import type { System } from "../../src/contract/operations/system.ts";
import { createEmulator, type Emulator } from "../../src/emulator/new-emulator.ts";
import { removed } from "../../src/model/emulator-responses.ts";
import type { EmulatorPolicy } from "../../src/model/emulator-rules.ts";
import { defineResource, type ResourceType } from "../../src/model/resource-type.ts";
import { registry } from "../../src/resources/registry.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { seededRandom } from "../support/service.ts";
import { createVirtualClock } from "../support/virtual-clock.ts";

// Notes are a test type inside other objects: deleting an object deletes or keeps its notes, as their type declares.

const deleteNote = remove("/notes/{noteId}", { id: "deleteNote" });

const noteSystem: System = {
  operations: { deleteNote },
  handlers: {
    deleteNote: ({ params }, service) => {
      service.remove("note", `${params["noteId"]}`);
      return removed;
    },
  },
};

function noteType(place: Pick<ResourceType, "scope" | "container">): ResourceType {
  return defineResource({
    name: "note",
    label: { one: "note", many: "notes" },
    description: "A thing for tests.",
    attributes: {},
    identity: { key: [], createKey: [], keyIsUnique: false },
    deletion: {
      endpoint: deleteNote,
      contents: "first",
    },
    writers: [],
    reads: [],
    layout: { kind: "item", field: "note", attribute: "title", addressBy: ["title"] },
    ...place,
  });
}

function start(type: ResourceType, policy: EmulatorPolicy = {}): Emulator {
  return createEmulator({
    types: [...registry, type],
    operations: { ...operations, notes: noteSystem },
    organizationId: "acme",
    token: "t",
    apiVersion: "current",
    policy,
    clock: createVirtualClock(),
    random: seededRandom(1),
  });
}

function inContainer(type: string): Pick<ResourceType, "container"> {
  return {
    container: {
      types: [type],
      rootAllowed: true,
      atCreate: { classic: true, current: true, "classic-minimal": true },
      change: { classic: "replace", current: "replace", "classic-minimal": "replace" },
    },
  };
}

function made(
  emulator: Emulator,
  operation: string,
  params: Record<string, string>,
  body: JsonObject,
): string {
  return (emulator.edit(operation, params, body).body as { readonly id: string }).id;
}

/** Creates a site with a section in a group, and a collection. */
function build(
  emulator: Emulator,
): Record<"siteId" | "siteSectionGroupId" | "siteSectionId" | "collectionId", string> {
  const spaceId = made(emulator, "createSpace", {}, { title: "Guides" });
  const siteId = made(emulator, "createSite", {}, { title: "Docs" });
  const siteSectionGroupId = made(emulator, "addSectionGroupToSite", { siteId }, { title: "All" });
  made(emulator, "addSectionToSite", { siteId }, { spaceId, title: "Start" });
  const siteSectionId = made(emulator, "addSectionToSite", { siteId }, { spaceId, siteSectionGroupId });
  const outer = made(emulator, "createCollection", {}, { title: "Outer" });
  const collectionId = made(emulator, "createCollection", {}, { title: "Inner", parent: outer });
  return { siteId, siteSectionGroupId, siteSectionId, collectionId };
}

describe("deletes", () => {
  test.each([
    {
      what: "deleting a site deletes the objects that it owns",
      place: { scope: "site" },
      field: "site",
      id: "siteId",
    },
    {
      what: "deleting a site deletes the contents of its sections",
      place: inContainer("site_section"),
      field: "container",
      id: "siteSectionId",
    },
  ] as const)("$what", ({ place, field, id }) => {
    const emulator = start(noteType(place));
    const ids = build(emulator);
    emulator.service.add("note", { id: "n1", [field]: ids[id] });
    emulator.service.add("note", { id: "n2", [field]: "elsewhere" });
    emulator.edit("deleteSiteById", { siteId: ids.siteId });
    expect(emulator.service.list("note").map((note) => note.id)).toEqual(["n2"]);
    const tables = Object.keys(emulator.dump().tables);
    expect(tables).toEqual(["collection", "note", "space"]);
  });

  test.each([
    { operation: "deleteSiteSectionById", type: "site_section", id: "siteSectionId", policy: {}, left: [] },
    {
      operation: "deleteSiteSectionGroupById",
      type: "site_section_group",
      id: "siteSectionGroupId",
      policy: { groupDelete: "cascade" },
      left: [],
    },
    {
      operation: "deleteSiteSectionGroupById",
      type: "site_section_group",
      id: "siteSectionGroupId",
      policy: { groupDelete: "release" },
      left: [null],
    },
    {
      operation: "deleteCollectionById",
      type: "collection",
      id: "collectionId",
      policy: { collectionDelete: "trash-spaces" },
      left: [],
    },
    {
      operation: "deleteCollectionById",
      type: "collection",
      id: "collectionId",
      policy: { collectionDelete: "reparent-spaces" },
      left: ["Outer"],
    },
  ] as const)("$operation, $policy: its contents", ({ operation, type, id, policy, left }) => {
    const emulator = start(noteType(inContainer(type)), policy);
    const ids = build(emulator);
    emulator.service.add("note", { id: "n1", container: ids[id] });
    emulator.edit(operation, ids);
    const containers = emulator.service.list("note").map(({ container }) => container ?? null);
    const titles = containers.map((container) =>
      typeof container === "string" ? emulator.service.get(type, container)?.["title"] : container,
    );
    expect(titles).toEqual(left);
  });
});

test.each([
  [{ groupDeletes: "release" }, "groupDeletes with the choice release"],
  [{ groupDelete: "releases" }, "groupDelete with the choice releases"],
])("%j is not a choice of any system", (policy, named) => {
  expect(() => start(noteType({ scope: "site" }), policy)).toThrow(`The emulator has no policy ${named}.`);
});
