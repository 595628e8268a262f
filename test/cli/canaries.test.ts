import { afterEach, describe, expect, test } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { systemClock } from "../../src/contract/http/system-clock.ts";
import { nameOfAddress, typeOfAddress } from "../../src/model/address.ts";
import type { Attribute } from "../../src/model/resource-type/attribute.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import type { State } from "../../src/model/state.ts";
import type { ValueKind } from "../../src/model/value-kind.ts";
import { registry } from "../../src/resources/registry.ts";
import { present } from "../../src/util/present.ts";
import {
  computedCanary,
  computedSecret,
  computedSecretOf,
  withComputedSecrets,
} from "../support/computed-secrets.ts";
import { creatable } from "../support/declare-type.ts";
import { changingCalls } from "../support/foreign-calls.ts";
import { isFullShare } from "../support/laws.ts";
import { isSecretByItself, replaced, textsIn } from "../support/secret-values.ts";
import { type Kind, layoutWithSecrets, type SecretLayout } from "./secret-kinds.ts";
import { type CommandResult, canaryToken, openWorkbench, organization, type Workbench } from "./workbench.ts";

/** The arguments of each command, without those for written files. `[]`: no arguments. */
const reported: Readonly<Record<string, readonly (readonly string[])[]>> = {
  validate: [[]],
  plan: [[], ["--full"], ["--compact"]],
  accept: [["--dry-run"], ["--yes"]],
  apply: [["--yes", "--allow-import"]],
  diff: [["--file", "docsform.yaml", "--file", "environments.yaml", "--env", "a", "--env", "b"]],
  drift: [[]],
  audience: [[], ["ADDRESS"]],
  pull: [
    ["--update", "--dry-run"],
    ["--update", "--yes"],
    ["--all", "--organization", organization],
  ],
  destroy: [["--organization", organization]],
  fmt: [["--check"]],
  graph: [[]],
  doctor: [[]],
  import: [["--found"]],
  state: [["list"], ["show", "ADDRESS"]],
  unlock: [[]],
};

/** The arguments of a command beside `--format`. */
const inEachFormat: Readonly<Record<string, readonly string[]>> = {
  pull: ["--organization", organization],
};

/** Outputs that must each show every object with a secret. Otherwise the test would prove nothing about them. */
const outputs = (savesPlans: boolean) => [
  "text",
  "json",
  "journal",
  "docsform.state.json",
  ...Object.entries(files).flatMap(([flag, path]) => (flag !== "--out" || savesPlans ? [path] : [])),
];

/** The options that name a file, and the file. */
const files: Readonly<Record<string, string>> = {
  "--out": "saved.json",
  "--comment": "report.md",
  "--html": "report.html",
  "--sarif": "report.sarif",
  "--events": "report.ndjson",
};

interface Way {
  readonly command: string;
  readonly args: readonly string[];
}

/** Each command that reads a layout, once for each kind of output: text and JSON. */
function ways(savesPlans: boolean, address: string): readonly Way[] {
  const program = createProgram("1.2.3", undefined, async () => undefined);
  return program.commands.flatMap((command): readonly Way[] => {
    const flags = command.options.map(({ long }) => long);
    if (!flags.includes("--file")) return [];
    const name = command.name();
    const written = Object.keys(files).filter(
      (flag) => flags.includes(flag) && (flag !== "--out" || (savesPlans && name === "plan")),
    );
    const outputs = written.flatMap((flag) => [flag, files[flag] ?? ""]);
    const formats = command.options.find(({ long }) => long === "--format")?.argChoices ?? [];
    const inFormats = formats.map((format) => ["--format", format, ...(inEachFormat[name] ?? [])]);
    const variants = [...(reported[name] ?? []), ...inFormats];
    expect(variants, `how ${name} is run stands above`).not.toEqual([]);
    return variants.flatMap((words) =>
      [["--verbose"], ["--json"]].map((form) => ({
        command: name,
        args: [name, ...words.map((word) => (word === "ADDRESS" ? address : word)), ...outputs, ...form],
      })),
    );
  });
}

