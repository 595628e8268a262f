import { describe, expect, test } from "vitest";
import { type Client, createClient } from "../../src/contract/http/http-client.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import type { PlannedRun } from "../../src/engine/reconcile/planned.ts";
import { openReconciler, type Reconciler } from "../../src/engine/reconcile/reconciler.ts";
import type { Address } from "../../src/model/address.ts";
import type { DesiredObject } from "../../src/model/desired-world.ts";
import { type ApiVersion, apiVersions, publishedApiVersions } from "../../src/model/endpoint.ts";
import { isCreatable } from "../../src/model/resource-type/creation.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { Secret } from "../../src/model/secret.ts";
import type { State } from "../../src/model/state.ts";
import { registry } from "../../src/resources/registry.ts";
import { applyAndProve, type Fixture, newFixture, worldOf } from "../support/conform.ts";
import { type Declaration, declare, newDeclaration } from "../support/declare-type.ts";
import { consistencyWindowMs, everythingAllowed } from "../support/run-layout.ts";
import { testToken } from "../support/service.ts";
import { unannouncedClient } from "../support/unannounced-version.ts";

/** A reconciler for a service, optionally with a set API version. */
function reconcilerAt(
  { service, disk }: Fixture,
  given: { readonly client?: Client; readonly apiVersion?: ApiVersion } = {},
): Reconciler {
  const { clock, random, client } = service;
  return openReconciler({
    types: registry,
    client,
    clock,
    random,
    disk,
    concurrency: 4,
    consistencyWindowMs,
    ...given,
  });
}

async function planIn(reconciler: Reconciler, declaration: Declaration): Promise<PlannedRun> {
  const planned = await reconciler.plan(worldOf(declaration));
  if (planned.plan === undefined) throw new Error(planned.diagnostics.map(({ message }) => message).join());
  return planned;
}

function writesAt({ service }: Fixture): number {
  return service.emulator.log.filter(({ method }) => method !== "GET").length;
}

/** Plans and applies, and returns the codes of the refusals and the remaining steps. */
async function applyIn(reconciler: Reconciler, declaration: Declaration) {
  const planned = await planIn(reconciler, declaration);
  const refused = planned.refusals(everythingAllowed).map(({ code }) => code);
  const { outcome, remaining, error } = await reconciler.apply(planned, everythingAllowed).result;
  return { apiVersion: planned.plan.apiVersion, refused, outcome, left: remaining, code: error?.code };
}

const done = { refused: [], outcome: "done", left: [], code: undefined };

interface Case {
  readonly title: string;
  readonly apiVersion: ApiVersion;
  readonly declaration: Declaration;
}

function caseOf(type: ResourceType, apiVersion: ApiVersion, title: string, inside?: string): Case {
  const declaration = newDeclaration(apiVersion);
  const container: Address | undefined = inside === undefined ? undefined : declare(declaration, inside);
  declare(declaration, type.name, container === undefined ? {} : { container });
  return { title: `${title}, ${apiVersion}`, apiVersion, declaration };
}

const created = registry.filter(({ creation }) => creation !== undefined);
const alone = created.flatMap((type) =>
  apiVersions
    .filter((apiVersion) => isCreatable(type, apiVersion))
    .map((apiVersion) => caseOf(type, apiVersion, type.name)),
);

/** Types that need other calls for their place in another API version, each inside a possible container. */
const placed = created.flatMap((type) => {
  const { atCreate, types = [] } = type.container ?? {};
  if (atCreate === undefined || atCreate.classic === atCreate.current) return [];
  return types
    .filter((inside) => inside !== type.name)
    .flatMap((inside) =>
      publishedApiVersions.map((apiVersion) => caseOf(type, apiVersion, `${type.name} in ${inside}`, inside)),
    );
});

/** A declaration with one object of such a type. */
function placedOn(wanted: ApiVersion): Declaration {
  const found = placed.find(({ apiVersion }) => apiVersion === wanted);
  if (found === undefined) throw new Error(`Nothing is placed differently in ${wanted}.`);
  return { ...found.declaration, objects: new Map(found.declaration.objects) };
}

