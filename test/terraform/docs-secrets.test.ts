import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { secretTextsIn } from "../../src/model/secret-value.ts";
import type { TerraformSchema } from "../../src/model/terraform-schema.ts";
import { indexTypes } from "../../src/model/type-index.ts";
import { registry } from "../../src/resources/registry.ts";
import { configurationType } from "../../src/terraform/configuration.ts";
import { sourcesOf } from "../../src/terraform/data/sources.ts";
import type { Resource } from "../../src/terraform/resources/resource.ts";
import { resourcesOf } from "../../src/terraform/resources/resources.ts";
import { toCty } from "../../src/terraform/resources/shape.ts";
import type { Json } from "../../src/util/json.ts";
import { certificateWith } from "../support/certificates.ts";
import { computedCanary, computedSecretOf, withComputedSecrets } from "../support/computed-secrets.ts";
import { isSecretByItself, secretValueOf } from "../support/secret-values.ts";
import { organization, tokenCanary, tokenVariable } from "./support/docs-service.ts";
import { createdSchemas, typeIndex } from "./support/every-type.ts";
import { oracleClient, ownCredentials, startProvider } from "./support/provider-process.ts";
import { builtProvider } from "./support/real-terraform.ts";
import type { Config, InState } from "./support/rpc-terraform.ts";
import { type Bench, configOf, createResource, openBench } from "./support/type-bench.ts";
import { filled, wireValue } from "./support/wire-values.ts";

const secretive = createdSchemas.flatMap((schema) =>
  schema.values
    .filter((field) => field.writeOnly !== undefined)
    .map((field) => ({ name: `${schema.name}.${field.name}`, schema, field })),
);

test("there are secret attributes", () => {
  expect(secretive.map(({ name }) => name)).toContain("docs_saml_provider.certificate");
});

