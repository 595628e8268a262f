import { beforeEach, describe, expect, test } from "vitest";
import { createEmulator, type Emulator } from "../../src/emulator/emulator.ts";
import { textOf } from "../../src/model/emulator-answers.ts";
import { type Generation, generations } from "../../src/model/endpoint.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/model/json.ts";
import { operations } from "../../src/operations/operations.ts";
import { operationsIn } from "../../src/operations/system.ts";
import { registry } from "../../src/resources/registry.ts";
import { contractDifferences } from "../support/contract-differences.ts";
import { excusedDifferences, watchContract } from "../support/contract-watch.ts";
import { organizationId } from "../support/declare-world.ts";
import { seededRandom, testToken } from "../support/service.ts";
import { createVirtualClock } from "../support/virtual-clock.ts";

let emulator: Emulator;

describe.each(generations)("the emulator of the %s generation", (generation) => {
  beforeEach(() => start(generation));

  test("serves every operation within the published contract", async () => {
    await visitOrganization();
    await visitSite(generation);
    const served = new Set(
      emulator.log.filter((request) => request.status < 300).map((request) => request.operation),
    );
    const declared = operationsIn(operations).filter(
      (endpoint) => endpoint.generations?.includes(generation) ?? true,
    );
    expect(
      declared.map((endpoint) => endpoint.operation).filter((operation) => !served.has(operation)),
    ).toEqual([]);
  });

  test("refuses in the published form", async () => {
    await send("GET", "sites/nowhere", undefined, 404);
    await send("POST", "sites", { title: "x".repeat(200) }, 400);
    expect(await send("GET", "unheard-of", undefined, 404)).toMatchObject({ error: { code: 404 } });
  });
});

test("every difference in exchanges is still needed", async () => {
  for (const generation of generations) {
    start(generation);
    await visitOrganization();
    await visitSite(generation);
  }
  const excused = excusedDifferences();
  expect(
    contractDifferences.filter((difference) => difference.of === "exchange" && !excused.has(difference)),
  ).toEqual([]);
});

function start(generation: Generation): void {
  const clock = createVirtualClock(Date.parse("2026-01-01T00:00:00Z"));
  const observe = watchContract({ every: true });
  emulator = createEmulator({
    types: registry,
    operations,
    organizationId,
    token: testToken,
    generation,
    clock,
    random: seededRandom(1),
    observe,
  });
  const user = {
    object: "user",
    id: "u_ada",
    displayName: "Ada",
    email: "ada@acme.example",
    urls: { location: "/users/u_ada" },
  };
  emulator.service.add("organization_member", { id: "u_ada", user, currentUser: true });
}

