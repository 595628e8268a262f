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
import { writePulled } from "../../src/layout/write-pulled.ts";
import { textIn } from "../../src/model/emulator-responses.ts";
import type { ListFacts } from "../../src/model/plain/facts.ts";
import { withTypesOf } from "../../src/model/plain/plain-type.ts";
import { Secret } from "../../src/model/secret.ts";
import { terraformSchema } from "../../src/model/terraform-schema.ts";
import { indexTypes } from "../../src/model/type-index.ts";
import { registry } from "../../src/resources/registry.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { type CtyObject, unknown } from "../../src/terraform/plugin/values/cty-value.ts";
import { stateOf } from "../../src/terraform/resources/object-state.ts";
import { validateObject } from "../../src/terraform/resources/object-validate.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { organizationId } from "../support/declare-world.ts";
import { consistencyWindowMs, everythingAllowed } from "../support/run-layout.ts";
import { seededRandom, testToken } from "../support/service.ts";
import { createVirtualClock } from "../support/virtual-clock.ts";
import { siteAgentSettings } from "../toy/facts/site-agent-settings.ts";
import { siteRedirect as toyRedirect } from "../toy/facts/site-redirect.ts";
import { siteTeam } from "../toy/facts/site-team.ts";

// Plain types, and toys of further kinds, in one process, through the same engine as every type. `test/toy` runs the rest of the tests with the toys.

const variant = {
  ...toyRedirect.fields.section,
  description: "The variant to which it leads.",
  reference: { type: "site_space" },
  at: ["destination", "siteSpaceId"],
  beside: { kind: "site-space" },
} as const;
const siteRedirect = { ...toyRedirect, fields: { ...toyRedirect.fields, variant } };
const facts = { siteAgentSettings, siteRedirect, siteTeam };
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
  const tryApply = async (yaml: string) => {
    const planned = await plan(yaml);
    if (planned.plan === undefined) throw new Error(JSON.stringify(planned.diagnostics));
    const from = emulator.log.length;
    const result = await reconciler.apply(planned, everythingAllowed).result;
    const notDone = result.steps.filter(({ status }) => status !== "done");
    return { plan: planned.plan, result, notDone, requests: emulator.log.slice(from) };
  };
  const apply = async (yaml: string) => {
    const applied = await tryApply(yaml);
    expect(applied.notDone.slice(0, 3)).toEqual([]);
    expect((await plan(yaml)).plan?.steps).toEqual([]);
    return applied;
  };
  const records = (type: string) => emulator.service.list(type);
  return { emulator, clock, disk, reconciler, plan, tryApply, apply, records };
}

const base =
  "teams:\n  writers: { title: Writers }\n  readers: { title: Readers }\nspaces:\n  guides: { title: Guides }\n";

test("one team stands in several sites, and a create without a response is known", async () => {
  const { apply, records } = open();
  const sites = (role: string) =>
    `${base}sites:\n${["one", "two"].map((name) => `  ${name}: { title: Site ${name}, permissions: [{ team: writers, role: ${role} }] }\n`).join("")}`;
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
  await apply(`${base}sites: { one: { title: Site one, permissions: [] }, two: { title: Site two } }\n`);
  expect(records("site_team").map(({ site }) => site)).toEqual([records("site")[1]?.id]);
});

test("an association that somebody deletes is created again with its id", async () => {
  const { apply, emulator, reconciler, records } = open();
  const yaml = `${base}sites: { docs: { title: Docs, permissions: [{ team: writers, role: read }] } }\n`;
  await apply(yaml);
  emulator.service.remove("site_team", records("site_team")[0]?.id ?? "");
  const { plan } = await apply(yaml);
  expect(plan?.steps).toMatchObject([{ action: "create", address: "site_team.docs/writers" }]);
  expect(records("site_team")).toHaveLength(1);
  const { live } = await reconciler.pull({ organizationId });
  // People know it by the name of the team.
  expect(live.objects.find(({ type }) => type === "site_team")?.computed).toEqual({ title: "Writers" });
});