describe.each(secretive)("$name", ({ schema, field }) => {
  const writeOnly = field.writeOnly as { readonly name: string; readonly version: string };
  const canary = certificateWith("canary+Qk9ELm5vdC5hLmNlcnRpZmljYXRl");

  async function configured(bench: Bench, values: Config): Promise<Config> {
    const { [field.name]: _, ...others } = await configOf(bench);
    return { ...others, ...values };
  }

  test.each([
    { what: "as it is", declared: canary },
    { what: "in one line", declared: `Not a certificate: ${canary.replaceAll("\n", " ")}` },
    {
      what: "cut off",
      declared: `Not a certificate: ${canary.slice(canary.indexOf("canary")).slice(0, 22)}`,
    },
  ])("is not shown when the service repeats it, $what", async ({ declared: printed }) => {
    for (const secret of [{ [field.name]: canary }, { [writeOnly.name]: canary, [writeOnly.version]: 1 }]) {
      const bench = openBench(schema, "current");
      const { terraform } = bench;
      const config = await configured(bench, secret);
      terraform.refuseNextWrite(printed);
      const refused = await terraform.apply(schema.name, terraform.nothing, config);
      expect(refused.errors.join()).toMatch(
        /failed: 127[.]0[.]0[.]1 returned 400: \(hidden: it repeats a secret\)/,
      );
      expect(refused.errors.join()).not.toContain("Qk9ELm5vdC5hLmNl");
    }
  });

  test("does not hide the rest of the service's message", async () => {
    const bench = openBench(schema, "current");
    const { terraform } = bench;
    const printed = "It must begin with -----BEGIN CERTIFICATE-----";
    const config = await configured(bench, { [field.name]: canary });
    terraform.refuseNextWrite(printed);
    const refused = await terraform.apply(schema.name, terraform.nothing, config);
    expect(refused.errors.join()).toContain(printed);
  });

  test("has the chosen version, with any number of digits", async () => {
    const bench = openBench(schema, "current");
    const version = "9007199254740993";
    const config = await configured(bench, { [writeOnly.name]: canary, [writeOnly.version]: version });
    const inState = await createResource(bench, config);
    expect(inState.state?.[writeOnly.version]).toBe(version);
    expect((await bench.terraform.plan(schema.name, inState, config)).isEmpty).toBe(true);
  });

  test("is in no state and no private state if it is write-only, and its hash detects a change", async () => {
    const bench = openBench(schema, "current");
    const config = await configured(bench, { [writeOnly.name]: canary, [writeOnly.version]: 1 });
    const inState = await createResource(bench, config);
    expect([inState.state?.[field.name], inState.state?.[writeOnly.name]]).toEqual([null, null]);
    const written = `${JSON.stringify(inState.state)}${Buffer.from(inState.private).toString("utf8")}`;
    expect(written).not.toContain("canary");
    expect(Buffer.from(inState.private).toString("utf8")).toMatch(/"hash":"[0-9a-f]{64}"/);
    const outside = openBench(schema, "current");
    const again = await createResource(
      outside,
      await configured(outside, { [writeOnly.name]: canary, [writeOnly.version]: 1 }),
    );
    expect(Buffer.from(again.private)).not.toEqual(Buffer.from(inState.private));
    bench.terraform.restart();
    const read = await bench.terraform.read(schema.name, inState);
    expect((await bench.terraform.plan(schema.name, read, config)).isEmpty).toBe(true);
    const other = { ...config, [writeOnly.name]: canary.replace("canary", "yranac") };
    const unraised = await bench.terraform.plan(schema.name, read, other);
    expect(unraised.diagnostics.map(({ severity }) => severity)).toEqual(["warning"]);
    const raised = await bench.terraform.plan(schema.name, read, { ...other, [writeOnly.version]: 2 });
    expect([raised.isEmpty, raised.diagnostics]).toEqual([false, []]);
    const applied = await bench.terraform.apply(schema.name, read, { ...other, [writeOnly.version]: 2 });
    expect(applied.errors).toEqual([]);
    const id = inState.state?.["id"] as string;
    expect(JSON.stringify(bench.service.emulator.service.get(schema.type.name, id))).toContain("yranac");
  });

  test("stays as it was written if another value changes, and its own version does not", async () => {
    const bench = openBench(schema, "current");
    const config = await configured(bench, { [writeOnly.name]: canary, [writeOnly.version]: 1 });
    const inState = await createResource(bench, config);
    const text = schema.values.find(
      ({ name, rule, shape }) => name !== field.name && shape.kind === "string" && rule.samples.length > 1,
    );
    const other = {
      ...config,
      [writeOnly.name]: canary.replace("canary", "yranac"),
      [text?.name ?? ""]: text?.rule.samples[1] as string,
    };
    const applied = await bench.terraform.apply(schema.name, inState, other);
    expect(applied.errors).toEqual([]);
    bench.terraform.restart();
    const read = await bench.terraform.read(schema.name, applied);
    const next = await bench.terraform.plan(schema.name, read, other);
    expect([next.isEmpty, next.diagnostics.map(({ severity }) => severity)]).toEqual([true, ["warning"]]);
    const id = inState.state?.["id"] as string;
    expect(JSON.stringify(bench.service.emulator.service.get(schema.type.name, id))).toContain("canary");
  });

  test.each([
    {
      what: "Terraform is too old for it",
      able: false,
      more: {},
      message: "Write-only arguments need Terraform 1.11",
    },
    { what: "it has no version", able: true, more: { version: null }, message: "needs" },
    { what: "it is given twice", able: true, more: { plain: canary }, message: "cannot be set together" },
  ])("is refused where $what, at its place", ({ able, more, message }) => {
    const { type, ...resource } = resourcesOf(typeIndex).find(
      (each) => each.name === schema.name,
    ) as Resource;
    const { version = 1, plain = null } = more as { version?: number | null; plain?: string | null };
    const config = filled(type, {
      label: "Okta",
      [field.name]: plain,
      [writeOnly.name]: canary,
      [writeOnly.version]: version,
    });
    const [refusal, ...others] = resource.validate(config, { writeOnlyAllowed: able });
    expect(refusal?.summary).toContain(message);
    expect(refusal?.attribute?.steps?.[0]?.attributeName).toBe(writeOnly.name);
    expect(others).toEqual([]);
    expect(JSON.stringify(refusal)).not.toContain("canary");
  });
});

const holding = createdSchemas.flatMap((schema) =>
  schema.values
    .filter(({ rule }) => isSecretByItself(rule))
    .map((field) => ({ name: `${schema.name}.${field.name}`, schema, field })),
);

test("a value that contains a secret is a secret", () => {
  expect(holding.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["docs_saml_provider.certificate", "docs_openapi_spec.source"]),
  );
});

describe.each(holding)("the secret values of $name", ({ schema, field }) => {
  const { value, canaries } = secretValueOf(field.rule, "1a");
  const configured = async (bench: Bench): Promise<Config> => ({
    ...(await configOf(bench)),
    [field.name]: toCty(field.shape, value),
  });

  test.each(canaries)("is not shown when the service repeats it in a create: %s", async (canary) => {
    const bench = openBench(schema, "current");
    const { terraform } = bench;
    const config = await configured(bench);
    terraform.refuseNextWrite(`What is ${canary}?`);
    const { errors } = await terraform.apply(schema.name, terraform.nothing, config);
    expect(errors.join()).toContain("(hidden: it repeats a secret)");
    expect(errors.join()).not.toContain(canary);
  });

  test.each(canaries)("nor in an update, before and after: %s", async (canary) => {
    for (const turn of [0, 1]) {
      const bench = openBench(schema, "current");
      const { terraform } = bench;
      const config = await configured(bench);
      const other = { ...config, [field.name]: toCty(field.shape, field.rule.samples[1] as Json) };
      const [before, after] = turn === 0 ? [config, other] : [other, config];
      const inState = await terraform.apply(schema.name, terraform.nothing, before);
      expect(inState.errors).toEqual([]);
      terraform.refuseNextWrite(`What is ${canary}?`);
      const { errors } = await terraform.apply(schema.name, inState, after);
      expect(errors.join()).toContain("(hidden: it repeats a secret)");
      expect(errors.join()).not.toContain(canary);
    }
  });
});

