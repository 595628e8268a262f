import { type Mutant, seenBy } from "./mutant.ts";

/** One run at a time, and what it leaves on the disk. */
export const diskMutants: readonly Mutant[] = [
  ...seenBy(
    ["test/reconcile/claim.test.ts"],
    [
      [
        "a claim is refreshed",
        "const stop = clock.every(claimLimits.refreshMs, refresh);",
        "const stop = () => {};",
      ],
      [
        "a claim is dead after a minute",
        "now - at > claimLimits.deadMs",
        "now - at > 10 * claimLimits.deadMs",
      ],
      ["a claim lives for a minute", "now - at > claimLimits.deadMs", "now - at > claimLimits.lookMs"],
      ["a lost claim is noticed", "isOurs = handle.refresh(now);", "handle.refresh(now);"],
      [
        "a claim that another has is not taken away",
        "if (mayRemove) system.rmSync(path, { force: true });",
        'if (mayRemove || path !== "") system.rmSync(path, { force: true });',
      ],
      [
        "a claim is written by one who found none",
        "if (!isDead(there)) return there;\n        return succeed(",
        "return succeed(",
      ],
      [
        "who waits for a claim looks again",
        "await clock.sleep(Math.min(leftMs, claimLimits.lookMs), signal);",
        "await clock.sleep(leftMs, signal);",
      ],
    ],
  ),
  ...seenBy(
    ["test/reconcile/two-writers.test.ts"],
    [
      [
        "a run that lost its claim begins nothing more",
        "isStopped: () => !mayGoOn(runtime, halt),",
        "isStopped: () => halt.signal.aborted,",
      ],
      [
        "a run that lost its claim leaves the lock alone",
        "if (runtime.isAlone?.() === false) return claimLost();",
        "",
      ],
      [
        "what another run has applied since is not applied over",
        "if (textOf(now) === textOf(remembered)) return;",
        'if (textOf(now) !== "") return;',
      ],
    ],
  ),
  ...seenBy(
    ["test/cli/one-at-a-time.test.ts"],
    [
      [
        "a claim is taken before the first call",
        "const hold = await reconciler.hold({",
        "const hold = { release: async () => {} };\n  void ({",
      ],
      ["--wait is heard", "waitMs: (settings.wait ?? 0) * 1000,", "waitMs: 0,"],
    ],
  ),
];
