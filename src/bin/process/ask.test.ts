import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { ask } from "./ask.ts";

function person() {
  const input = new PassThrough();
  const stop = new AbortController();
  const answer = ask("Go on? ", {
    input,
    output: new PassThrough(),
    signal: stop.signal,
    interrupt: () => stop.abort(),
  });
  return { input, stop, answer };
}

test("the typed line is the answer", async () => {
  const { input, answer } = person();
  input.write("yes\n");
  expect(await answer).toBe("yes");
});

test("the end of the input is not an answer", async () => {
  const { input, answer } = person();
  input.end();
  expect(await answer).toBeUndefined();
});

test("an interruption is not an answer", async () => {
  const { stop, answer } = person();
  stop.abort(new Error("interrupted"));
  expect(await answer).toBeUndefined();
});
