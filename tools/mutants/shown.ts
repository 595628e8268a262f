import { killedBy, type Mutant } from "./mutant.ts";

/** Rules of a service that shows only some of the interface, and of the work that a dump interrupts. */
export const shownMutants: readonly Mutant[] = [
  ...killedBy(["test/cli/classic-minimal.test.ts"], {
    "what a service has no operation for is told at plan time": "checkServed: ! 1 -> false #46fa",
    "sections are moved where no structure is sorted": "sortCall: ? 1 -> undefined #5a28",
    "sections are ordered among sections alone, where their places beside groups are not told":
      "siblingSetOf: ? 1 -> only else #7965",
    "null is what a service has that does not know a field": "apiVersionFailures: === 2 -> dropped #16cb",
    "what one of several lists tells is not asked for as a whole": "isMadeIn: call 1 -> dropped #0ce4",
  }),
  ...killedBy(["test/reconcile/api-version.test.ts"], {
    "a structure that is not served shows what the service is": "detectByContents: if 2 -> only then #c216",
  }),
  ...killedBy(["test/contract/every-operation.test.ts"], {
    "an operation that an API version lacks is not served": "compile: object 2 -> dropped #11d8",
  }),
  ...killedBy(["test/operations/git.test.ts"], {
    "what a dump interrupted keeps nobody waiting": "createEmulator: for 2 body -> undefined #e36b",
  }),
  ...killedBy(["test/operations/people.test.ts"], {
    "an answer says what the role allows": "permissionsOf: && 1 -> operator || #5008",
  }),
];
