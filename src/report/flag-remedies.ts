import type { DeclaredCode } from "../model/codes/code.ts";

const statePathRemedy = "If the state has another path, name it with --state.";
const journalRemedy = "Name it with --journal, or remove that flag.";

/** Flags that help with errors from rooms that do not know the command line. */
export const flagRemedies: { readonly [Name in DeclaredCode]?: string } = {
  "apply/bad-journal": journalRemedy,
  "apply/journal-of-another-layout": journalRemedy,
  "apply/state-of-another-layout": statePathRemedy,
  "apply/state-of-another-organization": statePathRemedy,
  "apply/no-state": statePathRemedy,
  "state/none": statePathRemedy,
  "state/not-kept": "Remove --no-state.",
  "pull/does-not-match": "With --no-state pull writes the layout anyway.",
  "run/locked": "--wait SECONDS makes docsform wait for it.",
  "saved-plan/other-state": statePathRemedy,
};
