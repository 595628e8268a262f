import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect, test } from "vitest";
import type { TerraformHost } from "../../src/cli/io.ts";
import { createProgram } from "../../src/cli/program.ts";
import { schemaNames } from "../../src/cli/schema-names.ts";
import { outputNames } from "../../src/report/output/formats.ts";
import { outputJsonSchema } from "../../src/report/output/output-schema.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { planOfSpace } from "../support/terraform-plan.ts";
import {
  apply,
  benchOfGroup,
  type CommandResult,
  openWorkbench,
  organization,
  type RunOptions,
  smallLayout,
} from "./workbench.ts";

// The JSON output of each command has a published schema and matches it: after success, after a refusal, and after an error.

const environments = `${smallLayout}environments:
  staging: { organization: ${organization} }
  production: { organization: ${organization} }
`;

const bench = benchOfGroup(() =>
  openWorkbench({ "docsform.yaml": smallLayout, "broken.yaml": "docsform: 1\nspace: {}\n" }),
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);

interface Compiled {
  readonly published: ValidateFunction;
  /** Validators of the declared shapes. They refuse other fields. */
  readonly shapes: readonly ValidateFunction[];
}

// Compiling the schemas takes most of the time, so they are cached.
const compiled = new Map<string, Compiled>();

function compiledOf(name: string): Compiled {
  const found = compiled.get(name) ?? {
    published: ajv.compile(schemaOf(name, "open")),
    shapes: shapesOf(name),
  };
  compiled.set(name, found);
  return found;
}

function shapesOf(name: string): readonly ValidateFunction[] {
  const { anyOf, $defs = {}, ...schema } = schemaOf(name, "strict");
  return ((anyOf ?? [schema]) as readonly JsonObject[]).map((shape) => ajv.compile({ ...shape, $defs }));
}

function schemaOf(name: string, strictness: "open" | "strict"): JsonObject {
  const known = outputNames.find((each) => each === name);
  if (known === undefined) throw new Error(`No schema tells what ${name} --json prints.`);
  return outputJsonSchema(known, strictness);
}

/** Checks the output of a command against its schema. Returns the output, and the number of its shape. */
function check(
  name: string,
  { out, err }: CommandResult,
): { readonly value: JsonObject; readonly shape: number } {
  const value = JSON.parse(out) as JsonObject;
  const { published, shapes } = compiledOf(name);
  expect(published(value), `${name}: ${ajv.errorsText(published.errors)}\n${out}\n${err}`).toBe(true);
  const shape = shapes.findIndex((fits) => fits(value));
  const why = shapes.map(({ errors }) => ajv.errorsText(errors)).join("\n");
  expect(shape, `${name} is none of its shapes:\n${why}\n${out}`).not.toBe(-1);
  return { value, shape };
}

/** Commands with --json. `call` parses its own flags, and `schema` always prints a schema. */
const commands = createProgram("1.2.3", undefined, async () => {}).commands;
const answering = commands
  .filter((command) => command.options.some(({ long }) => long === "--json") || command.name() === "call")
  .map((command) => command.name())
  .filter((name) => name !== "schema");

test("every command with JSON output has a schema, and every schema a command", () => {
  expect([...answering, "error"].sort()).toEqual([...outputNames].sort());
});

test.each(schemaNames)("docsform schema %s prints a schema", async (name) => {
  const { out } = await bench.checkDone(["schema", name]);
  expect(() => ajv.compile(JSON.parse(out) as JsonObject)).not.toThrow();
});

const terraform: TerraformHost = {
  platform: "linux_amd64",
  mirror: "mirror",
  version: async () => "1.11.4",
  copyProvider: () => undefined,
  lockProviders: async () => undefined,
};

interface Scene {
  readonly args: readonly string[];
  readonly code: number;
  /** Runs before the command. */
  readonly before?: () => Promise<unknown> | void;
  readonly surroundings?: RunOptions;
}

const edit = (text: string) => bench.files.write("docsform.yaml", text);
const clean = (...paths: readonly string[]) => {
  for (const path of paths) bench.files.system.rmSync(bench.files.full(path), { force: true });
};
const writePlan = () => bench.files.write("tfplan.json", planOfSpace(organization));
const refusing = (operation: string) => () =>
  bench.emulator.emulator.faults.add({
    on: { operation, times: 1 },
    fault: { kind: "error-before", status: 400, message: "No." },
  });
/** The test replaces this placeholder by an id, which it does not know earlier. */
const idOfApi = "ID";
const more = smallLayout.replace("title: API }", "title: API, emoji: 1f600 }");

