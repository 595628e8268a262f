import { type Mutant, seenBy } from "./mutant.ts";

/** What the command line says to the program that started it, and what it asks a person. */
export const cliMutants: readonly Mutant[] = seenBy(
  [
    "test/cli/commands.test.ts",
    "test/cli/errors.test.ts",
    "test/cli/front-door.test.ts",
    "test/cli/not-known.test.ts",
    "test/cli/sent-writes.test.ts",
    "test/goldens",
  ],
  [
    ["exit code: applied in part", "partial: exitCodes.appliedInPart,", "partial: exitCodes.error,"],
    ["exit code: a plan that is outdated", "stale: exitCodes.planOutdated,", "stale: exitCodes.error,"],
    ["exit code: interrupted", "interrupted: exitCodes.interrupted,", "interrupted: exitCodes.error,"],
    ["exit code: nothing of it was done", "failed: exitCodes.error,", "failed: exitCodes.done,"],
    ["exit code: refused", "return exitCodes.refused;", "return exitCodes.error;"],
    [
      "exit code: a plan has something to do",
      "return pending ? exitCodes.changesPending",
      "return pending ? exitCodes.done",
    ],
    ["exit code: drift", "return drifted ? exitCodes.changesPending", "return drifted ? exitCodes.done"],
    ["exit code: wrong usage", "if (thrown instanceof CommanderError) return exitCodes.wrongUsage;", ""],
    ["exit code: nobody is there to ask", '"cli/unattended": exitCodes.wrongUsage,', ""],
    [
      "exit code: an error of a run that was told to stop",
      "if (io.signal.aborted) return exitCodes.interrupted;",
      "",
    ],
    [
      "exit code: help is no error",
      "if (thrown instanceof CommanderError && isHelp(thrown)) return exitCodes.done;",
      "",
    ],
    [
      "exit code: an error after a write was sent",
      "if (sent.some(({ writes }) => writes > 0)) return exitCodes.appliedInPart;",
      "",
    ],
    ["exit code: a plan that cannot be relied on", "if (!isReliable) return exitCodes.error;", ""],
    ["exit code: drift that cannot be relied on", "if (!reliable) return exitCodes.error;", ""],
    ["only yes goes on", 'if (typed.trim() === "yes") return;', 'if (typed.trim() !== "") return;'],
    [
      "apply asks",
      "if (settings.yes === true || view.plan.writeCalls === 0) return;",
      "if (view !== undefined) return;",
    ],
    [
      "what only the lock learns is no reason to ask",
      "if (settings.yes === true || view.plan.writeCalls === 0) return;",
      "if (settings.yes === true) return;",
    ],
    [
      "destroy wants the id",
      "if (typed.trim() === organizationId) return;",
      "if (typed !== undefined) return;",
    ],
    [
      "destroy takes the id as an option",
      "if (settings.organization === organizationId) return;",
      'if (settings.organization === "") return;',
    ],
    [
      "a layout for another organization is refused",
      "if (organization !== undefined && desired.organizationId !== organization) {",
      "if (organization === null) {",
    ],
    [
      "no secret in clear is in a saved plan",
      "if (place !== undefined) throw cannotKeep(place);",
      "if (place === null) throw cannotKeep(place);",
    ],
  ],
);
