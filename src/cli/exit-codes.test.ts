import { expect, test } from "vitest";
import { type ExitCode, worstOf } from "./exit-codes.ts";

test.each<{ codes: readonly ExitCode[]; worst: ExitCode }>([
  { codes: [], worst: 0 },
  { codes: [0, 0], worst: 0 },
  { codes: [0, 2, 0], worst: 2 },
  { codes: [2, 4], worst: 4 },
  { codes: [4, 1, 2], worst: 1 },
  { codes: [1, 3], worst: 3 },
  { codes: [3, 130, 1], worst: 130 },
])("the worst of the exit codes $codes is $worst", ({ codes, worst }) => {
  expect(worstOf(codes)).toBe(worst);
});
