import { performServerHandshake, type ServerOptions } from "node:http2";
import type { Duplex } from "node:stream";
import { type GrpcServerOptions, serveGrpcStream } from "./grpc-server.ts";

const oneMiB = 1024 * 1024;

const options: ServerOptions = {
  // Schemas and states have megabytes. With HTTP/2's default window of 64 KiB, each side would wait for the other again and again.
  settings: { initialWindowSize: 4 * oneMiB, maxConcurrentStreams: 1024 },
  // In MB: the largest message, and the same again for its copy.
  maxSessionMemory: 600,
};

/** Serves the calls of a connection. `failed` runs if the client does not speak HTTP/2; the connection then ends. */
export function serveGrpcConnection(
  socket: Duplex,
  server: GrpcServerOptions,
  failed: (error: Error) => void,
): void {
  const session = performServerHandshake(socket, options);
  session.on("stream", (stream, headers) => serveGrpcStream(stream, headers, server));
  session.on("error", failed);
}
