import { killedBy, type Mutant } from "./mutant.ts";

/** API versions with fewer operations, and dumps of the emulator. */
export const shownMutants: readonly Mutant[] = [
  ...killedBy(["test/cli/classic-minimal.test.ts"], {
    "the plan is refused if it needs an operation that the service does not have":
      "checkServed: ! 1 -> false #22f7",
    "docsform moves sections one by one if the service cannot sort the structure":
      "sortCall: ? 1 -> undefined #5a28",
    "docsform orders sections without groups if the service does not show their common order":
      "siblingSetOf: ? 1 -> only else #7965",
    "null is a valid value in an API version without the attribute":
      "apiVersionFailures: === 2 -> dropped #16cb",
    "docsform does not make a read that the API version does not have": "isMadeIn: call 1 -> dropped #0ce4",
  }),
  ...killedBy(["test/reconcile/api-version.test.ts"], {
    "a failed read of contents shows that the service has an API version without that read":
      "detectByContents: if 2 -> only then #c216",
  }),
  ...killedBy(["test/contract/every-operation.test.ts"], {
    "the emulator does not serve an operation that its API version does not have":
      "compile: object 3 -> `{ ...unserved, isServed: true }` #e547",
  }),
  ...killedBy(["test/operations/git.test.ts"], {
    "the emulator finishes the jobs that a dump interrupted when it loads the dump":
      "createEmulator: for 2 body -> undefined #e36b",
  }),
  ...killedBy(["test/operations/people.test.ts"], {
    "a response names the permissions of the token's role": "permissionsOf: && 1 -> operator || #5008",
  }),
];
