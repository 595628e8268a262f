/** The groups of commands in the help, in its order. */
export const commandGroups = {
  start: "Start:",
  change: "Change:",
  inspect: "Inspect:",
  state: "State:",
  tools: "Tools:",
} as const;

/** The groups of options in the help of a command. Without `--all`, the help shows only the common ones. */
export const optionGroups = {
  common: "Common options:",
  layout: "Layout:",
  service: "Service:",
  state: "State and lock:",
  permissions: "Permissions:",
  selection: "Selection:",
  output: "Output:",
} as const;
