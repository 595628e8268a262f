import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import type { CallScope } from "../provider-server.ts";
import { MessageCollector } from "./framing.ts";
import { encodeStatusMessage, GrpcError, type GrpcStatusCode, grpcStatus, timeoutMs } from "./status.ts";

/** A call that takes one message and answers one. The answer is a whole frame. */
export interface UnaryMethod {
  readonly kind: "unary";
  readonly answer: (message: Buffer, scope: CallScope) => Promise<Buffer>;
  /** Runs when the answer is on its way. */
  readonly answered?: () => void;
}

/** A call whose answers come for as long as it stays open. It stays open until the client ends it. */
export interface OpenMethod {
  readonly kind: "open";
  readonly opened: (stream: ServerHttp2Stream) => void;
}

/** The methods of a server by their paths: `/package.Service/Method`. */
export type GrpcMethods = ReadonlyMap<string, UnaryMethod | OpenMethod>;

/** What a server needs beside its methods. */
export interface GrpcServerOptions {
  readonly methods: GrpcMethods;
  /** The status of what a method threw, and what the client may know of it. */
  readonly explain: (error: unknown, path: string) => GrpcError;
}

/** Answers one HTTP/2 stream as gRPC asks. */
export function serveGrpcStream(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  options: GrpcServerOptions,
): void {
  // A client that goes away resets its streams; that is no event beyond the call itself.
  stream.on("error", () => undefined);
  if (headers[":method"] !== "POST") return respondOnly(stream, 405);
  if (!headers["content-type"]?.startsWith("application/grpc")) return respondOnly(stream, 415);
  const path = headers[":path"] ?? "";
  const method = options.methods.get(path);
  if (method === undefined) {
    stream.resume();
    return endWithStatus(stream, grpcStatus.unimplemented, `The method ${path} is not implemented.`);
  }
  if (method.kind === "unary")
    return serveUnary(stream, headers, method, (error) => options.explain(error, path));
  stream.resume();
  stream.respond({ ":status": 200, "content-type": "application/grpc" });
  method.opened(stream);
}

function respondOnly(stream: ServerHttp2Stream, status: number): void {
  stream.resume();
  stream.respond({ ":status": status }, { endStream: true });
}

function serveUnary(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  method: UnaryMethod,
  explain: (error: unknown) => GrpcError,
): void {
  const collector = new MessageCollector();
  const cancellation = new Cancellation();
  // Aborting costs more than all the rest of a call, so a call that was answered is not aborted as it closes.
  let answered = false;
  stream.once("close", () => {
    if (!answered) cancellation.abort();
  });
  const fail = (error: unknown): void => {
    cancellation.abort();
    const { status, message } = error instanceof GrpcError ? error : explain(error);
    endWithStatus(stream, status, message);
  };
  limitTime(stream, timeoutMs(single(headers["grpc-timeout"])), fail);
  stream.on("data", (piece: Buffer) => {
    try {
      collector.push(piece);
    } catch (error) {
      stream.removeAllListeners("data");
      stream.resume();
      fail(error);
    }
  });
  stream.once("end", () => {
    if (cancellation.aborted) return;
    const run = async (): Promise<Buffer> => {
      const frame = await method.answer(collector.finish(), cancellation);
      answered = true;
      return frame;
    };
    answer(stream, method, run).catch(fail);
  });
}

/** The end of a call before its time. Most calls never ask for the signal, and making one costs as much as reading a message. */
class Cancellation implements CallScope {
  #controller: AbortController | undefined;
  #aborted = false;

  get aborted(): boolean {
    return this.#aborted;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#aborted) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  abort(): void {
    this.#aborted = true;
    this.#controller?.abort();
  }
}

async function answer(
  stream: ServerHttp2Stream,
  method: UnaryMethod,
  run: () => Promise<Buffer>,
): Promise<void> {
  const frame = await run();
  if (isOver(stream)) return;
  stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
  stream.once("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
  if (method.answered !== undefined) stream.once("close", method.answered);
  stream.end(frame);
}

function limitTime(
  stream: ServerHttp2Stream,
  ms: number | undefined,
  fail: (error: GrpcError) => void,
): void {
  // Timers hold 31 bits; a deadline in 24 days is none.
  if (ms === undefined || ms > 0x7fffffff) return;
  const timer = setTimeout(
    () => fail(new GrpcError(grpcStatus.deadlineExceeded, "The deadline passed.")),
    ms,
  );
  stream.once("close", () => clearTimeout(timer));
}

function endWithStatus(stream: ServerHttp2Stream, status: GrpcStatusCode, message: string): void {
  if (isOver(stream)) return;
  stream.respond(
    {
      ":status": 200,
      "content-type": "application/grpc",
      "grpc-status": String(status),
      "grpc-message": encodeStatusMessage(message),
    },
    { endStream: true },
  );
}

function isOver(stream: ServerHttp2Stream): boolean {
  return stream.destroyed || stream.closed || stream.headersSent;
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
