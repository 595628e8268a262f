import { describe, expect, test } from "vitest";
import { widgetOperations, widgetSystem } from "../../test/support/widget.ts";
import { boxOptions, createBox, home, titlesOf } from "../../test/support/widget-box.ts";
import type { Json } from "../util/json.ts";
import { normalizeDump } from "./dump.ts";
import { createEmulator } from "./new-emulator.ts";

const message = (text: string) => ({ error: { code: expect.any(Number), message: text } });

describe("the emulator refuses what the service refuses", () => {
  const cases: readonly (readonly [string, string, string, Json | undefined, number, RegExp])[] = [
    ["unknown path", "GET", "/orgs/acme/gadgets", undefined, 501, /^The emulator does not support this/],
    ["unknown method", "PUT", home, {}, 501, /^The emulator does not support this operation\.$/],
    ["an id of nothing", "DELETE", `${home}/`, undefined, 404, /^The service has no such operation\.$/],
    ["unknown organization", "GET", "/orgs/other/widgets", undefined, 404, /^Organization not found\.$/],
    ["unknown id", "GET", `${home}/nobody`, undefined, 404, /^Widget not found\.$/],
    ["undecodable path", "GET", `${home}/%zz`, undefined, 404, /^The service has no such operation\.$/],
    ["limit above 1000", "GET", `${home}?limit=1001`, undefined, 400, /query\.limit/],
    ["limit no number", "GET", `${home}?limit=ten`, undefined, 400, /query\.limit/],
    ["declared query of a wrong type", "GET", `${home}?big=perhaps`, undefined, 400, /query\.big/],
    ["declared list with a wrong member", "GET", `${home}?kind=a&kind=c`, undefined, 400, /query\.kind/],
    ["unknown cursor", "GET", `${home}?page=nowhere`, undefined, 400, /query\.page/],
    ["missing field", "POST", home, { color: "red" }, 400, /^Invalid body\.title/],
    ["no body where one is required", "POST", home, undefined, 400, /^Invalid body\.title/],
    ["too long", "POST", home, { title: "x".repeat(21) }, 400, /^Invalid body\.title/],
    ["a list for a body", "POST", home, [], 400, /^Invalid body/],
  ];
  test.each(cases)("%s", async (_, method, path, body, status, text) => {
    const box = createBox();
    const reported = await box.ask(method, path, body);
    expect(reported.status).toBe(status);
    expect(reported.body).toEqual({ error: { code: status, message: expect.stringMatching(text) } });
    expect(box.emulator.dump().tables).toEqual({});
  });

  test("a body that is not JSON", async () => {
    const { emulator } = createBox();
    const headers = { authorization: "Bearer letmein" };
    const reported = await emulator.handle({ method: "POST", path: `/v1${home}`, headers, body: "{" });
    expect(reported).toMatchObject({ status: 400, text: expect.stringContaining("not valid JSON") });
    expect(emulator.log[0]).toMatchObject({ body: "{", status: 400 });
  });

  test("a body that is nested too deeply, and the log has its text", async () => {
    const { emulator } = createBox();
    const headers = { authorization: "Bearer letmein" };
    const body = `{"title":${"[".repeat(200_000)}"@"${"]".repeat(200_000)}}`;
    const reported = await emulator.handle({ method: "POST", path: `/v1${home}`, headers, body });
    expect(reported).toMatchObject({
      status: 400,
      text: expect.stringContaining("values are nested more than 200 deep in it"),
    });
    expect(emulator.log[0]).toMatchObject({ body, status: 400 });
  });

  test.each([
    ["no token", {}],
    ["another token", { authorization: "Bearer other" }],
  ])("%s: 401, before any other check", async (_, headers) => {
    const { emulator } = createBox();
    for (const path of [`/v1${home}`, "/v1/orgs/other/widgets", "/v1/nothing"]) {
      const reported = await emulator.handle({ method: "GET", path, headers });
      expect(reported).toMatchObject({ status: 401 });
    }
  });

  test("an operation of the other API version", async () => {
    const box = createBox();
    const id = await box.create("A");
    expect((await box.ask("POST", `${home}/${id}/poke`)).status).toBe(200);
    box.emulator.setApiVersion("current");
    expect((await box.ask("POST", `${home}/${id}/poke`)).status).toBe(501);
  });

  test("an operation without rules: 501; rules that break: 500", async () => {
    const { get: _, ...handlers } = widgetSystem.handlers;
    const broken = { ...widgetSystem, handlers: { ...handlers, publish: () => JSON.parse("{") } };
    const box = createBox({ operations: { widgets: broken } });
    expect((await box.ask("GET", `${home}/x`)).status).toBe(501);
    expect((await box.ask("POST", `${home}/x/publish`)).status).toBe(500);
  });

  test("a request that is refused midway changes nothing, not even the order", async () => {
    const box = createBox();
    for (const title of ["A", "B", "C"]) await box.create(title);
    const before = box.emulator.dump();
    expect((await box.ask("DELETE", home)).body).toEqual(message("Cannot remove all 3."));
    expect(box.emulator.dump()).toEqual(before);
  });
});

