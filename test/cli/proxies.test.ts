import { createServer } from "node:http";
import { type AddressInfo, connect, type Server } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { afterEach, beforeEach, expect, test } from "vitest";
import { selfSignedCertificate } from "../../src/tfplugin/certificate.ts";
import { openWorkbench, smallLayout, type Workbench } from "./workbench.ts";

let bench: Workbench;
const servers: Server[] = [];
const asked: string[] = [];
beforeEach(async () => {
  asked.length = 0;
  bench = await openWorkbench({ "docs.yaml": smallLayout });
});
afterEach(async () => {
  await bench.close();
  for (const server of servers.splice(0)) server.close();
});

async function portOf(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** A proxy that notes where it is asked to connect, and connects to `port` of this machine instead. */
async function proxyTo(port: number | undefined): Promise<string> {
  const proxy = createServer((_, response) => response.writeHead(500).end());
  proxy.on("connect", (request, socket) => {
    asked.push(request.url ?? "");
    if (port === undefined) {
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
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
}

const plan = ["plan", "--base-url", "https://docs.example"];

test.each(["HTTPS_PROXY", "https_proxy"])("calls go through the proxy that %s names", async (name) => {
  const { code, err } = await bench.run(plan, { environment: { [name]: await proxyTo(undefined) } });
  expect(asked).toContain("docs.example:443");
  expect({ code, err }).toMatchObject({
    code: 1,
    err: expect.stringContaining("the proxy did not let the connection through") as string,
  });
});

test("a certificate that is not trusted is told with NODE_EXTRA_CA_CERTS", async () => {
  const { certificatePem: cert, keyPem: key } = selfSignedCertificate(Date.now());
  const port = await portOf(createTlsServer({ cert, key }));
  const { code, err } = await bench.run(plan, { environment: { HTTPS_PROXY: await proxyTo(port) } });
  expect({ code, err }).toMatchObject({
    code: 1,
    err: expect.stringContaining("the certificate is not trusted") as string,
  });
  expect(err).toContain("NODE_EXTRA_CA_CERTS");
});

test("neither this machine nor what NO_PROXY names is reached through a proxy", async () => {
  const proxy = await proxyTo(undefined);
  const environment = { HTTPS_PROXY: proxy, HTTP_PROXY: proxy };
  expect((await bench.run(["plan"], { environment })).code).toBe(0);
  await bench.run(["plan", "--base-url", "https://127.0.0.1:9"], {
    environment: { ...environment, NO_PROXY: "127.0.0.1" },
  });
  expect(asked).toEqual([]);
});