describe.each(holding)("the secret values of $name after its creation", ({ schema, field }) => {
  const { value, canaries } = secretValueOf(field.rule, "2b");

  async function inState(secret = value): Promise<{ readonly bench: Bench; readonly inState: InState }> {
    const bench = openBench(schema, "current");
    const config = await configOf(bench);
    return {
      bench,
      inState: await createResource(bench, { ...config, [field.name]: toCty(field.shape, secret) }),
    };
  }

  /** The service refuses every request of this kind with a message that contains the text. */
  function repeat({ service }: Bench, method: "read" | "write", canary: string): void {
    service.emulator.faults.add({
      on: { method, times: "always" },
      fault: { kind: "error-before", status: 400, message: `What is ${canary}?` },
    });
  }

  test.each(canaries)("is not shown when the service repeats it in a delete: %s", async (canary) => {
    const { bench, inState: there } = await inState();
    repeat(bench, "write", canary);
    const { errors } = await bench.terraform.apply(schema.name, there, null);
    expect(errors.join()).toContain("(hidden: it repeats a secret)");
    expect(errors.join()).not.toContain(canary);
  });

  test.each(canaries)("nor in a read: %s", async (canary) => {
    const { bench, inState: there } = await inState();
    await bench.terraform.configure();
    repeat(bench, "read", canary);
    const failed = await bench.terraform.read(schema.name, there).then(String, String);
    expect(failed).toContain("(hidden: it repeats a secret)");
    expect(failed).not.toContain(canary);
  });

  // docsform hides a short text only if it is a whole secret, and not if it is a part of one.
  const texts = secretTextsIn({ value: field.rule }, { value });
  const whole = canaries.filter((canary) => texts.includes(canary));
  test.each(whole)("is not shown in errors about its object, however short it is: %s", async (canary) => {
    const short = "k3y";
    const { bench, inState: there } = await inState(
      JSON.parse(JSON.stringify(value).replaceAll(canary, short)) as Json,
    );
    const { terraform } = bench;
    const config = await configOf(bench);
    terraform.refuseNextWrite(`What is ${short}?`);
    const changed = await terraform.apply(schema.name, there, {
      ...config,
      [field.name]: toCty(field.shape, field.rule.samples[1] as Json),
    });
    terraform.refuseNextWrite(`What is ${short}?`);
    const deleted = await terraform.apply(schema.name, there, null);
    await terraform.configure();
    repeat(bench, "read", short);
    const read = await terraform.read(schema.name, there).then(String, String);
    for (const failed of [changed.errors.join(), deleted.errors.join(), read])
      expect(failed).toMatch(/^(?!.*k3y).*[(]hidden: it repeats a secret[)]/s);
  });

  test.each(canaries)(
    "nor in errors about another object, an imported name or a data source: %s",
    async (canary) => {
      const { bench, inState: there } = await inState();
      const { terraform } = bench;
      await terraform.configure();
      await terraform.read(schema.name, there);
      // After a minute, the provider no longer uses its cached reads.
      await bench.service.clock.sleep(60_000);
      repeat(bench, "read", canary);
      const state = { ...there.state, id: "another", [field.name]: null };
      const { scopeField } = schema;
      const scope = scopeField === undefined ? {} : { [scopeField]: there.state?.[scopeField] as string };
      const name = [...Object.values(scope), "another"].join("/");
      const others = [
        await terraform.read(schema.name, { ...there, state }).then(String, String),
        (await terraform.import(schema.name, name)).errors.join(),
        (await terraform.data(schema.name, { ...scope, id: "another" })).errors.join(),
      ];
      for (const failed of others) {
        expect(failed).toContain("(hidden: it repeats a secret)");
        expect(failed).not.toContain(canary);
      }
    },
  );
});

