import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { systemClock } from "../../src/http/system-clock.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { canaryToken, openWorkbench, organization, type Workbench } from "./workbench.ts";

const certificate = readFileSync(new URL("../../examples/acme/secrets/okta.pem", import.meta.url), "utf8");

/** A kind of secret: how a layout says it, and what no output may hold. */
interface Kind {
  readonly kind: string;
  /** What stands under the maps of the layout. */
  readonly written: Readonly<Record<string, string>>;
  readonly variables?: string;
  readonly canaries: readonly string[];
  /** It is secret wherever it stands on the service, so whoever pulls knows it too. */
  readonly isByItself?: true;
  /** It stands in the layout itself, so no plan that holds it is saved. */
  readonly isLiteral?: true;
}

const pem = (mark: string) =>
  certificate.replace(certificate.split("\n")[3] ?? "", `CANARY${mark}`.padEnd(64, "A"));
const saml = (name: string, value: string) =>
  `  ${name}: { label: ${name}, ssoURL: "https://${name}.example/sso", entityID: "http://${name}.example", certificate: ${value} }\n`;

const kinds: readonly Kind[] = [
  { kind: "the token", written: {}, canaries: [canaryToken] },
  {
    kind: "a certificate from a file",
    written: { saml: saml("okta", "!file secrets/okta.pem") },
    canaries: ["CANARYFILE"],
    isByItself: true,
  },
  {
    kind: "a certificate from the environment",
    written: { saml: saml("entra", "!env ENTRA_PEM") },
    canaries: ["CANARYENV"],
    isByItself: true,
  },
  {
    kind: "a title from the environment",
    written: { spaces: "  hush: { title: !env SPACE_TITLE }\n" },
    canaries: ["canary-title-1a"],
  },
  {
    kind: "a title from the environment, as an alias",
    written: { spaces: "  hush2: { title: &t !env OTHER_TITLE }\n", teams: "  hushed: { title: *t }\n" },
    canaries: ["canary-other-2b"],
  },
  {
    kind: "a secret variable alone",
    variables: "  alone: { env: ALONE, secret: true }\n",
    written: { collections: '  box: { title: "${alone}" }\n' },
    canaries: ["canary-alone-3c"],
  },
  {
    kind: "a secret variable in a longer text",
    variables: "  inside: { env: INSIDE, secret: true }\n",
    written: { collections: '  box2: { title: Box, description: "See ${inside}, please." }\n' },
    canaries: ["canary-inside-4d"],
  },
  {
    kind: "the credentials of an address from the environment",
    written: { openapi: "  hidden: { source: { url: !env SPEC_URL } }\n" },
    canaries: ["canary-user-5e", "canary-pass-5e", "canary-query-5e"],
    isByItself: true,
  },
  {
    kind: "the credentials of an address in the layout",
    written: {
      openapi:
        '  open: { source: { url: "https://canary-user-6f:canary-pass-6f@specs.example/a.json?key=canary-query-6f" } }\n',
    },
    canaries: ["canary-user-6f", "canary-pass-6f", "canary-query-6f"],
    isByItself: true,
    isLiteral: true,
  },
  {
    kind: "a certificate in the layout, and an alias of it as a title",
    written: {
      saml: saml("ping", "&pem CANARYALIAS-in-the-layout"),
      teams: "  aliased: { title: *pem }\n",
    },
    canaries: ["CANARYALIAS"],
    isLiteral: true,
  },
];

const environment = {
  ENTRA_PEM: pem("ENV"),
  SPACE_TITLE: "canary-title-1a",
  OTHER_TITLE: "canary-other-2b",
  ALONE: "canary-alone-3c",
  INSIDE: "canary-inside-4d",
  SPEC_URL: "https://canary-user-5e:canary-pass-5e@specs.example/b.json?key=canary-query-5e",
  DOCSFORM_DEBUG: "1",
};

function layoutOf(chosen: readonly Kind[]): string {
  const maps = new Map<string, string>();
  for (const { written } of chosen)
    for (const [map, text] of Object.entries(written)) maps.set(map, (maps.get(map) ?? "") + text);
  const variables = chosen.flatMap((kind) => kind.variables ?? []).join("");
  const fields = [...maps].map(([map, text]) => `${map}:\n${text}`).join("");
  return `docsform: 1\norganization: ${organization}\nvariables:\n${variables}${fields}`;
}