/** Two environments that differ in some objects, so that `diff` shows these. */
function environmentsOf(
  kinds: readonly Kind[],
  objects: State["objects"],
): { text: string; differing: readonly string[] } {
  const roots = kinds.filter(({ type: { layout } }) => layout.kind === "map");
  const pins = roots.flatMap(({ address, type }) => {
    const others = Object.keys(objects).filter(
      (other) => typeOfAddress(other) === type.name && other !== address,
    );
    const id = objects[others[0] ?? ""]?.id;
    return id === undefined || type.layout.kind !== "map" ? [] : [{ field: type.layout.field, address, id }];
  });
  const first = [...new Map(pins.map((pin) => [pin.field, pin])).values()];
  const entries = first.map(
    ({ field, address, id }) => `${field}: { ${nameOfAddress(address)}: { id: ${id} } }`,
  );
  const text = `docsform: 1\nenvironments:\n  a: {}\n  b: { ${entries.join(", ")} }\n`;
  return { text, differing: first.map(({ address }) => address) };
}

/** A secret that is in no layout. */
interface SecretOutsideLayout {
  readonly kind: string;
  readonly canary: string;
}

const token: SecretOutsideLayout = { kind: "the token", canary: canaryToken };

const ofService: SecretOutsideLayout = { kind: "a secret that the service tells", canary: computedCanary };

const allSecret: ValueKind = { isHidden: true, secretTexts: (text) => [text], shown: () => "***" };

/** The types with further secret attributes. In one of them, only a part of the value is secret. */
const tomorrow = registry.map((type) => ({
  ...type,
  attributes: Object.fromEntries(
    Object.entries(type.attributes).map(([name, rule]) => [
      name,
      { ...rule, ...secretTomorrow(type.name, name) },
    ]),
  ),
}));

function secretTomorrow(type: string, attribute: string): Partial<Attribute> {
  if (type === "collection" && attribute === "description") return { sensitive: true };
  if (type === "site_section" && attribute === "localizedTitle")
    return { kinds: Object.fromEntries(["en", "fr", "de"].map((field) => [field, allSecret])) };
  return {};
}

describe("the types define the kinds of secrets", () => {
  const asked = { organizationId: organization, literals: true };
  const { kinds } = layoutWithSecrets(registry, asked);
  const ofType = (name: string) => kinds.filter(({ type }) => type.name === name);

  test.each(creatable.filter(acceptsText).map(({ name }) => name))("%s has a secret", (name) => {
    expect(ofType(name)).not.toEqual([]);
  });

  test.each(
    registry.flatMap(({ name, attributes }) =>
      Object.keys(attributes).flatMap((attribute) =>
        isSecretByItself(attributes[attribute] as Attribute) ? [{ name, attribute }] : [],
      ),
    ),
  )("the secret attribute $attribute of $name is declared in every way", ({ name, attribute }) => {
    const ways = ofType(name).flatMap((kind) => (kind.attribute === attribute ? [kind.kind] : []));
    for (const how of [
      "from the environment",
      "from a secret variable alone",
      "of a secret variable that the layout gives a value",
      "in the layout",
    ])
      expect(ways).toContain(`${name}.${attribute} ${how}`);
  });

  test("future attributes count too, also parts of values", () => {
    const { kinds: others } = layoutWithSecrets(tomorrow, asked);
    const names = others.flatMap(({ type, attribute, isByItself }) =>
      isByItself ? [`${type.name}.${attribute}`] : [],
    );
    expect(new Set(names)).toEqual(
      new Set([
        ...kinds.flatMap(({ type, attribute, isByItself }) =>
          isByItself ? [`${type.name}.${attribute}`] : [],
        ),
        "collection.description",
        "site_section.localizedTitle",
      ]),
    );
  });
});

