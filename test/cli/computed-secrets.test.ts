import { afterEach, expect, test } from "vitest";
import { registry } from "../../src/resources/registry.ts";
import {
  computedCanary,
  computedSecret,
  computedSecretOf,
  withComputedSecrets,
} from "../support/computed-secrets.ts";
import { jumpingClock, openWorkbench, organization, type Workbench } from "./workbench.ts";

let bench: Workbench;
afterEach(() => bench.close());

const layout = `docsform: 1
organization: ${organization}
spaces: { guides: { title: Guides } }
openapi: { petstore: { source: { text: "openapi: 3.1.0" } } }
sites:
  help:
    title: Help
    published: true
    structure: [{ space: guides }]
`;

async function open(): Promise<void> {
  bench = await openWorkbench({ "docsform.yaml": layout }, "current", {
    clock: jumpingClock(),
    random: Math.random,
    types: withComputedSecrets(registry),
  });
}

test("pull writes no secret of the service from an object or a view, and no repetition of it", async () => {
  await open();
  await bench.checkDone(["apply", "--yes"]);
  const { out, err } = await bench.run(["pull", "--all", "--organization", organization]);
  for (const reported of ["publishedContent:", "versions:", "joinedAt:", "processingState:"])
    expect(out.includes(reported), reported).toBe(true);
  expect(out).toContain("signed: By (secret).");
  expect(out).not.toContain(`${computedSecret}:`);
  expect(out + err).not.toContain(computedCanary);
});

test("no plan, drift, pull or diff shows a secret of the service that another user copied", async () => {
  await open();
  const environments = ["a", "b"].map(
    (name) => `  ${name}: { spaces: { guides: { title: Guides ${name} } } }`,
  );
  bench.files.write(
    "docsform.yaml",
    `docsform: 1\norganization: ${organization}\nenvironments:\n${environments.join("\n")}\n`,
  );
  for (const env of ["a", "b"]) await bench.checkDone(["apply", "--yes", "--env", env, "--allow-create"]);
  const { service } = bench.emulator.emulator;
  for (const { id } of service.list("space"))
    service.change("space", id, { title: `Like ${computedSecretOf(id)}` });
  const reads = [
    ["plan", "--env", "a"],
    ["drift", "--env", "a"],
    ["diff", "--env", "a", "--env", "b"],
  ];
  for (const args of reads.flatMap((each) => [each, [...each, "--json"]])) {
    const { out, err } = await bench.run(args);
    expect(out, args.join(" ")).toMatch(/(?=.*space\.guides).*\(secret\)|"sensitive": true/su);
    expect(out + err, args.join(" ")).not.toContain(computedCanary);
  }
  const { out } = await bench.run(["pull", "--all", "--organization", organization]);
  expect(out).toContain("# title: !env SPACE_");
  expect(out.toLowerCase()).not.toContain(computedCanary.toLowerCase());
});

test("no error shows a secret that the service returned", async () => {
  await open();
  const { service, faults } = bench.emulator.emulator;
  const [organizationLive] = service.list("organization");
  const message = `What is ${computedSecretOf(organizationLive?.id ?? "")}?`;
  faults.add({
    on: { method: "write", times: "always" },
    fault: { kind: "error-before", status: 400, message },
  });
  const { code, out, err } = await bench.run(["apply", "--yes"]);
  expect(code).toBe(3);
  expect(out + err).toContain("(hidden: it repeats a secret)");
  expect(out + err).not.toContain(computedCanary);
});
