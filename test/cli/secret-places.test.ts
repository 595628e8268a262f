import { describe, expect, test } from "vitest";
import { certificateWith } from "../support/certificates.ts";
import { benchOfTest, type CommandResult, openWorkbench, organization } from "./workbench.ts";

// Places of a secret that canaries.test.ts does not draw: objects that docsform did not create, errors of reads, the organization's title, texts that
// repeat a secret in another form, and lines beside a change.

const bench = benchOfTest(() => openWorkbench());
const secret = "CanarySecret4711x";
const head = `docsform: 1\norganization: ${organization}\n`;
const environment = {
  SECRET: secret,
  SPEC_URL: `https://bob:${secret}@acme.example/openapi.json`,
  // Quotes and tabs change in JSON and on a page.
  ODD: 'Canary"Odd\tSecret77',
  LONGER: `${secret}-production`,
};
const texts = /CanarySecret4711x|-production|Canary\\*"Odd|Odd\\?[t\s]+Secret77/u;
const outputs = [
  "--out",
  "report.json",
  "--html",
  "report.html",
  "--comment",
  "report.md",
  "--sarif",
  "report.sarif",
];

/** Runs a command, and checks that neither its output nor its files contain a secret. */
async function runsWithout(...args: readonly string[]): Promise<CommandResult> {
  const ran = await bench.run(args, { environment });
  expect(ran.out + ran.err).not.toMatch(texts);
  for (const name of (bench.files.list(".") ?? []).filter((each) => each.startsWith("report")))
    expect(bench.files.read(name), name).not.toMatch(texts);
  return ran;
}

async function plansWithout(): Promise<string> {
  await runsWithout("plan", ...outputs, "--events", "report.ndjson");
  await runsWithout("drift", "--json");
  return (await runsWithout("plan", "--json")).out;
}

const write = (text: string) => bench.files.write("docsform.yaml", head + text);
const spaces = "spaces:\n  guides: { title: !env SECRET }\n";
const edit: typeof bench.emulator.emulator.edit = (...args) => bench.emulator.emulator.edit(...args);

describe("an object that docsform did not create", () => {
  test("found by its key", async () => {
    write(spaces);
    edit("createSpace", {}, { title: secret });
    expect(JSON.parse(await plansWithout())).toMatchObject({
      plan: { found: [{ address: "space.guides" }] },
    });
    expect((await runsWithout("import", "--found")).out).toContain("space.guides");
  });

  test("imported by its id", async () => {
    write(spaces);
    edit("createSpace", {}, { title: secret });
    const { out } = await runsWithout("import", "space.guides", bench.idOf("space", secret), "--json");
    expect(out).toContain("space.guides");
  });

  test("created by another user during the run", async () => {
    write(spaces);
    bench.emulator.emulator.faults.add({
      on: { method: "write", nth: 1 },
      fault: { kind: "callback", after: () => void edit("createSpace", {}, { title: secret }) },
    });
    expect((await runsWithout("apply", "--yes")).out).toContain("duplicate space.guides");
  });
});

test("the possible former object of a new key", async () => {
  const site = "sites:\n  docs: { title: Docs }\n";
  write(`prune: [spaces]\n${spaces}${site}`);
  await runsWithout("apply", "--yes");
  write(`prune: [spaces]\nspaces:\n  manual: { title: Manual }\n${site}`);
  expect(await plansWithout()).toContain("possibleMatches");
});

test.each(["the first read after a write", "the second read after a write"])(
  "an error of %s repeats a secret",
  async (which) => {
    write(spaces);
    const { faults } = bench.emulator.emulator;
    const boom = { kind: "error-before", status: 400, message: `What is ${secret}?` } as const;
    const nth = which.includes("first") ? 1 : 2;
    const failReads = () => faults.add({ on: { method: "read", nth, times: "always" }, fault: boom });
    faults.add({ on: { method: "write", nth: 1 }, fault: { kind: "callback", after: failReads } });
    const { code, out } = await runsWithout("apply", "--yes", "--events", "report.ndjson");
    expect([code, out]).toEqual([3, expect.stringContaining("it repeats a secret")]);
  },
);

test.each([
  ["is cut off", `The title is ${"x".repeat(250)} ${secret}`.slice(0, 270)],
  ["is in small letters", secret.toLowerCase()],
  ["is in base64", Buffer.from(secret).toString("base64")],
])("an error of the service repeats a secret that %s", async (how, message) => {
  write(spaces);
  const fault = {
    kind: "error-before",
    status: 400,
    message: how === "is cut off" ? `${message}…` : message,
  } as const;
  bench.emulator.emulator.faults.add({ on: { method: "write", times: "always" }, fault });
  const { code, out } = await runsWithout("apply", "--yes");
  expect([code, out]).toEqual([3, expect.stringContaining("it repeats a secret")]);
});

