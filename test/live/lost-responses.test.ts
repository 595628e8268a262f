import { describe, expect, test } from "vitest";
import { type Transport, TransportError } from "../../src/contract/http/transport.ts";
import type { FaultSpec } from "../../src/emulator/faults.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import type { Emulator } from "../../src/emulator/new-emulator.ts";
import type { Access, CallSubject } from "../../src/engine/live/access.ts";
import { readLiveObject } from "../../src/engine/live/access.ts";
import { createObject, type Wanted } from "../../src/engine/live/create/create-object.ts";
import { deleteObject } from "../../src/engine/live/delete-object.ts";
import { moveIntoContainer, setDefault } from "../../src/engine/live/place-object.ts";
import { readLive } from "../../src/engine/live/read-live.ts";
import { writeObject } from "../../src/engine/live/write-object.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import { indexTypes } from "../../src/model/type-index.ts";
import { registry } from "../../src/resources/registry.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { typeNamed } from "../support/declare-type.ts";
import { organizationId } from "../support/declare-world.ts";
import { createTestService, seededRandom, type TestService } from "../support/service.ts";

// Each test sends one create with a broken, lost or refused response, and checks the reported outcome.

const always = { times: "always" } as const;

interface Open {
  readonly service: TestService;
  readonly access: Access;
}

function open(
  options: {
    readonly apiVersion?: ApiVersion;
    readonly pageCap?: number;
    readonly transport?: (emulator: Emulator) => Transport;
    readonly signal?: AbortSignal;
  } = {},
): Open {
  const { apiVersion = "current", signal, ...rest } = options;
  const service = createTestService({ apiVersion, random: seededRandom(7), ...rest });
  const access: Access = {
    client: service.client,
    index: indexTypes(registry),
    clock: service.clock,
    organizationId,
    apiVersion,
    consistencyWindowMs: 5_000,
    ...(signal && { signal }),
  };
  return { service, access };
}

/** Creates an object as another user, and returns its id. */
function createAsOther(
  { service: { emulator } }: Open,
  operation: string,
  body: JsonObject,
  params: Readonly<Record<string, string>> = {},
): string {
  const answer = emulator.edit(operation, params, body);
  return (answer.body as { readonly id: string }).id;
}

function sentOf({ service }: Open, operation: string): number {
  return service.emulator.log.filter((request) => request.operation === operation).length;
}

const space = (title: string): Wanted => ({
  address: "space.a",
  type: typeNamed("space"),
  input: { attributes: { title }, containerId: null },
  isKnown: () => false,
});

describe("a create with a lost response and without an object", () => {
  const lost: FaultSpec = { on: { operation: "createSpace" }, fault: { kind: "drop-before" } };

  test("and a refused repetition, was refused", async () => {
    const given = open();
    given.service.emulator.faults.add(lost);
    given.service.emulator.faults.add({
      on: { operation: "createSpace", ...always },
      fault: { kind: "error-before", status: 409 },
    });
    await expect(createObject(given.access, space("A"))).rejects.toMatchObject({ code: "http/conflict" });
    expect(sentOf(given, "createSpace")).toBe(2);
  });

  test("and an unsent repetition, may have arrived anyway", async () => {
    let posts = 0;
    const transport = (emulator: Emulator): Transport => {
      const send = emulatorTransport(emulator);
      return async (request) => {
        posts += request.method === "POST" ? 1 : 0;
        if (request.method === "POST" && posts > 1) throw new TransportError("not-sent", "refused");
        return await send(request);
      };
    };
    const given = open({ transport });
    given.service.emulator.faults.add(lost);
    await expect(createObject(given.access, space("A"))).rejects.toMatchObject({
      code: "apply/unknown-outcome",
    });
  });

  test("is reported with the status, the message and the host of the service, and with the known outcome", async () => {
    const given = open();
    given.service.emulator.faults.add({
      on: { operation: "createSpace", ...always },
      fault: { kind: "error-before", status: 500 },
    });
    await expect(createObject(given.access, space("A"))).rejects.toMatchObject({
      code: "apply/unknown-outcome",
      message: expect.stringMatching(
        /^createSpace \(POST \S+\) failed: 127[.]0[.]0[.]1 returned 500: [^.]+[.] docsform does not know whether space[.]a exists: lists do not show it[.]$/,
      ),
    });
  });

  test("is not retried by a run that was interrupted", async () => {
    const stop = new AbortController();
    const transport = (emulator: Emulator): Transport => {
      const send = emulatorTransport(emulator);
      return async (request) => {
        if (request.method === "GET") stop.abort();
        return await send(request);
      };
    };
    const given = open({ transport, signal: stop.signal });
    given.service.emulator.faults.add(lost);
    await expect(createObject(given.access, space("A"))).rejects.toMatchObject({
      code: "apply/unknown-outcome",
    });
    expect(sentOf(given, "createSpace")).toBe(1);
  });
});

