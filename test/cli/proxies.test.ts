import { afterEach, beforeEach, expect, test } from "vitest";
import { type ClientOptions, createClient, proxyFrom, Secret, systemClock } from "../../src/client.ts";
import { createUndiciTransport } from "../../src/contract/http/undici-transport.ts";
import { organizations } from "../../src/contract/operations/organizations/organizations.operations.ts";
import { type LocalServers, localServers } from "../support/local-proxy.ts";
import { canaryToken, openWorkbench, smallLayout, type Workbench } from "./workbench.ts";

let bench: Workbench;
let servers: LocalServers;
beforeEach(async () => {
  servers = localServers();
  bench = await openWorkbench({ "docsform.yaml": smallLayout });
});
afterEach(async () => {
  await bench.close();
  servers.close();
});

const plan = ["plan", "--base-url", "https://docs.example"];

test.each(["HTTPS_PROXY", "https_proxy"])("calls use the proxy that %s names", async (name) => {
  const { code, err } = await bench.run(plan, { environment: { [name]: await servers.proxyTo(undefined) } });
  expect(servers.connectedHosts).toContain("docs.example:443");
  expect({ code, err }).toMatchObject({
    code: 1,
    err: expect.stringContaining("returned 403 for the request to connect to docs.example") as string,
  });
});

test.each([
  [407, "USER:PASSWORD"],
  [403, "allows connections to docs.example"],
  [502, "allows connections to docs.example"],
])("an error names a proxy that returns %i, and not the service", async (status, remedy) => {
  const proxy = await servers.proxyTo(undefined, status);
  const environment = { HTTPS_PROXY: proxy.replace("//", "//ada:hunter2@") };
  const call = ["call", "spaces", "get", "--space-id", "s1", "--base-url", "https://docs.example"];
  const { code, err } = await bench.run(call, { environment });
  const host = new URL(proxy).host;
  expect(err).toContain(`could not be sent through the proxy ${host}: it returned ${status}`);
  expect(err).toContain("[http/proxy-refused]");
  expect(err).toContain(remedy);
  expect(err).not.toContain("hunter2");
  expect(code).toBe(1);
  expect(servers.connectedHosts).toHaveLength(status === 502 ? 3 : 1);
});

test("doctor names a proxy that refuses", async () => {
  const proxy = await servers.proxyTo(undefined, 407);
  const { out } = await bench.run(["doctor", "--base-url", "https://docs.example"], {
    environment: { HTTPS_PROXY: proxy },
  });
  expect(out).toContain(
    `cannot reach https://docs.example through the proxy ${new URL(proxy).host}: it returned 407`,
  );
  expect(out).toContain("USER:PASSWORD");
});

test("an error names a missing proxy, and not the service", async () => {
  const { code, err } = await bench.run(plan, { environment: { HTTPS_PROXY: "http://127.0.0.1:9" } });
  expect(err).toContain(
    "lists could not be read from docs.example through the proxy 127.0.0.1:9: the connection was refused",
  );
  expect(err).toContain("[http/proxy-refused]");
  expect(code).toBe(1);
});

test("an error names a proxy that never responds, and not the service", async () => {
  const url = await servers.silentProxy();
  const transport = createUndiciTransport({ proxy: { url }, connectTimeoutMs: 100 });
  const sent = transport({
    method: "GET",
    url: "https://docs.example/",
    headers: {},
    timeoutMs: 20_000,
    maxResponseBytes: 1_000,
  });
  await expect(sent).rejects.toMatchObject({
    phase: "not-sent",
    reason: "timeout",
    proxy: { host: new URL(url).host },
  });
});

test("an untrusted certificate is an error that names NODE_EXTRA_CA_CERTS", async () => {
  const { port } = await servers.tlsInFrontOf(undefined);
  const { code, err } = await bench.run(plan, { environment: { HTTPS_PROXY: await servers.proxyTo(port) } });
  expect({ code, err }).toMatchObject({
    code: 1,
    err: expect.stringContaining("the certificate is not trusted") as string,
  });
  expect(err).toContain("NODE_EXTRA_CA_CERTS");
  expect(err).toContain("could not be sent to docs.example:");
});

test("an invalid proxy is an error that does not show the value", async () => {
  const environment = { HTTPS_PROXY: "socks5://ada:hunter2@proxy.example:1080" };
  const { code, err } = await bench.run(plan, { environment });
  expect({ code, err }).toMatchObject({
    code: 1,
    err: expect.stringContaining("[http/bad-proxy]") as string,
  });
  expect(err).not.toContain("hunter2");
});

test("a program's client uses only the proxy that it is given", async () => {
  const url = await servers.proxyTo(undefined);
  const call = async (options: Partial<ClientOptions>) =>
    createClient({
      baseUrl: "https://localhost:9",
      token: new Secret(canaryToken, { kind: "literal" }),
      clock: systemClock,
      random: () => 0,
      ...options,
    })
      .call({ endpoint: organizations.get, params: { organizationId: "acme" } })
      .catch(String);
  expect(await call({ proxy: proxyFrom({ HTTPS_PROXY: url }) })).toContain(
    "returned 403 for the request to connect",
  );
  expect(servers.connectedHosts).toContain("localhost:9");
  servers.connectedHosts.length = 0;
  expect(await call({})).toContain("could not be sent to localhost:9: the connection was refused");
  expect(servers.connectedHosts).toEqual([]);
});

test("this machine and the hosts in NO_PROXY are reached without a proxy", async () => {
  const proxy = await servers.proxyTo(undefined);
  const environment = { HTTPS_PROXY: proxy, HTTP_PROXY: proxy };
  await bench.checkDone(["plan"], { environment });
  await bench.run(["plan", "--base-url", "https://127.0.0.1:9"], {
    environment: { ...environment, NO_PROXY: "127.0.0.1" },
  });
  expect(servers.connectedHosts).toEqual([]);
});
