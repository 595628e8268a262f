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

test("the settings of the organization are declared with its id, and are as declared after one apply", async () => {
  bench = await openWorkbench({
    "docsform.yaml": withSettings(
      "  ai: true\n  emailDomains: [acme.example]\n  defaultRole: null\n  defaultSite: docs\n  logo: https://acme.example/logo.png",
    ),
  });
  const applied = await bench.run([...apply, "--allow-create"]);
  expect(applied.code, applied.err + applied.out).toBe(0);
  const next = await bench.run(["plan", "--detailed-exitcode"]);
  expect(next.code, next.out).toBe(0);
});

test("what somebody changed of it is drift, at the line that declares it", async () => {
  bench = await openWorkbench({ "docsform.yaml": withSettings("  inviteLinks: false") });
  expect((await bench.run([...apply, "--allow-create"])).code).toBe(0);
  bench.emulator.emulator.service.change("organization", organization, { inviteLinks: true });
  const drift = await bench.run(["drift"]);
  expect(drift.code, drift.out).toBe(2);
  expect(drift.out).toContain("inviteLinks");
});

test("settings that leave the layout are left as they are, and destroy leaves the organization", async () => {
  bench = await openWorkbench({ "docsform.yaml": withSettings("  ai: true") });
  expect((await bench.run([...apply, "--allow-create"])).code).toBe(0);
  bench.files.write(
    "docsform.yaml",
    `docsform: 1\norganization: ${organization}\nsites:\n  docs: { title: Docs }\n`,
  );
  const forgotten = await bench.run(apply);
  expect(forgotten.code, forgotten.err + forgotten.out).toBe(0);
  bench.files.write("docsform.yaml", withSettings("  ai: true"));
  const destroyed = await bench.run(["destroy", "--organization", organization]);
  expect(destroyed.code, destroyed.err + destroyed.out).toBe(0);
  expect(bench.emulator.emulator.service.get("organization", organization)).toMatchObject({ ai: true });
});

test("destroy deletes the site that the layout made the first to be seen, and the organization shows none", async () => {
  bench = await openWorkbench({ "docsform.yaml": withSettings("  defaultSite: docs\n  ai: true") });
  expect((await bench.run([...apply, "--allow-create"])).code).toBe(0);
  const destroyed = await bench.run(["destroy", "--organization", organization]);
  expect(destroyed.code, destroyed.err + destroyed.out).toBe(0);
  expect(destroyed.out).toMatch(/defaultSite: .* → \(none\)/u);
  expect(destroyed.out).not.toContain("apply/undeclared-change");
  const { service } = bench.emulator.emulator;
  expect(service.list("site")).toEqual([]);
  expect(service.get("organization", organization)).toMatchObject({ defaultContent: null, ai: true });
});

test("what Markdown cannot say of instructions is told at their line", async () => {
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
])("what is wrong in it is told: $settings", async ({ settings, code }) => {
  bench = await openWorkbench({ "docsform.yaml": withSettings(settings) });
  const reported = await bench.run(["validate"]);
  expect(reported.code).toBe(1);
  expect(reported.err + reported.out).toContain(code);
});

test("an organization without its id is told", async () => {
  bench = await openWorkbench({ "docsform.yaml": "docsform: 1\norganization: { ai: true }\nsites: {}\n" });
  const reported = await bench.run(["validate"]);
  expect(reported.err + reported.out).toContain("organization has no id.");
});
