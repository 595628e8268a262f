import type { Policy } from "../../model/emulator-rules.ts";

/** Declares a policy with its choices, the likeliest first. */
export function definePolicy<const Choice extends string>(
  name: string,
  ...choices: readonly [Choice, ...Choice[]]
): Policy<Choice> {
  return { name, choices };
}
