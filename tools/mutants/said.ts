import { type Mutant, seenBy } from "./mutant.ts";

const decidedAgain = ["test/cli/decided-again.test.ts"];

/** Rules of what is said. */
export const saidMutants: readonly Mutant[] = [
  ...seenBy(decidedAgain, [
    [
      "after a run everything is read and decided again",
      "return await lookAgain(setup, planned, result, writes.lastMs(), signal);",
      "return { ...result, finalRead: true };",
    ],
    [
      "the last look waits until all that was written must show",
      "if (lastWriteMs !== undefined) await waitUntilShown(",
      "if (lastWriteMs === 0) await waitUntilShown(",
    ],
    [
      "a twin that somebody else made is told",
      'planned.purpose === "apply" ? findTwins(inputs, planned.live, result.created) : [];',
      "[].slice() as ReturnType<typeof findTwins>;",
    ],
    ["what was there before the run is no twin", "...before.objects.map(keyOf), ...ours", "...ours"],
    [
      "without a lock the run itself says what it created",
      "{ ...recovered?.pairs, ...Object.fromEntries(unlocked) }",
      "{ ...recovered?.pairs }",
    ],
    [
      "what was left out as asked is not called left",
      "return left.filter(({ action, address }) => !skipped.has(`${action} ${address}`));",
      "return left;",
    ],
    [
      "what was destroyed is looked for by its ids",
      "return stillThere(planned, inputs.live);",
      "return planChanges(inputs).plan?.steps ?? [];",
    ],
    [
      "without a final read nothing is called as declared",
      "if (!result.finalRead) return `${count(done",
      "if (done < 0) return `${count(done",
    ],
  ]),
];