/** What a command must be told besides where its output goes. `[]`: nothing. */
const told: Readonly<Record<string, readonly (readonly string[])[]>> = {
  validate: [[]],
  plan: [[], ["--full"], ["--compact"]],
  accept: [["--dry-run"], ["--yes"]],
  apply: [["--yes", "--allow-adopt", "--horizon-ms", "0"]],
  diff: [["--file", "docs.yaml", "--file", "environments.yaml", "--env", "a", "--env", "b"]],
  drift: [[]],
  pull: [
    ["--update", "--dry-run"],
    ["--update", "--yes"],
    ["--all", "--organization", organization],
  ],
  destroy: [["--organization", organization, "--horizon-ms", "0"]],
  graph: [[]],
  doctor: [[]],
  adopt: [["--found"]],
  lock: [["list"], ["show", "space.hush"]],
};

/** The options with which a command writes a file, and the file. */
const files: Readonly<Record<string, string>> = {
  "--out": "saved.json",
  "--comment": "told.md",
  "--html": "told.html",
  "--sarif": "told.sarif",
  "--events": "told.ndjson",
};

interface Way {
  readonly command: string;
  readonly args: readonly string[];
}

/** Each command that reads a layout, with all the outputs that it has: once as text, once as JSON. */
function ways(savesPlans: boolean): readonly Way[] {
  const program = createProgram("1.2.3", undefined, async () => undefined);
  return program.commands.flatMap((command): readonly Way[] => {
    const flags = command.options.map(({ long }) => long);
    if (!flags.includes("--file")) return [];
    const name = command.name();
    const written = Object.keys(files).filter(
      (flag) => flags.includes(flag) && (flag !== "--out" || (savesPlans && name === "plan")),
    );
    const outputs = written.flatMap((flag) => [flag, files[flag] ?? ""]);
    const formats = command.options.find(({ long }) => long === "--format")?.argChoices;
    const variants = formats?.map((format) => ["--format", format]) ?? told[name] ?? [];
    expect(variants, `how ${name} is run stands above`).not.toEqual([]);
    return variants.flatMap((words) =>
      [["--verbose"], ["--json"]].map((form) => ({
        command: name,
        args: [name, ...words, ...outputs, ...form],
      })),
    );
  });
}

const environments = `docsform: 1
environments:
  a: { spaces: { in-a: { title: "In a" } } }
  b: { variables: { alone: { env: INSIDE, secret: true } } }
`;

let bench: Workbench;
let journals: string[];
beforeEach(async () => {
  journals = [];
  bench = await openWorkbench(
    { "secrets/okta.pem": pem("FILE"), "environments.yaml": environments },
    "current",
    {
      clock: systemClock,
      random: Math.random,
      observe: (inFolder) => journals.push(inFolder.read(".docsform/docsform.jsonl") ?? ""),
    },
  );
});
afterEach(() => bench.close());

/** Everything that was written here, but for what a person wrote. */
function writtenFiles(folder = "."): readonly (readonly [string, string])[] {
  return (bench.files.list(folder) ?? []).flatMap((name) => {
    const path = folder === "." ? name : `${folder}/${name}`;
    if (["secrets", "docs.yaml", "environments.yaml"].includes(path)) return [];
    if (bench.files.list(path) !== undefined) return writtenFiles(path);
    return [[path, bench.files.read(path) ?? ""] as const];
  });
}

