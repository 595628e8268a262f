import { beforeEach, describe, expect, test } from "vitest";
import { operations } from "../../src/contract/operations/operations.ts";
import { createEmulator, type Emulator } from "../../src/emulator/new-emulator.ts";
import { textIn } from "../../src/model/emulator-responses.ts";
import type { EmulatorPolicy } from "../../src/model/emulator-rules.ts";
import { registry } from "../../src/resources/registry.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { createVirtualClock } from "../support/virtual-clock.ts";
import { foreignEdits } from "./foreign-edits.ts";

let emulator: Emulator;
const { edit, status, refusal } = foreignEdits(() => emulator);

beforeEach(() => start());

describe("collections", () => {
  test("refuses a move to a missing parent, to another organization, or into itself", () => {
    const outer = collection("A");
    const child = collection("B", outer);
    expect(refusal("moveCollection", { collectionId: child }, { parent: outer })).toBe(409);
    expect(refusal("moveCollection", { collectionId: child }, { parent: "nobody" })).toBe(400);
    expect(refusal("moveCollection", { collectionId: outer }, { parent: child })).toBe(400);
    expect(refusal("moveCollection", { collectionId: "nobody" }, { parent: outer })).toBe(404);
    expect(edit("moveCollection", { collectionId: child }, { parent: null })).not.toHaveProperty("parent");
  });

  test("a collection needs an existing parent", () => {
    expect(refusal("createCollection", {}, { title: "A", parent: "nobody" })).toBe(404);
  });

  test.each([
    { collectionDelete: "trash-spaces", spaces: 0, collections: 1 },
    { collectionDelete: "reparent-spaces", spaces: 1, collections: 2 },
  ] as const)("deleting one: $collectionDelete", ({ collectionDelete, spaces, collections }) => {
    start({ collectionDelete });
    const top = collection("Top");
    const outer = collection("A", top);
    const inner = collection("B", outer);
    const space = edit("createSpace", {}, { title: "S", parent: inner })["id"];
    expect(status("deleteCollectionById", { collectionId: outer })).toBe(205);
    expect(status("deleteCollectionById", { collectionId: outer })).toBe(204);
    expect(items("listSpacesInOrganizationById")).toHaveLength(spaces);
    expect(items("listCollectionsInOrganizationById")).toHaveLength(collections);
    expect(edit("getSpaceById", { spaceId: textIn(space) })["deletedAt"] === undefined).toBe(spaces === 1);
  });
});

describe("spaces", () => {
  test("a new space is locked, inherits, and keeps its emoji as code points", () => {
    expect(edit("createSpace", {}, { title: "S", emoji: "📘" })).toMatchObject({
      emoji: "1f4d8",
      editMode: "locked",
      defaultLevel: "inherit",
      mergeRules: { type: "inherit" },
    });
  });

  test("a parent in a patch is silently ignored", () => {
    const parent = collection("A");
    const id = textIn(edit("createSpace", {}, { title: "S" })["id"]);
    expect(edit("updateSpaceById", { spaceId: id }, { title: "T", parent })).not.toHaveProperty("parent");
    expect(edit("moveSpace", { spaceId: id }, { parent })).toMatchObject({ parent });
    expect(refusal("moveSpace", { spaceId: id }, { parent })).toBe(409);
  });

  test("the trash is not in lists, readable by id, and closed to writes", () => {
    const id = textIn(edit("createSpace", {}, { title: "S" })["id"]);
    expect(status("deleteSpaceById", { spaceId: id })).toBe(205);
    expect(status("deleteSpaceById", { spaceId: id })).toBe(204);
    expect(items("listSpacesInOrganizationById")).toEqual([]);
    expect(edit("getSpaceById", { spaceId: id })).toHaveProperty("deletedAt");
    expect(refusal("updateSpaceById", { spaceId: id }, { title: "T" })).toBe(404);
  });

  test.each([
    ["an emoji and an icon", { emoji: "1f4d8", icon: "https://acme.example/a.png" }],
    ["a long title", { title: "x".repeat(51) }],
    ["a language of the other API version", { language: "zh-tw" }],
    ["an unknown level", { defaultLevel: "owner" }],
  ])("%s is refused", (_what, body) => {
    const id = textIn(edit("createSpace", {}, { title: "S" })["id"]);
    expect(refusal("updateSpaceById", { spaceId: id }, body)).toBe(400);
  });
});