describe("the emulator serves requests", () => {
  test("create, read, change, delete, delete again", async () => {
    const box = createBox();
    const made = await box.ask("POST", home, { title: "A" });
    const id = made.body["id"] as string;
    expect(made.status).toBe(201);
    expect(id).toMatch(/^widget_[A-Za-z0-9]{5}$/);
    expect(made.headers).toMatchObject({
      location: `/v1/widgets/${id}`,
      "x-request-id": "req-1",
      "content-type": "application/json",
    });
    expect((await box.ask("PATCH", `${home}/${id}`, { color: "red" })).body["color"]).toBe("red");
    expect((await box.ask("PATCH", `${home}/${id}`)).status).toBe(200);
    expect((await box.ask("GET", `${home}/${id}`)).body).toMatchObject({ title: "A", color: "red" });
    expect(await box.ask("DELETE", `${home}/${id}`)).toMatchObject({ status: 205, text: "" });
    expect(await box.ask("DELETE", `${home}/${id}`)).toMatchObject({ status: 204, text: "" });
  });

  test("literal segments take precedence over parameters, and parameters are decoded", async () => {
    const box = createBox();
    await box.create("A");
    box.emulator.service.add("widget", { id: "a/b c", title: "Odd" });
    expect((await box.ask("GET", `${home}/newest`)).body["title"]).toBe("Odd");
    expect((await box.ask("GET", `${home}/a%2Fb%20c`)).body["title"]).toBe("Odd");
  });

  test("unknown fields are dropped and logged, whether the schema strips or forbids them", async () => {
    const box = createBox();
    const body = { title: "A", size: 3, parts: { wheels: 2, wings: 1 } };
    const made = await box.ask("POST", home, body);
    expect(made.body).toMatchObject({ title: "A", parts: { wheels: 2 } });
    expect(made.body).not.toHaveProperty("size");
    const patched = await box.ask("PATCH", `${home}/${made.body["id"] as string}`, {
      color: "red",
      size: 3,
    });
    expect(patched.body).toMatchObject({ color: "red" });
    expect(box.emulator.log.map((entry) => entry.ignoredFields)).toEqual([["size", "parts.wings"], ["size"]]);
    expect(box.emulator.log[0]?.body).toEqual(body);
  });

  test("declared query parameters reach the rules, others are ignored", async () => {
    const box = createBox();
    for (const title of ["A", "B"]) await box.create(title);
    expect(await box.titles("?title=B&big=true&kind=a&kind=b&whatever=1")).toEqual(["B"]);
  });

  test("the log has each request, and can be cleared", async () => {
    const box = createBox();
    await box.create("A");
    await box.titles("?limit=3");
    expect(box.emulator.log).toEqual([
      {
        n: 1,
        method: "POST",
        path: `/v1${home}`,
        operation: "createWidget",
        status: 201,
        at: "1970-01-01T00:00:00.000Z",
        body: { title: "A" },
      },
      {
        n: 2,
        method: "GET",
        path: `/v1${home}?limit=3`,
        operation: "listWidgets",
        status: 200,
        at: "1970-01-01T00:00:00.000Z",
      },
    ]);
    box.emulator.clearLog();
    expect(box.emulator.log).toEqual([]);
  });

  test("an observer gets each request with its response", async () => {
    const seen: unknown[] = [];
    const box = createBox({ observe: ({ request, response }) => seen.push([request.operation, response]) });
    await box.create("A");
    box.emulator.faults.add({ fault: { kind: "drop-after" } });
    await box.isDropped("GET", home);
    expect(seen).toEqual([
      ["createWidget", expect.objectContaining({ status: 201 })],
      ["listWidgets", "dropped"],
    ]);
  });
});

