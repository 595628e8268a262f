import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../../src/contract/http/system-clock.ts";
import { certificateWith } from "../support/certificates.ts";
import { apply, canaryToken, openWorkbench, smallLayout, type Workbench } from "./workbench.ts";

const certificate = certificateWith("canaryLineOfTheFirstCertificateWithAllItsCharacters");
// A line from the middle of the certificate, so that an output with any larger part of the certificate contains it.
const canaryLine = certificate.split("\n").find((line) => line.startsWith("canary")) ?? "";
const layout = `${smallLayout}saml:
  okta:
    label: Okta
    ssoURL: https://acme.okta.example/app/sso/saml
    entityID: http://www.okta.example/exk1
    certificate: !file secrets/okta.pem
    defaultRole: read
  entra:
    label: Entra
    ssoURL: https://acme.entra.example/app/sso/saml
    entityID: http://www.entra.example/exk2
    certificate: !env ENTRA_PEM
`;
const otherCertificate = certificate.replace(canaryLine, canaryLine.toLowerCase());
const environment = { ENTRA_PEM: otherCertificate };

const journalPath = ".docsform/docsform.jsonl";

let bench: Workbench;
/** The journal at each request, because a run that ends well removes it. */
let journals: string[];
beforeEach(async () => {
  journals = [];
  const files = { "docsform.yaml": layout, "secrets/okta.pem": certificate, token: canaryToken };
  bench = await openWorkbench(files, "current", {
    clock: systemClock,
    random: Math.random,
    observe: (inFolder) => journals.push(inFolder.read(journalPath) ?? ""),
  });
});
afterEach(() => bench.close());

function events(): string {
  return bench.files.read("events.ndjson") ?? "";
}

function check(text: string): void {
  expect(text).not.toContain(canaryToken);
  expect(text).not.toContain(canaryLine);
  expect(text).not.toContain(canaryLine.toLowerCase());
}

test("no output, plan, state or journal contains secrets", async () => {
  expect(canaryLine.length).toBeGreaterThan(40);
  const followed = ["--events", "events.ndjson"];
  const commands = [
    ["validate", "--json"],
    ["plan", "--verbose", "--out", "plan.json", "--comment", "plan.md"],
    ["plan", "--json"],
    ["apply", "plan.json", "--yes", "--verbose", ...followed],
    ["drift", "--json", ...followed],
    ["drift", "--sarif", "found.sarif"],
    ["validate", "--sarif", "found.sarif"],
    [...apply, "--json", ...followed],
    ["graph"],
    ["audience", "--json"],
    ["plan", "--token-file", "token", "--verbose"],
  ];
  const traced: string[] = [];
  for (const args of commands) {
    const ran = await bench.checkDone(args, { environment: { ...environment, DOCSFORM_DEBUG: "http" } });
    traced.push(ran.err);
    check(`${ran.out}${ran.err}`);
    check(events());
    check(bench.files.read("found.sarif") ?? "");
  }
  expect(traced.join("")).toContain("> POST /v1/orgs/");
  for (const path of ["plan.json", "plan.md", "docsform.state.json", "events.ndjson", "found.sarif"]) {
    expect(bench.files.read(path)).toBeDefined();
    check(bench.files.read(path) ?? "");
  }
  expect(
    journals.some((journal) => journal.includes('"address":"saml_provider.okta"')),
    "the journal held the create that carries the secret",
  ).toBe(true);
  for (const journal of journals) check(journal);
  const stored = JSON.stringify(bench.emulator.emulator.dump());
  expect(stored, "the service got them").toContain(canaryLine.toLowerCase());
  expect(stored).toContain(canaryLine);
});

test("no error shows a secret that the service repeats", async () => {
  bench.emulator.emulator.faults.add({
    on: { method: "write", times: "always" },
    fault: {
      kind: "error-before",
      status: 400,
      message: `This is no certificate: ${canaryLine.slice(0, 40)}`,
    },
  });
  for (const more of [["--verbose"], ["--json"], ["--events", "events.ndjson"]]) {
    const ran = await bench.run([...apply, ...more], { environment });
    expect(ran.code).toBe(3);
    expect(events()).not.toContain(canaryLine.slice(0, 20));
    expect(`${ran.out}${ran.err}`).not.toContain(canaryLine.slice(0, 20));
    expect(`${ran.out}${ran.err}`).toContain("it repeats a secret");
  }
  expect(events()).toContain("it repeats a secret");
});

