import type { EmulatorPolicy, Policy } from "../model/emulator-rules.ts";

/** The choice that the emulator's options make for a policy. Absent there: the likeliest one. */
export function chosen<Choice extends string>(
  given: EmulatorPolicy,
  { name, choices }: Policy<Choice>,
): Choice {
  const choice = choices.find((each) => each === given[name]);
  return choice ?? choices[0];
}

/** Refuses choices that no system declares: a test that misspells one would test nothing. */
export function checkPolicy(policy: EmulatorPolicy, declared: readonly Policy[]): EmulatorPolicy {
  for (const [name, choice] of Object.entries(policy)) {
    const choices = declared.find((each) => each.name === name)?.choices;
    if (choices?.includes(choice) !== true)
      throw new TypeError(`The emulator has no policy ${name} with the choice ${choice}.`);
  }
  return policy;
}
