import { performServerHandshake, type ServerOptions } from "node:http2";
import type { Duplex } from "node:stream";
import { type GrpcServerOptions, serveGrpcStream } from "./server.ts";

const oneMiB = 1024 * 1024;

const options: ServerOptions = {
  // Schemas and states are megabytes: with HTTP/2's window of 64 KiB each waits for the other side again and again.
  settings: { initialWindowSize: 4 * oneMiB, maxConcurrentStreams: 1024 },
  // In MB: the largest message, and as much again while it is copied.
  maxSessionMemory: 600,
};

/** Answers the calls that come over a connection. `failed`: what the client sent is no HTTP/2, and the connection ends. */
export function serveGrpcConnection(
  socket: Duplex,
  server: GrpcServerOptions,
  failed: (error: Error) => void,
): void {
  const session = performServerHandshake(socket, options);
  session.on("stream", (stream, headers) => serveGrpcStream(stream, headers, server));
  session.on("error", failed);
}
