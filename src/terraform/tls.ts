import { constants } from "node:crypto";
import {
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type ServerOptions,
} from "node:http2";
import type { TLSSocket } from "node:tls";
import type { SelfSigned } from "./certificate.ts";

const oneMiB = 1024 * 1024;

const common: ServerOptions = {
  // Schemas and states are megabytes; the default window of 64 KiB makes them wait for the other side again and again.
  settings: { initialWindowSize: 4 * oneMiB, maxConcurrentStreams: 1024 },
  // In MB: the largest message, and as much again while it is copied.
  maxSessionMemory: 600,
};

/** A server without encryption, for `--debug`. */
export function plainServer(): Http2Server {
  return createServer(common);
}

/**
 * A server that speaks only to the client whose certificate is given, byte for byte. Authorities are not asked: an empty
 * list also spares Node the 20 ms of parsing its own.
 */
export function pinnedServer(own: SelfSigned, clientCertificate: Buffer): Http2SecureServer {
  const server = createSecureServer({
    ...common,
    key: own.keyPem,
    cert: own.certificatePem,
    ca: [],
    requestCert: true,
    rejectUnauthorized: false,
    minVersion: "TLSv1.2",
    // A resumed session would not show its certificate again.
    secureOptions: constants.SSL_OP_NO_TICKET,
  });
  admitOnly(server, clientCertificate);
  return server;
}

function admitOnly(server: Http2SecureServer, clientCertificate: Buffer): void {
  const accept = server.listeners("secureConnection") as ((socket: TLSSocket) => void)[];
  server.removeAllListeners("secureConnection");
  server.on("secureConnection", (socket: TLSSocket) => {
    const shown = socket.getPeerX509Certificate()?.raw;
    if (shown === undefined || !shown.equals(clientCertificate)) {
      socket.destroy();
      return;
    }
    for (const listener of accept) listener.call(server, socket);
  });
  server.on("tlsClientError", (_error, socket) => socket.destroy());
}
