import type { Tally } from "../laws.ts";
import { everythingAllowed, runLayout } from "../run-layout.ts";
import { containersIn, type Records } from "./audience-judge.ts";
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
