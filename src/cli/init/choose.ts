import { fail } from "../../model/codes/command-words.ts";
import { plainText } from "../../report/text/plain-text.ts";
import { endedAtQuestion } from "../ended-at-question.ts";
import type { Io } from "../io.ts";

export interface PromptChoice<Value> {
  readonly value: Value;
  readonly text: string;
}

const mostTries = 3;

/** The choice that the user makes by its number. Enter selects the first one. */
export async function choose<Value>(
  ask: NonNullable<Io["ask"]>,
  question: string,
  choices: readonly PromptChoice<Value>[],
): Promise<Value> {
  const lines = choices.map(({ text }, at) => `  ${at + 1}  ${plainText(text)}\n`);
  const list = `${question}\n${lines.join("")}`;
  for (let tries = 0; tries < mostTries; tries++) {
    const typed = await ask(`${tries === 0 ? list : ""}A number from 1 to ${choices.length} [1]: `);
    if (typed === undefined) throw endedAtQuestion();
    const chosen = choices[typed.trim() === "" ? 0 : numberIn(typed) - 1];
    if (chosen !== undefined) return chosen.value;
  }
  throw fail("cli/declined", { case: "choice" });
}

function numberIn(text: string): number {
  return /^\d{1,4}$/u.test(text.trim()) ? Number(text) : 0;
}