describe("teams", () => {
  test("a title is unique", () => {
    edit("createOrganizationTeam", {}, { title: "Writers" });
    const other = textIn(edit("createOrganizationTeam", {}, { title: "Editors" })["id"]);
    expect(refusal("createOrganizationTeam", {}, { title: "Writers" })).toBe(400);
    expect(refusal("updateTeamInOrganizationById", { teamId: other }, { title: "Writers" })).toBe(400);
    expect(edit("updateTeamInOrganizationById", { teamId: other }, { title: "Editors" })["title"]).toBe(
      "Editors",
    );
  });

  test("members are added and removed by id or e-mail address, and a removal takes precedence", () => {
    const teamId = textIn(edit("createOrganizationTeam", {}, { title: "Writers", members: ["u1"] })["id"]);
    const add = ["GRACE@acme.example", "u1"];
    expect(status("updateMembersInOrganizationTeam", { teamId }, { add, remove: ["ada@acme.example"] })).toBe(
      204,
    );
    expect(items("listTeamMembersInOrganizationById", { teamId })).toMatchObject([
      { organization: { id: "u2" } },
    ]);
    expect(refusal("updateMembersInOrganizationTeam", { teamId }, { add: ["nobody"] })).toBe(404);
    expect(refusal("createOrganizationTeam", {}, { title: "T", members: ["ada@acme.example"] })).toBe(404);
  });

  test.each([
    { usedTeamDelete: "clears", refused: undefined },
    { usedTeamDelete: "refuse", refused: 400 },
  ] as const)("deleting a SAML provider's default team: $usedTeamDelete", ({ usedTeamDelete, refused }) => {
    start({ usedTeamDelete });
    const teamId = textIn(edit("createOrganizationTeam", {}, { title: "Writers" })["id"]);
    const provider = edit("createOrganizationSAMLProvider", {}, { label: "Okta", defaultTeam: teamId });
    expect(provider).toMatchObject({ status: "pending", defaultTeam: { id: teamId, title: "Writers" } });
    expect(refusal("removeTeamFromOrganizationById", { teamId })).toBe(refused);
    const samlProviderId = textIn(provider["id"]);
    const after = edit("getOrganizationSAMLProviderById", { samlProviderId });
    expect("defaultTeam" in after).toBe(refused !== undefined);
  });
});

test("a SAML provider's default team exists and cannot be unset", () => {
  const samlProviderId = textIn(edit("createOrganizationSAMLProvider", {}, { label: "Okta" })["id"]);
  expect(refusal("updateOrganizationSAMLProvider", { samlProviderId }, { defaultTeam: "nobody" })).toBe(404);
  expect(refusal("updateOrganizationSAMLProvider", { samlProviderId }, { defaultTeam: null })).toBe(400);
});

test("an OpenAPI specification is created once, and every PUT fetches it again", () => {
  const body = { source: { url: "https://acme.example/a.json" } };
  const first = edit("createOpenAPISpec", {}, { slug: "petstore", ...body });
  expect(refusal("createOpenAPISpec", {}, { slug: "petstore", ...body })).toBe(400);
  expect(refusal("createOpenAPISpec", {}, { slug: "Petstore", ...body })).toBe(400);
  const again = edit("createOrUpdateOpenAPISpecBySlug", { specSlug: "petstore" }, body);
  expect(again["lastVersion"]).not.toBe(first["lastVersion"]);
  expect(status("createOrUpdateOpenAPISpecBySlug", { specSlug: "other" }, { source: { text: "x" } })).toBe(
    201,
  );
  expect(edit("getOpenAPISpecBySlug", { specSlug: "other" })).not.toHaveProperty("sourceURL");
});

test("the token's own user differs from other members", () => {
  expect(edit("getAuthenticatedUser", {})).toMatchObject({ id: "u1", email: "ada@acme.example" });
  expect(items("listMembersInOrganizationById")).toHaveLength(2);
});

function start(policy: EmulatorPolicy = {}): void {
  emulator = createEmulator({
    types: registry,
    operations,
    organizationId: "acme",
    token: "token",
    apiVersion: "classic",
    policy,
    clock: createVirtualClock(),
    random: Math.random,
  });
  const { service } = emulator;
  service.add("organization_member", {
    id: "u1",
    currentUser: true,
    user: { id: "u1", email: "ada@acme.example" },
  });
  service.add("organization_member", { id: "u2", user: { id: "u2", email: "grace@acme.example" } });
}

function collection(title: string, parent?: string): string {
  return textIn(edit("createCollection", {}, parent === undefined ? { title } : { title, parent })["id"]);
}

function items(operation: string, params: Readonly<Record<string, string>> = {}): readonly JsonObject[] {
  return emulator.edit(operation, params).items ?? [];
}
