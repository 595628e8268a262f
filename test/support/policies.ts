import fc from "fast-check";
import type { EmulatorPolicy } from "../../src/model/emulator-rules.ts";

/** The service as it may be, wherever its behaviour is unknown. */
export const policy: fc.Arbitrary<EmulatorPolicy> = fc.record({
  groupDelete: fc.constantFrom("cascade" as const, "release" as const),
  lastSiteSpace: fc.constantFrom("refuse" as const, "takes-section" as const),
  secondMembership: fc.constantFrom("moves" as const, "refused" as const),
  lastSection: fc.constantFrom("refuse" as const, "allow" as const),
  usedSpaceDelete: fc.constantFrom("takes-site-spaces" as const, "refuse" as const),
  collectionDelete: fc.constantFrom("trash-spaces" as const, "reparent-spaces" as const),
  usedTeamDelete: fc.constantFrom("clears" as const, "refuse" as const),
  nextDefault: fc.constantFrom("first" as const, "last" as const),
});
