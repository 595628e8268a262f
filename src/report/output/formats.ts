/**
 * The version of each output of `--json`. A removed field or a changed meaning raises it. A new field does not, so programs must ignore
 * unknown fields.
 */
export const formats = {
  init: 1,
  validate: 1,
  plan: 1,
  accept: 1,
  apply: 1,
  diff: 1,
  drift: 1,
  audience: 1,
  pull: 1,
  destroy: 1,
  fmt: 1,
  graph: 1,
  doctor: 1,
  explain: 1,
  call: 1,
  import: 1,
  state: 1,
  unlock: 1,
  emulator: 1,
  terraform: 1,
  error: 1,
} as const;

/** The command that prints the output. `error`: any command that fails. */
export type OutputName = keyof typeof formats;
export const outputNames = Object.keys(formats) as readonly OutputName[];
