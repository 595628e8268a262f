import { afterEach, expect, test } from "vitest";
import { apply, openWorkbench, organization, type Workbench } from "./workbench.ts";

let bench: Workbench;
afterEach(() => bench.close());

const withSettings = (settings: string) => `docsform: 1
organization:
  id: ${organization}
${settings}
sites:
  docs: { title: Docs }
`;

test("one apply sets the declared settings of the organization", async () => {
  bench = await openWorkbench({
    "docsform.yaml": withSettings(
      "  ai: true\n  emailDomains: [acme.example]\n  defaultRole: null\n  defaultSite: docs\n  logo: https://acme.example/logo.png",
    ),
  });
  await bench.checkDone([...apply, "--allow-create"]);
  await bench.checkDone(["plan", "--detailed-exitcode"]);
});

test("a changed setting is drift, at the line that declares it", async () => {
  bench = await openWorkbench({ "docsform.yaml": withSettings("  inviteLinks: false") });
  await bench.checkDone([...apply, "--allow-create"]);
  bench.emulator.emulator.service.change("organization", organization, { inviteLinks: true });
  const drift = await bench.run(["drift"]);
  expect(drift.code, drift.out).toBe(2);
  expect(drift.out).toContain("inviteLinks");
});

test("settings that leave the layout stay, and destroy keeps the organization", async () => {
  bench = await openWorkbench({ "docsform.yaml": withSettings("  ai: true") });
  await bench.checkDone([...apply, "--allow-create"]);
  bench.files.write(
    "docsform.yaml",
    `docsform: 1\norganization: ${organization}\nsites:\n  docs: { title: Docs }\n`,
  );
  await bench.checkDone(apply);
  bench.files.write("docsform.yaml", withSettings("  ai: true"));
  await bench.checkDone(["destroy", "--organization", organization]);
  expect(bench.emulator.emulator.service.get("organization", organization)).toMatchObject({ ai: true });
});

test("destroy deletes the default site, and the organization has none", async () => {
  bench = await openWorkbench({ "docsform.yaml": withSettings("  defaultSite: docs\n  ai: true") });
  await bench.checkDone([...apply, "--allow-create"]);
  const destroyed = await bench.checkDone(["destroy", "--organization", organization]);
  expect(destroyed.out).toMatch(/defaultSite: .* → \(none\)/u);
  expect(destroyed.out).not.toContain("apply/undeclared-change");
  const { service } = bench.emulator.emulator;
  expect(service.list("site")).toEqual([]);
  expect(service.get("organization", organization)).toMatchObject({ defaultContent: null, ai: true });
});

test("instructions that Markdown cannot express are an error at their line", async () => {
  bench = await openWorkbench({
    "docsform.yaml": withSettings('  agentInstructions: "Look: ![a picture](a.png)"'),
  });
  const reported = await bench.run(["validate"]);
  expect(reported.code).toBe(1);
  expect(reported.err + reported.out).toContain("docsform.yaml:4:");
  expect(reported.err + reported.out).toContain("has an image, which docsform cannot store as rich text");
});

test.each([
  { settings: "  ai: 5", code: "layout/invalid-value" },
  { settings: "  aj: true", code: "layout/unknown-field" },
])("an error in the settings is reported: $settings", async ({ settings, code }) => {
  bench = await openWorkbench({ "docsform.yaml": withSettings(settings) });
  const reported = await bench.run(["validate"]);
  expect(reported.code).toBe(1);
  expect(reported.err + reported.out).toContain(code);
});

test("an organization without its id is an error", async () => {
  bench = await openWorkbench({ "docsform.yaml": "docsform: 1\norganization: { ai: true }\nsites: {}\n" });
  const reported = await bench.run(["validate"]);
  expect(reported.err + reported.out).toContain("organization has no id.");
});
