import { expect, test } from "vitest";
import { createVirtualClock } from "../../test/support/virtual-clock.ts";
import { endedAtQuestion } from "./ended-at-question.ts";
import type { Io } from "./io.ts";
import { withinTime } from "./time-limit.ts";

function io(stop = new AbortController()): Io {
  const clock = createVirtualClock();
  const ask: Io["ask"] = (_question, signal) =>
    new Promise((resolve) => signal?.addEventListener("abort", () => resolve(undefined)));
  return { clock, signal: stop.signal, ask } as Partial<Io> as Io;
}

async function askThere({ ask }: Io): Promise<never> {
  await ask?.("Go on?");
  throw endedAtQuestion();
}

test("the time limit ends a question without an answer", async () => {
  await expect(withinTime(io(), 60, askThere)).rejects.toMatchObject({ code: "run/timeout" });
});

test("the time limit does not affect work that ends in time", async () => {
  const within = io();
  expect(await withinTime(within, 60, async () => "done")).toBe("done");
  await within.clock.sleep(120_000);
  expect(within.signal.aborted).toBe(false);
});

test("an error of the command is reported, also after the time limit", async () => {
  const work = async ({ clock }: Io) => {
    await clock.sleep(120_000);
    throw new RangeError("its own");
  };
  await expect(withinTime(io(), 60, work)).rejects.toThrow("its own");
});

test("an interruption before the time limit stays an interruption", async () => {
  const stop = new AbortController();
  stop.abort(new Error("interrupted"));
  await expect(withinTime(io(stop), 60, async () => Promise.reject(endedAtQuestion()))).rejects.toMatchObject(
    {
      code: "cli/interrupted",
    },
  );
});
