import { killedBy, type Mutant } from "./mutant.ts";

/** Roles and organizations in the emulator. */
export const peopleMutants: readonly Mutant[] = killedBy(["test/operations/people.test.ts"], {
  "a token cannot exceed its own role": "callerMay: if 2 -> dropped #e27c",
  "a token cannot exceed the role of its user": "callerMay: call 3 -> true #dda2",
  "in another organization, a token whose user is not a member has no role": "callerMay: === 3 -> true #634e",
  "a role does not permit what needs a higher role": "isEnough in contract/operations/: <= 1 -> true #6781",
  "the emulator refuses a request without the needed role with 403":
    "requireRole: false 1 -> undefined #3bfe",
  "the objects of another organization are invisible": 'storeOf: template 1 -> "" #9109',
  "the emulator removes a removed member from their teams":
    "handlers in contract/operations/members/: for 1 -> dropped #9fd2",
  "the emulator refuses to remove the token's own user":
    'handlers in contract/operations/members/: . 11 -> "" #4be0',
});
