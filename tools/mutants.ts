import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { mutants } from "./mutants/all.ts";
import { touchedBy } from "./mutants/changed.ts";
import { Judge, type Verdict } from "./mutants/judge.ts";
import { Misplaced, type Placed, placeAll } from "./mutants/place.ts";

// Switches each rule off, in a copy of the sources, and expects a test to fail. `npm test` does not include this. `mutants/mutant.ts` explains
// how a row names the place of its rule.

const usage = `npm run test:mutants -- [WORD …] [options]

Switches rules off, and expects a test to fail. Words select the mutants whose rule or file contains one of them.

  --places          only check that every row fits the sources
  --no-laws         run only the directed tests, and not the laws over random worlds
  --changed         only the rules in functions that the change touches
  --since COMMIT    the commit before the change (with --changed; default: the change is the commits of the last day)
  --minutes N       stop after N minutes, and print how many mutants were not judged
`;
const { positionals: words, values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
    minutes: { type: "string" },
    "no-laws": { type: "boolean", default: false },
    places: { type: "boolean", default: false },
    since: { type: "string" },
  },
});
/** If no directed test fails, the laws decide whether the mutant survives. */
const laws = flags["no-laws"] ? [] : ["test/laws/idempotence.test.ts", "test/laws/random-faults.test.ts"];
const workers = 2;
const root = resolve(import.meta.dirname, "..");

// The tests run in process groups of their own, which Ctrl-C does not reach. At the exit, the judge kills them.
process.once("SIGINT", () => process.exit(130));
if (flags.help) process.stdout.write(usage);
else
  process.exitCode = await main().catch((error: unknown) => {
    if (!(error instanceof Misplaced)) throw error;
    console.error(error.message);
    return 1;
  });

async function main(): Promise<number> {
  const placed = await placeAll(root, mutants);
  if (flags.places) return 0;
  const chosen = choose(placed);
  if (chosen.length === 0 && words.length > 0) {
    console.error(`No mutant has ${words.join(" or ")} in its rule or file.`);
    return 1;
  }
  const verdicts = await judgeAll(chosen);
  const survivors = verdicts.filter(({ killedBy }) => killedBy === undefined);
  const left = chosen.length - verdicts.length;
  const rest = left > 0 ? `, ${left} not judged in ${flags.minutes} minutes` : "";
  console.log(`mutants: ${verdicts.length - survivors.length} killed, ${survivors.length} survived${rest}`);
  return survivors.length > 0 ? 1 : 0;
}

function choose(placed: readonly Placed[]): readonly Placed[] {
  const isTouched = flags.changed ? touchedBy(root, flags.since) : () => true;
  return placed.filter(
    ({ mutant, file, declaration }) =>
      isTouched(declaration) &&
      (words.length === 0 || words.some((word) => mutant.rule.includes(word) || file.includes(word))),
  );
}

async function judgeAll(chosen: readonly Placed[]): Promise<readonly Verdict[]> {
  // Placing them is a part of the time.
  const endMs =
    flags.minutes === undefined ? Infinity : performance.timeOrigin + Number(flags.minutes) * 60_000;
  // With a time limit, each state of the sources gets another order, so that over time every mutant is judged.
  const open = flags.minutes === undefined ? [...chosen] : shuffled(chosen);
  const verdicts: Verdict[] = [];
  const judge = new Judge(root, endMs);
  const work = async () => {
    const copy = await judge.openCopy();
    for (let next = open.shift(); next !== undefined && Date.now() < endMs; next = open.shift()) {
      const verdict = await judge.judge(copy, next, laws);
      if (verdict === undefined) return;
      verdicts.push(verdict);
      console.log(lineOf(verdict));
    }
  };
  try {
    await Promise.all(Array.from({ length: workers }, work));
    return verdicts;
  } finally {
    await judge.close();
  }
}

function lineOf({ mutant, killedBy }: Verdict): string {
  return killedBy === undefined
    ? `SURVIVED  ${mutant.rule}`
    : `killed    ${mutant.rule} (${killedBy.join(" ")})`;
}

function shuffled(chosen: readonly Placed[]): Placed[] {
  const texts = createHash("sha256");
  for (const { mutated } of chosen) texts.update(mutated);
  const seed = texts.digest("hex");
  const rankOf = ({ mutant }: Placed) => createHash("sha256").update(`${seed} ${mutant.rule}`).digest("hex");
  return [...chosen].sort((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1));
}
