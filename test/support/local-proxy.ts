import { createServer } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { type SelfSigned, selfSignedCertificate } from "../../src/terraform/plugin/own-certificate.ts";

/** Proxies on this machine, and services with certificates of their own. */
export interface LocalServers {
  /** The hosts that the proxies were asked to connect to. */
  readonly connectedHosts: string[];
  /** The URL of a proxy that connects every request to this port. Without a port, it refuses with `refusal` or 403. */
  proxyTo(port: number | undefined, refusal?: number): Promise<string>;
  /** The URL of a proxy that accepts connections and never responds. */
  silentProxy(): Promise<string>;
  /** A TLS server on localhost in front of this port. Without a port, it never responds. */
  tlsInFrontOf(port: number | undefined): Promise<{ readonly port: number; readonly signed: SelfSigned }>;
  close(): void;
}

export function localServers(): LocalServers {
  const servers: Server[] = [];
  const connectedHosts: string[] = [];
  const portOf = async (server: Server): Promise<number> => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  };
  return {
    connectedHosts,
    silentProxy: async () => `http://127.0.0.1:${await portOf(createTcpServer((socket) => socket.unref()))}`,
    proxyTo: async (port, refusal = 403) => {
      const proxy = createServer((_, response) => response.writeHead(500).end());
      proxy.on("connect", (request, socket) => {
        connectedHosts.push(request.url ?? "");
        if (port === undefined) {
          socket.end(`HTTP/1.1 ${refusal} Refused\r\n\r\n`);
          return;
        }
        const onward = connect(port, "127.0.0.1", () => {
          socket.write("HTTP/1.1 200 OK\r\n\r\n");
          onward.pipe(socket).pipe(onward);
        });
        onward.on("error", () => socket.destroy());
        socket.on("error", () => onward.destroy());
      });
      return `http://127.0.0.1:${await portOf(proxy)}`;
    },
    tlsInFrontOf: async (port) => {
      const signed = selfSignedCertificate(Date.now());
      const server = createTlsServer({ cert: signed.certificatePem, key: signed.keyPem }, (socket) => {
        if (port === undefined) return;
        const onward = connect(port, "127.0.0.1");
        onward.on("error", () => socket.destroy());
        socket.on("error", () => onward.destroy());
        socket.pipe(onward).pipe(socket);
      });
      return { port: await portOf(server), signed };
    },
    close: () => {
      for (const server of servers.splice(0)) server.close();
    },
  };
}