/** Whether an attribute of the type accepts any text and is neither a name nor an enumeration. */
function acceptsText({ attributes }: ResourceType): boolean {
  return Object.values(attributes).some(
    ({ schema, atCreate, reference }) =>
      atCreate === "required" &&
      reference === undefined &&
      schema.safeParse("Any text, as long as one with a secret in it is".padEnd(64, ".")).success,
  );
}

let bench: Workbench;
let journals: string[];

async function open(types: readonly ResourceType[], { files: secrets }: SecretLayout): Promise<void> {
  journals = [];
  bench = await openWorkbench({ ...secrets, "environments.yaml": environmentsOf([], {}).text }, "current", {
    clock: systemClock,
    random: Math.random,
    types,
    observe: (inFolder) => journals.push(inFolder.read(".docsform/docsform.jsonl") ?? ""),
  });
}
afterEach(() => bench?.close());

/** The files that docsform wrote, without the test's own files. */
function writtenFiles(folder = "."): readonly (readonly [string, string])[] {
  return (bench.files.list(folder) ?? []).flatMap((name) => {
    const path = folder === "." ? name : `${folder}/${name}`;
    if (["secrets", "docsform.yaml", "environments.yaml"].includes(path)) return [];
    if (bench.files.list(path) !== undefined) return writtenFiles(path);
    return [[path, bench.files.read(path) ?? ""] as const];
  });
}

// The groups after the first two have all secrets of those, and more, so they suffice for a usual run.
const allGroups = [
  { what: "from other sources", types: registry, literals: false },
  { what: "that stand in the layout", types: registry, literals: true },
  { what: "of attributes that are secret tomorrow", types: tomorrow, literals: true },
  { what: "of the service in the future", types: withComputedSecrets(tomorrow), literals: false },
];

const groups = isFullShare() ? allGroups : allGroups.slice(2);

