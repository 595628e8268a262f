import { expect, test } from "vitest";
import { createClient } from "../../src/contract/http/http-client.ts";
import { rowsOfEach } from "../../src/contract/operations/from-facts/rows-from-facts.ts";
import { systemsOf } from "../../src/contract/operations/from-facts/system-from-facts.ts";
import { operations } from "../../src/contract/operations/operations.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import { createEmulator } from "../../src/emulator/new-emulator.ts";
import { openReconciler } from "../../src/engine/reconcile/reconciler.ts";
import { readLayout } from "../../src/layout/read-layout.ts";
import { writeLayout } from "../../src/layout/write-layout.ts";
import { withTypesOf } from "../../src/model/plain/plain-type.ts";
import { Secret } from "../../src/model/secret.ts";
import { terraformSchema } from "../../src/model/terraform-schema.ts";
import { indexTypes } from "../../src/model/type-index.ts";
import { registry } from "../../src/resources/registry.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { stateOf } from "../../src/terraform/resources/object-state.ts";
import type { CtyObject } from "../../src/tfplugin/values/cty-value.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { organizationId } from "../support/declare-world.ts";
import { consistencyWindowMs, everythingAllowed } from "../support/run-layout.ts";
import { seededRandom, testToken } from "../support/service.ts";
import { createVirtualClock } from "../support/virtual-clock.ts";
import { siteAgentSettings } from "../toy/facts/site-agent-settings.ts";
import { siteRedirect } from "../toy/facts/site-redirect.ts";
import { siteShareLink } from "../toy/facts/site-share-link.ts";
import { siteTeam } from "../toy/facts/site-team.ts";

// The toys in one process, through the same engine as every type. `test/toy` runs the rest of the tests with them.

const facts = { siteAgentSettings, siteRedirect, siteShareLink, siteTeam };
const rows = rowsOfEach(facts);
const types = withTypesOf(registry, facts, rows);

function open() {
  const clock = createVirtualClock(Date.parse("2026-01-01T00:00:00Z"));
  const random = seededRandom(1);
  const emulator = createEmulator({
    types,
    operations: { ...operations, ...systemsOf(facts, rows) },
    organizationId,
    token: testToken,
    apiVersion: "current",
    clock,
    random,
  });
  const token = new Secret(testToken, { kind: "literal" });
  const client = createClient({
    baseUrl: "http://127.0.0.1",
    token,
    transport: emulatorTransport(emulator),
    clock,
    random,
  });
  const disk = createMemoryDisk();
  let drawn = 0;
  const hex = (bytes: number) => `${(drawn += 1)}`.padStart(2 * bytes, "0");
  const reconciler = openReconciler({
    types,
    client,
    clock,
    random: { hex },
    disk,
    concurrency: 4,
    consistencyWindowMs,
    apiVersion: "current",
  });
  const plan = async (yaml: string) => {
    const text = `docsform: 1\norganization: ${organizationId}\n${yaml}`;
    const { desired, diagnostics } = readLayout({
      sources: [{ file: "docs.yaml", text }],
      types,
      environment: {},
      readFile: () => "",
    });
    expect(diagnostics).toEqual([]);
    return await reconciler.plan(desired as NonNullable<typeof desired>);
  };
  const apply = async (yaml: string) => {
    const planned = await plan(yaml);
    if (planned.plan === undefined) throw new Error(JSON.stringify(planned.diagnostics));
    const from = emulator.log.length;
    const result = await reconciler.apply(planned, everythingAllowed).result;
    expect(result.steps.filter(({ status }) => status !== "done")).toEqual([]);
    expect((await plan(yaml)).plan?.steps).toEqual([]);
    return { plan: planned.plan, requests: emulator.log.slice(from) };
  };
  return { emulator, clock, reconciler, plan, apply, records: (type: string) => emulator.service.list(type) };
}

const base =
  "teams:\n  writers: { title: Writers }\n  readers: { title: Readers }\nspaces:\n  guides: { title: Guides }\n";

