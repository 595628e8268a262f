import { type Mutant, seenBy } from "./mutant.ts";

/** Rules of a service that shows only some of the interface, and of the work that a dump interrupts. */
export const shownMutants: readonly Mutant[] = [
  ...seenBy(
    ["test/cli/shown.test.ts"],
    [
      [
        "what a service has no operation for is told at plan time",
        "!isServed(endpoint, plan.apiVersion)",
        "!isServed(endpoint, plan.apiVersion) && plan.steps.length < 0",
      ],
      [
        "sections are moved where no structure is sorted",
        'context.apiVersion === "classic-minimal" ? moves[item.type] : undefined',
        "undefined as (typeof moves)[string] | undefined",
      ],
      [
        "sections are ordered among sections alone, where their places beside groups are not told",
        "order?.aloneIn?.includes(apiVersion) === true ? name : order?.siblingSet",
        "order?.siblingSet",
      ],
      [
        "null is what a service has that does not know a field",
        "if (schema === undefined || value === null) return [];",
        "if (schema === undefined) return [];",
      ],
      [
        "a structure that is not served shows what the service is",
        "if (status !== 404 && status !== 501) throw error;",
        "throw error;",
      ],
      [
        "what one of several lists tells is not asked for as a whole",
        "isServed(endpoint, apiVersion) && apiVersions?.includes(apiVersion) !== false",
        "apiVersions?.includes(apiVersion) !== false",
      ],
    ],
  ),
  ...seenBy(
    ["test/contract/every-operation.test.ts"],
    [
      [
        "an operation that an API version lacks is not served",
        "unserved && { ...unserved, isUnserved: true }",
        "unserved",
      ],
    ],
  ),
  ...seenBy(
    ["test/operations/git.test.ts"],
    [["what a dump interrupted keeps nobody waiting", "system.loaded?.(service);", "system.loaded?.name;"]],
  ),
  ...seenBy(
    ["test/operations/people.test.ts"],
    [
      [
        "an answer says what the role allows",
        "role !== null && isEnough(role, need)",
        "role !== null || isEnough(role, need)",
      ],
    ],
  ),
];
