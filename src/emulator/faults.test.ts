import { describe, expect, test } from "vitest";
import { type Box, createBox, home, titlesOf } from "../../test/support/widget-box.ts";
import type { Fault, FaultTarget } from "./faults.ts";

async function boxWith(titles: readonly string[], fault: Fault, on?: FaultTarget, options = {}) {
  const box = createBox(options);
  for (const title of titles) await box.create(title);
  box.emulator.faults.add(on === undefined ? { fault } : { on, fault });
  return box;
}

function titlesIn(box: Box): readonly unknown[] {
  return box.emulator.service.list("widget").map((each) => each["title"]);
}

async function readAll(box: Box, limit: number): Promise<readonly string[]> {
  const seen: string[] = [];
  let page: string | undefined = "";
  for (let turn = 0; page !== undefined && turn < 20; turn += 1) {
    const reported = await box.ask("GET", `${home}?limit=${limit}${page && `&page=${page}`}`);
    seen.push(...titlesOf(reported));
    page = (reported.body["next"] as { page: string } | undefined)?.page;
  }
  return seen;
}

describe("faults with an error response", () => {
  const cases: readonly (readonly [Fault, number, readonly string[]])[] = [
    [{ kind: "error-before", status: 503 }, 503, []],
    [{ kind: "error-after", status: 500 }, 500, ["A"]],
    [{ kind: "unauthorized" }, 401, []],
    [{ kind: "forbidden" }, 403, []],
    [{ kind: "rate-limit", headers: "none" }, 429, []],
  ];
  test.each(cases)("%j: once, then it works", async (fault, status, committed) => {
    const box = await boxWith([], fault);
    const reported = await box.ask("POST", home, { title: "A" });
    expect(reported).toMatchObject({
      status,
      body: { error: { code: status, message: expect.any(String) } },
    });
    expect(titlesIn(box)).toEqual(committed);
    expect((await box.ask("POST", home, { title: "B" })).status).toBe(201);
    expect(box.emulator.faults.fired).toEqual({ [fault.kind]: 1 });
    expect(box.emulator.faults.armed).toEqual([]);
    expect(box.emulator.log[0]).toMatchObject({ faults: [fault.kind], body: { title: "A" } });
  });

  test.each([
    ["none", {}],
    ["retry-after", { "retry-after": "7" }],
    ["x-ratelimit", { "x-ratelimit-remaining": "0", "x-ratelimit-limit": "60", "x-ratelimit-reset": "7" }],
    ["both", { "retry-after": "7", "x-ratelimit-reset": "7" }],
  ] as const)("429 with headers: %s", async (headers, expected) => {
    const box = await boxWith([], { kind: "rate-limit", retryAfterSeconds: 7, headers });
    const reported = await box.ask("GET", home);
    expect(reported.headers).toMatchObject(expected);
    const limits = Object.keys(reported.headers).filter((name) => /retry|rate/.test(name));
    expect(limits.length).toBe({ none: 0, "retry-after": 1, "x-ratelimit": 3, both: 4 }[headers]);
  });
});

