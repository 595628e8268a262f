import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalServers, localServers } from "../support/local-proxy.ts";
import { headFor } from "./support/docs-service.ts";
import { builtProvider, describeTerraform, serviceOfGroup } from "./support/real-terraform.ts";
import { type TerraformWorkspace, terraformWorkspace } from "./support/terraform-workspace.ts";

// No server listens on this port: only the proxy can respond.
const baseUrl = "https://localhost:9";

describeTerraform("the provider behind a proxy", () => {
  const bundle = builtProvider();
  const service = serviceOfGroup();
  let servers: LocalServers;
  let workspace: TerraformWorkspace;
  let proxy: string;
  let authority: string;

  beforeAll(async () => {
    servers = localServers();
    const tls = await servers.tlsInFrontOf(Number(new URL(service.running.url).port));
    proxy = await servers.proxyTo(tls.port);
    const configuration = 'resource "docs_space" "guides" {\n  title = "Guides"\n}\n';
    workspace = terraformWorkspace(bundle, configuration, headFor(baseUrl));
    authority = join(workspace.folder, "authority.pem");
    writeFileSync(authority, tls.signed.certificatePem);
  });
  afterAll(() => servers.close());

  const apply = (environment: Readonly<Record<string, string>>) =>
    workspace.runIn(environment, "apply", "-auto-approve");

  test("an untrusted certificate is an error that names NODE_EXTRA_CA_CERTS", async () => {
    const { code, output, printed } = await apply({ HTTPS_PROXY: proxy });
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringContaining("NODE_EXTRA_CA_CERTS"),
    });
    expect(printed).toContain("could not be sent to localhost:9: the certificate is not trusted");
    expect(service.ids()["space"]).toEqual([]);
  });

  test("works through it", async () => {
    const { code, output } = await apply({ HTTPS_PROXY: proxy, NODE_EXTRA_CA_CERTS: authority });
    expect({ code, output }).toEqual({ code: 0, output: expect.any(String) as string });
    expect(service.ids()["space"]).toHaveLength(1);
    expect(new Set(servers.connectedHosts)).toEqual(new Set(["localhost:9"]));
  });

  test("is skipped for the hosts of NO_PROXY, and the error names the host", async () => {
    const before = servers.connectedHosts.length;
    const { code, printed } = await apply({
      HTTPS_PROXY: proxy,
      NO_PROXY: "localhost",
      NODE_EXTRA_CA_CERTS: authority,
    });
    expect(code).toBe(1);
    expect(printed).toContain("could not be sent to localhost:9: the connection was refused");
    expect(servers.connectedHosts).toHaveLength(before);
  });

  test("an invalid proxy is an error that does not show its value", async () => {
    const { code, output } = await apply({ HTTPS_PROXY: "socks5://ada:hunter2@proxy.example:1080" });
    expect(code).toBe(1);
    expect(output).toContain("HTTPS_PROXY");
    expect(output).not.toContain("hunter2");
  });
});
