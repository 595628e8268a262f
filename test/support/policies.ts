import fc from "fast-check";
import type { EmulatorPolicy } from "../../src/model/emulator-rules.ts";
import { operations } from "../../src/operations/operations.ts";
import { policiesIn } from "../../src/operations/system.ts";

/** The service as it may be, wherever its behavior is unknown. */
export const policy: fc.Arbitrary<EmulatorPolicy> = fc.record(
  Object.fromEntries(policiesIn(operations).map(({ name, choices }) => [name, fc.constantFrom(...choices)])),
);
