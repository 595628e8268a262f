import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Secret } from "../../model/secret.ts";
import { createClient } from "./http-client.ts";
import { systemClock } from "./system-clock.ts";
import { type TransportError, type TransportRequest } from "./transport.ts";
import {
  type ClosableTransport,
  createUndiciTransport,
  type UndiciTransportOptions,
} from "./undici-transport.ts";

const open: { server: Server | TcpServer | undefined; transport: ClosableTransport | undefined } = {
  server: undefined,
  transport: undefined,
};

afterEach(async () => {
  vi.useRealTimers();
  await open.transport?.close();
  if (open.server !== undefined && "closeAllConnections" in open.server) open.server.closeAllConnections();
  await new Promise((resolve) => (open.server === undefined ? resolve(null) : open.server.close(resolve)));
  open.server = undefined;
  open.transport = undefined;
});

async function listen(server: Server | TcpServer): Promise<string> {
  open.server = server;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serve = (listener: RequestListener) => listen(createServer(listener));

function send(url: string, more: Partial<TransportRequest> = {}, options: UndiciTransportOptions = {}) {
  open.transport ??= createUndiciTransport(options);
  return open.transport({
    method: "GET",
    url,
    headers: {},
    timeoutMs: 5_000,
    maxResponseBytes: 1_000,
    ...more,
  });
}

async function failureOf(promise: Promise<unknown>): Promise<TransportError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ name: "TransportError" });
  return error as TransportError;
}

/** Stops the timers of requests. Only `vi.advanceTimersByTime` then moves time, however busy the machine is. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
}

/** Resolves when the head of a response has arrived. */
function headRead(): Promise<void> {
  const channel = "undici:request:headers";
  return new Promise((resolve) => {
    const onHead = () => {
      unsubscribe(channel, onHead);
      resolve();
    };
    subscribe(channel, onHead);
  });
}

test("a request and its response pass unchanged", async () => {
  const seen: unknown[] = [];
  const base = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url, headers } = request;
      seen.push({
        method,
        url,
        authorization: headers.authorization,
        body: Buffer.concat(chunks).toString(),
      });
      response.writeHead(201, { "X-Request-Id": "r-1", "Set-Cookie": ["a=1", "b=2"] });
      const text = Buffer.from("größe");
      // This splits a character between two chunks.
      response.write(text.subarray(0, 3));
      setImmediate(() => response.end(text.subarray(3)));
    });
  });
  const request = { method: "POST", headers: { authorization: "Bearer t" }, body: '{"ü":1}' };
  expect(await send(`${base}/v1/x?y=1`, request)).toMatchObject({
    status: 201,
    headers: { "x-request-id": "r-1", "set-cookie": "a=1, b=2" },
    text: "größe",
  });
  expect(seen).toEqual([{ method: "POST", url: "/v1/x?y=1", authorization: "Bearer t", body: '{"ü":1}' }]);
});

test.each([204, 205, 304])("%i has no status text", async (status) => {
  const base = await serve((_request, response) => response.writeHead(status).end());
  expect(await send(base)).toMatchObject({ status, text: "" });
});

test("a redirect is an ordinary response", async () => {
  const base = await serve((_request, response) => response.writeHead(302, { location: "/elsewhere" }).end());
  expect(await send(base)).toMatchObject({ status: 302, headers: { location: "/elsewhere" } });
});