describe("a secret of the service", () => {
  const types = withComputedSecrets(registry);
  const index = indexTypes(types);
  const shown = [
    ...resourcesOf(index).map(({ name, schema }) => ({ name, block: schema.block })),
    ...sourcesOf(index)
      .map(({ source }) => source())
      .map(({ name, schema }) => ({ name: `data.${name}`, block: schema.block })),
  ].flatMap(({ name, block }) =>
    (block.attributes ?? [])
      .flatMap((each) => [each, ...(each.nestedType?.attributes ?? [])])
      .flatMap((each) =>
        ["signing_key", "signed"].includes(each.name)
          ? [{ name: `${name}.${each.name}`, isSecret: each.sensitive === true }]
          : [],
      ),
  );

  test("is sensitive in every place, and other values are not", () => {
    const names = shown.map(({ name }) => name);
    for (const where of [
      "docs_site",
      "data.docs_site",
      "data.docs_sites",
      "data.docs_site_published_content",
    ])
      expect(names).toContain(`${where}.signing_key`);
    expect(shown.filter(({ name, isSecret }) => isSecret !== name.endsWith("signing_key"))).toEqual([]);
  });

  test.each(createdSchemas.map((schema) => ({ name: schema.name, schema })))(
    "is not shown when the service repeats it for $name",
    async ({ name, schema }) => {
      const bench = openBench(schema, "current", {}, types);
      const { terraform } = bench;
      const config = await configOf(bench);
      const inState = await createResource(bench, config);
      const secret = computedSecretOf(inState.state?.["id"] as string);
      expect(inState.state?.["signing_key"]).toBe(secret);
      // 422 rather than 400: a 400 can mean that the service refuses to delete the last object of its kind.
      const fault = { kind: "error-before", status: 422, message: `What is ${secret}?` } as const;
      const { faults } = bench.service.emulator;
      faults.add({ on: { method: "write", times: "always" }, fault });
      const deleted = await terraform.apply(name, inState, null);
      await terraform.configure();
      faults.add({ on: { method: "read", times: "always" }, fault });
      const read = await terraform.read(name, inState).then(String, String);
      for (const failed of [deleted.errors.join(), read]) {
        expect(failed).toContain("(hidden: it repeats a secret)");
        expect(failed).not.toContain(computedCanary);
      }
    },
  );
});

test("an error does not show a value that breaks the rules of a secret", () => {
  const { schema, field } = secretive[0] as { schema: TerraformSchema; field: { name: string } };
  const resource = resourcesOf(typeIndex).find((each) => each.name === schema.name) as Resource;
  const long = "canary".repeat(2_000);
  const problems = resource.validate(filled(resource.type, { label: "Okta", [field.name]: long }), {
    writeOnlyAllowed: true,
  });
  expect(problems).toHaveLength(1);
  expect(JSON.stringify(problems)).not.toContain("canary");
});

test("a plan warns of a password in a URL that people open, because Terraform shows it", async () => {
  const { schema } = secretive[0] as { schema: TerraformSchema };
  const { terraform } = openBench(schema, "current");
  const warnings = async (sso_url: string) => {
    const { diagnostics } = await terraform.plan(schema.name, terraform.nothing, { label: "Okta", sso_url });
    return diagnostics
      .map(({ summary, detail }) => `${summary}: ${detail}`)
      .filter((text) => text.startsWith("Look at"));
  };
  expect(await warnings("https://ada:canary@idp.acme.example/sso")).toEqual([
    expect.stringMatching(/^Look at `sso_url`: (?!.*canary)The URL contains a user name or a password/u),
  ]);
  expect(await warnings("https://idp.acme.example/sso")).toEqual([]);
});

describe("a crash of the packaged provider", () => {
  const bundle = builtProvider();

  test.each([
    { what: "the environment", token: null },
    { what: "the provider block", token: tokenCanary },
  ])("shows no token in $what", async ({ token }) => {
    const crash = join(bundle.folder, "crash.cjs");
    const thrown = `new Error(${JSON.stringify(`Nobody caught this: ${tokenCanary}`)})`;
    writeFileSync(crash, `process.on("SIGUSR2", () => setImmediate(() => { throw ${thrown}; }));`);
    const provider = await startProvider(bundle.executable, {
      TF_LOG: "trace",
      NODE_OPTIONS: `--require ${crash}`,
      ...(token === null ? tokenVariable : {}),
    });
    const client = oracleClient(provider.socket, ownCredentials(provider));
    try {
      const config = filled(configurationType, { organization, token });
      const request = { config: wireValue(config, configurationType) };
      await client.call(
        "/tfplugin6.Provider/ConfigureProvider",
        ["ConfigureProviderRequest", request],
        "Diagnostics",
      );
      provider.child.kill("SIGUSR2");
      expect(await provider.ended).toBe(1);
      expect(provider.stderr()).toContain("Nobody caught this: (secret)");
      expect(provider.stderr()).toContain('"@message":"> GET /v1/orgs/');
      expect(provider.stderr()).not.toContain(tokenCanary);
    } finally {
      client.close();
      provider.child.kill("SIGKILL");
    }
  });
});
