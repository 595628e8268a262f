import { once } from "node:events";
import { type ClientHttp2Session, connect } from "node:http2";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { CallScope } from "../provider-server.ts";
import { serveGrpcConnection } from "./connection.ts";
import { frameOf } from "./framing.ts";
import type { UnaryMethod } from "./grpc-server.ts";
import { GrpcError, grpcStatus } from "./status.ts";

// Calls that outlast their client.

let server: Server;
let session: ClientHttp2Session;
let began: Promise<CallScope>;

beforeEach(async () => {
  let begin: (scope: CallScope) => void;
  began = new Promise((resolve) => (begin = resolve));
  const never: UnaryMethod = {
    kind: "unary",
    handle: async (_message, scope) => {
      begin(scope);
      return await new Promise<Buffer>(() => undefined);
    },
  };
  const methods = new Map([["/tests.Slow/Never", never]]);
  const explain = () => new GrpcError(grpcStatus.internal, "failed");
  server = createServer((socket) => serveGrpcConnection(socket, { methods, explain }, () => undefined));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

afterEach(async () => {
  session.destroy();
  await new Promise((done) => server.close(done));
});

function call(headers: Record<string, string> = {}) {
  const stream = session.request({
    ":method": "POST",
    ":path": "/tests.Slow/Never",
    "content-type": "application/grpc",
    ...headers,
  });
  stream.end(frameOf(Buffer.alloc(0)));
  return stream;
}

test("a deadline ends a call with its error", async () => {
  const [answer] = (await once(call({ "grpc-timeout": "20m" }), "response")) as [Record<string, string>];
  expect(answer["grpc-status"]).toBe(String(grpcStatus.deadlineExceeded));
  expect((await began).signal.aborted).toBe(true);
});

test("aborts a call if its client disconnects", async () => {
  const stream = call();
  const { signal } = await began;
  expect(signal.aborted).toBe(false);
  const aborted = once(signal, "abort");
  stream.close();
  await aborted;
  expect(signal.aborted).toBe(true);
});
