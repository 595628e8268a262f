import { expect } from "vitest";

/** Replaces texts that a source contains once. */
export function rewrite(
  source: string,
  ...changes: readonly (readonly [former: string, now: string])[]
): string {
  let text = source;
  for (const [former, now] of changes) {
    expect(text.split(former), `${former}\n${text}`).toHaveLength(2);
    text = text.replace(former, () => now);
  }
  return text;
}
