/** The exit codes of the process. */
export const exitCodes = {
  done: 0,
  error: 1,
  changesPending: 2,
  appliedInPart: 3,
  refused: 4,
  planOutdated: 5,
  wrongUsage: 64,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The codes that count more than a higher number. */
const fromWorst: readonly ExitCode[] = [exitCodes.interrupted, exitCodes.appliedInPart, exitCodes.error];

/** The exit code of a command that did several things. */
export function worstOf(codes: readonly ExitCode[]): ExitCode {
  const [highest = exitCodes.done] = codes.toSorted((one, other) => other - one);
  return fromWorst.find((code) => codes.includes(code)) ?? highest;
}

/** The exit code of a run with incomplete output. It is not a success, so that a reader does not take the output for complete. */
export function codeOfIncompleteOutput(code: ExitCode): ExitCode {
  return code === exitCodes.done || code === exitCodes.changesPending ? exitCodes.error : code;
}
