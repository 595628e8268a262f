import { expect, it } from "vitest";
import type { ApplyEvent, ApplyResult } from "../apply/apply-events.ts";
import { startRun } from "./run.ts";

const [first, second]: readonly ApplyEvent[] = [{ kind: "checking-plan" }, { kind: "rereading" }];
const result = { outcome: "done" } as ApplyResult;

function runOfTwoEvents() {
  let finish = () => {};
  const blocked = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const run = startRun(async (onEvent) => {
    onEvent(first as ApplyEvent);
    await blocked;
    onEvent(second as ApplyEvent);
    return result;
  });
  return { run, finish };
}

async function eventsOf(run: AsyncIterable<ApplyEvent>): Promise<readonly ApplyEvent[]> {
  const events: ApplyEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

it("ends without a listener, and when its only listener stops", async () => {
  const { run, finish } = runOfTwoEvents();
  for await (const event of run) {
    expect(event).toBe(first);
    break;
  }
  finish();
  expect(await run.result).toBe(result);
});

it("sends each listener every event, whenever it begins to listen", async () => {
  const { run, finish } = runOfTwoEvents();
  const early = eventsOf(run);
  finish();
  await run.result;
  expect([await early, await eventsOf(run)]).toEqual([
    [first, second],
    [first, second],
  ]);
});

it("throws the error of its work to each listener", async () => {
  const run = startRun(async () => {
    throw new Error("the disk is full");
  });
  await expect(eventsOf(run)).rejects.toThrow("the disk is full");
});
