import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import type { CallScope } from "../provider-server.ts";
import { MessageCollector } from "./framing.ts";
import { encodeStatusMessage, GrpcError, grpcStatus, timeoutMs } from "./status.ts";

/** A method with one request message and one response message. The response is a whole frame. */
export interface UnaryMethod {
  readonly kind: "unary";
  readonly handle: (message: Buffer, scope: CallScope) => Promise<Buffer>;
  /** Runs when the response has left the process. */
  readonly onSent?: () => void;
}

/** A method that streams responses until the client ends the call. */
export interface OpenMethod {
  readonly kind: "open";
  /** Runs when the client has ended the call or has disconnected. */
  readonly onClosed: () => void;
}

/** The methods of a server by their paths: `/package.Service/Method`. */
export type GrpcMethods = ReadonlyMap<string, UnaryMethod | OpenMethod>;

/** The parts of a server besides its methods. */
export interface GrpcServerOptions {
  readonly methods: GrpcMethods;
  /** Turns an error of a method into a status, with a message that the client may see. */
  readonly explain: (error: unknown, path: string) => GrpcError;
}

const responseHeaders = { ":status": 200, "content-type": "application/grpc" };
const okTrailers = { "grpc-status": String(grpcStatus.ok) };

/** Serves one HTTP/2 stream according to gRPC. */
export function serveGrpcStream(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  options: GrpcServerOptions,
): void {
  // A client that disconnects resets its streams. The call then ends with "close", and nothing else is left to do.
  stream.on("error", () => undefined);
  if (headers[":method"] !== "POST") return endWithHttpStatus(stream, 405);
  if (headers["content-type"]?.startsWith("application/grpc") !== true) return endWithHttpStatus(stream, 415);
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
  stream.once("close", method.onClosed);
  stream.respond(responseHeaders);
}

function endWithHttpStatus(stream: ServerHttp2Stream, status: number): void {
  stream.resume();
  stream.respond({ ":status": status }, { endStream: true });
}

function endWithStatus(stream: ServerHttp2Stream, { status, message }: GrpcError): void {
  if (cannotRespond(stream)) return;
  const statusHeaders = { "grpc-status": String(status), "grpc-message": encodeStatusMessage(message) };
  stream.respond({ ...responseHeaders, ...statusHeaders }, { endStream: true });
}

/** Whether the stream has begun its response or has ended. */
function cannotRespond(stream: ServerHttp2Stream): boolean {
  return stream.destroyed || stream.closed || stream.headersSent;
}

/** One call, from its first byte to its response. */
class UnaryCall implements CallScope {
  readonly #stream: ServerHttp2Stream;
  readonly #method: UnaryMethod;
  readonly #explain: (error: unknown) => GrpcError;
  readonly #collector = new MessageCollector();
  // The controller exists only if a method reads the signal. Most never do, and creating one costs as much as reading a message.
  #controller: AbortController | undefined;
  #isAborted = false;
  #hasResponse = false;

  constructor(stream: ServerHttp2Stream, method: UnaryMethod, explain: (error: unknown) => GrpcError) {
    this.#stream = stream;
    this.#method = method;
    this.#explain = explain;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isAborted) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  start(timeout: number | undefined): void {
    this.#stream.on("data", (piece: Buffer) => this.#append(piece));
    this.#stream.once("end", () => {
      if (!this.#isAborted) this.#respond().catch((error: unknown) => this.#fail(error));
    });
    this.#stream.once("close", () => {
      // Aborting costs more than the rest of a call, so a call with a response does not abort when it closes.
      if (!this.#hasResponse) this.#abort();
    });
    if (timeout !== undefined) this.#limitTime(timeout);
  }

  #append(piece: Buffer): void {
    if (this.#isAborted) return;
    try {
      this.#collector.push(piece);
    } catch (error) {
      this.#fail(error);
    }
  }

  #limitTime(ms: number): void {
    const timer = setTimeout(
      () => this.#fail(new GrpcError(grpcStatus.deadlineExceeded, "The deadline passed.")),
      // Timers have 31 bits. A deadline in 24 days is as good as none.
      Math.min(ms, 0x7fffffff),
    );
    this.#stream.once("close", () => clearTimeout(timer));
  }

  async #respond(): Promise<void> {
    const frame = await this.#method.handle(this.#collector.finish(), this);
    if (cannotRespond(this.#stream)) return;
    this.#hasResponse = true;
    this.#stream.respond(responseHeaders, { waitForTrailers: true });
    this.#stream.once("wantTrailers", () => this.#stream.sendTrailers(okTrailers));
    if (this.#method.onSent !== undefined) this.#stream.once("close", this.#method.onSent);
    this.#stream.end(frame);
  }

  #fail(error: unknown): void {
    this.#abort();
    endWithStatus(this.#stream, error instanceof GrpcError ? error : this.#explain(error));
  }

  #abort(): void {
    this.#isAborted = true;
    this.#controller?.abort();
  }
}
