import fc from "fast-check";
import { lastSection } from "../../../src/contract/operations/site-structure/policies.ts";
import type { StoreDump } from "../../../src/emulator/dump.ts";
import type { DesiredWorld } from "../../../src/model/desired-world.ts";
import { textIn } from "../../../src/model/emulator-responses.ts";
import type { EmulatedService, EmulatorPolicy } from "../../../src/model/emulator-rules.ts";
import type { ApiVersion } from "../../../src/model/endpoint.ts";
import type { MemoryDisk } from "../../../src/state/memory-disk.ts";
import { createMemoryDisk } from "../../../src/state/memory-disk.ts";
import { createKillable, type Killable } from "../killable.ts";
import { policy } from "../policies.ts";
import { runLayout } from "../run-layout.ts";
import { createTestService, seededRandom, type TestService } from "../service.ts";
import { appEditNames, editAudience } from "./app-audience-edits.ts";
import { contentsOf } from "./audience-judge.ts";
import { drawnLayout, type LayoutData, readDrawn, type SpaceData } from "./drawn-layout.ts";
import { type LayoutEditName, layoutEditNames, layoutEdits, pickWith } from "./layout-edits.ts";

/** An edit by its name, with numbers that select its objects and values. */
interface DrawnEdit<Name extends string> {
  readonly name: Name;
  readonly numbers: readonly number[];
}

function editsOf<Name extends string>(
  names: readonly Name[],
  limits: fc.ArrayConstraints,
): fc.Arbitrary<readonly DrawnEdit<Name>[]> {
  const numbers = fc.array(fc.nat(99), { minLength: 6, maxLength: 6 });
  return fc.array(fc.record({ name: fc.constantFrom(...names), numbers }), limits);
}

/** A layout that was applied, spaces that people filled, their edits in the app, and the edits of the layout since. */
export interface AudienceWorld {
  readonly layout: LayoutData;
  /** Edits in the app, after which the layout is applied again: the state remembers what is left of them. */
  readonly rememberedInApp: readonly DrawnEdit<string>[];
  /** Edits in the app after the last apply. */
  readonly editsInApp: readonly DrawnEdit<string>[];
  readonly edits: readonly DrawnEdit<LayoutEditName>[];
  readonly prune: readonly string[];
  readonly apiVersion: ApiVersion;
  readonly policy: EmulatorPolicy;
  readonly seed: number;
}

/** Edits of a layout. */
export function layoutEditsWith(
  limits: fc.ArrayConstraints,
  names: readonly LayoutEditName[] = layoutEditNames,
): fc.Arbitrary<readonly DrawnEdit<LayoutEditName>[]> {
  return editsOf(names, limits);
}

const someEdits = layoutEditsWith({ minLength: 1, maxLength: 4 });
const manyEdits = layoutEditsWith({ minLength: 12, maxLength: 20 });

const drawn = {
  layout: drawnLayout,
  rememberedInApp: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: editsOf(appEditNames, { minLength: 1, maxLength: 3 }) },
  ),
  editsInApp: editsOf(appEditNames, { maxLength: 4 }),
  edits: fc.oneof({ weight: 4, arbitrary: someEdits }, { weight: 1, arbitrary: manyEdits }),
  prune: fc.constantFrom([], [], ["space"]),
  apiVersion: fc.constantFrom("current", "current", "current", "classic", "classic-minimal"),
  // A layout may leave out all sections of a site, and then the service has to delete the last one.
  policy: policy.map((each) => ({ ...each, [lastSection.name]: "allow" })),
  seed: fc.nat(),
};

export const audienceWorld: fc.Arbitrary<AudienceWorld> = fc.record(drawn);

/** A world that people edit in the app after the last apply. In half of them the layout stays as it is. */
export const worldEditedInApp: fc.Arbitrary<AudienceWorld> = fc.record({
  ...drawn,
  editsInApp: editsOf(appEditNames, { minLength: 1, maxLength: 4 }),
  edits: fc.oneof(fc.constant([]), editsOf(layoutEditNames, { maxLength: 3 })),
});

/** A world at the moment before the apply that a law judges. */
export interface PreparedWorld {
  readonly service: TestService;
  readonly disk: MemoryDisk;
  /** The world after the last apply, before the edits in the app. */
  readonly applied: StoreDump;
  /** The layout before and after its edits. */
  readonly before: DesiredWorld;
  readonly desired: DesiredWorld;
  /** The names of the edits that changed something. */
  readonly editsInApp: ReadonlySet<string>;
  readonly edits: ReadonlySet<string>;
}

