/**
 * The version of each answer that `--json` prints. It rises when a field goes or means something else; a new field is no new version,
 * so programs pass over what they do not know.
 */
export const formats = {
  init: 1,
  validate: 1,
  plan: 1,
  accept: 1,
  apply: 1,
  diff: 1,
  drift: 1,
  pull: 1,
  destroy: 1,
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

/** The command that answers; `error`: any of them, when it fails. */
export type OutputName = keyof typeof formats;
export const outputNames = Object.keys(formats) as readonly OutputName[];
