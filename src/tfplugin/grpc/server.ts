import { headerBlock, type RequestHeaders } from "../http2/hpack.ts";
import type { Http2Stream, StreamListener } from "../http2/stream.ts";
import type { CallScope } from "../provider-server.ts";
import { MessageCollector } from "./framing.ts";
import { encodeStatusMessage, GrpcError, grpcStatus, timeoutMs } from "./status.ts";

/** A call that takes one message and answers one. The answer is a whole frame. */
export interface UnaryMethod {
  readonly kind: "unary";
  readonly answer: (message: Buffer, scope: CallScope) => Promise<Buffer>;
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

const contentType = { ":status": "200", "content-type": "application/grpc" };
const answerHeaders = headerBlock(contentType);
const okTrailers = headerBlock({ "grpc-status": String(grpcStatus.ok) });

/** A stream that was answered as it began, whatever its body is. */
const deaf: StreamListener = { data: () => undefined, end: () => undefined, closed: () => undefined };

/** Answers one HTTP/2 stream as gRPC asks. */
export function serveGrpcStream(
  stream: Http2Stream,
  headers: RequestHeaders,
  options: GrpcServerOptions,
): StreamListener {
  if (headers.get(":method") !== "POST") return respondOnly(stream, 405);
  if (headers.get("content-type")?.startsWith("application/grpc") !== true) return respondOnly(stream, 415);
  const path = headers.get(":path") ?? "";
  const method = options.methods.get(path);
  if (method === undefined) {
    endWithStatus(stream, new GrpcError(grpcStatus.unimplemented, `The method ${path} is not implemented.`));
    return deaf;
  }
  if (method.kind === "unary") {
    return new UnaryCall(stream, method, headers.get("grpc-timeout"), (error) =>
      options.explain(error, path),
    );
  }
  stream.respondOpen(answerHeaders);
  return { ...deaf, closed: method.closed };
}

function respondOnly(stream: Http2Stream, status: number): StreamListener {
  stream.respond(headerBlock({ ":status": String(status) }));
  return deaf;
}

function endWithStatus(stream: Http2Stream, { status, message }: GrpcError): void {
  const told = { "grpc-status": String(status), "grpc-message": encodeStatusMessage(message) };
  stream.respond(headerBlock({ ...contentType, ...told }));
}

/** One call, from its first byte to its answer. */
class UnaryCall implements StreamListener, CallScope {
  readonly #stream: Http2Stream;
  readonly #method: UnaryMethod;
  readonly #explain: (error: unknown) => GrpcError;
  readonly #collector = new MessageCollector();
  readonly #timer: NodeJS.Timeout | undefined;
  // Most calls never ask for the signal, and making one costs as much as reading a message.
  #controller: AbortController | undefined;
  #aborted = false;
  #answered = false;

  constructor(
    stream: Http2Stream,
    method: UnaryMethod,
    timeout: string | undefined,
    explain: (error: unknown) => GrpcError,
  ) {
    this.#stream = stream;
    this.#method = method;
    this.#explain = explain;
    const ms = timeoutMs(timeout);
    // Timers hold 31 bits; a deadline in 24 days is none.
    if (ms === undefined || ms > 0x7fffffff) return;
    this.#timer = setTimeout(
      () => this.#fail(new GrpcError(grpcStatus.deadlineExceeded, "The deadline passed.")),
      ms,
    );
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#aborted) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  data(piece: Buffer): void {
    try {
      this.#collector.push(piece);
    } catch (error) {
      this.#fail(error);
    }
  }

  end(): void {
    this.#answer().catch((error: unknown) => this.#fail(error));
  }

  closed(): void {
    clearTimeout(this.#timer);
    // Aborting costs more than all the rest of a call, so a call that was answered is not aborted as it closes.
    if (!this.#answered) this.#abort();
  }

  async #answer(): Promise<void> {
    const frame = await this.#method.answer(this.#collector.finish(), this);
    this.#answered = true;
    this.#stream.respondWith(answerHeaders, frame, okTrailers);
    if (this.#method.answered !== undefined) this.#stream.afterWrite(this.#method.answered);
  }

  #fail(error: unknown): void {
    this.#abort();
    endWithStatus(this.#stream, error instanceof GrpcError ? error : this.#explain(error));
  }

  #abort(): void {
    this.#aborted = true;
    this.#controller?.abort();
  }
}