describe("the object of a create with a lost response", () => {
  const lostBefore: FaultSpec = { on: { operation: "createSpace" }, fault: { kind: "drop-before" } };
  const lostAfter: FaultSpec = { on: { operation: "createSpace" }, fault: { kind: "drop-after" } };
  const withoutDates: FaultSpec = { fault: { kind: "date" } };
  const withoutLaterDates = (given: Open): FaultSpec => ({
    on: { operation: "createSpace" },
    fault: { kind: "callback", after: () => given.service.emulator.faults.add(withoutDates) },
  });
  /** Another user creates a space of the same title at the moment of the call. */
  const theirs = (given: Open, edit?: JsonObject): FaultSpec => {
    const before = () => {
      const spaceId = createAsOther(given, "createSpace", { title: "A" });
      if (edit !== undefined) given.service.emulator.edit("updateSpaceById", { spaceId }, edit);
    };
    return { on: { operation: "createSpace" }, fault: { kind: "callback", before } };
  };
  const another = { emoji: "1f41b" };

  test.each<{
    readonly name: string;
    readonly faults: (given: Open) => readonly FaultSpec[];
    readonly claimed?: "created" | "recovered";
  }>([
    { name: "is created if the service shows its time", faults: () => [lostAfter], claimed: "created" },
    {
      name: "is recovered if no response has a date",
      faults: () => [withoutDates, lostAfter],
      claimed: "recovered",
    },
    {
      name: "is recovered if later responses have no date",
      faults: (given) => [lostAfter, withoutLaterDates(given)],
      claimed: "recovered",
    },
    {
      name: "is created if the response has arrived in part",
      faults: () => [withoutDates, { on: { operation: "createSpace" }, fault: { kind: "truncate" } }],
      claimed: "created",
    },
    {
      name: "may be another user's, if that one has other values",
      faults: (given) => [withoutDates, lostBefore, theirs(given, another)],
    },
    {
      name: "is not clear beside another user's",
      faults: (given) => [lostAfter, theirs(given)],
    },
  ])("$name", async ({ name, faults, claimed }) => {
    const given = open();
    const { access, service } = given;
    await readLiveObject(access, { type: typeNamed("space"), id: "none" });
    for (const fault of faults(given)) service.emulator.faults.add(fault);
    const outcome = await createObject(access, space("A")).catch((error: unknown) => error);
    expect(outcome, name).toMatchObject(
      claimed === undefined ? { code: "apply/ambiguous-create" } : { recoveredAs: claimed },
    );
    expect(
      sentOf(given, "createSpace") - service.emulator.log.filter(({ foreign }) => foreign).length,
    ).toBeLessThan(2);
  });

  test("is not one that another user created before the call", async () => {
    const given = open();
    const { access, service } = given;
    const id = createAsOther(given, "createSpace", { title: "A" });
    await service.clock.sleep(60_000);
    await readLiveObject(access, { type: typeNamed("space"), id: "none" });
    service.emulator.faults.add(lostBefore);
    expect((await createObject(access, space("A"))).object.id).not.toBe(id);
    expect(service.emulator.service.list("space")).toHaveLength(2);
  });

  test("is certain at once, and otherwise only after the consistency window", async () => {
    for (const [isUsable, waitedMs] of [
      [true, 0],
      [false, 5_000],
    ] as const) {
      const { access, service } = open();
      if (!isUsable) service.emulator.faults.add(withoutDates);
      await readLiveObject(access, { type: typeNamed("space"), id: "none" });
      service.emulator.faults.add(lostAfter);
      const before = service.clock.now();
      await createObject(access, space("A"));
      expect(service.clock.now() - before).toBe(waitedMs);
    }
  });
});

