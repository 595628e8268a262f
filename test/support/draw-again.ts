import { relative } from "node:path";

/** A world in which a law is broken. */
interface BrokenWorld {
  readonly file: string;
  /** The full name of the test. */
  readonly test: string;
  readonly seed: number;
  readonly path: string;
}

/** Names the law, and prints the command that draws the same world again. */
export function drawAgain({ file, test, seed, path }: BrokenWorld): string {
  // vitest reads the name as a pattern, and the shell reads it in quotes.
  const pattern = test.replaceAll(/[^\w ,:-]/g, ".");
  const drawn = `DOCSFORM_LAW_SEED=${seed} DOCSFORM_LAW_PATH=${path}`;
  return `Broken: ${test} (seed ${seed}). This world again:\n  ${drawn} npx vitest run ${relative(process.cwd(), file)} -t "${pattern}"`;
}
