import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { builtPackage } from "../support/built.ts";
import { localServers } from "../support/local-proxy.ts";

// The bundle contains undici without fetch. proxies.test.ts runs the sources, with the whole undici.

const servers = localServers();
const folder = mkdtempSync(join(tmpdir(), "docsform-bundled-proxy-"));
afterAll(() => {
  servers.close();
  rmSync(folder, { recursive: true, force: true });
});

test("the built command line connects through the proxy that HTTPS_PROXY names", async () => {
  const { program } = await builtPackage();
  writeFileSync(
    join(folder, "docsform.yaml"),
    "docsform: 1\norganization: org\nspaces:\n  guides: { title: Guides }\n",
  );
  const env = {
    DOCSFORM_BASE_URL: "https://docs.example",
    DOCSFORM_TOKEN: "token",
    HTTPS_PROXY: await servers.proxyTo(undefined),
  };
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, [program, "plan"], { cwd: folder, env }, (_, out, err) => resolve(out + err));
  });
  expect(printed).toContain("[http/proxy-refused]");
  expect(servers.connectedHosts).toContain("docs.example:443");
});
