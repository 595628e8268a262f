import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { handleControl } from "./control.ts";
import { createEmulator, type Emulator } from "./new-emulator.ts";
import type { EmulatorOptions } from "./options.ts";
import type { WireRequest, WireResponse } from "./wire.ts";

/** The options of an emulator, with the port that it listens on. With 0, the system chooses the port. */
export interface EmulatorServerOptions extends EmulatorOptions {
  readonly port: number;
}

/** A running emulator that listens on 127.0.0.1. */
export interface RunningEmulator {
  /** Its base URL without a path: `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly organization: string;
  readonly token: string;
  readonly emulator: Emulator;
  /** Stops listening and breaks all connections. */
  close(): Promise<void>;
}

const host = "127.0.0.1";
const maxBodyBytes = 16 * 1024 * 1024;

/**
 * Starts an emulator as an HTTP server. It listens only on 127.0.0.1, because its token protects nothing.
 *
 * @example
 * import { registry } from "docsform";
 * import { systemClock as clock } from "docsform/client";
 * import { operations, startEmulator } from "docsform/emulator";
 *
 * const parts = { types: registry, operations, clock, random: Math.random };
 * const service = await startEmulator({ ...parts, organizationId: "acme", token: "secret", port: 0 });
 * const headers = { authorization: "Bearer secret" };
 * console.log((await fetch(`${service.url}/v1/orgs/acme/spaces`, { headers })).status); // 200
 * await service.close();
 */
export async function startEmulator(options: EmulatorServerOptions): Promise<RunningEmulator> {
  return serveEmulator(createEmulator(options), options);
}

/** Serves an emulator of this process over HTTP, only on 127.0.0.1. */
export async function serveEmulator(
  emulator: Emulator,
  { token, port }: Pick<EmulatorServerOptions, "token" | "port">,
): Promise<RunningEmulator> {
  const server = createServer({ keepAlive: true, noDelay: true }, (request, response) => {
    respond(emulator, token, request, response).catch(() => request.socket.destroy());
  });
  server.keepAliveTimeout = 60_000;
  await listen(server, port);
  const { port: listening } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${listening}`,
    organization: emulator.organizationId,
    token,
    emulator,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

async function respond(
  emulator: Emulator,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  const refusal = refusalOf(request, body);
  if (refusal !== undefined) {
    send(response, refusal);
    return;
  }
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const wire = {
    method: request.method ?? "GET",
    path: request.url ?? "/",
    headers: headersOf(request),
    ...(body === undefined || body === "" ? {} : { body }),
  };
  const reply = wire.path.startsWith("/_emulator/")
    ? await handleControl(emulator, token, wire)
    : await emulator.handle({ ...wire, signal: gone.signal });
  if (reply === "dropped") request.socket.destroy();
  else send(response, reply);
}

/** The headers of a request, each as one text. */
function headersOf({ headers }: IncomingMessage): WireRequest["headers"] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
}

/** Reads the body. undefined: it is too large. The emulator still reads it to the end, so that the sender receives the refusal. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size > maxBodyBytes ? undefined : Buffer.concat(chunks).toString("utf8");
}

/** The refusal of a request that the emulator does not process at all. */
function refusalOf({ headers }: IncomingMessage, body: string | undefined): WireResponse | undefined {
  // A web page can reach loopback through a host name of its own. Its requests carry that name.
  if (!isLoopback(headers.host ?? ""))
    return refusalResponse(
      421,
      `The emulator accepts only requests to ${host} or localhost. The host of this request is ${headers.host ?? "missing"}.`,
    );
  if (body === undefined)
    return refusalResponse(413, `The request body is larger than ${maxBodyBytes} bytes.`);
  return undefined;
}

function isLoopback(hostHeader: string): boolean {
  return /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i.test(hostHeader);
}

function refusalResponse(status: number, message: string): WireResponse {
  const text = JSON.stringify({ error: { code: status, message } });
  return { status, headers: { "content-type": "application/json" }, text };
}

function send(response: ServerResponse, reply: WireResponse): void {
  const bytes = Buffer.from(reply.text);
  // 204 must not have a content length. All others, 205 too, need one, or the client cannot reuse the connection.
  const length = reply.status === 204 ? {} : { "content-length": bytes.length };
  // Node would add a date of its own.
  response.sendDate = false;
  response.writeHead(reply.status, { ...reply.headers, ...length });
  response.end(bytes);
}