describe("no setting", () => {
  test.each([...alone, ...placed])("$title: docsform speaks the announced API version", async (given) => {
    const fixture = newFixture(given.apiVersion);
    const { apiVersion } = given;
    expect(await applyIn(reconcilerAt(fixture), given.declaration)).toEqual({ ...done, apiVersion });
    expect(fixture.disk.state?.knownApiVersion).toBe(apiVersion);
    expect((await planIn(reconcilerAt(fixture), given.declaration)).plan).toMatchObject({
      apiVersion,
      steps: [],
    });
  });

  test.each(publishedApiVersions)("without an announcement, a site shows it: %s", async (apiVersion) => {
    const fixture = newFixture(apiVersion);
    fixture.service.emulator.edit("createSite", {}, { title: "Another", visibility: "public" });
    const client = unannouncedClient(fixture.service);
    expect(await applyIn(reconcilerAt(fixture, { client }), placedOn(apiVersion))).toEqual({
      ...done,
      apiVersion,
    });
  });

  test("without any sign, it is current", async () => {
    const fixture = newFixture("current");
    const client = unannouncedClient(fixture.service);
    expect(await applyIn(reconcilerAt(fixture, { client }), placedOn("current"))).toEqual({
      ...done,
      apiVersion: "current",
    });
  });

  /** A service that announces no API version, and refuses operations that not every API version has. */
  const silent = (status: number) => {
    const fixture = newFixture("classic-minimal");
    for (const operation of ["getSiteStructure", "getAuthenticatedUser"])
      fixture.service.emulator.faults.add({
        on: { operation, times: "always" },
        fault: { kind: "error-before", status },
      });
    const asked = () =>
      fixture.service.emulator.log.filter(({ operation }) => operation === "getSiteStructure").length;
    return { fixture, asked, client: unannouncedClient(fixture.service) };
  };

  test.each([404, 501])(
    "a site with a structure response of %i shows it, which needs one request",
    async (status) => {
      const { fixture, asked, client } = silent(status);
      fixture.service.emulator.edit("createSite", {}, { title: "Another", visibility: "public" });
      const declaration = newDeclaration("classic-minimal");
      declare(declaration, "site_section_group");
      expect(await applyIn(reconcilerAt(fixture, { client }), declaration)).toEqual({
        ...done,
        apiVersion: "classic-minimal",
      });
      expect((await planIn(reconcilerAt(fixture, { client }), declaration)).plan.steps).toEqual([]);
      expect(asked()).toBe(1);
    },
  );

  test("docsform does not ask the public service, which may announce another one", async () => {
    const fixture = newFixture("classic");
    const { clock, emulator } = fixture.service;
    const baseUrl = "https://api.gitbook.com";
    const quiet = unannouncedClient(fixture.service, baseUrl);
    const supposed = await planIn(reconcilerAt(fixture, { client: quiet }), placedOn("classic"));
    expect(supposed.plan.apiVersion).toBe("current");
    expect(emulator.log.map(({ operation }) => operation)).not.toContain("getAuthenticatedUser");
    const announcing = createClient({
      baseUrl,
      token: new Secret(testToken, { kind: "literal" }),
      transport: emulatorTransport(emulator),
      clock,
      random: () => 0,
    });
    const planned = await planIn(reconcilerAt(fixture, { client: announcing }), placedOn("classic"));
    expect(planned.plan.apiVersion).toBe("classic");
  });
});

/** An applied layout with a state that records another API version than the service has. */
async function remembering(spoken: ApiVersion, remembered: ApiVersion) {
  const fixture = newFixture(spoken);
  const declaration = placedOn(spoken);
  await applyAndProve(fixture, declaration);
  fixture.disk.state = { ...(fixture.disk.state as State), knownApiVersion: remembered };
  return { fixture, declaration };
}

const pairs = [
  { spoken: "classic", other: "current" },
  { spoken: "current", other: "classic" },
  { spoken: "classic", other: "classic-minimal" },
] as const;

describe("the state records another API version", () => {
  test.each(pairs)("$other, of a service that announces $spoken", async ({ spoken, other }) => {
    const { fixture, declaration } = await remembering(spoken, other);
    expect((await planIn(reconcilerAt(fixture), declaration)).plan).toMatchObject({
      apiVersion: spoken,
      steps: [],
    });
    const more = declare(declaration, "team");
    expect(await applyIn(reconcilerAt(fixture), declaration)).toEqual({ ...done, apiVersion: spoken });
    expect(fixture.disk.state?.objects[more]).toBeDefined();
    expect(fixture.disk.state?.knownApiVersion).toBe(spoken);
  });

  test.each(pairs.slice(0, 2))("$other, of one whose site shows $spoken", async ({ spoken, other }) => {
    const { fixture, declaration } = await remembering(spoken, other);
    const client = unannouncedClient(fixture.service);
    expect((await planIn(reconcilerAt(fixture, { client }), declaration)).plan).toMatchObject({
      apiVersion: spoken,
      steps: [],
    });
  });

  test("and no response shows one: docsform speaks the recorded API version", async () => {
    const { fixture, declaration } = await remembering("classic", "classic");
    const { emulator } = fixture.service;
    for (const site of emulator.service.list("site")) emulator.edit("deleteSiteById", { siteId: site.id });
    const client = unannouncedClient(fixture.service);
    const { plan } = await planIn(reconcilerAt(fixture, { client }), declaration);
    expect(plan.apiVersion).toBe("classic");
  });

  test("and the service does not have it: docsform reads again with the service's own", async () => {
    const { fixture, declaration } = await remembering("classic", "current");
    fixture.service.emulator.faults.add({
      on: { operation: "listSites" },
      fault: { kind: "error-before", status: 501 },
    });
    expect((await planIn(reconcilerAt(fixture), declaration)).plan).toMatchObject({
      apiVersion: "classic",
      steps: [],
    });
    expect(fixture.service.emulator.faults.armed).toEqual([]);
  });

  test("a pull speaks the announced API version", async () => {
    const { fixture } = await remembering("classic", "current");
    const { organizationId } = worldOf(placedOn("classic"));
    expect((await reconcilerAt(fixture).pull({ organizationId })).live.apiVersion).toBe("classic");
  });
});

