/** A part of a text that is written anew. It may hold parts of the old text, in which other splices count too. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: (slice: Slice) => string;
}

/** A part of the old text, with the splices that are inside of it. */
export type Slice = (start: number, end: number) => string;

/** The text with its splices; what is outside of them stays as it is, to the byte. */
export function spliced(text: string, splices: readonly Splice[]): string {
  // What is inside of another comes after it.
  const ordered = [...splices].sort((a, b) => a.start - b.start || b.end - a.end);
  return sliceOf(text, ordered, new Set(), 0, text.length);
}

/** `done`: each splice is made once, by the innermost that asks for its place. What they move may come from anywhere. */
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
