import { createInterface } from "node:readline/promises";

/** The person who is asked, and how the program is told to stop meanwhile. */
export interface Dialog {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
  /** Called at Ctrl-C. */
  readonly interrupt: () => void;
}

/** What the person types; undefined where they end the program or the input (Ctrl-D) instead. */
export async function ask(
  question: string,
  { input, output, signal, interrupt }: Dialog,
): Promise<string | undefined> {
  const lines = createInterface({ input, output });
  lines.on("SIGINT", interrupt);
  // At the end of the input the question is never answered, and the program would end without a word.
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
