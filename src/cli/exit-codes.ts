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

/** How a run ends of which something is missing that was to be written: whoever looks there must not take it for the whole. */
export function withoutAll(code: ExitCode): ExitCode {
  return code === exitCodes.done || code === exitCodes.changesPending ? exitCodes.error : code;
}
