/** What the process says to the program that started it. */
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

/** The exit code of a run whose output is incomplete: no success, so that nobody takes the output for the whole. */
export function withoutAll(code: ExitCode): ExitCode {
  return code === exitCodes.done || code === exitCodes.changesPending ? exitCodes.error : code;
}
