import type { CodeEntry } from "./code-entry.ts";

/** Codes of the command line that can occur in every command. */
export const cliStartCodes = {
  "cli/other-file": {
    message: "{path} exists and contains something else than docsform writes for {option}.",
    remedy: "Name another file, or remove that one.",
  },
  "cli/same-file": {
    message: "{path} cannot be {one} and {other} at once.",
    remedy: "Name different files. Nothing was written to this one.",
    exitCode: 64,
  },
  "cli/wrong-usage": {
    cases: {
      action: {
        text: "{given} has no effect with docsform {command} {action}.",
        remedy: "docsform {command} --help describes the actions.",
      },
      command: {
        text: "{problem}",
        remedy: "docsform --help shows the commands; docsform COMMAND --help shows a command's options.",
      },
      elsewhere: { text: "Unknown option '{option}'.", remedy: "{instead}" },
      noCommand: {
        text: "No command was given.",
        remedy: "docsform --help shows the commands; docsform COMMAND --help shows a command's options.",
      },
      pullToJson: {
        text: "pull writes YAML, whose comments show what it leaves out, and {path} is a name of a JSON file.",
        remedy: "Name a .yaml file.",
      },
      notJson: { text: "{path} is not valid JSON.", remedy: "Write one JSON object." },
      notObject: {
        text: "{path} is not a JSON object.",
        remedy:
          "Write one JSON object. Its fields have the names of the flags in the service's spelling, such as spaceId.",
      },
      partOfLayout: {
        text: "--site names the site of a gitbook-docs.yaml, and this layout names its sites itself.",
        remedy: "Leave --site out. To plan a part of the layout, use --target.",
      },
      noInputFile: { text: "There is no file {path}.", remedy: "Name one with --input, or - for stdin." },
      missingInput: {
        text: "Missing: {flags}.",
        remedy: "Give each of them as a flag, or in the file of --input.",
      },
      badField: {
        text: "--field {field} has no name or no value.",
        remedy: "Write it as --field name=value or --field a.b=value.",
      },
      callByPath: {
        text: "A call by path needs a method and a path.",
        remedy: "Write docsform call {method} {path}.",
      },
      callOrder: {
        text: "{word} follows an option.",
        remedy: "Write docsform call SYSTEM OPERATION, and the options after them.",
      },
      callOption: {
        text: "Unknown option '{option}'.",
        remedy: "Name a system and an operation first; docsform call lists them.",
      },
      environments: {
        text: "diff compares two environments, but the command names {count}.",
        remedy: "Name both, for example: docsform diff --env staging --env production",
      },
      sharedState: {
        text: "Each environment has a state and a journal of its own.",
        remedy: "Remove --state, and unset DOCSFORM_JOURNAL.",
      },
      import: {
        text: "docsform import needs an address and an id, or --found. A layout may follow.",
        remedy: "docsform import --help describes the arguments.",
      },
      state: {
        text: "docsform state {action} needs {arguments}. A layout may follow.",
        remedy: "docsform state --help describes the actions.",
      },
      stdout: {
        text: "--json and --events - would both write to stdout.",
        remedy: "Name a file for the events: --events events.ndjson.",
      },
    },
    remedy:
      "Run docsform help to list the commands, or docsform help COMMAND to list the options of a command.",
    exitCode: 64,
  },
  "run/timeout": {
    message:
      "The time limit of --timeout ({seconds} s) has passed. docsform did not start the remaining steps.",
    remedy: "Run the command again to continue, or raise --timeout.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