describe("a wrong setting", () => {
  test.each(pairs)("$other, of a service that announces $spoken: an error", async ({ spoken, other }) => {
    const fixture = newFixture(spoken);
    const reconciler = reconcilerAt(fixture, { apiVersion: other });
    await expect(reconciler.plan(worldOf(placedOn(spoken)))).rejects.toMatchObject({
      code: "live/other-api-version",
      remedy: `Remove that setting, or set it to ${spoken}.`,
    });
    expect(writesAt(fixture)).toBe(0);
  });

  test.each(pairs.slice(0, 2))("$other, of one whose site shows $spoken: the same", async (given) => {
    const { fixture, declaration } = await remembering(given.spoken, given.spoken);
    const client = unannouncedClient(fixture.service);
    const reconciler = reconcilerAt(fixture, { client, apiVersion: given.other });
    await expect(reconciler.plan(worldOf(declaration))).rejects.toMatchObject({
      code: "live/other-api-version",
    });
  });

  test("a setting takes precedence over the state", async () => {
    const { fixture, declaration } = await remembering("classic", "current");
    const reconciler = reconcilerAt(fixture, { apiVersion: "classic" });
    expect((await planIn(reconciler, declaration)).plan).toMatchObject({ apiVersion: "classic", steps: [] });
  });
});

const many = 30;

/** A layout of new teams, and a service that changes its API version after this many writes. */
function changing(afterWrites: number) {
  const fixture = newFixture("classic");
  const { emulator, clock } = fixture.service;
  const inner = emulatorTransport(emulator);
  const client = createClient({
    baseUrl: "http://127.0.0.1",
    token: new Secret(testToken, { kind: "literal" }),
    transport: async (request) => {
      const answer = await inner(request);
      if (writesAt(fixture) >= afterWrites) emulator.setApiVersion("current");
      return answer;
    },
    clock,
    random: () => 0,
  });
  const declaration = newDeclaration("classic");
  const team = declaration.objects.get(declare(declaration, "team")) as DesiredObject;
  const teams = Array.from({ length: many }, (_, at) => ({
    ...team,
    address: `team.t${at}`,
    attributes: { title: `Team ${at}` },
  }));
  const objects = new Map(teams.map((each) => [each.address, each]));
  return { fixture, client, declaration: { ...declaration, objects } };
}

describe("the service changes its API version", () => {
  test("in the middle of a run: the run stops", async () => {
    const { fixture, client, declaration } = changing(5);
    const { outcome, code } = await applyIn(reconcilerAt(fixture, { client }), declaration);
    expect({ outcome, code }).toEqual({ outcome: "partial", code: "run/other-api-version" });
    // Four steps run at a time.
    expect(writesAt(fixture)).toBeLessThan(many / 2);
  });

  test("with the last write: its new values do not count as declared", async () => {
    const { fixture, client, declaration } = changing(many);
    const { outcome, left } = await applyIn(reconcilerAt(fixture, { client }), declaration);
    expect({ outcome, left }).toEqual({ outcome: "differs", left: [] });
  });

  test("between plan and apply: nothing is written", async () => {
    const fixture = newFixture("classic");
    const reconciler = reconcilerAt(fixture);
    const planned = await planIn(reconciler, placedOn("classic"));
    fixture.service.emulator.setApiVersion("current");
    const { outcome, error } = await reconciler.apply(planned, everythingAllowed).result;
    expect({ outcome, code: error?.code }).toEqual({ outcome: "stale", code: "apply/stale-plan" });
    expect(error?.message).toContain("classic");
    expect(writesAt(fixture)).toBe(0);
  });
});

describe("a saved plan", () => {
  const saved = async () => {
    const fixture = newFixture("classic");
    const reconciler = reconcilerAt(fixture);
    const planned = await planIn(reconciler, placedOn("classic"));
    return { fixture, planned, plan: reconciler.save(planned, "docs") };
  };

  test("contains its API version, and is applied with it", async () => {
    const { fixture, planned, plan } = await saved();
    expect(plan.apiVersion).toBe("classic");
    const client = unannouncedClient(fixture.service);
    expect((await reconcilerAt(fixture, { client }).open(plan)).plan).toEqual(planned.plan);
  });

  test("is not opened if the service speaks another one by now", async () => {
    const { fixture, plan } = await saved();
    fixture.service.emulator.setApiVersion("current");
    await expect(reconcilerAt(fixture).open(plan)).rejects.toMatchObject({
      code: "saved-plan/other-api-version",
    });
  });

  test("is not opened with another setting", async () => {
    const { fixture, plan } = await saved();
    const client = unannouncedClient(fixture.service);
    const reconciler = reconcilerAt(fixture, { client, apiVersion: "current" });
    await expect(reconciler.open(plan)).rejects.toMatchObject({ code: "saved-plan/other-api-version" });
  });
});