describe.each([
  { what: "that come from elsewhere", chosen: kinds.filter(({ isLiteral }) => isLiteral !== true) },
  { what: "that stand in the layout", chosen: kinds },
])("no output holds a secret, of those $what", ({ chosen }) => {
  const savesPlans = chosen.every(({ isLiteral }) => isLiteral !== true);
  const leaks: string[] = [];
  const look = (where: string, text: string, among = chosen) => {
    for (const { kind, canaries } of among)
      for (const canary of canaries)
        for (const form of [canary, Buffer.from(canary).toString("base64url"), encodeURIComponent(canary)])
          if (text.includes(form))
            leaks.push(
              `${where} holds ${kind}: …${text.slice(Math.max(0, text.indexOf(form) - 80), text.indexOf(form) + form.length)}`,
            );
  };
  const runAll = async (phase: string, only?: readonly string[]) => {
    const ends: Record<string, readonly number[]> = {};
    for (const { command, args } of ways(savesPlans)) {
      if (only !== undefined && !only.includes(command)) continue;
      const layout = bench.files.read("docs.yaml") ?? "";
      const { code, out, err } = await bench.run(args, { environment });
      ends[command] = [...(ends[command] ?? []), code];
      const where = `${phase}: ${args.join(" ")}`;
      // Without a layout nobody knows what else its secrets are: what the service shows to anybody who may read it is written.
      const known = args.includes("--all") ? chosen.filter(({ isByItself }) => isByItself === true) : chosen;
      look(`${where}, stdout`, out, known);
      look(`${where}, stderr`, err);
      for (const [path, text] of writtenFiles()) look(`${where}, ${path}`, text);
      const after = bench.files.read("docs.yaml") ?? "";
      if (after !== layout) look(`${where}, what it wrote into the layout`, withoutLinesOf(after, layout));
    }
    return ends;
  };

  test("before and after an apply, after changes on both sides, and where the service fails", async () => {
    const layout = layoutOf(chosen);
    bench.files.write("docs.yaml", layout);
    const reading = ["validate", "plan", "drift", "graph", "doctor", "pull", "diff"];
    const staying = Object.keys(told).filter((command) => command !== "destroy");
    const first = await runAll("at first", reading);
    expect(first["validate"], JSON.stringify(first)).toEqual([0, 0]);
    expect(
      first["plan"]?.every((code) => code === 0),
      JSON.stringify(first),
    ).toBe(true);

    bench.emulator.emulator.faults.add({
      on: { method: "write", times: "always" },
      fault: {
        kind: "error-before",
        status: 400,
        message: `What is ${Object.values(environment).join(" and ")}?`,
      },
    });
    expect((await runAll("where the service repeats it", ["apply"]))["apply"]).toEqual([3, 3]);
    bench.emulator.emulator.faults.clear();

    const applied = await runAll("the apply", ["apply"]);
    expect(applied["apply"]).toEqual([0, 0]);
    const stored = JSON.stringify(bench.emulator.emulator.dump());
    const declared = chosen.filter(({ written }) => Object.keys(written).length > 0);
    for (const { kind, canaries } of declared)
      expect(stored, `the service got ${kind}`).toContain(canaries[0]);
    await runAll("when all is as declared", staying);

    const { service } = bench.emulator.emulator;
    const change = (type: string, find: string, fields: JsonObject) => {
      const found = service.list(type).find((object) => JSON.stringify(object).includes(find));
      service.change(type, found?.id ?? "", fields);
    };
    change("space", "canary-title-1a", { title: "canary-title-1a, changed" });
    change("collection", "canary-inside-4d", { title: "A box of canary-inside-4d" });
    change("openapi_spec", "hidden", {
      source: { url: environment.SPEC_URL.replace("b.json", "c.json") },
      errors: [{ message: `Nothing comes from ${environment.SPEC_URL}.`, code: "canary-query-5e" }],
    });
    const drifted = await runAll("after a change on the service", reading);
    expect(drifted["drift"]).toEqual([2, 2]);
    await runAll("after a change on the service", staying);

    bench.files.write(
      "docs.yaml",
      layout.replace("!env SPACE_TITLE", "Plain").replace("See ${inside}", "Seen ${inside}"),
    );
    await runAll("after a change of the layout", [...reading, "apply", "destroy"]);
    for (const journal of journals) look("the journal", journal);
    expect(journals.some((journal) => journal.includes('"intent"'))).toBe(true);
    expect([...new Set(leaks)]).toEqual([]);
  }, 120_000);
});

/** The lines that a layout has got. */
function withoutLinesOf(after: string, before: string): string {
  const known = new Set(before.split("\n"));
  return after
    .split("\n")
    .filter((line) => !known.has(line))
    .join("\n");
}
