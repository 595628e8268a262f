import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createVirtualClock } from "../../../test/support/virtual-clock.ts";
import type { Call, Endpoint } from "../../model/endpoint.ts";
import { DocsformError } from "../../model/errors.ts";
import { Secret } from "../../model/secret.ts";
import { ApiError } from "./api-error.ts";
import { type Client, type ClientOptions, createClient, type HttpEvent } from "./http-client.ts";
import {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from "./transport.ts";

const canary = "canary-5f3a9c";
const origin = "https://docs.example";

const widget = z.looseObject({ id: z.string() });
const read: Endpoint = {
  operation: "getWidget",
  method: "GET",
  path: "/widgets/{widgetId}",
  response: widget,
  success: [200],
  idempotent: true,
};
const list: Endpoint = { ...read, operation: "listWidgets", path: "/orgs/{org}/widgets", paged: true };
const create: Endpoint = {
  ...read,
  operation: "createWidget",
  method: "POST",
  path: "/orgs/{org}/widgets",
  success: [201],
  idempotent: false,
};
const update: Endpoint = { ...read, operation: "updateWidget", method: "PATCH" };
const remove: Endpoint = {
  operation: "deleteWidget",
  method: "DELETE",
  path: "/widgets/{widgetId}",
  success: [204, 205],
  idempotent: true,
};
const act: Endpoint = { ...create, operation: "publishWidget" };
const silent: Endpoint = {
  operation: "pingWidget",
  method: "POST",
  path: "/widgets/{widgetId}/ping",
  success: [204],
  idempotent: false,
};

const callOf = (endpoint: Endpoint, more: Partial<Call> = {}): Call => ({
  endpoint,
  params: { widgetId: "w1", org: "acme" },
  ...(endpoint.method === "POST" || endpoint.method === "PATCH" ? { body: { title: "T" } } : {}),
  ...more,
});

type Reply = TransportResponse | TransportError | ((request: TransportRequest) => Promise<TransportResponse>);

const reply = (status: number, body?: unknown, headers: Record<string, string> = {}): TransportResponse => ({
  status,
  headers,
  text: body === undefined ? "" : JSON.stringify(body),
});
const ok = reply(200, { id: "w1" });
const made = reply(201, { id: "w1" });
const raw = (status: number, text: string, headers: Record<string, string> = {}) => ({
  status,
  headers,
  text,
});
const lost = new TransportError("unknown", "the connection was reset");
const refusedConnection = new TransportError("not-sent", "the connection was refused");

/** A client of a service that returns these replies in order, and repeats the last one. */
function scripted(replies: readonly Reply[], options: Partial<ClientOptions> = {}) {
  const clock = createVirtualClock(1_000_000);
  const sent: TransportRequest[] = [];
  const events: HttpEvent[] = [];
  const transport: Transport = async (request) => {
    const next = replies[Math.min(sent.length, replies.length - 1)];
    sent.push(request);
    if (next === undefined) throw new Error("no reply in the script");
    if (next instanceof TransportError) throw next;
    return typeof next === "function" ? next(request) : next;
  };
  const client = createClient({
    baseUrl: origin,
    token: new Secret(canary, { kind: "literal" }),
    transport,
    clock,
    random: () => 0.5,
    onEvent: (event) => events.push(event),
    ...options,
  });
  return { client, clock, sent, events };
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

test("a call is sent as its endpoint describes, and its response returns unchanged", async () => {
  const answer = { id: "w1", unknown: { kept: true } };
  const { client, sent, events } = scripted([reply(201, answer, { "x-request-id": "r-1" })], {
    baseUrl: `${origin}/proxy/`,
  });
  const call = callOf(create, { params: { org: "a/b ü?" }, query: { draft: true, q: "a&b" } });
  expect(await client.call(call)).toEqual({
    status: 201,
    body: answer,
    alreadyDone: false,
    requestId: "r-1",
    headers: expect.objectContaining({ "x-request-id": "r-1" }),
  });
  expect(sent).toEqual([
    {
      method: "POST",
      url: `${origin}/proxy/v1/orgs/a%2Fb%20%C3%BC%3F/widgets?draft=true&q=a%26b`,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${canary}`,
        "content-type": "application/json",
        "user-agent": "docsform",
      },
      body: '{"title":"T"}',
      timeoutMs: 30_000,
      maxResponseBytes: 32 * 1024 * 1024,
    },
  ]);
  expect(events).toEqual([
    {
      kind: "request",
      operation: "createWidget",
      method: "POST",
      path: "/orgs/a%2Fb%20%C3%BC%3F/widgets",
      attempt: 1,
      status: 201,
      durationMs: 0,
    },
  ]);
  expect(client.stats).toEqual({ calls: 1, writes: 1, retried: 0, waitedMs: 0, requestedWaitMs: 0 });
});

test.each([
  ["", '""'],
  [".", '"."'],
  ["..", '".."'],
])("a path parameter %j is refused", async (value, shown) => {
  const { client, sent } = scripted([ok]);
  await expect(client.call(callOf(read, { params: { widgetId: value } }))).rejects.toMatchObject({
    code: "http/bad-parameter",
    message: expect.stringContaining(`${shown} as widgetId`),
  });
  await expect(client.call(callOf(read, { params: {} }))).rejects.toBeInstanceOf(DocsformError);
  expect(sent).toEqual([]);
});

describe("success statuses", () => {
  test.each<[string, Call, TransportResponse, { body?: unknown; alreadyDone?: boolean }]>([
    ["200", callOf(read), ok, { body: { id: "w1" } }],
    ["another 2xx than declared", callOf(create), ok, { body: { id: "w1" } }],
    ["204 without a body", callOf(remove), reply(204), {}],
    ["205 without a body", callOf(remove), reply(205), {}],
    ["202 with a body that is not read", callOf(silent), raw(202, "<html>"), {}],
    [
      "DELETE of what is gone",
      callOf(remove),
      reply(404, { error: { code: 404, message: "gone" } }),
      { alreadyDone: true },
    ],
    ["already so", callOf(act, { alreadyDone: [409] }), reply(409), { alreadyDone: true }],
  ])("%s", async (_name, call, response, expected) => {
    const { client } = scripted([response]);
    expect(await client.call(call)).toMatchObject({
      status: response.status,
      body: null,
      alreadyDone: false,
      ...expected,
    });
  });
});

describe("failures and their messages", () => {
  const message = (text: string) => ({ error: { code: 400, message: text } });
  test.each<[number, string, string]>([
    [400, "http/unexpected-status", "message"],
    [401, "http/unauthorized", "token"],
    [402, "http/needs-upgrade", "Upgrade the plan"],
    [403, "http/forbidden", "plan"],
    [404, "http/not-found", "deleted"],
    [409, "http/conflict", "Plan again"],
    [412, "http/unexpected-status", "Plan again"],
    [501, "http/unexpected-status", "does not have the operation"],
    [505, "http/unexpected-status", "later"],
  ])("%i is %s", async (status, code, remedy) => {
    const { client, sent } = scripted([reply(status, message("name is taken"), { "x-request-id": "r-9" })]);
    const error = await failureOf(client.call(callOf(create)));
    expect(error).toMatchObject({
      code,
      message: `createWidget (POST /orgs/acme/widgets) failed: docs.example returned ${status}: name is taken`,
      operation: "createWidget",
      method: "POST",
      path: "/orgs/acme/widgets",
      status,
      requestId: "r-9",
      serviceMessage: "name is taken",
      outcome: "refused",
      remedy: expect.stringContaining(remedy),
    });
    expect(sent).toHaveLength(1);
  });

  test("a 407 comes from a proxy, not from the service", async () => {
    const { client, sent } = scripted([raw(407, "<html>")]);
    expect(await failureOf(client.call(callOf(create)))).toMatchObject({
      code: "http/proxy-refused",
      message:
        "createWidget (POST /orgs/acme/widgets) failed: a proxy on the way to docs.example returned 407",
      outcome: "refused",
      remedy: expect.stringContaining("HTTPS_PROXY"),
    });
    expect(sent).toHaveLength(1);
  });

  test.each([create, update, remove, silent, act])(
    "a checkout in response to $operation changed nothing, and is not retried",
    async (endpoint) => {
      const { client, sent } = scripted([reply(200, { type: "checkout", sessionId: "cs_1" })]);
      expect(await failureOf(client.call(callOf(endpoint)))).toMatchObject({
        code: "http/needs-upgrade",
        outcome: "refused",
        remedy: expect.stringContaining("Upgrade the plan"),
      });
      expect(sent).toHaveLength(1);
    },
  );

  test("a checkout that the operation declares is a success", async () => {
    const body = { type: "checkout", sessionId: "cs_1" };
    const response = z.union([widget, z.looseObject({ sessionId: z.string() })]);
    const { client } = scripted([reply(200, body)]);
    expect((await client.call(callOf({ ...act, response }))).body).toEqual(body);
  });

  test.each([
    [
      "control sequences and lines",
      "\u001b[31mred\u001b[0m\r\nnext\u202eflip\u0007",
      "[31mred [0m next flip",
    ],
    ["a text without end", "x".repeat(1_000), `${"x".repeat(299)}…`],
    ["the token", `bad token ${canary}!`, "bad token (secret)!"],
    ["the token in base64", `bad token ${Buffer.from(canary).toString("base64")}!`, "bad token (secret)!"],
    [
      "the token in base64url",
      `bad token ${Buffer.from(canary).toString("base64url")}!`,
      "bad token (secret)!",
    ],
    [
      "the token in pieces",
      `bad ${canary.slice(0, 4)}\u0000${canary.slice(4)}`,
      "(hidden: it repeats the token)",
    ],
    ["the token where the text is cut", `${"x".repeat(295)}${canary}`, `${"x".repeat(295)}(sec…`],
  ])("the service's message without %s", async (_name, text, shown) => {
    const { client } = scripted([reply(400, message(text))]);
    expect((await failureOf(client.call(callOf(create)))).serviceMessage).toBe(shown);
  });

  test.each([["<html>"], ['{"error":"text"}'], ["null"], [""]])(
    "an error body %j has no message",
    async (text) => {
      const { client } = scripted([raw(400, text)]);
      const error = await failureOf(client.call(callOf(create)));
      expect(error.message).toBe("createWidget (POST /orgs/acme/widgets) failed: docs.example returned 400");
      expect(error.serviceMessage).toBeUndefined();
    },
  );
});

describe("a success with an unusable response", () => {
  const broken = raw(201, '{"id":"w');
  test.each<[string, Reply, string]>([
    ["truncated JSON", broken, "it is not JSON"],
    ["empty", raw(201, ""), "it is empty"],
    [
      "not as declared",
      reply(201, { id: 7 }),
      "docsform cannot use the response: id must be text, not a number",
    ],
    [
      "something else",
      reply(201, []),
      "docsform cannot use the response: it must be a map of fields, not a list",
    ],
    [
      "broken off",
      new TransportError("unknown", "closed early", { status: 201 }),
      "the response is incomplete: closed early",
    ],
    [
      "too large",
      new TransportError("unknown", "larger than 9 bytes", { status: 201, reason: "too-large" }),
      "larger than 9 bytes",
    ],
  ])("%s: the write is committed, and never repeated", async (_name, response, problem) => {
    const { client, sent } = scripted([response]);
    const error = await failureOf(client.call(callOf(create)));
    expect(error).toMatchObject({ code: "http/invalid-response", outcome: "committed", status: 201 });
    expect(error.message).toContain(problem);
    expect(sent).toHaveLength(1);
  });

  test("a refused repetition does not hide that the first attempt succeeded", async () => {
    const { client, sent } = scripted([raw(200, '{"id":"w'), reply(400)]);
    expect(await failureOf(client.call(callOf(update)))).toMatchObject({ outcome: "unknown", status: 400 });
    expect(sent).toHaveLength(2);
  });

  test("names a list item that differs from the declaration", async () => {
    const { client } = scripted([reply(200, { items: [{ id: "a" }, { name: "b" }] })]);
    expect((await failureOf(client.list(callOf(list)))).message).toContain(
      "docsform cannot use the response: items.1.id ",
    );
  });

  test("does not retry an HTML page", async () => {
    const { client, sent } = scripted([raw(200, "<html>", { "content-type": "text/html" })]);
    expect((await failureOf(client.call(callOf(read)))).code).toBe("http/invalid-response");
    expect(sent).toHaveLength(1);
  });

  test("a broken body does not matter if nothing reads it", async () => {
    const { client } = scripted([new TransportError("unknown", "closed early", { status: 204 })]);
    expect(await client.call(callOf(silent))).toMatchObject({ status: 204, body: null, alreadyDone: false });
  });

  test("a refusal with a broken body is still a refusal", async () => {
    const { client } = scripted([new TransportError("unknown", "closed early", { status: 403 })]);
    expect(await failureOf(client.call(callOf(create)))).toMatchObject({
      code: "http/forbidden",
      outcome: "refused",
    });
  });
});

describe("retries", () => {
  const busy = reply(503);
  const limited = reply(429, { error: { code: 429, message: "slow down" } }, { "retry-after": "2" });
  const truncated = raw(200, '{"id":');

  test.each<[string, Endpoint, Reply, number]>([
    ["a read after 503", read, busy, 2],
    ["a read after a reset", read, lost, 2],
    ["a read after a timeout", read, new TransportError("unknown", "slow", { reason: "timeout" }), 2],
    ["a read after a truncated answer", read, truncated, 2],
    ["a create after 429", create, limited, 2],
    ["a create that was not sent", create, refusedConnection, 2],
    ["not a create after a reset", create, lost, 1],
  ])("%s", async (_name, endpoint, first, attempts) => {
    const { client, sent, events } = scripted([first, ok]);
    const stamps: number[] = [];
    const ended = await client.call(callOf(endpoint), { onAttempt: () => stamps.push(sent.length) }).then(
      ({ body }) => body,
      (error: unknown) => (error instanceof ApiError ? "failed" : error),
    );
    expect(ended).toEqual(attempts === 2 ? { id: "w1" } : "failed");
    expect(sent).toHaveLength(attempts);
    expect(stamps).toEqual(attempts === 2 ? [0, 1] : [0]);
    expect(client.stats.retried).toBe(attempts - 1);
    expect(client.stats.calls).toBe(first === refusedConnection ? 1 : attempts);
    expect(events.filter(({ kind }) => kind === "retry")).toHaveLength(attempts - 1);
  });

  test("the outcome of a write without a response", async () => {
    expect(await failureOf(scripted([lost]).client.call(callOf(create)))).toMatchObject({
      code: "http/no-response",
      outcome: "unknown",
      message:
        "createWidget (POST /orgs/acme/widgets) got no response from docs.example: the connection was reset",
    });
    expect(await failureOf(scripted([busy]).client.call(callOf(create)))).toMatchObject({
      outcome: "unknown",
    });
    expect(await failureOf(scripted([refusedConnection]).client.call(callOf(create)))).toMatchObject({
      code: "http/unreachable",
      outcome: "not-sent",
    });
  });

  test.each<[string, Reply]>([
    ["refused", reply(403)],
    ["not sent", refusedConnection],
  ])("a write without a response that then %s stays unknown", async (_name, second) => {
    const { client } = scripted([lost, second]);
    expect((await failureOf(client.call(callOf(update)))).outcome).toBe("unknown");
  });

  test("a repeated delete that finds nothing has succeeded", async () => {
    const { client } = scripted([lost, reply(404)]);
    expect((await client.call(callOf(remove))).alreadyDone).toBe(true);
  });

  test("gives up after six attempts", async () => {
    const { client, sent, clock } = scripted([busy]);
    const began = clock.now();
    expect((await failureOf(client.call(callOf(read)))).status).toBe(503);
    expect(sent).toHaveLength(6);
    expect(clock.now() - began).toBe(client.stats.waitedMs);
    expect(client.stats.waitedMs).toBe((250 + 500 + 1_000 + 2_000 + 4_000) / 2);
  });

  test("waits for a rate limit five times, then within the total timeout, and no longer", async () => {
    const { client, sent, clock } = scripted([limited], { totalTimeoutMs: 10_000 });
    const began = clock.now();
    const error = await failureOf(client.call(callOf(create)));
    expect(error).toMatchObject({ code: "http/rate-limited", outcome: "refused", status: 429 });
    expect(sent).toHaveLength(1 + 5 + 4);
    expect(clock.now() - began).toBeLessThanOrEqual(10_000 + 5 * 2_500);
  });

  test("does not start a wait that exceeds the timeout", async () => {
    const { client, clock } = scripted([reply(503, undefined, { "retry-after": "500" })]);
    const began = clock.now();
    await failureOf(client.call(callOf(read)));
    expect(clock.now()).toBe(began);
  });

  test("waits longer than the limit of a call if a rate limit asks for it, and reports the wait", async () => {
    const { client, clock } = scripted([reply(429, undefined, { "retry-after": "600" }), ok]);
    const began = clock.now();
    expect((await client.call(callOf(create))).status).toBe(200);
    expect(clock.now() - began).toBeGreaterThanOrEqual(600_000);
    expect(client.stats.requestedWaitMs).toBe(600_000);
  });

  test("refuses a wait of more than 15 minutes", async () => {
    const { client, clock } = scripted([reply(429, undefined, { "retry-after": "901" }), ok]);
    const began = clock.now();
    expect(await failureOf(client.call(callOf(create)))).toMatchObject({ code: "http/rate-limited" });
    expect(clock.now()).toBe(began);
  });

  test("each attempt has its own timeout, within the total timeout", async () => {
    const slow: Reply = async ({ timeoutMs }) => {
      await harness.clock.sleep(timeoutMs);
      throw new TransportError("unknown", "too slow", { reason: "timeout" });
    };
    const harness = scripted([slow], { timeoutMs: 4_000, totalTimeoutMs: 10_000 });
    const began = harness.clock.now();
    expect((await failureOf(harness.client.call(callOf(read)))).code).toBe("http/no-response");
    expect(harness.sent.map(({ timeoutMs }) => timeoutMs)).toEqual([4_000, 4_000, 1_625]);
    expect(harness.clock.now() - began).toBe(10_000);
  });

  test("a 429 delays all calls, and the wait is reported", async () => {
    const { client, sent, clock, events } = scripted([limited, ok]);
    const began = clock.now();
    await client.call(callOf(read)).then(() => expect(clock.now() - began).toBeGreaterThanOrEqual(2_000));
    expect(sent).toHaveLength(2);
    const exhausted = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(clock.now() / 1_000 + 5) };
    const other = scripted([reply(200, { id: "w1" }, exhausted), ok], { clock });
    await other.client.call(callOf(read));
    await Promise.all([other.client.call(callOf(read)), other.client.call(callOf(read))]);
    expect(other.events.filter(({ kind }) => kind === "waited")).toEqual([
      { kind: "waited", waitedMs: 5_000 },
      { kind: "waited", waitedMs: 5_000 },
    ]);
    expect(other.client.stats.waitedMs).toBe(10_000);
    expect(events).toContainEqual({
      kind: "retry",
      operation: "getWidget",
      attempt: 1,
      delayMs: 2_125,
      reason: "http/rate-limited (429)",
    });
  });

  test("a defect of the transport is not a network error, and frees its place", async () => {
    const { client, sent } = scripted([() => Promise.reject(new RangeError("defect")), ok], {
      maxInFlight: 1,
    });
    await expect(client.call(callOf(read))).rejects.toBeInstanceOf(RangeError);
    expect((await client.call(callOf(read))).status).toBe(200);
    expect(sent).toHaveLength(2);
  });
});

describe("interruption", () => {
  test("before anything is sent", async () => {
    const { client, sent } = scripted([ok]);
    const error = await failureOf(client.call(callOf(create), { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ code: "http/interrupted", outcome: "not-sent" });
    expect(sent).toEqual([]);
  });

  test.each<[string, Endpoint, Reply, string]>([
    ["a create after 429", create, reply(429, undefined, { "retry-after": "30" }), "refused"],
    ["an update after a reset", update, lost, "unknown"],
  ])("of a wait: %s keeps the known outcome", async (_name, endpoint, first, outcome) => {
    const stop = new AbortController();
    const { client, clock, sent } = scripted([first, ok], {
      onEvent: ({ kind }) => kind === "retry" && queueMicrotask(() => stop.abort()),
    });
    const began = clock.now();
    const error = await failureOf(client.call(callOf(endpoint), { signal: stop.signal }));
    expect(error).toMatchObject({ code: "http/interrupted", outcome });
    expect(sent).toHaveLength(1);
    expect(clock.now()).toBe(began);
  });

  test("waits for a write in flight after an interruption, and not for a read", async () => {
    const stop = new AbortController();
    const slow: Reply = async ({ signal }) => {
      stop.abort();
      if (signal?.aborted) throw new TransportError("unknown", "interrupted", { reason: "aborted" });
      return made;
    };
    const { client } = scripted([slow]);
    expect((await client.call(callOf(create), { signal: stop.signal })).status).toBe(201);
    const again = new AbortController();
    const reading = scripted([
      async ({ signal }) => {
        again.abort();
        expect(signal?.aborted).toBe(true);
        throw new TransportError("unknown", "interrupted", { reason: "aborted" });
      },
    ]);
    expect((await failureOf(reading.client.call(callOf(read), { signal: again.signal }))).code).toBe(
      "http/interrupted",
    );
    expect(reading.sent).toHaveLength(1);
  });

  test("does not retry a failed write after an interruption", async () => {
    const stop = new AbortController();
    const slow: Reply = async () => {
      stop.abort();
      return reply(503);
    };
    const { client, sent, events } = scripted([slow, ok]);
    expect(await failureOf(client.call(callOf(update), { signal: stop.signal }))).toMatchObject({
      code: "http/interrupted",
      outcome: "unknown",
      status: 503,
    });
    expect(sent).toHaveLength(1);
    expect(events.map(({ kind }) => kind)).toEqual(["request"]);
  });
});

describe("redirects", () => {
  const to = (location: string, status = 302) => reply(status, undefined, { location });
  test.each([
    ["to another path", [to("/v1/widgets/w2", 307), ok], ["/v1/widgets/w1", "/v1/widgets/w2"]],
    ["in full", [to(`${origin}/v1/x`), to("y", 301), ok], ["/v1/widgets/w1", "/v1/x", "/v1/y"]],
  ])("of a read to its own origin are followed: %s", async (_name, replies, paths) => {
    const { client, sent } = scripted(replies);
    expect((await client.call(callOf(read))).status).toBe(200);
    expect(sent.map(({ url }) => url.slice(origin.length))).toEqual(paths);
    expect(client.stats.calls).toBe(paths.length);
  });

  test.each<[string, Endpoint, TransportResponse, number, string]>([
    ["another host", read, to("https://elsewhere.example/v1"), 1, "https://elsewhere.example"],
    ["another scheme", read, to("http://docs.example/v1"), 1, "http://docs.example"],
    ["another port", read, to("//docs.example:8443/"), 1, ":8443"],
    ["no place", read, reply(302), 1, "no response"],
    ["round in circles", read, to("/v1/widgets/w1"), 4, "after 3 others"],
    [
      "another host, a write",
      create,
      to("https://elsewhere.example/v1", 308),
      1,
      "https://elsewhere.example",
    ],
    ["the same host, a write", create, to("/v1/other", 307), 1, "docsform does not follow for a write"],
  ])("to %s are refused", async (_name, endpoint, response, requests, message) => {
    const { client, sent } = scripted([response]);
    const error = await failureOf(client.call(callOf(endpoint)));
    expect(error).toMatchObject({ code: "http/redirect-refused", outcome: "refused" });
    expect(error.message).toContain(message);
    expect(sent).toHaveLength(requests);
    expect(sent.every(({ url }) => url.startsWith(`${origin}/`))).toBe(true);
  });
});

describe("lists", () => {
  test("are read page by page, with the caller's query", async () => {
    const { client, sent } = scripted([
      reply(200, { items: [{ id: "a" }, { id: "b" }], next: { page: "b c" }, count: 3 }),
      reply(200, { items: [{ id: "b" }, { id: "c", more: 1 }], count: 3 }),
    ]);
    expect(await client.list(callOf(list, { query: { nested: true } }))).toEqual([
      { id: "a" },
      { id: "b" },
      { id: "c", more: 1 },
    ]);
    expect(sent.map(({ url }) => url.slice(url.indexOf("?")))).toEqual([
      "?limit=1000&nested=true",
      "?limit=1000&nested=true&page=b%20c",
    ]);
  });

  test("that stay incomplete are reported", async () => {
    const { client, sent, events } = scripted([reply(200, { items: [{ id: "a" }], count: 2 })]);
    expect(await client.list(callOf(list))).toEqual([{ id: "a" }]);
    expect(sent).toHaveLength(3);
    expect(events.at(-1)).toEqual({
      kind: "list-incomplete",
      operation: "listWidgets",
      expected: 2,
      received: 1,
    });
  });
});

describe("a read-only client", () => {
  test.each([create, update, remove, { ...create, method: "PUT" } as const])(
    "refuses $method",
    async (endpoint) => {
      const { client, sent } = scripted([ok]);
      const error = await failureOf(client.readOnly().call(callOf(endpoint)));
      expect(error).toMatchObject({ code: "http/read-only", outcome: "not-sent" });
      await failureOf(client.readOnly().readOnly().list(callOf(endpoint)));
      expect(sent).toEqual([]);
    },
  );

  test("reads, and shares its counts with the other client", async () => {
    const { client } = scripted([ok]);
    const reader = client.readOnly();
    expect((await reader.call(callOf(read))).status).toBe(200);
    expect(reader.stats).toBe(client.stats);
    expect(client.stats.calls).toBe(1);
  });
});

test.each([[""], ["two words"], ["line\nbreak"], ["ümlaut"]])("the token %j is refused", (text) => {
  const token = new Secret(text, { kind: "literal" });
  expect(() => scripted([ok], { token })).toThrow(
    expect.objectContaining({ code: "http/bad-token", message: expect.not.stringContaining(text || "\0") }),
  );
});

test("no error, event or dump contains the token", async () => {
  const echo = { error: { code: 400, message: `Bearer ${canary}` } };
  const echoing = { "x-request-id": canary, location: `https://${canary}.example/`, "retry-after": canary };
  const replies: readonly Reply[] = [
    ...[200, 201, 302, 400, 401, 403, 409, 429, 500].map((status) => reply(status, echo, echoing)),
    raw(200, canary, { "content-type": canary }),
    new TransportError("unknown", `sent ${canary}`),
    new TransportError("not-sent", `sending ${canary}`),
    new TransportError("unknown", `reading ${canary}`, { status: 200 }),
  ];
  const shown: unknown[] = [];
  let failures = 0;
  for (const response of replies) {
    const { client, events } = scripted([response]);
    const calls = [read, list, create, update].map((endpoint) => callOf(endpoint));
    const errors = await Promise.all(calls.map((call) => failureOf(callEither(client, call))));
    failures += errors.length;
    shown.push(
      events,
      client,
      client.readOnly(),
      errors,
      ...errors.flatMap((error) => [error.message, error.stack]),
    );
  }
  expect(failures).toBe(replies.length * 4);
  const options = { depth: Number.POSITIVE_INFINITY, showHidden: true, maxStringLength: null };
  expect(JSON.stringify(shown)).not.toContain(canary);
  expect(inspect(shown, options)).not.toContain(canary);
});

function callEither(client: Client, call: Call): Promise<unknown> {
  return call.endpoint.paged ? client.list(call) : client.call(call);
}

test("each response shows the service's clock, also a failure", async () => {
  const date = (ms: number) => ({ date: new Date(1_000_000 + ms).toUTCString() });
  const windowAfter = async (replies: readonly TransportResponse[]) => {
    const { client } = scripted(replies, { totalTimeoutMs: 10_000 });
    for (const _ of replies)
      await client.call(callOf(create, { params: { org: "a" } })).catch(() => undefined);
    return client.readOnly().serviceClock.window();
  };
  expect(await windowAfter([])).toBe(undefined);
  expect(await windowAfter([reply(201, { id: "w1" }, date(60_000))])).toEqual({
    from: 1_060_000,
    until: 1_070_000,
  });
  expect(await windowAfter([reply(404, undefined, date(0)), reply(201, { id: "w1" }, date(90_000))])).toEqual(
    {
      from: 1_090_000,
      until: 1_100_000,
    },
  );
  expect(await windowAfter([reply(404), reply(201, { id: "w1" }, date(0))])).toBe(undefined);
});
