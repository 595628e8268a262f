import fc from "fast-check";
import { operations } from "../../src/contract/operations/operations.ts";
import { policiesIn } from "../../src/contract/operations/system.ts";
import type { EmulatorPolicy } from "../../src/model/emulator-rules.ts";

/** Each possible behavior of the service, wherever its behavior is not known. */
export const policy: fc.Arbitrary<EmulatorPolicy> = fc.record(
  Object.fromEntries(policiesIn(operations).map(({ name, choices }) => [name, fc.constantFrom(...choices)])),
);
