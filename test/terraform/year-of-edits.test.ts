import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as cdktf from "cdktf";
import { expect, inject, test } from "vitest";
import { filesBelow } from "../../src/cli/files.ts";
import * as docs from "../../src/constructs.ts";
import { lastSection } from "../../src/contract/operations/site-structure/policies.ts";
import type { StoreDump } from "../../src/emulator/dump.ts";
import { readLayout } from "../../src/layout/read-layout.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import { textIn } from "../../src/model/emulator-responses.ts";
import { permissions } from "../../src/model/plan/permission-flags.ts";
import { registry } from "../../src/resources/registry.ts";
import { isJsonObject } from "../../src/util/json.ts";
import { addressNow, type Edit } from "../cli/edits/edit.ts";
import { rowOfEdit } from "../cli/edits/guide.ts";
import { layout } from "../cli/edits/layout.ts";
import { editsOfTheOrganization } from "../cli/edits/organization.ts";
import { editsOfSites } from "../cli/edits/sites.ts";
import { editsOfSpaces } from "../cli/edits/spaces.ts";
import { editsOfStructure, editsOfVariants } from "../cli/edits/structure.ts";
import { organization } from "../cli/workbench.ts";
import { worldLines } from "../faults/world-lines.ts";
import { certificateWith } from "../support/certificates.ts";
import { isFullShare, timeoutOf, worldsOf } from "../support/laws.ts";
import { type DocsService, startService, tokenVariable } from "./support/docs-service.ts";
import { hclOfStack } from "./support/hcl-of-stack.ts";
import { builtProvider, describeTerraform } from "./support/real-terraform.ts";
import { runDocsform } from "./support/run-docsform.ts";
import { terraformWorkspace } from "./support/terraform-workspace.ts";

// The ordinary edits of a company's layout, one after the other, as a year brings them: in HCL, which Terraform applies, and in an app, which docsform
// applies. Each edit changes what the edits before it left.

const usual = 40;
const certificates = {
  OKTA_CERTIFICATE: certificateWith("MIIBszCCAVmgAwIBAgIU"),
  NEXT_CERTIFICATE: certificateWith("MIIBtDCCAVqgAwIBAgIV"),
};
const environment = Object.fromEntries(
  Object.entries(certificates).flatMap(([name, value]) => [
    [name, value],
    [`TF_VAR_${name}`, value],
  ]),
);

const edits = [editsOfSpaces, editsOfTheOrganization, editsOfVariants, editsOfStructure, editsOfSites].flat();

type Renamed = NonNullable<Edit["renamed"]>;

/** An edit with the layouts before and after it. */
interface Day {
  readonly edit: Edit;
  /** The address before the edit of an object of the first layout. The edit knows those alone. */
  readonly now: (address: string) => string;
  /** The new addresses of the objects that have others before. */
  readonly renamed: Renamed;
  readonly before: string;
  readonly after: string;
}

/** The layout after an edit. Undefined: the layout lacks what the edit is about. */
function after(before: string, { change, inTheApp = [] }: Edit): string | undefined {
  try {
    const text = change?.(before) ?? before;
    return text === before && inTheApp.length === 0 ? undefined : text;
  } catch {
    return undefined;
  }
}

function desiredOf(text: string): DesiredWorld | undefined {
  return readLayout({
    sources: [{ file: "docsform.yaml", text }],
    types: registry,
    environment: certificates,
    readFile: () => "",
  }).desired;
}

/** Edits that Terraform does not do as docsform does, and why. */
const notInTerraform: Readonly<Record<string, string>> = {
  "the token's own user gets a lower role": "Terraform refuses it, and no argument permits it.",
  "a variant that is hidden in the app moves to another section":
    "What nobody declares stays with the content in docsform, and with the address in Terraform.",
};

/** The edits of the year: first those after which most others still fit. */
function yearOf(all: readonly Edit[]): readonly Day[] {
  const possible = all.filter(
    (edit) =>
      edit.notPermitted === undefined &&
      notInTerraform[edit.what] === undefined &&
      after(layout, edit) !== undefined,
  );
  const left = (edit: Edit) => {
    const text = after(layout, edit) as string;
    return possible.filter((each) => after(text, each) !== undefined).length;
  };
  const byLeft = new Map(possible.map((edit) => [edit, left(edit)] as const));
  const days: Day[] = [];
  let text = layout;
  for (const edit of possible.toSorted((a, b) => (byLeft.get(b) ?? 0) - (byLeft.get(a) ?? 0))) {
    const next = after(text, edit);
    if (next === undefined || desiredOf(next) === undefined) continue;
    const earlier = [...days];
    const now = (address: string) => earlier.reduce((left, each) => addressNow(left, each.renamed), address);
    const renamed = Object.entries(edit.renamed ?? {}).map(([from, to]) => [now(from), now(to)]);
    days.push({ edit, now, renamed: Object.fromEntries(renamed), before: text, after: next });
    text = next;
  }
  return days;
}

/** The app of a layout: its `cdk.tf.json`, and the labels of its resources by the addresses of the layout. */
interface App {
  readonly stack: string;
  readonly labels: ReadonlyMap<string, string>;
}