/** Sends below the organization, or below the root where the path begins with a slash, and wants this status. */
async function send(
  method: string,
  path: string,
  body?: Json,
  status = method === "POST" ? 201 : 200,
): Promise<JsonObject> {
  const whole = path.startsWith("/")
    ? `/v1${path}`
    : `/v1/orgs/${organizationId}${path === "" ? "" : `/${path}`}`;
  const headers = { authorization: `Bearer ${testToken}` };
  const answer = await emulator.handle({
    method,
    path: whole,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (answer === "dropped") throw new Error(`${method} ${path} was dropped`);
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(status);
  const parsed = answer.text === "" ? {} : (JSON.parse(answer.text) as Json);
  return isJsonObject(parsed) ? parsed : {};
}

async function create(path: string, body: JsonObject, method = "POST"): Promise<string> {
  return textOf((await send(method, path, body, 201))["id"]);
}

async function visitOrganization(): Promise<void> {
  await send("GET", "/user");
  await send("GET", "/orgs");
  await send("GET", "");
  await send("GET", "members?order=asc&sort=joinedAt&role=admin&search=ada");
  await send("GET", "members/u_ada");
  const outer = await create("collections", { title: "Handbook" });
  const inner = await create("collections", { title: "People", parent: outer });
  await send("PATCH", `/collections/${inner}`, { description: "Who we are", defaultLevel: "inherit" });
  await send("POST", `/collections/${inner}/move`, { parent: null }, 200);
  await send("GET", `/collections/${inner}`);
  await send("GET", "collections?nested=true&limit=1");
  const space = await create("spaces", {
    title: "Guides",
    emoji: "1f4d8",
    parent: inner,
    language: "en",
    editMode: "locked",
  });
  await send("PATCH", `/spaces/${space}`, {
    emoji: null,
    icon: "https://acme.example/guides.png",
    defaultLevel: "read",
  });
  await send("PATCH", `/spaces/${space}`, {
    mergeRules: { type: "rules", rules: [{ rule: "require_specific_reviewers", users: ["u_ada"] }] },
  });
  await send("POST", `/spaces/${space}/move`, { parent: outer }, 200);
  await send("GET", `/spaces/${space}`);
  await send("GET", "spaces?limit=1");
  await visitPeople();
  await send("DELETE", `/spaces/${space}`, undefined, 205);
  await send("DELETE", `/collections/${inner}`, undefined, 205);
  await send("DELETE", `/collections/${inner}`, undefined, 204);
}

async function visitPeople(): Promise<void> {
  const team = await create("teams", { title: "Writers", members: ["u_ada"] }, "PUT");
  await send("PATCH", `teams/${team}`, { title: "Authors" });
  await send("PUT", `teams/${team}/members`, { add: ["ada@acme.example"], remove: [] }, 204);
  await send("GET", `teams/${team}/members`);
  await send("GET", `teams/${team}`);
  await send("GET", "teams?title=Authors");
  const certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
  const pending = await create("saml", { label: "Okta" });
  await send("GET", `saml/${pending}`);
  await send("PATCH", `saml/${pending}`, {
    ssoURL: "https://acme.okta.example/saml",
    entityID: "okta",
    certificate,
    defaultTeam: team,
    defaultRole: "read",
  });
  await send("GET", "saml");
  await send("DELETE", `saml/${pending}`, undefined, 205);
  await send("DELETE", `teams/${team}`, undefined, 205);
  await send("POST", "openapi", { slug: "petstore", source: { url: "https://acme.example/openapi.json" } });
  await send("PUT", "openapi/petstore", { source: { text: "openapi: 3.1.0" } });
  await send("PUT", "openapi/bakery", { source: { text: "openapi: 3.1.0" } }, 201);
  await send("PATCH", "openapi/petstore", { visibility: "public" });
  await send("GET", "openapi/petstore");
  await send("GET", "openapi");
  await send("DELETE", "openapi/petstore", undefined, 205);
}

async function visitSite(generation: Generation): Promise<void> {
  const [guides, reference] = [
    await create("spaces", { title: "Guides" }),
    await create("spaces", { title: "Reference" }),
  ];
  const flat = await create("sites", {
    title: "Flat",
    type: "basic",
    visibility: "unlisted",
    spaces: [guides],
  });
  await send("GET", `sites/${flat}/structure`);
  const site = await create("sites", { title: "Docs" });
  const below = `sites/${site}`;
  await send("PATCH", below, {
    title: "Acme docs",
    visibility: "public",
    basename: "docs",
    proxy: "acme.example/docs",
    adaptiveContent: { enabled: true },
  });
  await send(
    "PATCH",
    below,
    generation === "classic" ? { agentsContext: "excluded" } : { defaultLevel: "inherit" },
  );
  const group = await create(`${below}/section-groups`, { title: "Products", icon: "code" });
  const inner = await create(`${below}/section-groups`, { title: "Old products", parent: group });
  const first = await create(`${below}/sections`, { spaceId: guides, title: "Guides", icon: "book" });
  const second = await create(`${below}/sections`, { spaceId: reference, title: "Reference" });
  const settings = { path: "start", description: "How to begin", condition: "visitor.claims.beta" };
  await send("PATCH", `${below}/sections/${first}`, settings);
  const variant = await create(`${below}/site-spaces`, { spaceId: reference, sectionId: first });
  await send("PATCH", `${below}/site-spaces/${variant}`, { path: "fr", condition: "visitor.claims.beta" });
  await send("PATCH", `${below}/sections/${first}`, { defaultSiteSpace: variant });
  await send("PATCH", below, { defaultSiteSection: second });
  if (generation === "current") {
    await send("PATCH", `${below}/sections/${second}`, { siteSectionGroupId: inner });
    await send("PATCH", `${below}/sections/${second}`, { siteSectionGroupId: null });
    await send("PATCH", `${below}/section-groups/${inner}`, {
      parentSectionGroupId: null,
      title: "Former products",
    });
  } else {
    await send("POST", `${below}/section-groups/${inner}/sections`, { sectionId: second });
    await send("DELETE", `${below}/section-groups/${inner}/sections/${second}`, undefined, 205);
    await send("PATCH", `${below}/section-groups/${inner}`, { title: "Former products", icon: null });
  }
  await arrange(below, { first, second, group, variant });
  await send("POST", `${below}/publish`, undefined, 200);
  for (const list of ["", "/structure", "/sections", "/section-groups", "/site-spaces?default=true"])
    await send("GET", `${below}${list}`);
  await send("GET", `sites?published=true&title=Acme&space=${guides}`);
  await send("POST", `${below}/unpublish`, undefined, 200);
  await send("DELETE", `${below}/site-spaces/${variant}`, undefined, 205);
  await send("DELETE", `${below}/sections/${second}`, undefined, 205);
  await send("DELETE", `${below}/section-groups/${group}`, undefined, 205);
  await send("DELETE", below, undefined, 205);
  await send("DELETE", below, undefined, 204);
}

async function arrange(
  below: string,
  ids: { readonly first: string; readonly second: string; readonly group: string; readonly variant: string },
): Promise<void> {
  const item = { type: "site-section", id: ids.second };
  await send("PATCH", `${below}/structure/sort`, {
    item,
    position: { before: { type: "site-section", id: ids.first } },
  });
  await send("PATCH", `${below}/structure/sort`, {
    item,
    position: { after: { type: "site-section-group", id: ids.group } },
  });
  await send(
    "POST",
    `${below}/sections/${ids.second}/move`,
    { position: { before: { type: "site-section", siteSection: ids.first } } },
    200,
  );
  await send("POST", `${below}/section-groups/${ids.group}/move`, {}, 200);
  await send("POST", `${below}/site-spaces/${ids.variant}/move`, {}, 200);
}
