import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type * as Cdktf from "cdktf";
import type * as Constructs from "../../src/constructs.ts";
import { inFolder } from "../support/folder.ts";
import { median, report } from "../support/verdict.ts";

// An app requires the built package from CommonJS.
const require = createRequire(resolve("package.json"));
const { App, TerraformResource, TerraformStack } = require("cdktf") as typeof Cdktf;
const docs = require("docsform/constructs") as typeof Constructs;

const size = { collections: 20, spaces: 400, teams: 60, sites: 10, sectionsOfSite: 50 };
const rounds = 15;
const imports = 20;

type Attributes = Readonly<Record<string, unknown>>;
interface Resource {
  readonly type: string;
  readonly name: string;
  readonly attributes: Attributes;
  /** Addresses of other resources. */
  readonly dependsOn: readonly string[];
}

type Synthesized = Attributes & { readonly depends_on?: readonly string[] };

/** cdktf's own resource with only attributes and references: the least that an app can use. */
class Bare extends TerraformResource {
  readonly #attributes: Attributes;

  constructor(
    scope: Cdktf.TerraformStack,
    { type, name, attributes }: Resource,
    dependsOn: Cdktf.TerraformResource[],
  ) {
    super(scope, name, { terraformResourceType: type, dependsOn });
    this.#attributes = attributes;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return { ...this.#attributes };
  }
}

const [cdktfAlone, both] = importCosts();

const holds = await inFolder(async (folder) => {
  const resources = resourcesOf(synth(join(folder, "first"), describeDocs).text);
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = -3; round < rounds; round += 1) {
    const ms = [describeDocs, bareOf(resources)].map((fill) => synth(join(folder, "out"), fill).ms);
    if (round < 0) continue; // Both warm up.
    ours.push(ms[0] as number);
    bare.push(ms[1] as number);
  }
  return report(
    `Synthesis of constructs, which are ${resources.length} resources`,
    [
      `docsform's constructs ${median(ours).toFixed(0)} ms, as many bare TerraformResources ${median(bare).toFixed(0)} ms of CPU; medians of ${rounds} rounds in turn`,
      `a process that imports cdktf ${cdktfAlone.toFixed(0)} ms, cdktf and docsform/constructs ${both.toFixed(0)} ms of CPU; medians of ${imports} in turn`,
    ],
    [
      { name: "time, over that of bare resources", value: median(ours) / median(bare), most: 1.1, unit: "×" },
      { name: "import, over that of cdktf alone", value: both / cdktfAlone, most: 2.2, unit: "×" },
      {
        name: "resources short of 1,000",
        value: Math.max(0, 1_000 - resources.length),
        most: 0,
        unit: "objects",
      },
    ],
  );
});
process.exitCode = holds ? 0 : 1;

/** The CPU time of a process that imports cdktf alone, and of one that imports the constructs too. */
function importCosts(): readonly [cdktf: number, both: number] {
  const printCpu = "const { user, system } = process.cpuUsage();\nconsole.log((user + system) / 1e3);";
  const program = (...modules: readonly string[]) =>
    [...modules.map((name) => `import ${JSON.stringify(name)};`), printCpu].join("\n");
  const programs = [program("cdktf"), program("cdktf", "docsform/constructs")];
  const times = list(imports, () => programs.map(cpuOf));
  return [median(times.map(([alone = 0]) => alone)), median(times.map(([, second = 0]) => second))];
}

