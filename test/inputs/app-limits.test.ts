import { expect, test } from "vitest";
import { renderDiagnostic } from "../../src/layout/render-diagnostic.ts";
import { readTerraformJson } from "../../src/layout/synthesized/read-terraform-json.ts";
import { mostDiagnostics, shownDiagnostics } from "../../src/model/diagnostic.ts";
import { Secret } from "../../src/model/secret.ts";
import { layoutTypes } from "../support/layout-types.ts";

/** The time limit on two busy cores. Without docsform's limits, these inputs take all memory or never end. */
const slowestMs = 60_000;
const token = "canary-token-9f31";

function read(stack: object | string) {
  const text = typeof stack === "string" ? stack : JSON.stringify(stack);
  return readTerraformJson({
    stacks: [{ name: "acme", source: { file: "cdk.tf.json", text } }],
    types: layoutTypes,
    environment: { TF_VAR_t: token },
    tokens: [new Secret(token, { kind: "environment", name: "DOCSFORM_TOKEN" })],
    readFile: () => "",
    organization: "org",
  });
}

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const book = (title: string) => ({ resource: { docs_book: { a: { title } } } });
const locals = (count: number, next: (index: number) => string) => ({
  ...book("${local.l0}"),
  locals: Object.fromEntries(
    many(count, (index) => [`l${index}`, index + 1 < count ? next(index + 1) : "x"]),
  ),
});

test.each([
  {
    what: "expressions that stand for ever more",
    stack: locals(60, (next) => `\${local.l${next}}\${local.l${next}}`),
  },
  { what: "expressions that wait for one another", stack: locals(20_000, (next) => `\${local.l${next}}`) },
  { what: "expressions in expressions", stack: book('${"'.repeat(20_000)) },
  { what: "expressions in expressions that end", stack: book(`${'${"'.repeat(3000)}x${'"}'.repeat(3000)}`) },
  { what: "lists in an expression", stack: book(`\${${"[".repeat(50_000)}}`) },
  { what: "nested calls in an expression", stack: book(`\${${"file(".repeat(50_000)}`) },
  { what: "a text of 10 MB", stack: book("x".repeat(10_000_000)) },
  { what: "JSON in JSON", stack: "[".repeat(1_000_000) },
  { what: "JSON that does not end", stack: `{"resource": "${"\\u0041".repeat(1_000_000)}` },
  { what: "an app that is not UTF-8", stack: '{"resource": "\ufffd"}' },
])(
  "refuses $what quickly, with a short message",
  ({ stack }) => {
    const start = performance.now();
    const { desired, diagnostics, sources } = read(stack);
    const reported = shownDiagnostics(diagnostics).shown.map((each) => renderDiagnostic(each, sources));
    expect(performance.now() - start).toBeLessThan(slowestMs);
    expect(desired).toBeUndefined();
    expect(reported.length).toBeGreaterThan(0);
    expect(reported.join("\n").length).toBeLessThan(mostDiagnostics * 2000);
  },
  120_000,
);

test("counts 10,000 errors, and reports each with its construct", () => {
  const books = Object.fromEntries(
    many(10_000, (index) => [
      `b${index}`,
      { title: "B", shelf_id: "x", titel: "y", "//": { metadata: { path: `app/b${index}` } } },
    ]),
  );
  const start = performance.now();
  const { diagnostics } = read({ resource: { docs_book: books } });
  expect(performance.now() - start).toBeLessThan(slowestMs);
  expect(diagnostics.length).toBeGreaterThanOrEqual(10_000);
  expect(diagnostics.at(-1)?.message).toContain("app/b9999");
}, 120_000);

test.each([
  { where: "a variable", stack: { ...book("x ${var.t}"), variable: { t: { type: "string" } } } },
  {
    where: "a secret variable",
    stack: { ...book("${var.t}"), variable: { t: { type: "string", sensitive: true } } },
  },
  { where: "the text itself", stack: book(`x ${token}`) },
])("refuses the service's token in $where, and does not show it", ({ stack }) => {
  const { desired, diagnostics, sources } = read(stack);
  expect(desired).toBeUndefined();
  expect(diagnostics.map(({ code }) => code)).toContain("synth/token-in-layout");
  const reported = diagnostics.map((each) => renderDiagnostic(each, sources)).join("\n");
  expect(reported + JSON.stringify(diagnostics)).not.toContain(token);
});

test("the provider may have its own token", () => {
  const { desired, service } = read({
    ...book("A"),
    provider: { docs: [{ organization: "org", token: "${var.t}" }] },
    variable: { t: { type: "string", sensitive: true } },
  });
  expect(desired?.objects).toHaveLength(1);
  expect(service.token?.reveal()).toBe(token);
});
