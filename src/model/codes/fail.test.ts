import { expect, test } from "vitest";
import { Secret } from "../secret.ts";
import type { DeclaredCode } from "./code.ts";
import { codes } from "./codes.ts";
import { failWith } from "./fail.ts";
import { prose } from "./generated/prose.ts";

const entry = { remedy: "Plan again." };
const fail = failWith({
  "x/plain": { message: "It failed.", ...entry },
  "x/facts": { message: "{place} has {count} items: {items}.", ...entry },
  "x/advised": { message: { text: "It failed.", remedy: "{advice}" }, ...entry },
  "x/plainly": { message: { text: "It must be true.", remedy: "" }, ...entry },
  "x/braces": { message: "Write { env: {name} } or {}.", ...entry },
  "x/cases": { cases: { gone: "{name} is gone.", moved: "{name} moved to {place}." }, ...entry },
  "x/flagged": { message: "It failed.", ...entry, flagRemedy: "Add --force." },
});

test("an error has the message and the remedy of its entry", () => {
  expect(fail("x/plain")).toMatchObject({ code: "x/plain", message: "It failed.", remedy: "Plan again." });
});

test("a message has the facts in place of its placeholders, and a list with commas", () => {
  const { message } = fail("x/facts", { place: "{count}", count: 2, items: ["a", "b"] });
  expect(message).toBe("{count} has 2 items: a, b.");
});

test("a long list is cut, and items with commas have semicolons between them", () => {
  const items = Array.from({ length: 30 }, (_, at) => `i${at}`);
  const { message } = fail("x/facts", { place: "It", count: 30, items });
  expect(message).toMatch(/^It has 30 items: i0, i1, .* i19 and 10 more\.$/u);
  const pairs = fail("x/facts", { place: "It", count: 2, items: ["a, b", "c"] });
  expect(pairs.message).toBe("It has 2 items: a, b; c.");
});

test("a secret never prints", () => {
  const items = new Secret("canary-2f9c", { kind: "literal" });
  expect(fail("x/facts", { place: "It", count: 1, items }).message).toBe("It has 1 items: (secret).");
});

test("each case of a code has its own message", () => {
  const messages = [
    fail("x/cases", { case: "gone", name: "a" }),
    fail("x/cases", { case: "moved", name: "a", place: "b" }),
  ].map(({ message }) => message);
  expect(messages).toEqual(["a is gone.", "a moved to b."]);
});

test("the remedy of an occurrence has priority over that of the entry, unless it is empty", () => {
  expect(fail("x/advised", { advice: "Wait." }).remedy).toBe("Wait.");
  expect(fail("x/advised", { advice: "" }).remedy).toBe("Plan again.");
});

test("a message that says what to do needs no remedy", () => {
  expect(fail("x/plainly").remedy).toBeUndefined();
});

test("a placeholder may be inside other braces", () => {
  expect(fail("x/braces", { name: "STAGE" }).message).toBe("Write { env: STAGE } or {}.");
});

test("an error keeps its cause, and the flags that help", () => {
  const cause = new Error("down");
  expect(fail("x/flagged", {}, { cause })).toMatchObject({ cause, flagRemedy: "Add --force." });
});

test("the compiler asks for each fact, and for no other", () => {
  // @ts-expect-error: a fact is missing.
  fail("x/facts", { place: "It", count: 1 });
  // @ts-expect-error: the message has no such placeholder.
  fail("x/plain", { place: "It" });
  // @ts-expect-error: only the other case has a place.
  fail("x/cases", { case: "gone", name: "a", place: "b" });
  // @ts-expect-error: the catalogue has no such code.
  expect(() => fail("x/other")).toThrow(TypeError);
});

test.each(Object.entries(codes))("the explanation of %s has no placeholder", (code, { remedy }) => {
  expect(`${prose[code as DeclaredCode].cause} ${remedy}`).not.toMatch(/(?<!\$)\{\w+\}/u);
});
