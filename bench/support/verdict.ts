/** A measured value and its upper bound. */
export interface Bound {
  readonly name: string;
  readonly value: number;
  readonly most: number;
  readonly unit: "×" | "s" | "ms" | "MB" | "calls" | "steps" | "objects" | "%";
}

/** How many times as wide the bounds are. */
const slack = Number(process.env["BENCH_SLACK"] ?? 1);

/** Prints the measured values and their bounds. Returns whether all bounds hold. */
export function report(title: string, facts: readonly string[], given: readonly Bound[]): boolean {
  const bounds = given.map((bound) => ({ ...bound, most: bound.most * slack }));
  console.log(`\n${title}`);
  for (const fact of facts) console.log(`  ${fact}`);
  for (const { name, value, most, unit } of bounds) {
    const holds = value <= most;
    const shown = (number: number) => `${Number.isInteger(number) ? number : number.toFixed(2)} ${unit}`;
    console.log(`  ${holds ? "ok  " : "OVER"} ${name}: ${shown(value)}, at most ${shown(most)}`);
  }
  return bounds.every(({ value, most }) => value <= most);
}

/** The median. Of an even number of values, it is the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] as number) + upper) / 2;
}
