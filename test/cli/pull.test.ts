import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { systemClock } from "../../src/contract/http/system-clock.ts";
import type { State } from "../../src/model/state.ts";
import { registry } from "../../src/resources/registry.ts";
import {
  apply,
  canaryToken,
  openApplied,
  openWorkbench,
  organization,
  smallLayout,
  type Workbench,
} from "./workbench.ts";

let bench: Workbench;
beforeEach(async () => {
  bench = await openApplied({ "docsform.yaml": smallLayout });
});
afterEach(() => bench.close());

const pull = ["pull", "--organization", organization];
const pulled = ["-f", "pulled/docsform.yaml"];

function stateAt(path: string): State {
  return JSON.parse(bench.files.read(path) ?? "null") as State;
}

async function stepsOf(
  ...args: readonly string[]
): Promise<readonly { action: string; matchedBy?: string }[]> {
  const ran = await bench.run(["plan", "--json", ...pulled, ...args]);
  return (JSON.parse(ran.out) as { plan: { steps: { action: string; matchedBy?: string }[] } }).plan.steps;
}

describe("pull into a file", () => {
  test("writes what a person would write", async () => {
    await bench.run([...pull, "--out", "pulled/docsform.yaml"]);
    expect(bench.files.read("pulled/docsform.yaml")).toBe(`docsform: 1
organization: ${organization}

collections:
  handbook: { title: Handbook }

spaces:
  guides: { title: Guides, collection: handbook }
  api: { title: API }

sites:
  docs:
    title: Docs
    visibility: public
    type: ultimate
    defaultLevel: inherit
    structure:
      - { section: Guides, path: guides, default: true, spaces: [guides] }
      - { section: API, path: api, spaces: [api] }
`);
  });

  test("omits the id of a page, which no other organization has, unless the layout names its objects by ids", async () => {
    const { service } = bench.emulator.emulator;
    const [variant] = service.list("site_space");
    bench.emulator.emulator.edit(
      "updateSiteSpaceById",
      { siteId: bench.idOf("site", "Docs"), siteSpaceId: variant?.id ?? "" },
      { pageId: "page-one" },
    );
    const ran = await bench.run([...pull, "--out", "pulled/docsform.yaml"]);
    expect(bench.files.read("pulled/docsform.yaml")).not.toContain("page-one");
    expect(ran.err).toContain("is an id that no other organization has, so pull omits it.");
    expect((await bench.run(["plan", "--detailed-exitcode", ...pulled])).code).toBe(0);
    expect((await bench.run([...pull, "--no-state"])).out).toContain("pageId: page-one");
  });

  test("keeps the ids in the state, so that the plan is empty and there is no drift", async () => {
    const ran = await bench.run([...pull, "--out", "pulled/docsform.yaml"]);
    expect(ran.code, ran.err).toBe(0);
    expect(ran.out).toContain("pulled/docsform.state.json");
    expect(bench.files.read("pulled/docsform.yaml")).not.toMatch(/^\s*id:/m);
    expect(await stepsOf()).toEqual([]);
    expect((await bench.run(["plan", "--detailed-exitcode", ...pulled])).code).toBe(0);
    expect((await bench.run(["drift", ...pulled])).code).toBe(0);
    expect(stateAt("pulled/docsform.state.json").pulled).toBe(true);
    // The service sets this value itself.
    expect(bench.files.read("pulled/docsform.yaml")).not.toContain("mergeRules");
  });

  test("without a state writes the ids into the layout, and only a state records the import of them", async () => {
    await bench.run([...pull, "--no-state", "--out", "pulled/docsform.yaml"]);
    expect(bench.files.read("pulled/docsform.state.json")).toBeUndefined();
    const steps = await stepsOf();
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.filter((step) => step.action !== "import" || step.matchedBy !== "pin")).toEqual([]);
    const plan = await bench.run(["plan", "--detailed-exitcode", "--no-state", ...pulled]);
    expect(plan.code, plan.out).toBe(0);
    expect((await bench.run(["plan", "--detailed-exitcode", ...pulled])).code).toBe(2);
    bench.files.write(
      "pulled/docsform.yaml",
      `${bench.files.read("pulled/docsform.yaml")}`.replace("Guides", "Manuals"),
    );
    expect((await bench.run(["plan", "--detailed-exitcode", ...pulled])).code).toBe(2);
  });

  test("declares that members have no access, so that a later change is drift", async () => {
    const { emulator } = bench.emulator;
    const id = emulator.service.list("space").find((space) => space["title"] === "Guides")?.id ?? "";
    emulator.edit("updateSpaceById", { spaceId: id }, { defaultLevel: null });
    await bench.run([...pull, "--out", "pulled/docsform.yaml"]);
    expect(bench.files.read("pulled/docsform.yaml")).toContain("defaultLevel: null");
    emulator.edit("updateSpaceById", { spaceId: id }, { defaultLevel: "edit" });
    const drift = await bench.run(["drift", "--json", ...pulled]);
    expect(drift.code).toBe(2);
    expect(JSON.parse(drift.out)).toMatchObject({
      entries: [{ attribute: "defaultLevel", changedIn: "live", before: null, after: "edit" }],
    });
  });

  test("omits values that the service gives everything new, and writes what hides or opens something", async () => {
    const { emulator } = bench.emulator;
    const [site] = emulator.service.list("site");
    const [variant] = emulator.service.list("site_space");
    const [space] = emulator.service.list("space");
    const itself = () => bench.files.read("pulled/docsform.yaml") ?? "";
    await bench.run([...pull, "--out", "pulled/docsform.yaml"]);
    expect(itself()).not.toMatch(/editMode|mergeRules|published|draft|hidden/);
    expect(parse(itself())).toMatchObject({
      spaces: { guides: { title: "Guides", collection: "handbook" } },
    });
    expect(parse(itself())).not.toHaveProperty("spaces.guides.defaultLevel");
    emulator.edit("publishSite", { siteId: site?.id ?? "" });
    const place = { siteId: site?.id ?? "", siteSpaceId: variant?.id ?? "" };
    emulator.edit("updateSiteSpaceById", place, { draft: true });
    emulator.edit("updateSpaceById", { spaceId: space?.id ?? "" }, { defaultLevel: "read" });
    await bench.run([...pull, "--force", "--out", "pulled/docsform.yaml"]);
    for (const value of ["published: true", "draft: true", "defaultLevel: read"])
      expect(itself()).toContain(value);
  });

  test("writes the path of the first variant only if it differs from the one that the service derives", async () => {
    const { emulator } = bench.emulator;
    const [site] = emulator.service.list("site");
    const [variant] = emulator.service.list("site_space");
    const contents = async () => {
      await bench.run([...pull, "--force", "--out", "pulled/docsform.yaml"]);
      return bench.files.read("pulled/docsform.yaml");
    };
    expect(await contents()).toContain("{ section: Guides, path: guides, default: true, spaces: [guides] }");
    const place = { siteId: site?.id ?? "", siteSpaceId: variant?.id ?? "" };
    emulator.edit("updateSiteSpaceById", place, { path: "handbook" });
    expect(await contents()).toContain("- { space: guides, path: handbook }");
  });

  test("writes a valid key for a name with capitals", async () => {
    const source = { url: "https://acme.example/openapi.json" };
    bench.emulator.emulator.edit("createOpenAPISpec", {}, { slug: "PetStore", source });
    await bench.run([...pull, "--out", "pulled/docsform.yaml"]);
    const ran = await bench.run(["validate", "-f", "pulled/docsform.yaml"]);
    expect(ran.code, ran.err).toBe(0);
    expect(bench.files.read("pulled/docsform.yaml")).toContain("  PetStore:");
    expect(await stepsOf()).toEqual([]);
  });

  test("omits a secret, with a comment in its place", async () => {
    const certificate = "-----BEGIN CERTIFICATE-----\ncanary-certificate\n-----END CERTIFICATE-----";
    bench.emulator.emulator.edit("createOrganizationSAMLProvider", {}, { label: "Login", certificate });
    const ran = await bench.run([...pull, "--out", "pulled/docsform.yaml"]);
    const text = bench.files.read("pulled/docsform.yaml");
    expect(text).toContain("# certificate: !env SAML_PROVIDER_LOGIN_CERTIFICATE");
    expect(`${text}${ran.out}${ran.err}${bench.files.read("pulled/docsform.state.json")}`).not.toContain(
      "canary",
    );
    expect(canaryToken).toContain("canary");
    expect((await bench.run(["plan", "--detailed-exitcode", ...pulled])).code).toBe(0);
  });

  test("keeps the names and the protection of the replaced state", async () => {
    const out = [...pull, "--out", "docsform.yaml"];
    const layout = smallLayout.replace("title: Guides,", "title: Guides, protect: true,");
    bench.files.write("docsform.yaml", layout);
    await bench.run(apply);
    const { emulator } = bench.emulator;
    const id = emulator.service.list("space").find((space) => space["title"] === "Guides")?.id ?? "";
    emulator.edit("updateSpaceById", { spaceId: id }, { title: "Manuals" });
    const ran = await bench.run([...out, "--force"]);
    expect(ran.code, ran.err).toBe(0);
    expect(bench.files.read("docsform.yaml")).toContain("  guides: { title: Manuals, ");
    expect(stateAt("docsform.state.json").objects["space.guides"]).toMatchObject({ id, protect: true });
  });

  test.each([
    { there: "docsform.yaml", out: "docsform.yaml" },
    { there: "docsform.state.json", out: "other.yaml" },
  ])("replaces $there only with --force", async ({ there, out }) => {
    const before = bench.files.read(there);
    const ran = await bench.run([...pull, "--state", "docsform.state.json", "--out", out]);
    expect(ran).toMatchObject({ code: 1 });
    expect(ran.err).toContain("--force");
    expect(bench.files.read(there)).toBe(before);
  });
});