describe("faults that lose the response", () => {
  test.each([
    ["drop-before", []],
    ["drop-after", ["A"]],
  ] as const)("%s", async (kind, committed) => {
    const box = await boxWith([], { kind });
    expect(await box.isDropped("POST", home, { title: "A" })).toBe(true);
    expect(titlesIn(box)).toEqual(committed);
    expect(box.emulator.log[0]?.status).toBe(kind === "drop-before" ? 0 : 201);
    expect(box.emulator.faults.fired).toEqual({ [kind]: 1 });
  });

  test("truncate: the status is right, the body is not JSON, the work is done", async () => {
    const box = await boxWith([], { kind: "truncate" });
    const reported = await box.ask("POST", home, { title: "A" });
    expect(reported.status).toBe(201);
    expect(() => JSON.parse(reported.text)).toThrow("JSON");
    expect(titlesIn(box)).toEqual(["A"]);
  });

  test("name-taken: the create succeeds, and a repetition is refused while its object exists", async () => {
    const box = await boxWith([], { kind: "name-taken" });
    const body = { title: "Duplicate" };
    expect(await box.isDropped("POST", home, body)).toBe(true);
    expect(await box.ask("POST", home, body)).toMatchObject({
      status: 400,
      body: { error: { code: 400, message: "This name is already taken." } },
    });
    expect((await box.ask("POST", home, { ...body, color: "red" })).status).toBe(201);
    expect(titlesIn(box)).toEqual(["Duplicate", "Duplicate"]);
    box.emulator.service.remove("widget", box.emulator.service.list("widget")[0]?.id ?? "");
    expect((await box.ask("POST", home, body)).status).toBe(201);
  });

  test("latency uses the emulator's clock", async () => {
    const box = await boxWith([], { kind: "latency", ms: 250 }, { times: 2 }, { latencyMs: 10 });
    await box.titles();
    expect(box.clock.now()).toBe(260);
    await box.titles();
    await box.titles();
    expect(box.clock.now()).toBe(530);
    expect(box.emulator.faults.fired).toEqual({ latency: 2 });
  });

  test("latency longer than the client's timeout: the request has its effect without a response", async () => {
    const box = await boxWith([], { kind: "latency", ms: 250 });
    const reported = await box.emulator.handle({
      method: "POST",
      path: `/v1${home}`,
      body: '{"title":"A"}',
      timeoutMs: 100,
      headers: { authorization: "Bearer letmein" },
    });
    expect([reported, box.clock.now(), titlesIn(box)]).toEqual(["dropped", 100, ["A"]]);
  });

  test("a client that leaves during the latency has done nothing", async () => {
    const box = await boxWith([], { kind: "latency", ms: 250 });
    const reported = await box.emulator.handle({
      method: "POST",
      path: `/v1${home}`,
      body: '{"title":"A"}',
      signal: AbortSignal.abort(),
      headers: { authorization: "Bearer letmein" },
    });
    expect([reported, titlesIn(box)]).toEqual(["dropped", []]);
    expect(box.emulator.log[0]?.status).toBe(0);
  });
});

describe("faults with a wrong response", () => {
  test("drop-field: accepted and ignored", async () => {
    const box = await boxWith([], { kind: "drop-field", field: "color" });
    await box.create("A");
    const reported = await box.ask("POST", home, { title: "B", color: "red" });
    expect(reported.status).toBe(201);
    expect(reported.body).not.toHaveProperty("color");
    expect(box.emulator.faults.fired).toEqual({ "drop-field": 1 });
    expect((await box.ask("POST", home, { title: "C", color: "red" })).body["color"]).toBe("red");
  });

  test("checkout: a publish returns a checkout and changes nothing", async () => {
    const box = await boxWith(["A"], { kind: "checkout" });
    const [record] = box.emulator.service.list("widget");
    const publish = () => box.ask("POST", `${home}/${record?.id}/publish`);
    expect((await publish()).body).toEqual({ type: "checkout", sessionId: expect.any(String) });
    expect(box.emulator.service.list("widget")).toEqual([record]);
    expect((await publish()).body).toMatchObject({ title: "A", published: true });
  });

  test("stale-reads: reads are old, writes are not, and time ends it", async () => {
    const box = await boxWith(["A"], { kind: "stale-reads", ms: 100 });
    expect(await box.titles()).toEqual(["A"]);
    expect(box.emulator.faults.fired).toEqual({});
    const id = await box.create("B");
    await box.clock.sleep(60);
    await box.create("C");
    expect(await box.titles()).toEqual(["A"]);
    expect((await box.ask("GET", `${home}/${id}`)).status).toBe(404);
    expect((await box.ask("PATCH", `${home}/${id}`, { color: "red" })).status).toBe(200);
    await box.clock.sleep(50);
    expect(await box.titles()).toEqual(["A", "B"]);
    await box.clock.sleep(100);
    expect(await box.titles()).toEqual(["A", "B", "C"]);
    expect(box.emulator.faults.fired).toEqual({ "stale-reads": 3 });
  });

  test("stale-reads also hide foreign edits", async () => {
    const box = await boxWith(["A"], { kind: "stale-reads", ms: 100 });
    box.emulator.edit("createWidget", {}, { title: "B" });
    expect(await box.titles()).toEqual(["A"]);
  });

  test("shift-pages skips or repeats an item, once", async () => {
    const titles = ["A", "B", "C", "D", "E"];
    const skip = await boxWith(titles, { kind: "shift-pages" });
    expect(await readAll(skip, 2)).toEqual(["A", "B", "D", "E"]);
    expect(await readAll(skip, 2)).toEqual(titles);
    const repeat = await boxWith(titles, { kind: "shift-pages", by: "repeat" });
    expect(await readAll(repeat, 2)).toEqual(["A", "B", "B", "C", "D", "E"]);
    expect(repeat.emulator.faults.fired).toEqual({ "shift-pages": 1 });
  });

  test("loop-cursor: the last page refers to the first one", async () => {
    const box = await boxWith(["A", "B", "C"], { kind: "loop-cursor" });
    const seen = await readAll(box, 2);
    expect(seen.slice(0, 6)).toEqual(["A", "B", "C", "A", "B", "C"]);
    expect(seen.length).toBe(30);
  });

  test("trash-in-lists: lists show a deleted object with its date, and a read does not find it", async () => {
    const box = await boxWith(["A", "B"], { kind: "trash-in-lists" });
    expect(await box.titles()).toEqual(["A", "B"]);
    expect(box.emulator.faults.fired).toEqual({});
    const [first] = box.emulator.service.list("widget");
    await box.ask("DELETE", `${home}/${first?.id}`);
    const { items } = (await box.ask("GET", home)).body as { items: readonly { deletedAt?: string }[] };
    expect(items).toEqual([
      expect.not.objectContaining({ deletedAt: expect.anything() }),
      expect.objectContaining({ title: "A", deletedAt: "1970-01-01T00:00:00.000Z" }),
    ]);
    expect((await box.ask("GET", `${home}/${first?.id}`)).status).toBe(404);
    box.emulator.faults.clear();
    expect(await box.titles()).toEqual(["B"]);
  });

  test("callback: another user acts just before or just after a request", async () => {
    const seen: unknown[] = [];
    const box = createBox();
    box.emulator.faults.add({
      on: { operation: "createWidget" },
      fault: {
        kind: "callback",
        before: (world) => world.edit("createWidget", {}, { title: "Foreign" }),
        after: (world) => seen.push(world.service.list("widget").map((each) => each["title"])),
      },
    });
    await box.titles();
    await box.create("A");
    expect(seen).toEqual([["Foreign", "A"]]);
    expect(box.emulator.faults.fired).toEqual({ callback: 1 });
  });

  test("an error of a callback passes through like a kill, after the work is done", async () => {
    const kill = () => {
      throw new Error("killed");
    };
    const box = await boxWith([], { kind: "callback", after: kill });
    await expect(box.create("A")).rejects.toThrow("killed");
    expect(titlesIn(box)).toEqual(["A"]);
  });
});

