/** A part of a text that is replaced. Its new text may contain parts of the old text, to which other splices apply too. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: (slice: Slice) => string;
}

/** A part of the old text, with the splices inside it applied. */
export type Slice = (start: number, end: number) => string;

/** The text with all splices applied. Text outside of splices stays the same, byte for byte. */
export function spliced(text: string, splices: readonly Splice[]): string {
  // An inner splice comes after the outer one.
  const ordered = [...splices].sort((a, b) => a.start - b.start || b.end - a.end);
  return sliceOf(text, ordered, new Set(), 0, text.length);
}

/**
 * `done`: splices that are already applied. Each splice is applied once, by the innermost splice that asks for its place, because a splice
 * may move text from anywhere.
 */
function sliceOf(
  text: string,
  ordered: readonly Splice[],
  done: Set<Splice>,
  start: number,
  end: number,
): string {
  const parts: string[] = [];
  let at = start;
  for (const splice of ordered) {
    if (splice.start < at || splice.end > end || done.has(splice)) continue;
    done.add(splice);
    const slice: Slice = (from, to) => sliceOf(text, ordered, done, from, to);
    parts.push(text.slice(at, splice.start), splice.text(slice));
    at = splice.end;
  }
  return [...parts, text.slice(at, end)].join("");
}