test("pull to stdout is stable, and writes the ids into the layout", async () => {
  const first = await bench.run(pull);
  const second = await bench.run(pull);
  expect(first.out).toBe(second.out);
  expect(first.out).toMatch(/^ {4}id: /m);
});

test("pull writes the site that people see first before the others", async () => {
  const { emulator } = bench.emulator;
  emulator.edit("createSite", {}, { title: "Archive" });
  const keysNow = async () =>
    [...(await bench.run(pull)).out.matchAll(/^ {2}(docs|archive):/gm)].map(([, key]) => key);
  expect(await keysNow()).toEqual(["archive", "docs"]);
  const site = emulator.service.list("site").find(({ title }) => title === "Docs")?.id ?? "";
  emulator.edit("updateOrganizationById", {}, { defaultContent: { type: "site", site } });
  expect(await keysNow()).toEqual(["docs", "archive"]);
});

test("pull writes one site by its title, and refers to other objects by ids", async () => {
  const ran = await bench.run([...pull, "--site", "Docs", "--out", "pulled/docsform.yaml"]);
  expect(ran.code, ran.err).toBe(0);
  const text = bench.files.read("pulled/docsform.yaml") ?? "";
  expect(text.match(/^\w+:/gmu)).toEqual(["docsform:", "organization:", "sites:"]);
  expect(text).toMatch(/space: \{ id: \w+ \}/u);
  const plan = await bench.run(["plan", "--detailed-exitcode", ...pulled]);
  expect(plan.code, plan.out).toBe(0);
});

