import type { CodeEntry } from "./code-entry.ts";

/** Codes of the command line: its arguments, and answers to its questions. */
export const cliUsageCodes = {
  "cli/bad-value": {
    message: {
      text: "{flag} cannot be {values}.",
      remedy: "Use {wanted}. To send a value that docsform does not know, use --field.",
    },
    remedy: "Use a value that the message lists. To send a value that docsform does not know, use --field.",
    exitCode: 64,
  },
  "cli/declined": {
    cases: {
      command: "Not confirmed. Nothing was written.",
      choice: "You chose none of them. Nothing was written.",
      call: {
        text: "The id does not match. Nothing was deleted.",
        remedy: "Add --yes to confirm the delete. Nothing was sent.",
      },
      destroy: {
        text: "The id does not match. Nothing was deleted.",
        remedy: "Repeat the organization's id: --organization {organizationId}.",
      },
    },
    remedy: "Run the command again, and type the answer that the question names.",
  },
  "cli/input-of-saved-plan": {
    message: "{flag} has no effect with a saved plan, which contains the values that it was made with.",
    remedy: "Give the flag to docsform plan --out, and apply the new plan.",
    exitCode: 64,
  },
  "cli/interrupted": {
    message: "Interrupted at the question. Nothing was written.",
    remedy: "Run the command again.",
    exitCode: 130,
  },
  "cli/not-interactive": {
    cases: {
      accept: {
        text: "accept needs a confirmation, and the input is not a terminal.",
        remedy: "Run it with --yes, or show the changes with --dry-run.",
      },
      apply: {
        text: "apply needs a confirmation, and the input is not a terminal.",
        remedy: "Run apply with --yes, or apply a reviewed plan: docsform apply plan.json --yes.",
      },
      call: {
        text: "The delete needs a confirmation, and the input is not a terminal.",
        remedy: "Add --yes to confirm the delete. Nothing was sent.",
      },
      destroy: {
        text: "The delete needs a confirmation, and the input is not a terminal.",
        remedy: "Repeat the organization's id: --organization {organizationId}.",
      },
      init: {
        text: "init needs --from, because the input is not a terminal.",
        remedy:
          "Choose --from live, --from example or --from emulator, or --from cdktf or --from cdktn for an app.",
      },
    },
    remedy: "Give the answer with the flag that the message names, such as --yes.",
    exitCode: 64,
  },
  "cli/not-with-format": {
    message: "{flag} has no effect with --format {format}, which is no layout.",
    remedy: "Remove the flag, or write a layout with --format yaml.",
  },
  "cli/not-with-update": {
    cases: {
      flag: "{flag} has no effect with --update.",
      out: "With --update, --out has no effect beside --file: both name the existing layout.",
    },
    remedy: "Remove the flag: --update accepts the service's values, and keeps the rest of the layout.",
  },
  "cli/unknown-code": {
    message: {
      text: "There is no code {code}.",
      remedy: "{meant} docsform explain lists all codes, such as guard/deletes.",
    },
    remedy: "Run docsform explain, which lists all codes.",
    exitCode: 64,
  },
  "cli/unknown-operation": {
    cases: {
      system: { text: "There is no system {system}.", remedy: "{meant} docsform call lists all systems." },
      byId: {
        text: "There is no system {system}.",
        remedy: "To call that operation, run docsform call {meantSystem} {meantOperation}.",
      },
      operation: {
        text: "There is no operation {operation} in {system}.",
        remedy: "{meant} docsform call {system} lists its operations.",
      },
    },
    remedy:
      "Run docsform call to list the systems, or docsform call SYSTEM to list the operations of a system.",
    exitCode: 64,
  },
  "cli/without-saved-plan": {
    message: "{flag} has no effect without a saved plan: apply makes a plan of its own.",
    remedy: "Save the plan with docsform plan --out plan.json, and name it: docsform apply plan.json.",
  },
  "cli/without-update": {
    message: "{flag} has no effect without --update: pull writes a new layout.",
    remedy: "Add --update to update the existing layout, or name a new file with --out.",
  },
  "cli/write-not-permitted": {
    message: "{operation} changes the service.",
    remedy: "Add --write to allow it. Nothing was sent.",
    exitCode: 4,
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
