import type { DeclaredCode } from "../../model/codes/code.ts";

const elsewhere = "If the lock is kept elsewhere, name it with --lock.";
const ownJournal = "Name it with --journal, or leave that option out.";

/** The flags that help where what went wrong is not of the command line, and so cannot know them. */
export const flagRemedies: { readonly [Name in DeclaredCode]?: string } = {
  "apply/bad-journal": ownJournal,
  "apply/journal-of-another-layout": ownJournal,
  "apply/lock-of-another-layout": elsewhere,
  "apply/lock-of-another-organization": elsewhere,
  "apply/no-lock": elsewhere,
  "lock/none": elsewhere,
  "lock/not-kept": "Leave out --no-lock.",
  "pull/not-as-live": "With --no-lock the layout is written all the same.",
  "run/busy": "With --wait SECONDS docsform waits for it.",
  "saved-plan/other-lock": elsewhere,
};
