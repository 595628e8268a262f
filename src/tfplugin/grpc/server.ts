import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import type { CallScope } from "../provider-server.ts";
import { MessageCollector } from "./framing.ts";
import { encodeStatusMessage, GrpcError, grpcStatus, timeoutMs } from "./status.ts";

/** A call that takes one message and answers one. The answer is a whole frame. */
export interface UnaryMethod {
  readonly kind: "unary";
  readonly handle: (message: Buffer, scope: CallScope) => Promise<Buffer>;
  /** Runs when the answer has left the process. */
  readonly answered?: () => void;
}

/** A call whose answers come for as long as it stays open. It stays open until the client ends it. */
export interface OpenMethod {
  readonly kind: "open";
  /** Runs when the client has ended it, or has gone. */
  readonly closed: () => void;
}

/** The methods of a server by their paths: `/package.Service/Method`. */
export type GrpcMethods = ReadonlyMap<string, UnaryMethod | OpenMethod>;

/** What a server needs beside its methods. */
export interface GrpcServerOptions {
  readonly methods: GrpcMethods;
  /** The status of what a method threw, and what the client may know of it. */
  readonly explain: (error: unknown, path: string) => GrpcError;
}

const responseHeaders = { ":status": 200, "content-type": "application/grpc" };
const okTrailers = { "grpc-status": String(grpcStatus.ok) };

/** Answers one HTTP/2 stream as gRPC asks. */
export function serveGrpcStream(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  options: GrpcServerOptions,
): void {
  // A client that goes away resets its streams: the call ends with "close", and nothing else is to be done.
  stream.on("error", () => undefined);
  if (headers[":method"] !== "POST") return respondOnly(stream, 405);
  if (headers["content-type"]?.startsWith("application/grpc") !== true) return respondOnly(stream, 415);
  const path = headers[":path"] ?? "";
  const method = options.methods.get(path);
  if (method === undefined) {
    stream.resume();
    return endWithStatus(
      stream,
      new GrpcError(grpcStatus.unimplemented, `The method ${path} is not implemented.`),
    );
  }
  if (method.kind === "unary") {
    const timeout = timeoutMs(headers["grpc-timeout"]?.toString());
    new UnaryCall(stream, method, (error) => options.explain(error, path)).start(timeout);
    return;
  }
  stream.resume();
  stream.once("close", method.closed);
  stream.respond(responseHeaders);
}

function respondOnly(stream: ServerHttp2Stream, status: number): void {
  stream.resume();
  stream.respond({ ":status": status }, { endStream: true });
}

function endWithStatus(stream: ServerHttp2Stream, { status, message }: GrpcError): void {
  if (isAnswered(stream)) return;
  const reported = { "grpc-status": String(status), "grpc-message": encodeStatusMessage(message) };
  stream.respond({ ...responseHeaders, ...reported }, { endStream: true });
}

function isAnswered(stream: ServerHttp2Stream): boolean {
  return stream.destroyed || stream.closed || stream.headersSent;
}

/** One call, from its first byte to its answer. */
class UnaryCall implements CallScope {
  readonly #stream: ServerHttp2Stream;
  readonly #method: UnaryMethod;
  readonly #explain: (error: unknown) => GrpcError;
  readonly #collector = new MessageCollector();
  // Most calls never ask for the signal, and making one costs as much as reading a message.
  #controller: AbortController | undefined;
  #failed = false;
  #answered = false;

  constructor(stream: ServerHttp2Stream, method: UnaryMethod, explain: (error: unknown) => GrpcError) {
    this.#stream = stream;
    this.#method = method;
    this.#explain = explain;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#failed) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  start(timeout: number | undefined): void {
    this.#stream.on("data", (piece: Buffer) => this.#append(piece));
    this.#stream.once("end", () => {
      if (!this.#failed) this.#respond().catch((error: unknown) => this.#fail(error));
    });
    this.#stream.once("close", () => {
      // Aborting costs more than all the rest of a call, so a call that was answered is not aborted as it closes.
      if (!this.#answered) this.#abort();
    });
    if (timeout !== undefined) this.#limitTime(timeout);
  }

  #append(piece: Buffer): void {
    if (this.#failed) return;
    try {
      this.#collector.push(piece);
    } catch (error) {
      this.#fail(error);
    }
  }

  #limitTime(ms: number): void {
    const timer = setTimeout(
      () => this.#fail(new GrpcError(grpcStatus.deadlineExceeded, "The deadline passed.")),
      // Timers hold 31 bits; a deadline in 24 days is none.
      Math.min(ms, 0x7fffffff),
    );
    this.#stream.once("close", () => clearTimeout(timer));
  }

  async #respond(): Promise<void> {
    const frame = await this.#method.handle(this.#collector.finish(), this);
    if (isAnswered(this.#stream)) return;
    this.#answered = true;
    this.#stream.respond(responseHeaders, { waitForTrailers: true });
    this.#stream.once("wantTrailers", () => this.#stream.sendTrailers(okTrailers));
    if (this.#method.answered !== undefined) this.#stream.once("close", this.#method.answered);
    this.#stream.end(frame);
  }

  #fail(error: unknown): void {
    this.#abort();
    endWithStatus(this.#stream, error instanceof GrpcError ? error : this.#explain(error));
  }

  #abort(): void {
    this.#failed = true;
    this.#controller?.abort();
  }
}