test.each([
  ["--var", "stage=beta"],
  ["--env", "staging"],
  ["--files-from", "shared"],
  ["--yes"],
  ["--dry-run"],
])("pull refuses %s without --update, and writes nothing", async (...flag) => {
  const calls = bench.emulator.emulator.log.length;
  const ran = await bench.run([...pull, "--out", "new.yaml", ...flag]);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain(`${flag[0]} has no effect without --update`);
  expect(bench.files.list(".")).not.toContain("new.yaml");
  expect(bench.emulator.emulator.log).toHaveLength(calls);
});

test("pull refuses to choose between two sites with one title", async () => {
  bench.emulator.emulator.edit("createSite", {}, { title: "Docs" });
  const ran = await bench.run([...pull, "--site", "Docs"]);
  expect(ran).toMatchObject({ code: 1, out: "" });
  expect(ran.err).toContain("2 sites have the title Docs");
});

test("pull refuses an unknown site title", async () => {
  expect((await bench.run([...pull, "--site", "Nowhere"])).code).toBe(1);
});

test("pull counts objects of unknown kinds that it cannot write", async () => {
  const unknownObjects = () => [0, 1].map(() => ({ kind: "site-banner", container: null }));
  const types = registry.map((type) => ({
    ...type,
    reads: type.reads.map((read) =>
      read.unknownKinds === undefined ? read : { ...read, unknownKinds: unknownObjects },
    ),
  }));
  const short = await openWorkbench({ "docsform.yaml": smallLayout }, "current", {
    clock: systemClock,
    random: Math.random,
    types,
  });
  try {
    expect((await short.run(apply)).code).toBe(0);
    const reported =
      'The site "Docs" contains items that docsform does not manage and the layout omits: 2 × site-banner.';
    const ran = await short.run([...pull, "--out", "pulled/docsform.yaml"]);
    expect([ran.code, ran.err]).toEqual([0, `Note: ${reported}\n`]);
    const json = await short.run([...pull, "--json", "--site", "Docs"]);
    expect(JSON.parse(json.out)).toMatchObject({ notes: [reported] });
  } finally {
    await short.close();
  }
});

