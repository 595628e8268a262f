import type { HiddenPart } from "./reading.ts";
import type { SourceText } from "./yaml-source.ts";

/** The file with these parts redacted. Its length stays the same, so that positions stay correct. */
export function redacted(source: SourceText, hiddenParts: readonly HiddenPart[]): SourceText {
  const { file, text } = source;
  const own = hiddenParts.filter((each) => each.file === file).sort((a, b) => a.start - b.start);
  const parts: string[] = [];
  let done = 0;
  for (const { start, end } of own) {
    if (end <= done) continue;
    const from = Math.max(start, done);
    parts.push(text.slice(done, from), text.slice(from, end).replace(/\S/g, "*"));
    done = end;
  }
  return { file, text: [...parts, text.slice(done)].join("") };
}
