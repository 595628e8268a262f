import type { Emulator } from "../../../src/emulator/new-emulator.ts";
import {
  type Access,
  type Audience,
  accessText,
  audienceOf,
  openedIn,
  type Reading,
  type Records,
  readings,
} from "./audience-judge.ts";

/** The audiences of a world, one for each reading of what no document says. */
export type Judged = Readonly<Record<Reading, Audience>>;

export function judge(records: Records, known: ReadonlySet<string>): Judged {
  const judged = readings.map((reading) => [reading, audienceOf(records, { reading, known })] as const);
  return Object.fromEntries(judged) as Judged;
}

/** What a world shows that none of the others shows, in any reading. */
export function openedBeyond(world: Judged, others: readonly Judged[]): readonly Access[] {
  return readings.flatMap((reading) =>
    openedIn(
      world[reading],
      others.map((each) => each[reading]),
    ),
  );
}

/** A moment of a run that shows too much. */
export interface Moment {
  /** The number and the operation of the request before it. */
  readonly after: string;
  readonly opened: readonly Access[];
}

/** Looks at the world after each request. */
export interface Watch {
  readonly moments: readonly Moment[];
  /** Starts it. Clearing the emulator's faults ends it. */
  start(): void;
}

/** Tables whose records decide who can see and do what. */
const tables = [
  "site",
  "site_section_group",
  "site_section",
  "site_space",
  "space",
  "revision",
  "collection",
  "openapi_spec",
];

/**
 * Judges the world after each request that changes it, and keeps the moments that show what none of `shown` shows. The emulator calls it before it
 * serves another request, so no moment is missed.
 */
export function watchMoments(
  emulator: Emulator,
  known: ReadonlySet<string>,
  shown: readonly Judged[],
): Watch {
  const moments: Moment[] = [];
  const tablesNow = () => tables.map((table) => emulator.service.list(table));
  let last = tablesNow();
  const after = () => {
    const now = tablesNow();
    if (now.every((table, at) => table === last[at])) return;
    last = now;
    const opened = openedBeyond(judge(emulator.service, known), shown);
    const { n, operation } = emulator.log.at(-1) ?? {};
    if (opened.length > 0) moments.push({ after: `${n} ${operation}`, opened });
  };
  return {
    moments,
    start: () => emulator.faults.add({ on: { times: "always" }, fault: { kind: "callback", after } }),
  };
}

/** What the moments show, each with the first request after which it is seen. */
export function momentsText(moments: readonly Moment[]): string {
  const seen = new Map<string, string>();
  for (const { after, opened } of moments)
    for (const access of opened.map(accessText)) if (!seen.has(access)) seen.set(access, after);
  return [...seen].map(([access, after]) => `${access}, after ${after}`).join("\n");
}