describe("a write", () => {
  const change = (type: string, values: JsonObject) => {
    const writer = typeNamed(type).writers.find(({ attributes }) =>
      Object.keys(values).every((name) => attributes.includes(name)),
    );
    if (writer === undefined) throw new Error(`${type} has no writer for that.`);
    return { address: `${type}.a`, writer, values, before: {}, secret: new Set<string>() };
  };

  function spaceToWrite(fault?: FaultSpec): Open & { readonly subject: CallSubject } {
    const given = open();
    const id = createAsOther(given, "createSpace", { title: "A" });
    if (fault !== undefined) given.service.emulator.faults.add(fault);
    return { ...given, subject: { type: typeNamed("space"), id } };
  }

  test("that succeeded is done with every response", async () => {
    const given = spaceToWrite({
      on: { operation: "updateSpaceById", ...always },
      fault: { kind: "truncate" },
    });
    const writing = writeObject(given.access, given.subject, change("space", { title: "B" }));
    expect(await writing).toBe(undefined);
    expect(given.service.emulator.service.list("space")).toMatchObject([{ title: "B" }]);
  });

  test("that was refused is refused, although the service stored it", async () => {
    const given = spaceToWrite({
      on: { operation: "updateSpaceById", ...always },
      fault: { kind: "error-before", status: 400 },
    });
    const writing = writeObject(given.access, given.subject, change("space", { title: "A" }));
    await expect(writing).rejects.toMatchObject({ code: "http/unexpected-status" });
  });

  test("with another value in its response is a failure", async () => {
    const given = spaceToWrite({
      on: { operation: "updateSpaceById" },
      fault: { kind: "drop-field", field: "title" },
    });
    const writing = writeObject(given.access, given.subject, change("space", { title: "B" }));
    await expect(writing).rejects.toMatchObject({ code: "apply/not-applied" });
  });

  test("that cannot be read back is unknown after a lost response", async () => {
    const given = open();
    const values = { source: { text: '{"openapi":"3.1.0"}' } };
    createAsOther(given, "createOpenAPISpec", {
      slug: "spec",
      source: { url: "https://acme.example/a.json" },
    });
    const subject = { type: typeNamed("openapi_spec"), id: "spec" };
    expect(await readLiveObject(given.access, subject)).toMatchObject({ id: "spec" });
    given.service.emulator.faults.add({
      on: { method: "write", ...always },
      fault: { kind: "drop-before" },
    });
    const writing = writeObject(given.access, subject, change("openapi_spec", values));
    await expect(writing).rejects.toMatchObject({ code: "apply/unknown-outcome" });
  });
});

interface Structure extends Open {
  readonly siteId: string;
  readonly sections: readonly string[];
  readonly groups: readonly string[];
}

function structure(apiVersion: ApiVersion): Structure {
  const given = open({ apiVersion });
  const siteId = createAsOther(given, "createSite", { title: "Docs", type: "ultimate" });
  const spaces = ["One", "Two"].map((title) => createAsOther(given, "createSpace", { title }));
  const sections = spaces.map((spaceId, at) =>
    createAsOther(given, "addSectionToSite", { spaceId, title: `Section ${at}` }, { siteId }),
  );
  const groups = ["From", "To"].map((title) =>
    createAsOther(given, "addSectionGroupToSite", { title }, { siteId }),
  );
  return { ...given, siteId, sections, groups };
}