/** Undefined: the service cannot have the first layout. */
export async function prepareWorld(given: AudienceWorld): Promise<PreparedWorld | undefined> {
  const { apiVersion, prune } = given;
  const service = createTestService({ apiVersion, policy: given.policy, random: seededRandom(given.seed) });
  const disk = createMemoryDisk();
  const layout = apiVersion === "classic-minimal" ? withSpaces(service, given.layout) : given.layout;
  const before = readDrawn(layout, apiVersion, prune);
  if (!(await isApplied(service, before, disk))) return undefined;
  if (editInApp(service, given.rememberedInApp).size > 0 && !(await isApplied(service, before, disk)))
    return undefined;
  const applied = service.emulator.dump();
  const editsInApp = editInApp(service, given.editsInApp);
  await service.emulator.settle();
  const edited = structuredClone(layout);
  const edits = editLayout(edited, given.edits);
  const desired = readDrawn(edited, apiVersion, prune);
  return { service, disk, applied, before, desired, editsInApp, edits };
}

/** Creates the spaces in the app, because docsform has no operation for it, and pins them. */
function withSpaces({ emulator }: TestService, layout: LayoutData): LayoutData {
  const { apiVersion } = emulator;
  emulator.setApiVersion("classic");
  const spaces = Object.entries(layout.spaces).map(([key, space]): [string, SpaceData] => {
    const { id } = emulator.edit("createSpace", {}, { title: space.title }).body as { id: string };
    return [key, { ...space, id }];
  });
  emulator.setApiVersion(apiVersion);
  return { ...layout, spaces: Object.fromEntries(spaces) };
}

/** Applies the layout, and lets people fill the new spaces. Returns whether everything was applied. */
async function isApplied(service: TestService, desired: DesiredWorld, disk: MemoryDisk): Promise<boolean> {
  const end = await runLayout(service, desired, disk);
  fillSpaces(service.emulator.service);
  await service.emulator.settle();
  return end.kind === "applied" && ["done", "nothing"].includes(end.result.outcome);
}

/** Returns the names of the edits that the service accepted. */
function editInApp(service: TestService, edits: readonly DrawnEdit<string>[]): ReadonlySet<string> {
  const done = edits.filter(({ name, numbers }) => editAudience(service, name, pickWith(numbers)));
  return new Set(done.map(({ name }) => name));
}

/** The edits of a prepared world, in words. */
export function editsText({ editsInApp, edits }: PreparedWorld): string {
  return `edits in the app: ${[...editsInApp].join("; ")}\nedits of the layout: ${[...edits].join("; ")}`;
}

/** Edits the layout in place. Returns the names of the edits that changed something. */
export function editLayout(
  layout: LayoutData,
  edits: readonly DrawnEdit<LayoutEditName>[],
): ReadonlySet<string> {
  const done = new Set<string>();
  for (const { name, numbers } of edits) {
    const text = JSON.stringify(layout);
    layoutEdits[name](layout, pickWith(numbers));
    if (JSON.stringify(layout) !== text) done.add(name);
  }
  return done;
}

/** Writes a page in each space without content, as people do. */
export function fillSpaces(service: EmulatedService): void {
  for (const space of service.list("space")) {
    if (contentsOf(service, space).length > 0) continue;
    const now = service.now();
    const page = {
      id: `page in ${textIn(space["title"])} ${space.id}`,
      parent: null,
      type: "document",
      title: "Start",
      slug: "start",
      markdown: "Secret.",
      details: {},
      frontMatter: {},
      createdAt: now,
      updatedAt: now,
      git: null,
    };
    const content = { pages: [page], files: [], reusableContents: [], variables: {} };
    const made = { id: service.newId(""), space: space.id, parents: [], type: "edits", createdAt: now };
    const revision = service.add("revision", { ...made, content, mergedFrom: null });
    service.change("space", space.id, { revision: revision.id });
  }
}

/** A process on a service of its own with the same records and the same state. */
export interface Twin {
  readonly service: TestService;
  readonly disk: MemoryDisk;
  readonly process: Killable;
}

/** `records`: those of another moment than the present one. New objects have other ids than those of the prepared world. */
export function twinOf(
  { apiVersion, policy: choices, seed }: AudienceWorld,
  { service, disk }: PreparedWorld,
  records: StoreDump = service.emulator.dump(),
): Twin {
  const process = createKillable();
  const twin = createTestService({
    apiVersion,
    policy: choices,
    random: seededRandom(seed + 1),
    transport: process.transport,
  });
  twin.emulator.load(records);
  return { service: twin, disk: process.disk({ state: disk.state }), process };
}
