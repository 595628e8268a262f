import type { Tally } from "../laws.ts";
import { everythingAllowed, reconcilerOf, runLayout } from "../run-layout.ts";
import { containersIn, isTranslation, type Records } from "./audience-judge.ts";
import {
  type AudienceWorld,
  editsText,
  fillSpaces,
  type PreparedWorld,
  prepareWorld,
  twinOf,
} from "./audience-world.ts";
import { addressesIn, type JudgedWorld, recordsOf, reportDifferences, reportedIn } from "./openings.ts";
import { judge } from "./watch-moments.ts";

/** Throws if the dangers and effects of the plan are not the openings that its apply brings about. */
export async function checkPlan(world: AudienceWorld, tally: Tally): Promise<void> {
  const prepared = await prepareWorld(world);
  if (prepared === undefined) return tally.count("impossible");
  const { service, disk } = twinOf(world, prepared);
  const records = service.emulator.service;
  const before = recordsOf(service.emulator.dump().tables);
  const stateBefore = disk.state;
  const end = await runLayout(service, prepared.desired, disk, 4, everythingAllowed);
  if (end.kind !== "applied" || !["done", "nothing"].includes(end.result.outcome))
    return tally.count("not planned");
  // New spaces have content too, so that the judge sees who finds it.
  fillSpaces(records);
  compare(
    { prepared, report: end.plan, worlds: [before, records], states: [stateBefore, disk.state] },
    tally,
  );
}

/** Throws if the dangers and effects of a drift are not the openings of the edits in the app. */
export async function checkDrift(world: AudienceWorld, tally: Tally): Promise<void> {
  const prepared = await prepareWorld(world);
  if (prepared === undefined) return tally.count("impossible");
  const { service, disk } = twinOf(world, prepared);
  if (movesUndeclared(prepared, service.emulator.service)) return tally.count("moved in the app");
  if (opensTranslation(prepared, service.emulator.service))
    return tally.count("translation opened in the app");
  const drift = await reconcilerOf(service, disk).drift(prepared.before);
  if (drift.diagnostics.some(({ severity }) => severity === "error")) return tally.count("not planned");
  const worlds = [recordsOf(prepared.applied.tables), service.emulator.service] as const;
  compare({ prepared, report: drift, worlds, states: [disk.state] }, tally);
}

/** Whether a person moved an object whose parent no layout declares. Its place belongs to people, so drift does not report it. */
function movesUndeclared({ applied, before, disk }: PreparedWorld, records: Records): boolean {
  return before.objects.some(({ type, address, container }) => {
    const id = disk.state?.objects[address]?.id;
    if (container !== undefined || id === undefined) return false;
    const was = applied.tables[type]?.find((record) => record.id === id);
    const is = records.get(type, id);
    return is !== undefined && (was?.["parent"] ?? null) !== (is["parent"] ?? null);
  });
}

/** Whether a person changed the level of a translated space. No layout declares such a space, so drift knows nothing about it. */
function opensTranslation({ applied }: PreparedWorld, records: Records): boolean {
  return records.list("space").some((space) => {
    const was = applied.tables["space"]?.find(({ id }) => id === space.id);
    const isOther = was !== undefined && (was["defaultLevel"] ?? null) !== (space["defaultLevel"] ?? null);
    return isTranslation(space) && isOther;
  });
}

interface Comparison {
  readonly prepared: PreparedWorld;
  /** It has dangers and effects. */
  readonly report: object;
  readonly worlds: readonly [before: Records, after: Records];
  readonly states: Parameters<typeof addressesIn>[0];
}

function compare({ prepared, report, worlds, states }: Comparison, tally: Tally): void {
  const known = new Set(worlds.flatMap((records) => [...containersIn(records)]));
  const [before, after] = worlds.map((records): JudgedWorld => ({ records, judged: judge(records, known) }));
  if (before === undefined || after === undefined) return;
  const reported = reportedIn(report);
  tally.count("judged");
  for (const { kind } of reported) tally.count(kind);
  const differences = reportDifferences(reported, { before, after }, addressesIn(states));
  if (differences.length === 0) return;
  throw new Error([editsText(prepared), ...new Set(differences)].join("\n"));
}
