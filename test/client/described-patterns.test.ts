import { expect, test } from "vitest";
import { describePart } from "../../src/contract/client/describe-part.ts";
import { requestPartsOf } from "../../src/contract/client/request-parts.ts";
import { operations } from "../../src/contract/operations/operations.ts";

test("the help of every operation says in words what a pattern requires", () => {
  const described = Object.values(operations).flatMap((system) =>
    Object.values(system.operations).flatMap((endpoint) =>
      [...requestPartsOf(endpoint).parts.values()].map((part) => `${part.name}: ${describePart(part)}`),
    ),
  );
  expect(described.filter((text) => text.includes("that matches"))).toEqual([]);
  expect(described.filter((text) => text.includes("(must "))).not.toEqual([]);
});