describe("targets", () => {
  const failing: Fault = { kind: "error-before", status: 500 };
  const script = [
    ["GET", home],
    ["POST", home],
    ["GET", `${home}/newest`],
    ["GET", home],
    ["GET", home],
    ["PATCH", `${home}/x`],
  ] as const;
  const cases: readonly (readonly [FaultTarget, readonly number[]])[] = [
    [{}, [0]],
    [{ operation: "*", nth: 2 }, [1]],
    [{ operation: "listWidgets" }, [0]],
    [{ operation: "listWidgets", nth: 2, times: 2 }, [3, 4]],
    [{ operation: "listWidgets", nth: 2, times: "always" }, [3, 4]],
    [{ method: "write", times: "always" }, [1, 5]],
    [{ method: "read", times: "always" }, [0, 2, 3, 4]],
    [{ method: "PATCH" }, [5]],
    [{ operation: "listWidgets", method: "write", times: "always" }, []],
    [{ times: 3 }, [0, 1, 2]],
  ];
  test.each(cases)("%j", async (on, expected) => {
    const box = await boxWith([], failing, on);
    const hits: number[] = [];
    for (const [index, [method, path]] of script.entries()) {
      if ((await box.ask(method, path)).status === 500) hits.push(index);
    }
    expect(hits).toEqual(expected);
  });
});

test("date: a response shows the time of the service's clock, another time, or none", async () => {
  const box = createBox();
  const dateOf = async () => (await box.ask("GET", home)).headers["date"];
  const now = Date.parse(box.emulator.service.now());
  expect(Date.parse((await dateOf()) ?? "")).toBe(now);
  box.emulator.faults.add({ on: { times: 1 }, fault: { kind: "date", ms: -3_600_000 } });
  expect(Date.parse((await dateOf()) ?? "")).toBe(now - 3_600_000);
  box.emulator.faults.add({ fault: { kind: "date" } });
  expect([await dateOf(), await dateOf()]).toEqual([undefined, undefined]);
});