test("one team stands in several sites, and a create without a response is known", async () => {
  const { apply, records } = open();
  const sites = (role: string) =>
    `${base}sites:\n${["one", "two"].map((name) => `  ${name}: { title: Site ${name}, teams: [{ team: writers, role: ${role} }] }\n`).join("")}`;
  await apply(sites("read"));
  expect(records("site_team").map(({ role }) => role)).toEqual(["read", "read"]);
  const { plan, requests } = await apply(sites("edit"));
  expect(plan?.steps.map(({ action, address }) => `${action} ${address}`)).toEqual([
    "patch site_team.one/writers",
    "patch site_team.two/writers",
  ]);
  expect(
    requests.filter(({ method }) => method !== "GET").map(({ path }) => path.split("/").slice(-2)),
  ).toEqual([
    ["teams", records("team")[0]?.id],
    ["teams", records("team")[0]?.id],
  ]);
  await apply(`${base}sites: { one: { title: Site one, teams: [] }, two: { title: Site two } }\n`);
  expect(records("site_team").map(({ site }) => site)).toEqual([records("site")[1]?.id]);
});

test("an association that somebody deletes is created again with its id", async () => {
  const { apply, emulator, records } = open();
  const yaml = `${base}sites: { docs: { title: Docs, teams: [{ team: writers, role: read }] } }\n`;
  await apply(yaml);
  emulator.service.remove("site_team", records("site_team")[0]?.id ?? "");
  const { plan } = await apply(yaml);
  expect(plan?.steps).toMatchObject([{ action: "create", address: "site_team.docs/writers" }]);
  expect(records("site_team")).toHaveLength(1);
});

test("settings that a layout does not declare keep their values, also where a call replaces all of them", async () => {
  const { apply, emulator, records } = open();
  const yaml = (topics: string) =>
    `${base}sites: { docs: { title: Docs, agentSettings: { topics: ${topics} } } }\n`;
  const { requests } = await apply(yaml("auto"));
  const write = requests.findIndex(({ operation }) => operation === "updateSiteAgentSettingsById");
  expect(requests[write - 1]).toMatchObject({ operation: "getSiteAgentSettingsById" });
  const [site] = records("site");
  emulator.edit("updateSiteAgentSettingsById", { siteId: site?.id ?? "" }, {
    scans: { topics: "auto" },
    findings: { changeRequests: "always" },
    editing: { customInstructions: { object: "document", data: {}, nodes: [] } },
  } as JsonObject);
  const { plan } = await apply(yaml("never"));
  expect(plan?.steps).toMatchObject([
    {
      action: "patch",
      changes: [{ attribute: "agentSettings", before: { topics: "auto" }, after: { topics: "never" } }],
    },
  ]);
  expect(records("site_agentSettings")).toMatchObject([
    { scans: { topics: "never" }, findings: { changeRequests: "always" } },
  ]);
});

test("a field can be inside an object of a certain kind", async () => {
  const { apply, records } = open();
  await apply(
    `${base}sites:\n  docs:\n    title: Docs\n    structure: [{ section: Guides, path: guides, spaces: [{ space: guides }] }]\n    redirects: [{ redirect: /old, destination: guides }]\n`,
  );
  const [section] = records("site_section");
  expect(records("site_redirect")).toMatchObject([
    { source: "/old", destination: { kind: "site-section", siteSectionId: section?.id }, permanent: false },
  ]);
});

test("a pulled layout has no ids of associations, no secret links and no settings at their defaults", async () => {
  const { apply, reconciler } = open();
  await apply(
    `${base}sites: { docs: { title: Docs, teams: [{ team: writers, role: read }], shareLinks: [{ shareLink: Reviewers }] } }\n`,
  );
  const { live } = await reconciler.pull({ organizationId });
  const { text } = writeLayout({ types, live, ids: "each" });
  expect(text).toContain("- { team: writers, role: read }\n");
  expect(text).toMatch(/- \{ shareLink: Reviewers, id: \w+ \}/);
  expect(text).not.toMatch(/agentSettings|docs\.example\/share/);
});

test("Terraform shows another user's change of a declared setting, and nothing of the others", () => {
  const index = indexTypes(types);
  const schema = terraformSchema(index, index.get("site"));
  const live = { topics: "auto", changeRequests: "always", instructions: "" };
  const attributes = { title: "Docs", agentSettings: live };
  const object = { type: "site", id: "s1", container: null, attributes };
  const before = {
    title: "Docs",
    agent_settings: { topics: "never", change_requests: null, instructions: null },
  };
  const options = { user: undefined, hidden: new Set<string>(), apiVersion: "current" as const };
  const state = (from: CtyObject | null) =>
    stateOf(schema, { object, scopeId: undefined, firstChild: undefined }, { ...options, before: from })[
      "agent_settings"
    ];
  expect(state(before)).toEqual({ topics: "auto", change_requests: null, instructions: null });
  expect(state(null)).toEqual({ topics: "auto", change_requests: "always", instructions: "" });
});