describe("pull --all", () => {
  const all = [...pull, "--all", "--out", "pulled/docsform.yaml"];

  beforeEach(async () => {
    const { emulator } = bench.emulator;
    const { service } = emulator;
    const source = { text: "openapi: 3.1.0\ninfo: { title: Petstore, version: '1' }\npaths: {}\n" };
    emulator.edit("createOpenAPISpec", {}, { slug: "petstore", source });
    for (const { id } of service.list("site")) emulator.edit("publishSite", { siteId: id });
    const [space] = service.list("space").filter(({ title }) => title === "Guides");
    service.change("space", space?.id ?? "", {
      gitSync: {
        repoName: "acme/docs",
        installationProvider: "github",
        installationId: "i1",
        installationStatus: "active",
      },
    });
    await emulator.settle();
  });

  const livePart = () =>
    (parse(bench.files.read("pulled/docsform.yaml") ?? "") as Record<string, never>)["x-live"];

  test("adds people, versions, repositories, and what readers see", async () => {
    const ran = await bench.run(all);
    expect(ran.code, ran.err).toBe(0);
    const members = bench.emulator.emulator.service.list("organization_member").map(({ id }) => id);
    expect(livePart()).toMatchObject({
      members: expect.arrayContaining(members.map((id) => expect.objectContaining({ id }))),
      spaces: { guides: { gitSync: { repoName: "acme/docs" } } },
      openapi: { petstore: { versions: [{ id: expect.any(String), url: expect.any(String) }] } },
      sites: {
        docs: { publishedContent: { structure: expect.anything(), customizations: expect.anything() } },
      },
    });
  });

  test("adds the organization's settings and values, and declares only its id", async () => {
    const { emulator } = bench.emulator;
    emulator.edit("updateOrganizationById", {}, { hostname: "acme", emailDomains: ["acme.example"] });
    emulator.service.change("organization", organization, { trial: { status: "active", count: 2 } });
    await bench.run(all);
    expect(livePart()).toMatchObject({
      organization: {
        id: organization,
        hostname: "acme",
        emailDomains: ["acme.example"],
        agentInstructions: expect.any(String),
        plan: "pro_2024",
        trial: { status: "active", count: 2 },
      },
    });
  });

  test("declares none of it: the layout is valid, and its plan is empty", async () => {
    await bench.run(all);
    const withAll = parse(bench.files.read("pulled/docsform.yaml") ?? "") as Record<string, unknown>;
    expect((await bench.run(["validate", "-f", "pulled/docsform.yaml"])).code).toBe(0);
    expect((await bench.run(["plan", "--detailed-exitcode", ...pulled])).code).toBe(0);
    await bench.run([...pull, "--force", "--out", "pulled/docsform.yaml"]);
    const { "x-live": live, ...layout } = withAll;
    expect(live).toBeDefined();
    expect(parse(bench.files.read("pulled/docsform.yaml") ?? "")).toEqual(layout);
  });

  test("writes nothing on the service, and reads nothing more for omitted values", async () => {
    const { log } = bench.emulator.emulator;
    const operationsOf = async (...args: readonly string[]) => {
      const before = log.length;
      await bench.run([...pull, ...args]);
      const asked = log.slice(before);
      expect(asked.filter(({ method }) => method !== "GET")).toEqual([]);
      return new Set(asked.map(({ operation }) => operation));
    };
    const besides = ["getPublishedContentSite", "listMembersInOrganizationById", "listOpenAPISpecVersions"];
    const without = await operationsOf();
    expect(besides.filter((operation) => without.has(operation))).toEqual([]);
    const asked = await operationsOf("--all");
    expect(besides.filter((operation) => !asked.has(operation))).toEqual([]);
  });

  test("omits missing values, and values that the token may not read", async () => {
    const { emulator } = bench.emulator;
    for (const { id } of emulator.service.list("site")) emulator.edit("unpublishSite", { siteId: id });
    const refusal = { kind: "error-before", status: 403 } as const;
    emulator.faults.add({ on: { operation: "listMembersInOrganizationById" }, fault: refusal });
    const ran = await bench.run(all);
    expect([ran.code, ran.err]).toEqual([0, expect.stringContaining("the members of the organization")]);
    expect(livePart()).not.toHaveProperty("members");
    expect(JSON.stringify(livePart())).not.toContain("publishedContent");
  });

  test("is not part of an update", async () => {
    expect(await bench.run(["pull", "--update", "--all"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("--all has no effect with --update."),
    });
  });
});