test("checks where the first of two moves with a lost response leads", async () => {
  const given = structure("classic");
  const [id = ""] = given.sections;
  const [from = "", to = ""] = given.groups;
  const subject = { type: typeNamed("site_section"), id, scopeId: given.siteId };
  await moveIntoContainer(given.access, subject, "site_section.a", null, from);
  const before = given.service.emulator.log.length;
  await moveIntoContainer(given.access, subject, "site_section.a", from, to);
  const [leave, enter] = given.service.emulator.log
    .slice(before)
    .filter(({ method }) => method !== "GET")
    .map(({ operation }) => operation ?? "");
  expect(enter).not.toBe(undefined);
  given.service.emulator.faults.add({
    on: { operation: leave ?? "", ...always },
    fault: { kind: "drop-after" },
  });
  await moveIntoContainer(given.access, subject, "site_section.a", to, from);
  expect((await readLiveObject(given.access, subject))?.container?.id).toBe(from);
});

test("a default with a lost response is the one that the service shows", async () => {
  const given = structure("current");
  const subject = { type: typeNamed("site_section"), id: given.sections[1] ?? "", scopeId: given.siteId };
  given.service.emulator.faults.add({
    on: { operation: "updateSiteById", ...always },
    fault: { kind: "drop-before" },
  });
  await expect(setDefault(given.access, subject, "site_section.b", null)).rejects.toMatchObject({
    code: "apply/unknown-outcome",
  });
});

describe("a list that stays shorter than the service counts", () => {
  const skipped: FaultSpec = {
    on: { method: "read", times: 10_000 },
    fault: { kind: "shift-pages", by: "skip" },
  };

  test("does not report anything as gone", async () => {
    const given = open({ pageCap: 2 });
    const ids = ["One", "Two", "Three"].map((title) => createAsOther(given, "createSpace", { title }));
    given.service.emulator.faults.add(skipped);
    const asked = await Promise.allSettled(
      ids.map(async (id) => await readLiveObject(given.access, { type: typeNamed("space"), id })),
    );
    const codes = asked.flatMap((each) => (each.status === "rejected" ? [each.reason.code] : []));
    expect(codes).toEqual(["live/incomplete-list"]);
  });

  test("keeps a container that may contain omitted objects", async () => {
    const given = open({ pageCap: 2 });
    const id = createAsOther(given, "createCollection", { title: "Old" });
    for (const title of ["One", "Two", "Three"]) createAsOther(given, "createSpace", { title });
    given.service.emulator.faults.add(skipped);
    const subject = { type: typeNamed("collection"), id };
    const expectation = { wasListed: () => false, isDeleted: () => false };
    await expect(deleteObject(given.access, subject, "collection.old", expectation)).rejects.toMatchObject({
      code: "live/incomplete-list",
    });
    expect(sentOf(given, "deleteCollectionById")).toBe(0);
  });
});

describe("reading everything", () => {
  const reading = ({ service, access }: Open, organization: string) =>
    readLive({
      client: service.client,
      types: registry,
      organizationId: organization,
      apiVersion: access.apiVersion,
      contentsOf: () => ({ owners: [], details: [] }),
      concurrency: 4,
    });

  test("reports a missing organization", async () => {
    await expect(reading(open(), "nobody")).rejects.toMatchObject({ code: "live/wrong-organization" });
  });

  test("detects the API version from the service, and not from the client", async () => {
    const given = open({ apiVersion: "classic" });
    createAsOther(given, "createSite", { title: "Docs" });
    const reported = { ...given, access: { ...given.access, apiVersion: "current" as const } };
    expect((await reading(reported, organizationId)).apiVersion).toBe("classic");
  });
});