test("no error shows a secret of the layout that the response to another object repeats", async () => {
  const message = `Who are you? ${canaryLine}`;
  const faults = [
    {
      on: { operation: "createCollection", times: "always" },
      fault: { kind: "error-before", status: 400, message },
    },
    {
      on: { operation: "listSpacesInOrganizationById", times: "always" },
      fault: { kind: "error-before", status: 400, message },
    },
  ] as const;
  for (const each of faults) {
    bench.emulator.emulator.faults.add(each);
    for (const more of [["--verbose"], ["--json"], ["--events", "events.ndjson"]]) {
      const ran = await bench.run([...apply, ...more], { environment });
      expect(ran.code).not.toBe(0);
      expect(events()).not.toContain(canaryLine.slice(0, 20));
      expect(`${ran.out}${ran.err}`).toContain("it repeats a secret");
      expect(`${ran.out}${ran.err}`).not.toContain(canaryLine.slice(0, 20));
    }
  }
});

test("a secret that changed after the plan makes apply refuse it", async () => {
  await bench.run(["plan", "--out", "plan.json"], { environment });
  bench.files.write("secrets/okta.pem", certificateWith("another"));
  const ran = await bench.run(["apply", "plan.json", "--yes"], { environment });
  expect(ran.code).toBe(5);
  expect(ran.err).toContain("secrets/okta.pem");
});

test("a secret in clear text cannot be in a saved plan", async () => {
  const inClear = layout.replace(
    "!file secrets/okta.pem",
    `|\n${certificate.replaceAll(/^(?=.)/gmu, "      ")}`,
  );
  bench.files.write("docsform.yaml", inClear);
  const ran = await bench.run(["plan", "--out", "plan.json"], { environment });
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("[cli/secret-in-layout]");
  expect(ran.err).toContain("saml_provider.okta");
  check(`${ran.out}${ran.err}`);
  expect(bench.files.read("plan.json")).toBeUndefined();
});

test("a layout reads only its declared variables, from the environment or from --var", async () => {
  const text = smallLayout.replace(/title: Guides/u, 'title: "Guides ${stage}"');
  expect(text).toContain("${stage}");
  bench.files.write("docsform.yaml", `${text}variables: { stage: { env: STAGE } }\n`);
  expect((await bench.run(["plan"])).err).toContain("layout/unset-variable");
  const beta = await bench.run(["plan"], { environment: { STAGE: "beta" } });
  expect(beta.out).toContain("Guides beta");
  const given = await bench.run(["plan", "--var", "stage=a=b"], { environment: { STAGE: "beta" } });
  expect(given.out).toContain("Guides a=b");
  expect((await bench.run(["plan", "--var", "stage"])).code).toBe(64);
});

test("a layout cannot send the token anywhere", async () => {
  const withToken = `${smallLayout}variables: { t: { env: DOCSFORM_TOKEN } }\nteams: { t: { title: "\${t}" } }\n`;
  const inClear = `${smallLayout}teams: { t: { title: ${canaryToken} } }\n`;
  for (const text of [withToken, inClear])
    for (const more of [[], ["--json"], ["--token-file", "token"]]) {
      bench.files.write("docsform.yaml", text);
      const ran = await bench.run(["plan", ...more]);
      expect(ran.code).toBe(1);
      expect(`${ran.out}${ran.err}`).toContain("layout/token-in-layout");
      expect(`${ran.out}${ran.err}`).not.toContain(canaryToken);
    }
});

test("a layout reads files beside it and below the working directory, and other permitted ones", async () => {
  const named = (path: string) => layout.replace("!file secrets/okta.pem", `!file ${path}`);
  bench.files.write("sub/docsform.yaml", named("../secrets/okta.pem"));
  await bench.checkDone(["plan", "-f", "sub"], { environment });
  const outside = mkdtempSync(join(tmpdir(), "docsform-outside-"));
  writeFileSync(join(outside, "okta.pem"), certificate);
  for (const path of ["/proc/self/environ", join(outside, "okta.pem")]) {
    bench.files.write("docsform.yaml", named(path));
    const ran = await bench.run(["plan"], { environment });
    expect(ran.code).toBe(1);
    expect(ran.err).toContain("layout/unreadable-file");
    expect(ran.err).toContain("--files-from");
  }
  bench.files.write("docsform.yaml", named(join(outside, "okta.pem")));
  await bench.checkDone(["validate", "--files-from", outside], { environment });
  rmSync(outside, { recursive: true });
});
