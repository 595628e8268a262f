import { expect, test } from "vitest";
import { once } from "./once.ts";

test("a value is computed once, even if it is undefined; a rejected promise is computed again", async () => {
  let made = 0;
  const nothing = once(() => {
    made += 1;
  });
  nothing();
  nothing();
  expect(made).toBe(1);
  const flaky = once(async () => {
    made += 1;
    if (made === 2) throw new Error("not yet");
    return made;
  });
  await expect(Promise.all([flaky(), flaky()])).rejects.toThrow("not yet");
  expect(await flaky()).toBe(3);
  expect(await flaky()).toBe(3);
});
