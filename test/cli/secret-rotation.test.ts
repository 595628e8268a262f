import { rmSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { certificateWith } from "../support/certificates.ts";
import { appFiles, stackJson } from "../support/synthesized-app.ts";
import {
  apply,
  type CommandResult,
  openWorkbench,
  organization,
  smallLayout,
  type Workbench,
} from "./workbench.ts";

const pem = (body: string) => certificateWith(`MIIB${body}`);

const layout = `${smallLayout}saml:
  okta: { label: Okta, ssoURL: https://acme.okta.example/saml, entityID: e1, certificate: !file okta.pem }
`;

let bench: Workbench;
afterEach(() => bench.close());

async function ran(args: readonly string[], code = 0, environment = {}): Promise<CommandResult> {
  const result = await bench.run(args, { environment });
  expect(result.code, result.out + result.err).toBe(code);
  return result;
}

function certificateOnService(): unknown {
  return bench.emulator.emulator.dump().tables["saml_provider"]?.[0]?.["certificate"];
}

function rewriteOnService(certificate: string): void {
  const dump = bench.emulator.emulator.dump();
  const [provider] = dump.tables["saml_provider"] ?? [];
  if (provider !== undefined) Object.assign(provider, { certificate });
  bench.emulator.emulator.load(dump);
}

describe("a certificate of several lines is rotated", () => {
  test("nothing else changes", async () => {
    bench = await openWorkbench({ "docsform.yaml": layout, "okta.pem": pem("1") });
    await ran(apply);
    expect((await ran(["drift"])).out).not.toContain("certificate");
    bench.files.write("okta.pem", pem("2"));
    const { out } = await ran(apply);
    expect(out).not.toContain("overwrite");
    expect(certificateOnService()).toBe(pem("2"));
    await ran(["plan", "--detailed-exitcode"]);
    await ran(["drift"]);
  });

  test("also if the service changes line ends", async () => {
    bench = await openWorkbench({ "docsform.yaml": layout, "okta.pem": pem("1") });
    await ran(apply);
    rewriteOnService(pem("1").replaceAll("\n", "\r\n"));
    await ran(["plan", "--detailed-exitcode"]);
    bench.files.write("okta.pem", pem("2"));
    await ran(apply);
    expect(certificateOnService()).toBe(pem("2"));
  });

  test("another user's value in its place is not overwritten without permission", async () => {
    bench = await openWorkbench({ "docsform.yaml": layout, "okta.pem": pem("1") });
    await ran(apply);
    rewriteOnService(pem("3"));
    bench.files.write("okta.pem", pem("2"));
    expect((await ran(apply, 4)).out).toContain("--overwrite-live");
    expect(certificateOnService()).toBe(pem("3"));
  });

  test("a change by another user is reverted to the layout's value with permission, because it decides who can log in", async () => {
    bench = await openWorkbench({ "docsform.yaml": layout, "okta.pem": pem("1") });
    await ran(apply);
    rewriteOnService(pem("3"));
    expect((await ran(apply, 4)).out).toContain("--overwrite-live=saml_provider.okta");
    const { err } = await ran([...apply, "--overwrite-live=saml_provider.okto"], 1);
    expect(err).toContain(
      "--overwrite-live names saml_provider.okto, which neither the layout nor the state has",
    );
    expect(err).toContain("Did you mean saml_provider.okta?");
    await ran([...apply, "--overwrite-live=space.api"], 4);
    expect(certificateOnService()).toBe(pem("3"));
    await ran([...apply, "--overwrite-live=saml_provider.okta"]);
    expect(certificateOnService()).toBe(pem("1"));
  });
});

describe("a secret inside a value is rotated", () => {
  const stack = stackJson(
    "acme",
    {
      docs_openapi_spec: {
        petstore: { slug: "petstore", source: { url: "https://acme.example/${var.key}" } },
      },
    },
    { provider: { docs: [{ organization }] }, variable: { key: { type: "string", sensitive: true } } },
  );

  test("no output contains it", async () => {
    const path = "docsform.cdktf.out.state.json";
    bench = await openWorkbench(appFiles(stack));
    const first = { TF_VAR_key: "canary-key-1" };
    await ran([...apply, "cdktf.out"], 0, first);
    expect(bench.files.read(path)).not.toContain("canary-key");
    await ran(["drift", "cdktf.out"], 0, first);
    const reported = await ran([...apply, "cdktf.out"], 0, { TF_VAR_key: "canary-key-2" });
    expect(reported.out).not.toContain("canary-key");
    const specs = bench.emulator.emulator.dump().tables["openapi_spec"];
    expect(JSON.stringify(specs)).toContain("canary-key-2");
  });
});

test.each([
  { place: "okta.pem", source: "!file okta.pem" },
  { place: "the variable OKTA_PEM", source: "!env OKTA_PEM" },
])("a saved plan says which secret is missing: $place", async ({ place, source }) => {
  const text = layout.replace("!file okta.pem", source);
  bench = await openWorkbench({ "docsform.yaml": text, "okta.pem": pem("1") });
  await ran(["plan", "--out", "plan.json", "--allow-create"], 0, { OKTA_PEM: pem("1") });
  rmSync(bench.files.full("okta.pem"));
  const { err } = await ran(["apply", "plan.json", "--yes"], 1);
  expect(err.replace(/\s+/gu, " ")).toContain(
    `The plan needs the secret in ${place}, which does not exist here. [cli/secret-missing]`,
  );
});