describe("pages", () => {
  async function boxOf(count: number, options = {}) {
    const box = createBox(options);
    for (let i = 0; i < count; i += 1) await box.create(`W${i}`);
    return box;
  }

  test("have the limit's length, and the last has no next", async () => {
    const box = await boxOf(5);
    const sizes: number[] = [];
    const all: string[] = [];
    let page: string | undefined = "";
    let last: unknown;
    while (page !== undefined && sizes.length < 10) {
      const reported = await box.ask("GET", `${home}?limit=2${page && `&page=${page}`}`);
      expect(reported.body["count"]).toBe(5);
      sizes.push(titlesOf(reported).length);
      all.push(...titlesOf(reported));
      page = (reported.body["next"] as { page: string } | undefined)?.page;
      last = reported.body;
    }
    expect(last).not.toHaveProperty("next");
    expect(sizes).toEqual([2, 2, 1]);
    expect(all).toEqual(["W0", "W1", "W2", "W3", "W4"]);
  });

  test.each([
    ["the default limit", { pageLimit: 3 }, "", 3],
    ["a limit above the default", { pageLimit: 3 }, "?limit=4", 4],
    ["the cap", { pageCap: 2 }, "?limit=4", 2],
    ["a page of everything", {}, "?limit=5", 5],
  ])("%s", async (_, options, query, size) => {
    const box = await boxOf(5, options);
    expect((await box.titles(query)).length).toBe(size);
  });

  test("continue from the same place if the cursor's item is gone", async () => {
    const box = await boxOf(5);
    const first = await box.ask("GET", `${home}?limit=2`);
    const { page } = first.body["next"] as { page: string };
    await box.ask("DELETE", `${home}/${page}`);
    expect(await box.titles(`?limit=2&page=${page}`)).toEqual(["W3", "W4"]);
  });
});