/** Commands in the life of a layout, in this order. Each prints another shape. */
const scenes: readonly Scene[] = [
  { args: ["validate"], code: 0 },
  { args: ["validate", "-f", "broken.yaml"], code: 1 },
  { args: ["plan", "--out", "plan.json"], code: 0 },
  { args: ["plan", "-f", "broken.yaml"], code: 1 },
  { args: ["state", "list"], code: 0 },
  { args: [...apply], code: 3, before: refusing("createSite") },
  { args: [...apply], code: 0 },
  { args: [...apply], code: 0 },
  { args: ["apply", "plan.json", "--yes"], code: 5 },
  { args: ["graph"], code: 0 },
  { args: ["audience"], code: 0 },
  { args: ["audience", "space.nowhere"], code: 1 },
  { args: ["fmt"], code: 0 },
  { args: ["state", "list"], code: 0 },
  { args: ["state", "show", "space.api"], code: 0 },
  { args: ["state", "show", "space.nowhere"], code: 1 },
  { args: ["unlock"], code: 0 },
  { args: ["state", "repair"], code: 0 },
  { args: ["drift"], code: 0 },
  { args: ["drift", "--only", "space.guides"], code: 2, before: () => bench.renameSpace("Guides", "Ours") },
  { args: ["plan"], code: 0, before: () => edit(more.replace("title: Guides,", "title: Mine,")) },
  { args: [...apply], code: 4 },
  { args: ["accept", "--dry-run", "space.guides"], code: 0 },
  { args: ["accept", "--yes", "space.guides"], code: 0 },
  { args: ["pull", "--organization", organization], code: 0 },
  { args: ["pull", "--organization", organization, "--format", "hcl"], code: 0 },
  { args: ["pull", "--organization", organization, "--format", "constructs"], code: 0 },
  { args: ["pull", "--update", "--yes"], code: 0 },
  { args: ["state", "rm", "space.api"], code: 0 },
  { args: ["import", "space.api", "nowhere"], code: 1 },
  { args: ["import", "space.api", idOfApi], code: 0 },
  { args: ["import", "--found"], code: 0 },
  {
    args: ["state", "mv", "space.api", "--to", "third.yaml"],
    code: 0,
    before: () => bench.files.write("third.yaml", smallLayout),
  },
  { args: ["state", "mv", "space.api", "--to", "docsform.yaml", "third.yaml"], code: 0 },
  {
    args: ["state", "rename", "other.yaml"],
    code: 0,
    before: () => {
      bench.files.write("other.yaml", smallLayout);
      bench.files.write("docsform.other.state.json", bench.files.read("docsform.state.json") ?? "");
    },
  },
  {
    args: ["diff", "--env", "staging", "--env", "production", "-f", "two.yaml"],
    code: 0,
    before: () => bench.files.write("two.yaml", environments),
  },
  { args: ["doctor"], code: 0 },
  { args: ["doctor"], code: 1, surroundings: { environment: { DOCSFORM_TOKEN: "wrong" } } },
  { args: ["explain"], code: 0 },
  { args: ["explain", "guard/deletes"], code: 0 },
  { args: ["explain", "guard/nothing"], code: 64 },
  { args: ["call"], code: 0 },
  { args: ["call", "spaces"], code: 0 },
  { args: ["emulator"], code: 0, surroundings: { signal: AbortSignal.abort() } },
  { args: ["terraform", "install"], code: 0, surroundings: { terraform } },
  { args: ["terraform", "install"], code: 1 },
  { args: ["terraform", "lock"], code: 1 },
  {
    args: ["terraform", "lock"],
    code: 0,
    surroundings: { terraform },
    before: () => bench.files.write("main.tf", ""),
  },
  { args: ["terraform", "moves", "tfplan.json"], code: 0, before: () => writePlan() },
  { args: ["terraform", "imports", "tfplan.json", "--out", "imports.tf"], code: 0 },
  {
    args: ["destroy"],
    code: 64,
    // Otherwise the other layout would have the objects of this one.
    before: () => clean("docsform.other.state.json"),
  },
  { args: ["destroy", "--organization", organization, "--max-deletes", "1"], code: 4 },
  { args: ["destroy", "--organization", organization], code: 3, before: refusing("deleteSiteById") },
  { args: ["destroy", "--organization", organization], code: 0 },
  {
    args: ["init", "--from", "example"],
    code: 0,
    before: () => clean("docsform.yaml", "docsform.state.json"),
  },
  { args: ["init", "--from", "example"], code: 1 },
];

/** Runs a command, and returns the shapes of its output. */
async function shapesIn({ args, code, before, surroundings }: Scene): Promise<readonly string[]> {
  await before?.();
  const [name = ""] = args;
  const typed = args.map((word) => (word === idOfApi ? bench.idOf("space", "API") : word));
  const ran = await bench.run([...typed, "--json"], surroundings);
  expect(ran.code, `${typed.join(" ")}\n${ran.out}${ran.err}`).toBe(code);
  return [`${name} ${check(name, ran).shape}`];
}

/** The error of a command is also an output of its own. */
async function shapesOfError(name: string): Promise<readonly string[]> {
  const ran = await bench.run([name, "nowhere", "--no-such-flag", "--json"]);
  const { value, shape } = check(name, ran);
  expect([ran.code, value["error"]]).toEqual([64, expect.objectContaining({ code: expect.any(String) })]);
  return [`${name} ${shape}`, `error ${check("error", ran).shape}`];
}

test("the output of each command matches its schema in the life of a layout, and each declared shape occurs", {
  timeout: 120_000,
}, async () => {
  const seen = new Set<string>();
  for (const name of answering) for (const shape of await shapesOfError(name)) seen.add(shape);
  for (const scene of scenes) for (const shape of await shapesIn(scene)) seen.add(shape);
  const declared = outputNames.flatMap((name) => compiledOf(name).shapes.map((_, at) => `${name} ${at}`));
  expect(declared.filter((shape) => !seen.has(shape))).toEqual([]);
});

test("a different output does not match", () => {
  const ran = { code: 0, err: "" };
  const valid = { formatVersion: 1, valid: true, objects: 1, diagnostics: [] };
  expect(() => check("validate", { ...ran, out: JSON.stringify(valid) })).not.toThrow();
  expect(() => check("validate", { ...ran, out: JSON.stringify({ ...valid, more: 1 }) })).toThrow(
    "additional properties",
  );
  expect(() => check("validate", { ...ran, out: JSON.stringify({ valid: true }) })).toThrow("formatVersion");
  expect(() => check("unheard-of", { ...ran, out: "{}" })).toThrow("No schema tells");
});