test("an association that another user makes just before the call keeps its values", async () => {
  const { apply, tryApply, emulator, records } = open();
  const yaml = (teams: string) => `${base}sites: { docs: { title: Docs, permissions: [${teams}] } }\n`;
  await apply(yaml(""));
  const [siteId, team] = [records("site")[0]?.id ?? "", records("team")[0]?.id ?? ""];
  const before = () => emulator.edit("inviteToSite", { siteId }, { teams: [team], role: "edit" });
  const on = { operation: "listTeamPermissionsInSite", nth: 3 };
  emulator.faults.add({ on, fault: { kind: "callback", before } });
  const { notDone } = await tryApply(yaml("{ team: writers, role: read }"));
  expect(notDone).toMatchObject([{ status: "failed", error: { code: "apply/other-object" } }]);
  expect(records("site_team")).toMatchObject([{ role: "edit" }]);
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
    `${base}sites:\n  docs:\n    title: Docs\n    structure: [{ section: Guides, path: guides, spaces: [{ space: guides }] }]\n    redirects: [{ redirect: /old, section: guides }]\n`,
  );
  const [section] = records("site_section");
  expect(records("site_redirect")).toMatchObject([
    { source: "/old", destination: { kind: "site-section", siteSectionId: section?.id }, permanent: false },
  ]);
});

test.each([
  { given: {}, at: undefined, errors: 1 },
  { given: { url: "https://acme.example", section_id: "sec1" }, at: "url", errors: 1 },
  { given: { url: "https://acme.example", section_id: unknown }, at: undefined, errors: 0 },
  { given: { section_id: unknown }, at: undefined, errors: 0 },
])("Terraform has $errors errors of a union with $given", ({ given, at, errors }) => {
  const index = indexTypes(types);
  const schema = terraformSchema(index, index.get("site_redirect"));
  const config = { site_id: "s1", source: "/old", url: null, section_id: null, variant_id: null, ...given };
  const found = validateObject(schema, config, true);
  expect(found.map(({ summary }) => summary)).toEqual(
    Array.from({ length: errors }, () => "Exactly one of `section_id`, `url`, `variant_id` must be set"),
  );
  expect(JSON.stringify(found.map(({ attribute }) => attribute)).includes(at ?? "_id")).toBe(
    at !== undefined,
  );
});

/** A site with a section, and a redirect that leads to this place. */
const leading = (to: string) => redirects(["/old"]).replace("section: guides }", `${to} }`);

test("a union has exactly one of its attributes, some of them references, and can get another one", async () => {
  const { apply, emulator, plan, records } = open();
  await apply(leading("url: https://acme.example/guide"));
  const destination = () => records("site_redirect")[0]?.["destination"];
  expect(destination()).toEqual({ kind: "external", url: "https://acme.example/guide" });
  const { plan: changed } = await apply(leading("section: guides"));
  const siteSectionId = records("site_section")[0]?.id ?? "";
  expect(destination()).toEqual({ kind: "site-section", siteSectionId });
  expect(changed.steps).toMatchObject([
    {
      action: "patch",
      changes: [
        { attribute: "section", before: null, after: { $ref: "site_section.docs/guides" } },
        { attribute: "url", before: "https://acme.example/guide", after: null },
      ],
    },
  ]);
  await apply(leading("variant: guides/guides"));
  expect(destination()).toEqual({ kind: "site-space", siteSpaceId: records("site_space")[0]?.id });
  await apply(leading("section: guides"));
  const ids = { siteId: records("site")[0]?.id ?? "", siteRedirectId: records("site_redirect")[0]?.id ?? "" };
  emulator.edit("updateSiteRedirectById", ids, {
    destination: { kind: "external", url: "https://acme.example/other" },
  });
  expect((await plan(leading("section: guides"))).plan?.steps).toMatchObject([{ action: "patch" }]);
  await apply(leading("section: guides"));
  expect(destination()).toEqual({ kind: "site-section", siteSectionId });
});

