import { createInterface } from "node:readline/promises";

/** The streams of a dialog with a person, and the ways to stop it. */
export interface Dialog {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
  /** Runs at Ctrl-C. */
  readonly interrupt: () => void;
}

/** Asks a question and returns the person's line. undefined: the program was stopped, or the input ended (Ctrl-D). */
export async function ask(
  question: string,
  { input, output, signal, interrupt }: Dialog,
): Promise<string | undefined> {
  const lines = createInterface({ input, output });
  lines.on("SIGINT", interrupt);
  // When the input ends, `question` never resolves, and the program would end without a message.
  const ended = new Promise<undefined>((resolve) => lines.once("close", () => resolve(undefined)));
  try {
    return await Promise.race([lines.question(question, { signal }), ended]);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    lines.close();
  }
}
