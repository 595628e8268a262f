import { errorCode } from "./frames.ts";
import type { Outgoing, Sender } from "./sender.ts";

/** What a client may send on one stream: schemas and states are megabytes, and each window's end is a wait. */
export const streamWindow = 4 * 1024 * 1024;

/** What hears of a request as it comes. */
export interface StreamListener {
  /** A piece of the body. */
  data(piece: Buffer): void;
  /** The request is whole. */
  end(): void;
  /** All was said, or the stream ended before its time: what is still said on it is not heard. */
  closed(): void;
}

/** A request and its answer. */
export class Http2Stream implements Outgoing {
  readonly id: number;
  window: number;
  waiting: Outgoing["waiting"];
  receiveWindow = streamWindow;
  requestEnded = false;
  readonly #sender: Sender;
  readonly #forget: (stream: Http2Stream) => void;
  #listener: StreamListener | undefined;
  #answered = false;
  #closed = false;
  #whenSent: (() => void)[] | undefined;

  constructor(id: number, sender: Sender, forget: (stream: Http2Stream) => void) {
    this.id = id;
    this.window = sender.initialWindow;
    this.#sender = sender;
    this.#forget = forget;
  }

  listen(listener: StreamListener): void {
    this.#listener = listener;
    // It was answered as it opened.
    if (this.#closed) listener.closed();
  }

  /** Whether an answer would come too late: it was given, or nobody hears it. */
  get isOver(): boolean {
    return this.#answered || this.#closed;
  }

  /** Answers with headers alone. */
  respond(headers: Buffer): void {
    if (this.isOver) return;
    this.#answered = true;
    this.#sender.headers(this.id, headers, true);
    this.sent();
  }

  /** Answers with headers, a body, and the headers that end it. */
  respondWith(headers: Buffer, body: Buffer, trailers: Buffer): void {
    if (this.isOver) return;
    this.#answered = true;
    this.#sender.headers(this.id, headers, false);
    this.#sender.bodyAndTrailers(this, body, trailers);
  }

  /** Begins an answer that stays open until the client ends the stream or the connection. */
  respondOpen(headers: Buffer): void {
    if (this.isOver) return;
    this.#answered = true;
    this.#sender.headers(this.id, headers, false);
  }

  /** Runs when all that was said until now has left the process; never, where it cannot leave any more. */
  afterWrite(run: () => void): void {
    if (this.waiting === undefined) this.#sender.afterWrite(run);
    else (this.#whenSent ??= []).push(run);
  }

  data(piece: Buffer): void {
    if (!this.#closed) this.#listener?.data(piece);
  }

  endRequest(): void {
    if (!this.#closed) this.#listener?.end();
  }

  sent(): void {
    // The rest of the request is not wanted any more.
    if (!this.requestEnded) this.#sender.reset(this.id, errorCode.noError);
    this.#whenSent?.forEach((run) => this.#sender.afterWrite(run));
    this.#forget(this);
    this.close();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#sender.forget(this);
    this.#listener?.closed();
  }
}
