import { killedBy, type Mutant } from "./mutant.ts";

/** What the emulator allows to whom, and what is in which organization. */
export const peopleMutants: readonly Mutant[] = killedBy(["test/operations/people.test.ts"], {
  "what the token's role does not allow is refused": "callerMay: if 2 -> dropped #e27c",
  "what the role of the token's user does not allow is refused": "callerMay: call 3 -> true #dda2",
  "who is no member may do nothing there": "callerMay: === 3 -> true #634e",
  "a lower role is not enough": "isEnough in operations/: <= 1 -> true #6781",
  "what is not allowed is answered 403": "requireRole: false 1 -> undefined #3bfe",
  "what is in another organization is out of sight": 'storeOf: template 1 -> "" #9109',
  "who is removed leaves their teams": "handlers in operations/members/: for 1 -> dropped #9fd2",
  "the token's own user is not removed": 'handlers in operations/members/: . 11 -> "" #4be0',
});
