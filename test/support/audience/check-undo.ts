import type { StoreDump } from "../../../src/emulator/dump.ts";
import type { Consent } from "../../../src/engine/plan/guard/consent.ts";
import { type Permission, permissions } from "../../../src/model/plan/permission-flags.ts";
import type { Tally } from "../laws.ts";
import { everythingAllowed, runLayout } from "../run-layout.ts";
import { type Access, accessText, containersIn } from "./audience-judge.ts";
import { type AudienceWorld, editsText, type PreparedWorld, prepareWorld, twinOf } from "./audience-world.ts";
import { mergedWorld } from "./merge-worlds.ts";
import { type Judged, judge, openedBeyond } from "./watch-moments.ts";

/** A plain apply: it may do everything but undo what people have closed. */
const plain: Consent = {
  allow: new Set((Object.keys(permissions) as Permission[]).filter((each) => each !== "overwrites")),
};

/** Throws if a plain apply opens what people have closed in the app, and what no edit of the layout opens since. */
export async function checkUndo(world: AudienceWorld, tally: Tally): Promise<void> {
  const prepared = await prepareWorld(world);
  if (prepared === undefined) return tally.count("impossible");
  const merged = await mergeEdits(world, prepared);
  if (merged === undefined) return tally.count("not planned");
  tally.count("judged");
  tally.count(world.apiVersion);
  const { end, opened } = await runWith(plain, world, prepared, merged);
  tally.count(end);
  if (opened.length > 0) throw new Error(openedText(prepared, opened));
  if (end !== "refused") return;
  const overwriting = await runWith(everythingAllowed, world, prepared, merged);
  if (overwriting.opened.length === 0) return tally.count("refused, and would open nothing");
  tally.count("would open");
  if (prepared.edits.size > 0) tally.count("would open, with edits of the layout");
  for (const each of prepared.editsInApp) tally.count(each);
}

interface Merged {
  readonly known: ReadonlySet<string>;
  /** The live world, and the one with the edits of the layout too. */
  readonly shown: readonly Judged[];
}

/** Undefined: without the edits in the app, the layout cannot be applied either. */
async function mergeEdits(world: AudienceWorld, prepared: PreparedWorld): Promise<Merged | undefined> {
  const { applied, service } = prepared;
  const byLayout = prepared.edits.size === 0 ? applied : await appliedAlone(world, prepared);
  if (byLayout === undefined) return undefined;
  const records = service.emulator.service;
  const known = containersIn(records);
  const edited = mergedWorld({ before: applied, byLayout, byOthers: service.emulator.dump() });
  return { known, shown: [judge(records, known), judge(edited, known)] };
}

/** The world after the edits of the layout, without those in the app. */
async function appliedAlone(world: AudienceWorld, prepared: PreparedWorld): Promise<StoreDump | undefined> {
  const { service, disk } = twinOf(world, prepared, prepared.applied);
  const end = await runLayout(service, prepared.desired, disk, 4, everythingAllowed);
  const isDone = end.kind === "applied" && ["done", "nothing"].includes(end.result.outcome);
  return isDone ? service.emulator.dump() : undefined;
}

interface Ended {
  readonly end: string;
  /** What the run opened. */
  readonly opened: readonly Access[];
}

async function runWith(
  consent: Consent,
  world: AudienceWorld,
  prepared: PreparedWorld,
  { shown, known }: Merged,
): Promise<Ended> {
  const { service, disk } = twinOf(world, prepared);
  const end = await runLayout(service, prepared.desired, disk, 4, consent);
  const opened = openedBeyond(judge(service.emulator.service, known), shown);
  return { end: end.kind === "applied" ? end.result.outcome : end.kind, opened };
}

function openedText(prepared: PreparedWorld, opened: readonly Access[]): string {
  return [editsText(prepared), ...new Set(opened.map(accessText))].join("\n");
}
