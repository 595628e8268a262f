import type { DeclaredCode } from "../../model/codes/code.ts";

const otherStatePlace = "If the state has another path, name it with --state.";
const ownJournal = "Name it with --journal, or remove that flag.";

/** Flags that help with errors from rooms that do not know the command line. */
export const flagRemedies: { readonly [Name in DeclaredCode]?: string } = {
  "apply/bad-journal": ownJournal,
  "apply/journal-of-another-layout": ownJournal,
  "apply/state-of-another-layout": otherStatePlace,
  "apply/state-of-another-organization": otherStatePlace,
  "apply/no-state": otherStatePlace,
  "state/none": otherStatePlace,
  "state/not-kept": "Remove --no-state.",
  "pull/not-as-live": "With --no-state pull writes the layout anyway.",
  "run/busy": "--wait SECONDS makes docsform wait for it.",
  "saved-plan/other-state": otherStatePlace,
};
