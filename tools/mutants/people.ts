import { type Mutant, seenBy } from "./mutant.ts";

/** What the emulator allows to whom, and what is in which organization. */
export const peopleMutants: readonly Mutant[] = seenBy(
  ["test/operations/people.test.ts"],
  [
    [
      "what the token's role does not allow is refused",
      "if (tokenRole !== undefined && !isEnough(tokenRole, need)) return false;",
      "void tokenRole;",
    ],
    [
      "what the role of the token's user does not allow is refused",
      ": isEnough(roleOf(service, caller), need);",
      ": caller !== null;",
    ],
    [
      "who is no member may do nothing there",
      "return caller === undefined ? service === service.home",
      "return caller === undefined ? true",
    ],
    ["a lower role is not enough", "roles.indexOf(role) <= roles.indexOf(need)", "roles.indexOf(role) >= 0"],
    [
      "what is not allowed is answered 403",
      "if (tenancy?.allows(service, need) === false) {",
      "if (tenancy?.allows(service, need) === undefined) {",
    ],
    [
      "what is in another organization is out of sight",
      "const prefix = `${organizationId}/`;",
      'const prefix = "";',
    ],
    [
      "who is removed leaves their teams",
      "for (const team of teamsWith(service, person.id)) leaveTeam(service, team, person.id);",
      "void leaveTeam;",
    ],
    [
      "the token's own user is not removed",
      "person.id === callerOf(service)?.id && service.choice(",
      'person.id === "" && service.choice(',
    ],
  ],
);