describe.each(groups)("no output contains a secret $what", ({ types, literals }) => {
  const layout = layoutWithSecrets(types, { organizationId: organization, literals });
  const { kinds } = layout;
  const environment = { ...layout.environment, DOCSFORM_DEBUG: "http" };
  const chosen: readonly SecretOutsideLayout[] = [...kinds, token, ofService];
  const leaks: string[] = [];
  /** The kinds of secrets whose object each output has shown. */
  const met = new Map<string, Set<string>>();
  const reread = (output: string, where: string, text: string, among = chosen) => {
    for (const { kind, canary } of among)
      for (const form of [canary, Buffer.from(canary).toString("base64url"), encodeURIComponent(canary)])
        if (text.includes(form))
          leaks.push(
            `${where} holds ${kind}: …${text.slice(Math.max(0, text.indexOf(form) - 80), text.indexOf(form) + form.length)}`,
          );
    const here = met.get(output) ?? new Set();
    met.set(output, here);
    for (const { kind, address } of kinds) if (text.includes(address)) here.add(kind);
  };
  const checkRun = (where: string, args: readonly string[], { out, err }: CommandResult) => {
    const [command] = args;
    // Without a layout, docsform knows only the secrets of secret attributes. It writes other values, because the service shows them to
    // every reader.
    const known = isNewLayout(args) ? [...kinds.filter(({ isByItself }) => isByItself), ofService] : chosen;
    const output = command === "diff" ? command : args.includes("--json") ? "json" : "text";
    reread(output, `${where}, stdout`, out, known);
    reread("stderr", `${where}, stderr`, err);
    for (const [path, text] of writtenFiles()) reread(path, `${where}, ${path}`, text);
  };
  const runAll = async (phase: string, only: readonly string[]) => {
    const ends: Record<string, readonly number[]> = {};
    for (const { command, args } of ways(!literals, kinds[0]?.address ?? "").filter((way) =>
      only.includes(way.command),
    )) {
      const before = bench.files.read("docsform.yaml") ?? "";
      const ran = await bench.run(args, { environment });
      ends[command] = [...(ends[command] ?? []), ran.code];
      const where = `${phase}: ${args.join(" ")}`;
      checkRun(where, args, ran);
      const after = bench.files.read("docsform.yaml") ?? "";
      reread("layout", `${where}, what it wrote into the layout`, withoutLinesOf(after, before));
    }
    return ends;
  };

  test("before and after an apply, after changes on both sides, and after failures of the service", async () => {
    await open(types, layout);
    bench.files.write("docsform.yaml", layout.text());
    const reading = ["validate", "plan", "drift", "audience", "graph", "doctor", "diff"];
    const staying = Object.keys(reported).filter((command) => command !== "destroy");
    const first = await runAll("at first", reading);
    expect(first["validate"], JSON.stringify(first)).toEqual([0, 0]);
    expect(
      first["plan"]?.every((code) => code === 0),
      JSON.stringify(first),
    ).toBe(true);

    const repeated = secretTexts(kinds.filter(({ isLiteral }) => isLiteral === literals));
    for (const text of new Set([canaryToken, ...repeated])) {
      bench.emulator.emulator.faults.add({
        on: { method: "write", times: "always" },
        fault: { kind: "error-before", status: 400, message: `What is ${text}?` },
      });
      const args = ["apply", "--yes", "--allow-import", "--json", "--events", "report.ndjson"];
      const ran = await bench.run(args, { environment });
      expect(ran.code).toBe(3);
      checkRun("where the service repeats it", args, ran);
      expect(ran.out + ran.err, text).toMatch(/it repeats a secret|What is \(secret\)\?/u);
      bench.emulator.emulator.faults.clear();
    }

    bench.emulator.emulator.faults.add({
      on: { method: "write", times: "always" },
      fault: { kind: "error-before", status: 400, message: `What is ${repeated.join(" and ")}?` },
    });
    expect((await runAll("where the service repeats all", ["apply"]))["apply"]).toEqual([3, 3]);
    bench.emulator.emulator.faults.clear();

    const applied = await runAll("the apply", ["apply"]);
    expect(applied["apply"]).toEqual([0, 0]);
    const stored = JSON.stringify(bench.emulator.emulator.dump());
    for (const { kind, canary } of kinds) expect(stored, `the service got ${kind}`).toContain(canary);
    const { text, differing } = environmentsOf(kinds, objectsInState());
    bench.files.write("environments.yaml", text);
    const declared = await runAll("when all is as declared", staying);
    expect(new Set(declared["pull"]), JSON.stringify(declared)).toEqual(new Set([0]));

    for (const kind of kinds) changeOnService(kind, kinds);
    for (const kind of kinds) describeItself(kind);
    const drifted = await runAll("after a change on the service", reading);
    expect(drifted["drift"]).toEqual([2, 2]);
    await runAll("after a change on the service", staying);

    const copyServiceSecrets = async () => {
      const copies = types.flatMap((type) => copyComputedSecrets(type));
      expect(new Set(copies.map(({ name }) => name)).size, "types that repeat it").toBeGreaterThan(6);
      const copied = await runAll("after somebody copied what the service tells", reading);
      expect(copied["drift"]).toEqual([2, 2]);
      await runAll("after somebody copied what the service tells", staying);
    };
    if (types.some(({ computed = {} }) => computedSecret in computed)) await copyServiceSecrets();

    const without = kinds.filter(({ isByItself }, at) => !isByItself && at % 2 === 0);
    bench.files.write("docsform.yaml", layout.text(without));
    await runAll("after a change of the layout", [...reading, "apply", "destroy"]);
    for (const journal of journals) reread("journal", "the journal", journal);
    const differ = kinds.filter(({ address }) => differing.includes(address));
    expect(differ.filter(({ kind }) => met.get("diff")?.has(kind) !== true)).toEqual([]);
    expect(differ.length).toBeGreaterThan(5);
    for (const output of outputs(!literals))
      expect(
        kinds.filter(({ kind }) => met.get(output)?.has(kind) !== true).map(({ kind }) => kind),
        `met in ${output}`,
      ).toEqual([]);
    expect([...new Set(leaks)]).toEqual([]);
  }, 300_000);
});