test("the title of the organization", async () => {
  bench.files.write(
    "docsform.yaml",
    `docsform: 1\norganization: { id: ${organization}, title: !env SECRET }\nspaces: { guides: { title: Guides } }\n`,
  );
  await runsWithout("apply", "--yes", "--overwrite-live");
  expect(bench.titles("organization")).toEqual([secret]);
  await plansWithout();
  await runsWithout("drift", "--html", "report.html");
  expect((await runsWithout("doctor")).out).toContain(organization);
  await runsWithout("destroy", "--organization", organization);
});

test("a text in quotes, and a secret that begins with another one", async () => {
  expect(JSON.stringify(environment.ODD).slice(1, -1)).toMatch(texts);
  write(
    `spaces:\n  a: { title: !env ODD }\n  b: { title: !env SECRET }\n  c: { title: !env LONGER }\nsites:\n  docs: { title: Docs }\n`,
  );
  edit("createSpace", {}, { title: `For ${environment.LONGER}` });
  await runsWithout("apply", "--yes");
  write(`spaces:\n  moved: { title: !env ODD }\n  b: { title: !env SECRET }\n  c: { title: !env LONGER }\n`);
  await plansWithout();
  await runsWithout("drift", "--html", "report.html");
});

test("a debugging trace shows no translation into Indonesian", async () => {
  const title = "localizedTitle: { id: !env SECRET, fr: !env SECRET }";
  write(
    `spaces: { guides: { title: Guides } }\nsites:\n  docs:\n    title: Docs\n    structure: [{ section: Guides, path: guides, ${title}, spaces: [guides] }]\n`,
  );
  const { err } = await bench.run(["apply", "--yes"], {
    environment: { ...environment, DOCSFORM_DEBUG: "http" },
  });
  expect(err).toContain("localizedTitle");
  expect(err).not.toMatch(texts);
});

describe("a value beside a secret", () => {
  const literal = `openapi:
  petstore:
    source: { url: "${environment.SPEC_URL}" }
    visibility: private
saml:
  okta:
    label: Okta
    certificate: ${JSON.stringify(certificateWith(secret))}
    ssoURL: https://a.example/x
`;

  test("changes on the service, and accept writes it", async () => {
    write(literal);
    await runsWithout("apply", "--yes");
    const { service } = bench.emulator.emulator;
    service.change("openapi_spec", "petstore", { visibility: "public" });
    service.change("saml_provider", service.list("saml_provider")[0]?.id ?? "", {
      ssoURL: "https://b.example/y",
    });
    for (const args of [
      ["accept", "--dry-run"],
      ["accept", "--dry-run", "--json"],
      ["accept", "--yes"],
    ])
      expect((await runsWithout(...args)).out).toContain("https://b.example/y");
    expect(bench.files.read("docsform.yaml")).toContain(environment.SPEC_URL);
  });

  test("is wrong in the layout", async () => {
    for (const source of [
      `{ url: "${environment.SPEC_URL}", txt: y }`,
      `{ url: "https://bob:${secret}@" }`,
      `"${environment.SPEC_URL}"`,
      `["${environment.SPEC_URL}"]`,
    ]) {
      write(`openapi:\n  petstore: { source: ${source}, nonsense: 1 }\n`);
      expect((await runsWithout("validate")).err).toContain("petstore: { source: ");
    }
  });

  test("is not declared and changes during the run", async () => {
    write("openapi:\n  petstore: { source: { url: !env SPEC_URL } }\n");
    await runsWithout("apply", "--yes");
    write("openapi:\n  petstore: { id: petstore, visibility: public }\n");
    const { faults, service } = bench.emulator.emulator;
    const change = () =>
      service.change("openapi_spec", "petstore", { source: { url: "https://acme.example/new.json" } });
    faults.add({ on: { method: "write", nth: 1 }, fault: { kind: "callback", after: change } });
    const { out } = await runsWithout(
      "apply",
      "--yes",
      "--allow-import",
      "--overwrite-live",
      "--events",
      "report.ndjson",
    );
    expect(out).toContain("source");
  });
});

test("copies in the names of fields, in nested JSON and in titles stay out of what pull writes", async () => {
  write("openapi:\n  petstore: { source: { url: !env SPEC_URL } }\nsites:\n  docs: { title: Docs }\n");
  await runsWithout("apply", "--yes");
  const siteId = bench.idOf("site", "Docs");
  for (const properties of [
    { level: { type: "boolean", description: `uses ${environment.SPEC_URL}` } },
    { [`of ${environment.SPEC_URL}`]: { type: "boolean", description: "by name" } },
  ]) {
    const jsonSchema = { type: "object", additionalProperties: false, properties };
    edit("updateSiteAdaptiveSchema", { organizationId: organization, siteId }, { jsonSchema });
    for (const more of [[], ["--json"], ["--all"], ["--format", "hcl"], ["--format", "constructs"]])
      expect((await runsWithout("pull", "--organization", organization, ...more)).out).toMatch(/adaptive/iu);
    await plansWithout();
    await runsWithout("accept", "--dry-run");
  }
});
