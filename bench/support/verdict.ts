/** A measured figure beside the most that it may be. */
export interface Bound {
  readonly name: string;
  readonly value: number;
  readonly most: number;
  readonly unit: "×" | "s" | "ms" | "MB" | "calls" | "steps" | "objects" | "%";
}

/** Prints what was measured and what it may be at most; gives whether every bound holds. */
export function report(title: string, facts: readonly string[], bounds: readonly Bound[]): boolean {
  console.log(`\n${title}`);
  for (const fact of facts) console.log(`  ${fact}`);
  for (const { name, value, most, unit } of bounds) {
    const holds = value <= most;
    const shown = (number: number) => `${Number.isInteger(number) ? number : number.toFixed(2)} ${unit}`;
    console.log(`  ${holds ? "ok  " : "OVER"} ${name}: ${shown(value)}, at most ${shown(most)}`);
  }
  return bounds.every(({ value, most }) => value <= most);
}

/** The middle one of the values; of an even number the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] as number) + upper) / 2;
}