describe("failures report whether the service can have received the request", () => {
  test("a refused connection", async () => {
    const base = await serve(() => {});
    await new Promise((resolve) => open.server?.close(resolve));
    open.server = undefined;
    expect(await failureOf(send(base))).toMatchObject({
      phase: "not-sent",
      reason: "dropped",
      message: "the connection was refused",
    });
  });

  test("a header that cannot be sent", async () => {
    const headers = { authorization: "canary\n" };
    const error = await failureOf(send("http://127.0.0.1:9", { headers }));
    expect(error).toMatchObject({ phase: "not-sent", reason: "misconfigured" });
    expect(error.message).not.toContain("canary");
  });

  test("a connection that breaks before the response", async () => {
    const base = await serve((request) => request.socket.destroy());
    const error = await failureOf(send(base, { method: "POST", body: "{}" }));
    expect(error).toMatchObject({ phase: "unknown", reason: "dropped", status: undefined });
  });

  test("a connection that breaks within the response", async () => {
    const base = await serve((request, response) => {
      response.writeHead(201, { "content-length": "100" });
      response.write("half");
      setImmediate(() => request.socket.destroy());
    });
    expect(await failureOf(send(base))).toMatchObject({ phase: "unknown", reason: "dropped", status: 201 });
  });

  test("a response that is not HTTP", async () => {
    const base = await listen(
      createTcpServer((socket) => {
        socket.on("error", () => {}).resume();
        socket.end("canary\r\n\r\n");
      }),
    );
    const error = await failureOf(send(base));
    expect(error).toMatchObject({ phase: "unknown", reason: "dropped" });
    expect(error.message).not.toContain("canary");
  });

  test("no response in time", async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const base = await serve(() => arrive());
    stopTime();
    let isOver = false;
    const failure = failureOf(send(base, { timeoutMs: 40 })).finally(() => (isOver = true));
    await arrived;
    vi.advanceTimersByTime(39);
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await failure).toMatchObject({ phase: "unknown", reason: "timeout" });
  });

  test("a response that does not end in time", async () => {
    const base = await serve((_request, response) => {
      response.writeHead(200);
      response.write("never");
    });
    const read = headRead();
    stopTime();
    const failure = failureOf(send(base, { timeoutMs: 40 }));
    await read;
    vi.advanceTimersByTime(40);
    expect(await failure).toMatchObject({ reason: "timeout", status: 200 });
  });

  test.each([
    ["announced", { "content-length": "1001" }],
    ["unannounced", {}],
  ])("a response that is too large, %s", async (_name, headers) => {
    const base = await serve((_request, response) => response.writeHead(200, headers).end("x".repeat(1_001)));
    expect(await failureOf(send(base))).toMatchObject({ phase: "unknown", reason: "too-large", status: 200 });
    const exact = await send(base, { maxResponseBytes: 1_001 });
    expect(exact.text).toHaveLength(1_001);
  });

  test("an interruption, before and after sending", async () => {
    const stop = new AbortController();
    const base = await serve(() => stop.abort());
    expect(await failureOf(send(base, { signal: AbortSignal.abort() }))).toMatchObject({
      phase: "not-sent",
      reason: "aborted",
    });
    expect(await failureOf(send(base, { signal: stop.signal }))).toMatchObject({
      phase: "unknown",
      reason: "aborted",
    });
  });

  test("a request that is aborted before it has a connection is never sent", async () => {
    const seen: (string | undefined)[] = [];
    let arrive = (_answer: () => void) => {};
    const arrived = new Promise<() => void>((resolve) => (arrive = resolve));
    const base = await serve((request, response) => {
      seen.push(request.url);
      if (request.url === "/slow") arrive(() => response.end());
      else response.end();
    });
    stopTime();
    const slow = send(`${base}/slow`, {}, { connections: 1 });
    const late = failureOf(send(`${base}/given-up`, { method: "POST", body: "{}", timeoutMs: 40 }));
    const answer = await arrived;
    vi.advanceTimersByTime(40);
    expect(await late).toMatchObject({ phase: "not-sent", reason: "timeout" });
    answer();
    await slow;
    await send(`${base}/after`);
    expect(seen).toEqual(["/slow", "/after"]);
  });
});

test("a client without a transport creates this one", async () => {
  const base = await serve((request, response) => {
    const items = request.headers.authorization === "Bearer t" ? [{ id: "a" }] : [];
    response.writeHead(200, { connection: "close" }).end(JSON.stringify({ items }));
  });
  const client = createClient({
    baseUrl: base,
    token: new Secret("t", { kind: "literal" }),
    clock: systemClock,
    random: () => 0,
    maxInFlight: 2,
  });
  const endpoint = {
    operation: "listWidgets",
    method: "GET",
    path: "/widgets",
    success: [200],
    idempotent: true,
    paged: true,
  } as const;
  expect(await client.list({ endpoint, params: {} })).toEqual([{ id: "a" }]);
});
