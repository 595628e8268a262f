import { afterEach, beforeEach, expect, test } from "vitest";
import { type ClientOptions, createClient, proxyFrom, Secret, systemClock } from "../../src/client.ts";
import { organizations } from "../../src/operations/organizations/organizations.operations.ts";
import { type LocalServers, localServers } from "../support/local-proxy.ts";
import { canaryToken, openWorkbench, smallLayout, type Workbench } from "./workbench.ts";

let bench: Workbench;
let servers: LocalServers;
beforeEach(async () => {
  servers = localServers();
  bench = await openWorkbench({ "docs.yaml": smallLayout });
});
afterEach(async () => {
  await bench.close();
  servers.close();
});

const plan = ["plan", "--base-url", "https://docs.example"];

test.each(["HTTPS_PROXY", "https_proxy"])("calls go through the proxy that %s names", async (name) => {
  const { code, err } = await bench.run(plan, { environment: { [name]: await servers.proxyTo(undefined) } });
  expect(servers.asked).toContain("docs.example:443");
  expect({ code, err }).toMatchObject({
    code: 1,
    err: expect.stringContaining("the proxy did not let the connection through") as string,
  });
});

test("a certificate that is not trusted is told with NODE_EXTRA_CA_CERTS", async () => {
  const { port } = await servers.tlsBefore(undefined);
  const { code, err } = await bench.run(plan, { environment: { HTTPS_PROXY: await servers.proxyTo(port) } });
  expect({ code, err }).toMatchObject({
    code: 1,
    err: expect.stringContaining("the certificate is not trusted") as string,
  });
  expect(err).toContain("NODE_EXTRA_CA_CERTS");
  expect(err).toContain("could not be sent to docs.example:");
});

test("what is no proxy is told without what it holds", async () => {
  const environment = { HTTPS_PROXY: "socks5://ada:hunter2@proxy.example:1080" };
  const { code, err } = await bench.run(plan, { environment });
  expect({ code, err }).toMatchObject({
    code: 1,
    err: expect.stringContaining("[http/bad-proxy]") as string,
  });
  expect(err).not.toContain("hunter2");
});

test("a program's client goes through the proxy that it is given, and through none unasked", async () => {
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
  expect(await call({ proxy: proxyFrom({ HTTPS_PROXY: url }) })).toContain("the proxy did not let");
  expect(servers.asked).toContain("localhost:9");
  servers.asked.length = 0;
  expect(await call({})).toContain("could not be sent to localhost:9: the connection was refused");
  expect(servers.asked).toEqual([]);
});

test("neither this machine nor what NO_PROXY names is reached through a proxy", async () => {
  const proxy = await servers.proxyTo(undefined);
  const environment = { HTTPS_PROXY: proxy, HTTP_PROXY: proxy };
  expect((await bench.run(["plan"], { environment })).code).toBe(0);
  await bench.run(["plan", "--base-url", "https://127.0.0.1:9"], {
    environment: { ...environment, NO_PROXY: "127.0.0.1" },
  });
  expect(servers.asked).toEqual([]);
});
