import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../src/contract/http/http-client.ts";
import type { Transport } from "../../src/contract/http/transport.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import { openReconciler } from "../../src/engine/reconcile/reconciler.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import { type Endpoint, isServed, publishedApiVersions } from "../../src/model/endpoint.ts";
import { isCreatable } from "../../src/model/resource-type/creation.ts";
import { Secret } from "../../src/model/secret.ts";
import { registry } from "../../src/resources/registry.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";
import { apply, type Fixture, newFixture, worldOf } from "../support/conform.ts";
import { creatable, declare, newDeclaration } from "../support/declare-type.ts";
import { organizationId } from "../support/declare-world.ts";
import { someOfEach } from "../support/laws.ts";
import {
  declaredFields,
  publishedFields,
  type ResponseField,
  readsOf,
  withFields,
} from "../support/response-fields.ts";
import { consistencyWindowMs } from "../support/run-layout.ts";
import { testToken } from "../support/service.ts";

type Alter = (endpoint: Endpoint, body: Json) => Json;

/** A reconciler for a service whose responses `alter` changes. */
function reconcilerWith({ service, apiVersion, disk }: Fixture, alter: Alter) {
  const { emulator, clock, random } = service;
  const inner = emulatorTransport(emulator);
  const transport: Transport = async (request) => {
    const answer = await inner(request);
    const { operation } = emulator.log.at(-1) ?? {};
    const endpoint = reads.find((each) => each.operation === operation);
    if (endpoint === undefined || answer.status !== 200) return answer;
    return { ...answer, text: JSON.stringify(alter(endpoint, JSON.parse(answer.text) as Json)) };
  };
  const token = new Secret(testToken, { kind: "literal" });
  const client = createClient({ baseUrl: "http://127.0.0.1", token, transport, clock, random: () => 0 });
  return openReconciler({
    types: registry,
    client,
    clock,
    random,
    disk,
    concurrency: 1,
    consistencyWindowMs,
    apiVersion,
  });
}

const reads = readsOf(registry);

describe.each(publishedApiVersions)("%s", (apiVersion) => {
  const served = reads.filter((endpoint) => isServed(endpoint, apiVersion));
  const declared = served.flatMap(declaredFields);
  const published = served.flatMap((endpoint) => publishedFields(endpoint, apiVersion));
  const optional = published.filter(({ isRequired }) => !isRequired);
  const isDeclared = (field: ResponseField) => declared.some((each) => nameOf(each) === nameOf(field));
  const relied = optional.filter(isDeclared);
  const others = optional.filter((field) => !isDeclared(field));
  let fixture: Fixture;
  let desired: DesiredWorld;

  beforeAll(async () => {
    fixture = newFixture(apiVersion);
    const declaration = newDeclaration(apiVersion);
    // The service creates a first child together with its parent.
    const firstChild = new Set(creatable.map(({ firstChild }) => firstChild?.type));
    for (const type of creatable)
      if (isCreatable(type, apiVersion) && !firstChild.has(type.name)) declare(declaration, type.name);
    desired = worldOf(declaration);
    await apply(fixture, desired);
  });

  const reported = async (alter: Alter) => {
    const reconciler = reconcilerWith(fixture, alter);
    const { plan, diagnostics } = await reconciler.plan(desired);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const drift = await reconciler.drift(desired);
    const pulled = await reconciler.pull({ organizationId });
    return { steps: plan?.steps, drifted: drift.entries, pulled: pulled.live.objects };
  };
  const altering =
    (fields: readonly ResponseField[], how: "null" | "remove"): Alter =>
    (endpoint, body) =>
      withFields(
        body,
        fields.filter(({ operation }) => operation === endpoint.operation),
        how,
        endpoint.paged === true,
      );

  test("docsform relies on some optional fields", () => expect(relied.length).toBeGreaterThan(30));

  const cellsOf = (fields: readonly ResponseField[]) =>
    someOfEach(fields, ({ operation }) => operation, nameOf).map((field) => ({
      title: nameOf(field),
      field,
    }));

  test.each(cellsOf(relied))("$title", async ({ field }) => {
    const without = await reported(altering([field], "remove"));
    expect(await reported(altering([field], "null"))).toEqual(without);
  });

  test("all fields that the contract promises and docsform does without may be missing at once", async () => {
    const isPromised = (field: ResponseField) =>
      declared.some((each) => nameOf(each) === nameOf(field) && !each.isRequired);
    const promised = published.filter((field) => field.isRequired && isPromised(field));
    expect(promised.length).toBeGreaterThan(50);
    for (const how of ["null", "remove"] as const) {
      const { plan, diagnostics } = await reconcilerWith(fixture, altering(promised, how)).plan(desired);
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      expect(plan).toBeDefined();
    }
  });

  const required = declared.filter(({ isRequired, isNullable }) => isRequired && !isNullable);

  let refusals = 0;
  afterAll(() => {
    if (refusals === 0) throw new Error("docsform read no response without a required field.");
  });

  test.each(cellsOf(required))("$title is required, and the error names it", async ({ field }) => {
    let wasRemoved = false;
    const remove = altering([field], "remove");
    const ended: unknown = await reconcilerWith(fixture, (endpoint, body) => {
      const after = remove(endpoint, body);
      wasRemoved ||= JSON.stringify(after) !== JSON.stringify(body);
      return after;
    })
      .plan(desired)
      .catch((error: unknown) => error);
    if (!wasRemoved) return;
    refusals += 1;
    if (!(ended instanceof Error)) throw new Error(`The plan does not miss ${nameOf(field)}.`);
    expect(ended).toMatchObject({ code: "http/invalid-response" });
    expect(ended.message).toContain(field.operation);
    expect(ended.message).toMatch(new RegExp(`\\b${field.path.at(-1) ?? ""}\\b|needs one of`, "u"));
    expect(ended).not.toHaveProperty("remedy", expect.stringContaining("proxy"));
  });

  test("another unreadable field is ignored, with a note", async () => {
    const reconciler = reconcilerWith(fixture, ({ operation }, body) =>
      operation === "listOpenAPISpecs" ? withItems(body, { lastProcessedErrors: "none" }) : body,
    );
    const { plan } = await reconciler.plan(desired);
    expect(plan?.steps).toEqual([]);
    expect(plan?.notes.map(({ code }) => code)).toContain("live/unreadable-field");
  });

  test("an unreadable field that a layout can declare is an error that names it", async () => {
    const reconciler = reconcilerWith(fixture, ({ operation }, body) =>
      operation === "listSites" ? withItems(body, { basename: {} }) : body,
    );
    await expect(reconciler.plan(desired)).rejects.toMatchObject({
      code: "live/unreadable-field",
      message: expect.stringMatching(/field basename of site site_\S+ .*in the response of listSites/u),
    });
  });

  test("all others at once change nothing", async () => {
    const whole = await reported((_endpoint, body) => body);
    expect(whole.steps).toEqual([]);
    for (const how of ["null", "remove"] as const) {
      const { steps } = await reported(altering(others, how));
      expect(steps).toEqual([]);
    }
  });
});

function withItems(body: Json, fields: JsonObject): Json {
  const { items } = body as { readonly items: readonly JsonObject[] };
  return { ...(body as JsonObject), items: items.map((item) => ({ ...item, ...fields })) };
}

function nameOf({ operation, kind, path }: ResponseField): string {
  return [operation, ...(kind === undefined ? [] : [kind]), path.join(".")].join(" ");
}