test.each([
  { to: "permanent: true", message: "has none of section, url, variant," },
  { to: "section: guides, url: https://acme.example", message: "has several of section, url, variant," },
])("a layout with $to is refused: $message", ({ to, message }) => {
  const text = `docsform: 1\norganization: ${organizationId}\n${leading(to)}`;
  const sources = [{ file: "docs.yaml", text }];
  const { diagnostics } = readLayout({ sources, types, environment: {}, readFile: () => "" });
  expect(diagnostics).toMatchObject([{ code: "layout/one-of" }]);
  expect(diagnostics[0]?.message).toContain(message);
});

test("a pulled layout has no ids of associations, no secret links and no settings at their defaults", async () => {
  const { apply, reconciler } = open();
  await apply(
    `${base}sites: { docs: { title: Docs, permissions: [{ team: writers, role: read }], shareLinks: [{ name: Reviewers }] } }\n`,
  );
  const { live } = await reconciler.pull({ organizationId });
  const { text } = writeLayout({ types, live, ids: "each" });
  expect(text).toContain("- { team: writers, role: read }\n");
  expect(text).toMatch(/- \{ name: Reviewers, id: \w+ \}/);
  expect(text).not.toMatch(/agentSettings|docs\.example\/share/);
  const { ids } = writePulled({ types, live });
  expect([...ids.values()].sort()).toEqual(
    live.objects.flatMap(({ type, id }) => (type === "organization" ? [] : [id])).sort(),
  );
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

const bulk = "bulkUpsertSiteRedirects";
const paths = (count: number) => Array.from({ length: count }, (_, at) => `/old/${at}`);

/** A site with a section and redirects to it. */
function redirects(sources: readonly string[], more = ""): string {
  const items = sources.map((source) => `\n      - { redirect: ${source}, section: guides${more} }`);
  return `safety: { maxChanges: 2000, maxDeletes: 2000 }\n${base}sites:
  docs:
    title: Docs
    structure: [{ section: Guides, path: guides, spaces: [{ space: guides }] }]
    redirects:${items.length === 0 ? " []" : items.join("")}
`;
}

const sourcesOf = ({ records }: ReturnType<typeof open>) =>
  records("site_redirect").map(({ source }) => source as string);
const isBulk = ({ operation }: { readonly operation: string | null }) => operation === bulk;
const itemsOf = ({ body }: { readonly body?: unknown }) =>
  (body as { readonly redirects: readonly JsonObject[] }).redirects;

test("1,200 objects are created in three calls, and the plan counts them", async () => {
  const { apply, records } = open();
  const { plan, requests } = await apply(redirects(paths(1200)));
  expect(requests.filter(isBulk).map((request) => itemsOf(request).length)).toEqual([500, 500, 200]);
  expect(requests.filter(({ method }) => method !== "GET")).toHaveLength(plan.writeCalls);
  expect(records("site_redirect")).toHaveLength(1200);
});

test("several objects are changed in one call, and deleted in one", async () => {
  const { apply, records } = open();
  await apply(redirects(paths(3)));
  const changed = await apply(redirects(paths(3), ", permanent: true"));
  expect([changed.plan.writeCalls, changed.requests.filter(isBulk).length]).toEqual([1, 1]);
  expect(records("site_redirect").map(({ permanent }) => permanent)).toEqual([true, true, true]);
  const deleted = await apply(redirects([]));
  expect([deleted.plan.writeCalls, deleted.requests.filter(isBulk).length]).toEqual([1, 1]);
  expect(records("site_redirect")).toEqual([]);
});

test("an item of a call has what the create call can contain, and the defaults of the rest", () => {
  const internal = { ...siteRedirect.fields.permanent, atCreate: "no" } as const;
  const table = { redirects: { ...siteRedirect, fields: { ...siteRedirect.fields, internal } } };
  const [type] = withTypesOf([], table, rowsOfEach(table));
  expect(type?.bulk?.item({ source: "/a", url: "https://a.example", internal: true })).toEqual({
    source: "/a",
    destination: { kind: "external", url: "https://a.example" },
    permanent: false,
  });
});

test("a key is unique in its scope, and in the organization without one", () => {
  const { within: _, ...ofOrganization } = siteRedirect;
  const uniqueOf = (redirects: ListFacts) =>
    withTypesOf([], { redirects }, rowsOfEach({ redirects }))[0]?.unique?.map(({ within }) => within);
  expect([uniqueOf(siteRedirect), uniqueOf(ofOrganization)]).toEqual([["scope"], ["organization"]]);
});

test("the emulator takes a record's own key, tells a delete of nothing, and needs one part of a union", async () => {
  const { apply, emulator, records } = open();
  await apply(redirects(["/a"]));
  const [record] = records("site_redirect");
  const params = { siteId: textIn(record?.["site"]), siteRedirectId: record?.id };
  const { handlers } = systemsOf(facts, rows).siteRedirect;
  const statusOf = (call: string, body: JsonObject = {}) =>
    handlers[call]?.({ params, body } as never, emulator.service).status;
  expect(statusOf("update", { source: "/a" })).toBe(200);
  expect([statusOf("delete"), statusOf("delete")]).toEqual([205, 204]);
  const half = { source: "/a", destination: { kind: "external" } };
  expect(rows.siteRedirect.create.body?.safeParse(half).success).toBe(false);
});

test("a single object has a call of its own, and so has a change of a key", async () => {
  const { apply, records } = open();
  const one = await apply(redirects(["/a"]));
  expect(one.requests.map(({ operation }) => operation)).toContain("createSiteRedirect");
  await apply(redirects(["/a", "/b"]));
  const [a, b] = records("site_redirect").map(({ id }) => id);
  const renamed = redirects(["/c", "/d"]).replace("/c,", `/c, id: ${a},`).replace("/d,", `/d, id: ${b},`);
  const { requests } = await apply(renamed);
  expect(requests.map(({ operation }) => operation)).toContain("updateSiteRedirectById");
  expect([...one.requests, ...requests].filter(isBulk)).toEqual([]);
  expect(records("site_redirect").map(({ id, source }) => [id, source])).toEqual([
    [a, "/c"],
    [b, "/d"],
  ]);
});

test("one call creates, changes and deletes, and keeps what the layout does not declare", async () => {
  const { apply, emulator, records } = open();
  await apply(redirects(["/a", "/b"]));
  for (const { id, site } of records("site_redirect"))
    emulator.edit(
      "updateSiteRedirectById",
      { siteId: site as string, siteRedirectId: id },
      { permanent: true },
    );
  const setup = "spaces: [{ space: guides }] }, { section: Setup, path: setup, spaces: [{ space: setup }] }]";
  const layout = redirects(["/b", "/c"])
    .replace("spaces:\n", "spaces:\n  setup: { title: Setup }\n")
    .replace("spaces: [{ space: guides }] }]", setup)
    .replace("/b, section: guides", "/b, section: setup");
  const { plan, requests } = await apply(layout);
  expect(requests.filter(isBulk)).toHaveLength(1);
  expect(plan.steps.map(({ action, address }) => `${action} ${address}`)).toEqual(
    expect.arrayContaining([
      "delete site_redirect.docs/%2Fa",
      "patch site_redirect.docs/%2Fb",
      "create site_redirect.docs/%2Fc",
    ]),
  );
  expect(records("site_redirect").map(({ source, permanent }) => [source, permanent])).toEqual([
    ["/b", true],
    ["/c", false],
  ]);
});

test("a refused item is a failed step, the others are done, and the next run does the rest", async () => {
  const service = open();
  service.emulator.faults.add({ on: { operation: bulk }, fault: { kind: "refuse-item", item: 1 } });
  const { notDone, result } = await service.tryApply(redirects(paths(3)));
  expect(result.outcome).toBe("partial");
  expect(notDone).toMatchObject([
    { address: "site_redirect.docs/%2Fold%2F1", status: "failed", error: { code: "http/unexpected-status" } },
  ]);
  expect(notDone[0]?.error?.message).toContain("did not do this item: The service refuses this item.");
  expect(sourcesOf(service)).toEqual(["/old/0", "/old/2"]);
  const { plan } = await service.apply(redirects(paths(3)));
  expect(plan.steps.map(({ address }) => address)).toEqual(["site_redirect.docs/%2Fold%2F1"]);
});

test("a call that the service refuses is a failed step for each item", async () => {
  const service = open();
  service.emulator.faults.add({ on: { operation: bulk }, fault: { kind: "error-before", status: 400 } });
  const { notDone } = await service.tryApply(redirects(paths(3)));
  expect(notDone.map(({ status }) => status)).toEqual(["failed", "failed", "failed"]);
  expect(sourcesOf(service)).toEqual([]);
  await service.apply(redirects(paths(3)));
});

test("the objects of a call without an answer are found by their keys, and are not created again", async () => {
  const service = open();
  service.emulator.faults.add({ on: { operation: bulk, times: 10 }, fault: { kind: "drop-after" } });
  const { result, notDone, requests } = await service.tryApply(redirects(paths(3)));
  expect(notDone).toEqual([]);
  expect(result.recovered.map(({ address }) => address)).toHaveLength(3);
  expect(sourcesOf(service)).toEqual(paths(3));
  // The items share the reads that look for them.
  const last = requests.findLastIndex(isBulk);
  const lists = requests.slice(last).filter(({ operation }) => operation === "listSiteRedirects");
  expect(lists.length).toBeLessThanOrEqual(3);
});

test("a call that never arrives leaves each step open, and the next run does all", async () => {
  const service = open();
  service.emulator.faults.add({ on: { operation: bulk, times: 40 }, fault: { kind: "drop-before" } });
  const { notDone } = await service.tryApply(redirects(paths(3)));
  expect(notDone.map(({ status }) => status)).toEqual(["unknown", "unknown", "unknown"]);
  service.emulator.faults.clear();
  await service.apply(redirects(paths(3)));
  expect(sourcesOf(service)).toEqual(paths(3));
});

test("the journal names each object before the call, and the run after a kill continues with them", async () => {
  const service = open();
  const { disk } = service;
  await service.apply(redirects([]));
  const before = disk.state;
  let journal = disk.journal;
  const after = () => void (journal = disk.journal);
  service.emulator.faults.add({ on: { operation: bulk }, fault: { kind: "callback", after } });
  await service.tryApply(redirects(paths(3)));
  const sent = journal.filter((line) => line.kind === "create" && line.queued === undefined);
  expect(sent).toHaveLength(3);
  expect(journal.filter(({ kind }) => kind === "match")).toEqual([]);
  disk.state = before;
  disk.journal = journal;
  const { plan, result } = await service.tryApply(redirects(paths(3)));
  expect(plan.nodes).toEqual([]);
  expect(result.recovered).toHaveLength(3);
  expect(sourcesOf(service)).toEqual(paths(3));
});

test("an object that another user creates just before the call is not written over", async () => {
  const service = open();
  const { emulator, records } = service;
  await service.apply(redirects([]));
  const [site] = records("site");
  const [section] = records("site_section");
  const other = () =>
    emulator.edit(
      "createSiteRedirect",
      { siteId: site?.id ?? "" },
      {
        source: "/old/1",
        destination: { kind: "site-section", siteSectionId: section?.id ?? "" },
        permanent: true,
      },
    );
  emulator.faults.add({
    on: { operation: "listSiteRedirects", nth: 3 },
    fault: { kind: "callback", before: other },
  });
  const { notDone } = await service.tryApply(redirects(paths(3)));
  expect(notDone).toMatchObject([
    { address: "site_redirect.docs/%2Fold%2F1", status: "failed", error: { code: "apply/other-object" } },
  ]);
  expect(records("site_redirect").find(({ source }) => source === "/old/1")).toMatchObject({
    permanent: true,
  });
});