function appOf(folder: string, text: string): App {
  const files = filesBelow(folder);
  files.write("docsform.yaml", text);
  const app = new cdktf.App({ outdir: files.full("cdktf.out"), stackTraces: false });
  const stack = new cdktf.TerraformStack(app, "docs");
  new docs.DocsProvider(stack, "provider", { organization, maxDeletes: 1000 });
  const declared = docs.DocsLayout.fromYaml(stack, "layout", files.full("docsform.yaml"), {
    environment,
    state: false,
  });
  app.synth();
  const labels = desiredOf(text)?.objects.flatMap(({ address }) => {
    const label = labelOf(declared.get(address as "site.docs"));
    return label === undefined ? [] : [[address, label] as const];
  });
  return { stack: files.read("cdktf.out/stacks/docs/cdk.tf.json") ?? "", labels: new Map(labels) };
}

function labelOf(object: unknown): string | undefined {
  return (object as { resource?: { friendlyUniqueId: string } }).resource?.friendlyUniqueId;
}

interface Move {
  readonly from: string;
  readonly to: string;
}

/** What a person writes in HCL for the objects that have other addresses after an edit. */
function movesOf(before: App, now: App, renamed: Renamed): readonly Move[] {
  return [...before.labels].flatMap(([address, label]) => {
    const next = now.labels.get(addressNow(address, renamed));
    const resource = `docs_${address.slice(0, address.indexOf("."))}`;
    return next === undefined || next === label
      ? []
      : [{ from: `${resource}.${label}`, to: `${resource}.${next}` }];
  });
}

/** One way to apply the layouts of the year to a service of its own. */
interface Face {
  readonly service: DocsService;
  /** What it has applied. */
  app?: App;
  /** The id of the object that somebody has made in the app. */
  newId?: string;
  /** The id of the object of an address. */
  readonly idOf: (address: string, app: App) => string;
  /** Plans, applies and plans again. */
  readonly apply: (app: App, moves: readonly Move[]) => Promise<Outcome>;
}

interface Outcome {
  /** The summaries of the warnings of the plan. */
  readonly warnings: readonly string[];
  /** Why it is not done. Undefined: it is done, and the next plan is empty. */
  readonly failure: string | undefined;
}

describeTerraform("a year of ordinary edits", () => {
  const bundle = builtProvider();
  const seed = JSON.parse(readFileSync("examples/acme/seed.json", "utf8")) as StoreDump;
  const head = `terraform {
  required_providers {
    docs = { source = "docsform/docs" }
  }
}
provider "docs" {
  organization = "${organization}"
}
`;

  const serve = async (): Promise<DocsService> => {
    const service = await startService("current", 0, { [lastSection.name]: "allow" }, organization);
    service.running.emulator.load({ ...structuredClone(seed), apiVersion: "current" });
    return service;
  };

  const hcl = async (): Promise<Face> => {
    const service = await serve();
    const workspace = terraformWorkspace(bundle, "", head);
    const run = (...argv: string[]) =>
      workspace.runIn({ ...environment, DOCSFORM_BASE_URL: service.running.url }, ...argv);
    return {
      service,
      idOf: (address, { labels }) => {
        const state = JSON.parse(readFileSync(join(workspace.folder, "terraform.tfstate"), "utf8")) as {
          resources: readonly { name: string; instances: readonly { attributes: { id: string } }[] }[];
        };
        return (
          state.resources.find(({ name }) => name === labels.get(address))?.instances[0]?.attributes.id ?? ""
        );
      },
      apply: async ({ stack }, moves) => {
        const blocks = moves.map(({ from, to }) => `moved {\n  from = ${from}\n  to   = ${to}\n}\n`);
        workspace.write("main.tf", hclOfStack(stack) + blocks.join(""));
        const planned = await run("plan", "-out=plan", "-input=false");
        const warned = ({ output }: typeof planned) =>
          [...output.matchAll(/Warning: (.*)/gu)].map(([, summary]) => summary ?? "");
        if (planned.code !== 0) return { warnings: warned(planned), failure: planned.output };
        const applied = await run("apply", "-input=false", "plan");
        const warnings = [...warned(planned), ...warned(applied)];
        if (applied.code !== 0) return { warnings, failure: applied.output };
        const again = await run("plan", "-detailed-exitcode", "-input=false");
        return { warnings, failure: again.code === 0 ? undefined : again.output };
      },
    };
  };

  const constructs = async (): Promise<Face> => {
    const service = await serve();
    const files = filesBelow(mkdtempSync(join(bundle.folder, "year-")));
    const run = (...argv: string[]) =>
      runDocsform(files, argv, { ...tokenVariable, ...environment, DOCSFORM_BASE_URL: service.running.url });
    return {
      service,
      idOf: (address, { labels }) => {
        const { objects } = JSON.parse(
          files.read("docsform.state.json") ??
            files.read("cdk.tf.state.json") ??
            files.read("docsform.cdk.tf.state.json") ??
            "",
        ) as {
          objects: Record<string, { id: string }>;
        };
        return objects[`${address.slice(0, address.indexOf("."))}.${labels.get(address)}`]?.id ?? "";
      },
      apply: async ({ stack }) => {
        files.write("cdk.tf.json", stack);
        const applied = await run("apply", "cdk.tf.json", ...everyFlag);
        if (applied.code !== 0) return { warnings: [], failure: applied.declared };
        const again = await run("plan", "cdk.tf.json", "--detailed-exitcode");
        return { warnings: [], failure: again.code === 0 ? undefined : again.declared };
      },
    };
  };

  test("each edit warns of nothing else than it must, and is done by one apply; both faces end with the same organization", {
    timeout: timeoutOf(10 * usual),
  }, async () => {
    const days = daysOf(yearOf(edits));
    const folder = mkdtempSync(join(bundle.folder, "year-"));
    const faces = await Promise.all([hcl(), constructs()]);
    try {
      for (const face of faces) await begin(face, folder, days[0] as Day);
      const problems: string[] = [];
      for (const day of days) {
        for (const face of faces) problems.push(...(await live(face, folder, day)));
        const [one, other] = faces.map(({ service }) => worldLines(service.running.emulator.dump()));
        const more = one?.filter((line) => other?.includes(line) !== true) ?? [];
        problems.push(...more.map((line) => `${day.edit.what}: only the first face has ${line}`));
        expect(one, problems.join("\n")).toHaveLength(other?.length ?? 0);
      }
      expect(problems).toEqual([]);
    } finally {
      for (const { service } of faces) await service.close();
    }
  });
});

