import { expect, test } from "vitest";
import { openScreen } from "./screen.ts";

test("the redrawn lines are hidden during a question, and shown again after it", async () => {
  const written: string[] = [];
  let redraw = () => {};
  const clock = {
    every: (_ms: number, work: () => void) => {
      redraw = work;
      return () => {};
    },
  };
  const terminal = { columns: () => 80, rows: () => 24, write: () => {} };
  const drawing = Object.assign((text: string) => void written.push(text), {
    clear: () => void written.push("cleared"),
  });
  const screen = openScreen(terminal, clock, () => Promise.resolve(drawing));
  screen.show(() => ["3 of 5 done"]);
  await Promise.resolve();
  await screen.aside(() => {
    redraw();
    written.push("the question");
    redraw();
    return Promise.resolve();
  });
  expect(written).toEqual(["3 of 5 done", "cleared", "the question", "3 of 5 done"]);
});
