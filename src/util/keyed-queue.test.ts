import { expect, test } from "vitest";
import { createKeyedQueue } from "./keyed-queue.ts";

test("tasks of one key run one after another, even after a failure, and beside tasks of other keys", async () => {
  const queue = createKeyedQueue();
  const log: string[] = [];
  const task = (name: string, fails = false) =>
    queue.run(name[0] as string, async () => {
      log.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const done = Promise.allSettled([task("a1", true), task("a2"), task("b1")]);
  expect(log).toEqual(["a1 begins", "b1 begins"]);
  expect((await done).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect(log.filter((each) => each.startsWith("a"))).toEqual([
    "a1 begins",
    "a1 ends",
    "a2 begins",
    "a2 ends",
  ]);
});