describe("the world", () => {
  test("the same seed gives the same ids, and no id occurs twice", () => {
    const ids = () => {
      const { service } = createEmulator(boxOptions());
      return Array.from({ length: 200 }, (_, i) => service.newId(i % 2 === 0 ? "" : "x_"));
    };
    expect(ids()).toEqual(ids());
    expect(new Set(ids()).size).toBe(200);
    expect(ids()[0]).toMatch(/^[A-Za-z0-9]{20}$/);
  });

  test("an id is never used twice, even after a delete or a load", () => {
    // Generates the id A…A twice before B…B, as a bad generator would.
    const draws = (firsts: readonly number[]) => {
      let at = 0;
      return () => (firsts[Math.floor(at++ / 5)] ?? 2) / 62 + 0.001;
    };
    const { service } = createEmulator(boxOptions({ random: draws([0, 0, 1]) }));
    const first = service.newId("x_");
    service.add("widget", { id: first });
    service.remove("widget", first);
    expect([first, service.newId("x_")]).toEqual(["x_AAAAA", "x_BBBBB"]);
    const seed = {
      organization: "acme",
      apiVersion: "classic",
      tables: { widget: [{ id: "x_AAAAA" }] },
    } as const;
    const loaded = createEmulator(boxOptions({ random: draws([0, 1]), seed }));
    expect(loaded.service.newId("x_")).toBe("x_BBBBB");
  });

  test("places: before, after, end", () => {
    const { service } = createEmulator(boxOptions());
    for (const id of ["a", "b", "c", "d"]) service.add("widget", { id });
    service.place("widget", "d", { before: "a" });
    service.place("widget", "a", { after: "c" });
    service.place("widget", "b", "end");
    expect(service.list("widget").map((each) => each.id)).toEqual(["d", "c", "a", "b"]);
    expect(() => service.place("widget", "a", { before: "nobody" })).toThrow("There is no sibling nobody");
  });

  test("a list stays the same while a client pages through it", () => {
    const { service } = createEmulator(boxOptions());
    for (const id of ["a", "b"]) service.add("widget", { id });
    const list = service.list("widget");
    service.add("widget", { id: "c" });
    service.remove("widget", "a");
    expect(list.map((each) => each.id)).toEqual(["a", "b"]);
    expect(service.list("widget").map((each) => each.id)).toEqual(["b", "c"]);
  });

  test("dump and load give the same world, and a dump does not change afterwards", async () => {
    const box = createBox();
    await box.create("A");
    const dump = box.emulator.dump();
    const text = JSON.stringify(dump);
    const other = createBox({ seed: JSON.parse(text) });
    expect(other.emulator.dump()).toEqual(dump);
    const id = (dump.tables["widget"] ?? [])[0]?.id ?? "";
    await box.ask("PATCH", `${home}/${id}`, { color: "red" });
    await box.create("B");
    expect(JSON.stringify(dump)).toBe(text);
    expect(await other.titles()).toEqual(["A"]);
  });

  test("worlds that differ only in ids and dates are equal when normalized", () => {
    const world = (id: string, date: string) => ({
      organization: "acme",
      apiVersion: "classic" as const,
      tables: {
        widget: [
          { id, createdAt: date, link: `https://x.example/${id}/y`, of: { [id]: 1 } },
          { id: "k", to: id },
        ],
      },
    });
    const ignore = ["createdAt"];
    const one = normalizeDump(world("site_1", "a"), { ignore });
    expect(one).toEqual(normalizeDump(world("site_2", "b"), { ignore }));
    expect(one.tables["widget"]).toEqual([
      { id: "widget#1", link: "https://x.example/widget#1/y", of: { "widget#1": 1 } },
      { id: "widget#2", to: "widget#1" },
    ]);
  });

  test("foreign edits follow the rules, are not affected by faults, and are marked in the log", async () => {
    const box = createBox();
    box.emulator.faults.add({ fault: { kind: "error-before", status: 500 }, on: { times: "always" } });
    const call = {
      endpoint: widgetOperations.create,
      params: { organizationId: "acme" },
      body: { title: "A" },
    };
    const made = box.emulator.foreign(call);
    expect(made.status).toBe(201);
    expect(() => box.emulator.foreign(call)).toThrow("The title is in use.");
    const list = {
      endpoint: widgetOperations.list,
      params: { organizationId: "acme" },
      query: { title: "B" },
    };
    expect(box.emulator.foreign(list).items).toEqual([]);
    expect(() => box.emulator.edit("createWidget", {}, {})).toThrow("Invalid body.title");
    expect(() => box.emulator.edit("createGadget", {}, {})).toThrow(
      "The service has no operation createGadget.",
    );
    expect(box.emulator.log).toEqual([
      expect.objectContaining({ operation: "createWidget", path: `/v1${home}`, foreign: true, status: 201 }),
      expect.objectContaining({ operation: "listWidgets", foreign: true, status: 200 }),
    ]);
  });
});