/** Whether the command writes a layout, or code, from the service alone. */
function isNewLayout(args: readonly string[]): boolean {
  return args[0] === "pull" && !args.includes("--update");
}

function objectsInState(): State["objects"] {
  return (JSON.parse(bench.files.read("docsform.state.json") ?? "") as Pick<State, "objects">).objects;
}

/** Extends the value on the service: the secret itself, or another attribute of its object. */
function changeOnService(kind: Kind, kinds: readonly Kind[]): void {
  const { type, attribute, isByItself, address, value, canary } = kind;
  const rule = type.attributes[attribute] as Attribute;
  const beside = kinds.filter((each) => each.address === address && !each.isByItself);
  const next = isByItself ? kind : (beside[(beside.indexOf(kind) + 1) % beside.length] ?? kind);
  const [path = []] = textsIn(value).find(([, text]) => text.includes(canary)) ?? [];
  const changed = [next, kind]
    .map((from) => replaced(value, path, `${secretTexts([from])[0]}changed`))
    .find((each) => rule.schema.safeParse(each).success);
  const { id = "", scopeId } = objectsInState()[address] ?? {};
  const context = { organizationId: organization, apiVersion: "current", ...present({ scopeId }) } as const;
  for (const { endpoint, params = {}, body } of changingCalls(
    { type, id, context },
    attribute,
    changed ?? null,
  ))
    bench.emulator.emulator.edit(endpoint.operation, params, body);
}

/** Copies secrets that the service computed into each attribute that accepts them. Returns the types with such a copy. */
function copyComputedSecrets(type: ResourceType): readonly ResourceType[] {
  const objects = Object.entries(objectsInState()).filter(
    ([address]) => typeOfAddress(address) === type.name,
  );
  return Object.entries(type.attributes).flatMap(([attribute, rule]) => {
    const texts = objects.map(([, { id }]) => computedSecretOf(id));
    if (isSecretByItself(rule) || rule.reference !== undefined) return [];
    if (texts.length === 0 || texts.some((text) => !rule.schema.safeParse(text).success)) return [];
    const calls = objects.flatMap(([, { id, scopeId }]) => {
      const context = {
        organizationId: organization,
        apiVersion: "current",
        ...present({ scopeId }),
      } as const;
      return changingCalls({ type, id, context }, attribute, computedSecretOf(id));
    });
    for (const { endpoint, params = {}, body } of calls)
      bench.emulator.emulator.edit(endpoint.operation, params, body);
    return calls.length === 0 ? [] : [type];
  });
}

/** The service repeats the secret in its error about a specification that it could not read. */
function describeItself(kind: Kind): void {
  if (kind.type.name !== "openapi_spec") return;
  const url = `${secretTexts([kind])[0]}changed`;
  const errors = [{ message: `Nothing comes from ${url}.`, code: new URL(url).searchParams.get("key") }];
  bench.emulator.emulator.service.change("openapi_spec", objectsInState()[kind.address]?.id ?? "", {
    errors,
  });
}

/** Each secret text of the values. */
function secretTexts(kinds: readonly Kind[]): readonly string[] {
  return kinds.flatMap(({ value, canary }) =>
    textsIn(value).flatMap(([, text]) => (text.includes(canary) ? [text] : [])),
  );
}

/** The lines of a text that another text does not have. */
function withoutLinesOf(after: string, before: string): string {
  const known = new Set(before.split("\n"));
  return after
    .split("\n")
    .filter((line) => !known.has(line))
    .join("\n");
}