function cpuOf(program: string): number {
  return Number(execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" }));
}

type Fill = (stack: Cdktf.TerraformStack) => void;

function synth(outdir: string, fill: Fill): { readonly ms: number; readonly text: string } {
  const before = process.cpuUsage();
  const app = new App({ outdir });
  const stack = new TerraformStack(app, "docs");
  fill(stack);
  app.synth();
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1e3;
  return { ms, text: JSON.stringify(stack.toTerraform()) };
}

function describeDocs(stack: Cdktf.TerraformStack): void {
  new docs.DocsProvider(stack, "docs");
  const collections = list(
    size.collections,
    (at) => new docs.Collection(stack, `shelf-${at}`, { title: `Shelf ${at}`, description: "What we know" }),
  );
  const spaces = list(size.spaces, (at) => {
    const collection = collections[at % collections.length] as Constructs.Collection;
    return new docs.Space(stack, `space-${at}`, {
      title: `Space ${at}`,
      collection,
      emoji: "1f4d8",
      language: "en",
    });
  });
  list(size.teams, (at) => new docs.Team(stack, `team-${at}`, { title: `Team ${at}`, members: ["u_ada"] }));
  list(size.sites, (siteAt) => {
    const site = new docs.Site(stack, `site-${siteAt}`, { title: `Site ${siteAt}`, published: true });
    list(size.sectionsOfSite, (at) =>
      site.addSection(`section-${at}`, {
        title: `Section ${at}`,
        path: `section-${at}`,
        icon: "book",
        spaces: [spaces[(siteAt * size.sectionsOfSite + at) % spaces.length] as Constructs.Space],
      }),
    );
  });
}

/** Creates the same resources. Each must come after the resources that it refers to. */
function bareOf(resources: readonly Resource[]): Fill {
  return (stack) => {
    new docs.DocsProvider(stack, "docs");
    const made = new Map<string, Cdktf.TerraformResource>();
    for (const resource of resources) {
      const attributes = referring(resource.attributes, made) as Attributes;
      const dependsOn = resource.dependsOn.map((address) => find(made, address));
      made.set(`${resource.type}.${resource.name}`, new Bare(stack, { ...resource, attributes }, dependsOn));
    }
  };
}

/** The value with tokens for its synthesized references, as an app writes them. */
function referring(value: unknown, made: ReadonlyMap<string, Cdktf.TerraformResource>): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => referring(item, made));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, referring(item, made)]));
  }
  const [, address, attribute] = /^\$\{(docs_\w+[.][\w-]+)[.](\w+)\}$/.exec(String(value)) ?? [];
  if (address === undefined || attribute === undefined) return value;
  return find(made, address).getStringAttribute(attribute);
}

function find(made: ReadonlyMap<string, Cdktf.TerraformResource>, address: string): Cdktf.TerraformResource {
  const target = made.get(address);
  if (target === undefined) throw new Error(`${address} comes after what refers to it.`);
  return target;
}

/** The resources that the constructs synthesized, so that the bare app can create the same ones. */
function resourcesOf(text: string): readonly Resource[] {
  const { resource } = JSON.parse(text) as {
    readonly resource: Readonly<Record<string, Readonly<Record<string, Synthesized>>>>;
  };
  const resources = Object.entries(resource).flatMap(([type, named]) =>
    Object.entries(named).map(([name, { "//": _metadata, depends_on: dependsOn = [], ...attributes }]) => ({
      type,
      name,
      attributes,
      dependsOn,
    })),
  );
  return inOrder(resources);
}

/** Sorts the resources: each comes after those that it names. */
function inOrder(resources: readonly Resource[]): readonly Resource[] {
  const byAddress = new Map(resources.map((resource) => [`${resource.type}.${resource.name}`, resource]));
  const ordered = new Set<Resource>();
  const visit = (resource: Resource): void => {
    const named = [...JSON.stringify(resource.attributes).matchAll(/\$\{(docs_\w+[.][\w-]+)/g)].map(
      ([, to]) => to,
    );
    for (const address of [...resource.dependsOn, ...named]) {
      const other = byAddress.get(address ?? "");
      if (other !== undefined && !ordered.has(other)) visit(other);
    }
    ordered.add(resource);
  };
  for (const resource of resources) if (!ordered.has(resource)) visit(resource);
  return [...ordered];
}

function list<Item>(length: number, item: (at: number) => Item): readonly Item[] {
  return Array.from({ length }, (_, at) => item(at));
}
