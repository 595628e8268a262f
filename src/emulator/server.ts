import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerControl } from "./control.ts";
import { createEmulator, type Emulator } from "./emulator.ts";
import type { EmulatorOptions } from "./options.ts";
import type { WireAnswer } from "./wire.ts";

/** An emulator with the port that it listens on; 0 lets the system choose. */
export interface EmulatorServerOptions extends EmulatorOptions {
  readonly port: number;
}

/** An emulator that listens on loopback. */
export interface RunningEmulator {
  /** Without a path: `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly organization: string;
  readonly token: string;
  readonly emulator: Emulator;
  /** Stops listening and breaks all connections. */
  close(): Promise<void>;
}

const host = "127.0.0.1";
const maxBodyBytes = 16 * 1024 * 1024;

/** Starts an emulator as an HTTP server, on loopback only: its token protects nothing. */
export async function startEmulator(options: EmulatorServerOptions): Promise<RunningEmulator> {
  const emulator = createEmulator(options);
  const server = createServer({ keepAlive: true, noDelay: true }, (request, response) => {
    respond(emulator, options.token, request, response).catch(() => request.socket.destroy());
  });
  server.keepAliveTimeout = 60_000;
  await listen(server, options.port);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    organization: options.organizationId,
    token: options.token,
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
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const wire = {
    method: request.method ?? "GET",
    path: request.url ?? "/",
    headers: { authorization: request.headers.authorization },
    ...(body === "" ? {} : { body }),
  };
  const answer = wire.path.startsWith("/_emulator/")
    ? answerControl(emulator, token, wire)
    : await emulator.handle({ ...wire, signal: gone.signal });
  if (answer === "dropped") request.socket.destroy();
  else send(response, answer);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new Error("The request body is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function send(response: ServerResponse, answer: WireAnswer): void {
  const bytes = Buffer.from(answer.text);
  // 204 must not carry a length; 205 and the rest must, or the connection cannot be used again.
  const length = answer.status === 204 ? {} : { "content-length": bytes.length };
  response.writeHead(answer.status, { ...answer.headers, ...length });
  response.end(bytes);
}
