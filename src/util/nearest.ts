/** The candidate that a person most likely meant. Undefined: none is close. */
export function nearest(wanted: string, candidates: Iterable<string>): string | undefined {
  if (wanted.length > longestName) return undefined;
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - wanted.length) >= bestDistance) continue;
    const found = distance(wanted.toLowerCase(), candidate.toLowerCase());
    if (found < bestDistance) {
      best = candidate;
      bestDistance = found;
    }
  }
  return best;
}

/** Longer texts are not names. */
const longestName = 200;

/** `Did you mean x?` Undefined: no candidate is close. `words`: other words that people use for a candidate. */
export function didYouMean(
  wanted: string,
  candidates: Iterable<string>,
  words: ReadonlyMap<string, string> = new Map(),
): string | undefined {
  const found = nearest(wanted, [...candidates, ...words.keys()]);
  return found === undefined ? undefined : `Did you mean ${words.get(found) ?? found}?`;
}

/** `Did you mean x?`, or all candidates if none is close: `Use one of x, y.` Empty: there are none. */
export function suggestion(
  wanted: string,
  candidates: Iterable<string>,
  words?: ReadonlyMap<string, string>,
): string {
  const all = [...candidates];
  if (all.length === 0) return "";
  return didYouMean(wanted, all, words) ?? `Use ${all.length === 1 ? "" : "one of "}${all.join(", ")}.`;
}

/** Optimal string alignment: Levenshtein with swaps of neighbors as one edit. */
function distance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = at(previous, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(substitution, at(previous, j) + 1, at(current, j - 1) + 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, at(beforePrevious, j - 2) + 1);
      current.push(least);
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? 0;
}