/** Applies the layout before the first day. */
async function begin(face: Face, folder: string, { before }: Day): Promise<void> {
  face.app = appOf(folder, withId(before, undefined));
  const { failure } = await face.apply(face.app, []);
  expect(failure, "the layout before the edits").toBeUndefined();
}

/** Makes the edit of a day: somebody in the app, and then the layout. Returns what is wrong. */
async function live(
  face: Face,
  folder: string,
  { edit, now, renamed, before, after: text }: Day,
): Promise<readonly string[]> {
  const former = face.app as App;
  for (const { operation, of = {}, body } of edit.inTheApp ?? []) {
    const params = Object.fromEntries(
      Object.entries(of).map(([name, address]) => [name, face.idOf(now(address), former)]),
    );
    const answer = face.service.running.emulator.edit(operation, params, body);
    if (text.includes(newId) && !before.includes(newId) && isJsonObject(answer.body))
      face.newId = textIn(answer.body["id"]);
  }
  face.app = appOf(folder, withId(text, face.newId));
  const { warnings, failure } = await face.apply(face.app, movesOf(former, face.app, renamed));
  const expected = [...sentencesOf(edit), ...(moreWarnings[edit.what] ?? [])].map(subjectOf);
  const unexpected = warnings.filter((each) => !expected.includes(subjectOf(each)));
  return [...unexpected, ...(failure === undefined ? [] : [failure])].map((each) => `${edit.what}: ${each}`);
}

/** What the plan says about an edit, as the page of sentences lists it. */
function sentencesOf(edit: Edit): readonly string[] {
  const [start = ""] = rowOfEdit(edit, []).split(" | ");
  const row = pageOfSentences.split("\n").find((line) => line.startsWith(`${start} | `));
  const [, sentences = ""] = row?.replaceAll("\\|", "\u0000").split(" | ") ?? [];
  return sentences.replaceAll("\u0000", "|").split("<br>");
}

const pageOfSentences = readFileSync("docs/ordinary-edits.md", "utf8");

/** What a danger is about. What it is like depends on the edits before. */
function subjectOf(sentence: string): string {
  return /^! [^"]*"[^"]*"/u.exec(sentence)?.[0] ?? sentence;
}

/** What Terraform warns of beyond that. */
const moreWarnings: Readonly<Record<string, readonly string[]>> = {
  // These name the objects as they are now.
  "a team gets another title and another member": [
    '! people get more rights through team "Support": members',
  ],
  "the organization gets another title, an e-mail domain, and another default role": [
    '! people can join or log in differently through organization "Acme": emailDomains and defaultRole',
  ],
  "a site becomes public": ["docs_site_publication imports an existing object and changes it"],
  "a site of another type is added beside the old one": [
    'Another site has the same name as docs_site "Help"',
  ],
};

/** Stands in an edit for the id of an object that somebody makes in the app. */
const newId = "NEW";

function withId(text: string, id: string | undefined): string {
  if (id !== undefined) return text.replace(newId, id);
  return text
    .split("\n")
    .filter((line) => !line.includes(newId))
    .join("\n");
}

/** The share of this run: some days in a row. */
function daysOf(days: readonly Day[]): readonly Day[] {
  expect(days.length).toBeGreaterThanOrEqual(usual);
  const many = isFullShare() ? days.length : worldsOf(usual);
  const first = inject("lawSeed") % (days.length - many + 1);
  return days.slice(first, first + many);
}

const everyFlag = [
  "--yes",
  "--max-deletes",
  "1000",
  "--max-changes",
  "1000",
  ...Object.values(permissions).map(({ flag }) => flag),
];
