import type { CodeEntry } from "./code-entry.ts";

/** Of the command line. */
export const cliCodes = {
  "cli/bad-api-version": {
    cause: "The environment variable DOCSFORM_API_VERSION names no API version.",
    example: "DOCSFORM_API_VERSION=newest docsform plan",
    remedy: "Set it to current, classic or classic-minimal, or unset it.",
  },
  "cli/bad-consistency-window": {
    cause: "The environment variable DOCSFORM_CONSISTENCY_WINDOW_MS names no number of milliseconds.",
    example: "DOCSFORM_CONSISTENCY_WINDOW_MS=5s docsform plan",
    remedy: "Set it to a whole number from 0 to 600000, or unset it.",
  },
  "cli/bad-seed": {
    cause: "The file that the emulator is to begin with is not a store that it has written.",
    example: "docsform emulator --seed docsform.yaml",
    remedy: "Name a file that docsform emulator --dump FILE has written.",
  },
  "cli/bad-value": {
    cause: "A flag of docsform call has a value that the operation does not take.",
    example: "docsform call spaces list --limit many",
    remedy: "The message says what is taken; --field sends what the service may know and docsform does not.",
  },
  "cli/declined": {
    cause: "The person who was asked said something other than what goes on.",
    example: "docsform apply    # answered with no",
    remedy: "Nothing was written. Run it again, and type what the question asks for.",
  },
  "cli/emulator-port": {
    cause: "Another program listens on the port that the emulator was given, or nobody may.",
    example: "docsform emulator --port 80",
    remedy: "Choose another port, or --port 0 for any that is free.",
  },
  "cli/file-exists": {
    cause: "A file that would be written is there already, and docsform does not replace what people wrote.",
    example: "docsform init    # in a folder with a docsform.yaml",
    remedy: "Choose another file or folder; pull replaces a file with --force.",
  },
  "cli/incomplete-list": {
    cause: "The service counts more objects than its list shows, however often it is read.",
    example: "docsform pull --organization ID",
    remedy: "Run it again later. If that does not help, ask the service's support for what it counts.",
  },
  "cli/interrupted": {
    cause: "The program was interrupted, or its input ended, while it waited for an answer.",
    example: "docsform apply    # Ctrl-C at the question",
    remedy: "Nothing was written. Run it again.",
  },
  "cli/no-environments": {
    cause: "--env is for YAML layouts, and what was named is a synthesised app.",
    example: "docsform plan cdktf.out --env staging",
    remedy: "Make a stack for each environment, and name the one that is meant.",
  },
  "cli/no-layout": {
    cause: "There is no layout where docsform looks for one, or where it was told to.",
    example: "docsform plan    # in an empty folder",
    remedy: "Begin with docsform init or docsform pull, or name the layout with --file.",
  },
  "cli/no-organization": {
    cause: "It is not said which organization is meant, and the token does not see exactly one.",
    example: "docsform pull --out docsform.yaml",
    remedy: "Name it with --organization ID or DOCSFORM_ORGANIZATION.",
  },
  "cli/no-provider": {
    cause: "This copy of docsform holds no Terraform provider: it was not installed from the npm package.",
    example: "docsform terraform install    # from the sources",
    remedy: "Run the docsform of the npm package.",
  },
  "cli/no-stack": {
    cause: "The synthesised app declares no stack.",
    example: "docsform plan cdktf.out",
    remedy: "Add a stack to the app, and synthesise it again.",
  },
  "cli/same-file": {
    cause: "One file is named for two things, so that what is read, or written first, would be written over.",
    example: "docsform plan --out docsform.yaml",
    remedy: "Name another file for one of them.",
  },
  "cli/no-terraform": {
    cause: "The provider is to be installed for Terraform, and there is no terraform on the path.",
    example: "docsform terraform install",
    remedy: "Install Terraform 1.11 or later, or add its folder to PATH.",
  },
  "cli/no-token": {
    cause: "The command speaks to the service, and neither DOCSFORM_TOKEN nor --token-file gives a token.",
    example: "docsform plan    # without DOCSFORM_TOKEN",
    remedy:
      "Make an API token in the service, and set DOCSFORM_TOKEN, or name a file that holds it with --token-file.",
  },
  "cli/no-variables": {
    cause: "--var gives values to variables of a YAML layout, and what was named is a synthesised app.",
    example: "docsform plan cdktf.out --var stage=test",
    remedy: "Give variables of an app as TF_VAR_name in the environment.",
  },
  "cli/not-a-plan": {
    cause: "The file that apply was given is not a plan that plan --out has saved.",
    example: "docsform apply package.json",
    remedy: "Save one with docsform plan --out FILE.",
  },
  "cli/not-locked": {
    cause: "Terraform could not note the provider's checksums in the folder of a stack.",
    example: "docsform terraform lock",
    remedy: "Run docsform terraform install --cdktf again, for the provider of this version.",
  },
  "cli/not-synthesised": {
    cause: "The path looks like the output of a cdktf or cdktn app, and nothing was synthesised there.",
    example: "docsform plan cdktf.out    # before cdktf synth",
    remedy: "Run cdktf synth (or cdktn synth) first, and name the folder that it writes.",
  },
  "cli/old-node": {
    cause: "docsform runs on a Node that is older than it needs.",
    example: "docsform doctor    # on Node 18",
    remedy: "Install Node 20.19 or later.",
  },
  "cli/one-app": {
    cause: "A synthesised app is a layout of its own, and was named together with something else.",
    example: "docsform plan -f cdktf.out -f docsform.yaml",
    remedy: "Name the app's folder, or that of one of its stacks, and nothing else.",
  },
  "cli/open-token-file": {
    cause: "The file that --token-file names can be read by other users of the machine.",
    example: "docsform plan --token-file token    # of the mode 0644",
    remedy: "Keep it to yourself: chmod 600 FILE.",
  },
  "cli/other-organization": {
    cause:
      "The layout or the saved plan is for another organization than the option or the environment names.",
    example: "docsform plan --organization another",
    remedy: "Use the layout of that organization, or leave the option and the variable out.",
  },
  "cli/secret-changed": {
    cause: "A secret that a saved plan writes has another value now than when it was saved.",
    example: "docsform apply plan.json    # after OKTA_PEM was changed",
    remedy: "Plan again, and review the new plan.",
  },
  "cli/secret-in-layout": {
    cause: "A plan that is saved must not hold a secret, and this one is written in the layout itself.",
    example: 'docsform plan --out plan.json    # with certificate: "-----BEGIN …"',
    remedy: "Read the secret with !file PATH or !env NAME.",
  },
  "cli/secret-missing": {
    cause: "A saved plan writes a secret whose variable is not set, or whose file is not there.",
    example: "docsform apply plan.json    # without the file of certificate: !file okta.pem",
    remedy: "Apply the plan where its secrets are: with the same variables, and in the same folder.",
  },
  "cli/selection-of-saved-plan": {
    cause: "A saved plan is done with the selection that it was made with.",
    example: "docsform apply plan.json --target ADDRESS",
    remedy: "Give --target, --only and --exclude to docsform plan --out.",
  },
  "cli/threshold-of-saved-plan": {
    cause: "A saved plan is judged by the thresholds that it was made with.",
    example: "docsform apply plan.json --max-deletes 5",
    remedy: "Give --max-deletes and --max-changes to docsform plan --out.",
  },
  "cli/unattended": {
    cause: "A question is to be answered, and no person is at the terminal.",
    example: "docsform apply < /dev/null",
    remedy: "Say it with the flag that the message names, such as --yes.",
  },
  "cli/unknown-address": {
    cause: "A command was given an address that the layout does not declare.",
    example: "docsform graph --site nowhere",
    remedy: "Correct it; the message says the nearest one.",
  },
  "cli/unknown-code": {
    cause: "docsform has no such code.",
    example: "docsform explain cli/no-tokn",
    remedy: "docsform explain lists all of them.",
  },
  "cli/unknown-operation": {
    cause: "docsform call was given a system or an operation that does not exist.",
    example: "docsform call space create",
    remedy: "docsform call lists the systems, docsform call SYSTEM its operations.",
  },
  "cli/update-whole": {
    cause: "A flag of pull means nothing with --update, which keeps the rest of the layout.",
    example: "docsform pull --update --force",
    remedy: "Leave the flag out.",
  },
  "cli/which-site": {
    cause: "--site names no site, or a title that several have.",
    example: "docsform pull --site Docs",
    remedy: "Name the site by its id.",
  },
  "cli/without-update": {
    cause:
      "A flag that says which layout is there means nothing to pull without --update, which writes a new layout.",
    example: "docsform pull --env staging --out docsform.yaml",
    remedy: "Add --update, or leave the flag out.",
  },
  "cli/write-not-permitted": {
    cause: "The operation changes something, and docsform call only reads unless it is told otherwise.",
    example: "docsform call spaces create --title Guides",
    remedy: "Add --write. Nothing was sent.",
  },
  "cli/not-events": {
    cause:
      "The file that --events names is there, and is none that docsform has written events to: it would be replaced.",
    example: "docsform plan --events docsform.yaml",
    remedy: "Name another file, or remove that one.",
  },
  "cli/wrong-usage": {
    cause:
      "The command line cannot be understood: an unknown command or flag, a missing value, one word too many.",
    example: "docsform aply",
    remedy: "docsform help tells what there is, docsform help COMMAND what a command takes.",
  },
  "client/unknown-input": {
    cause: "An operation of the client was given a field that it does not have.",
    example: 'client.spaces.create({ organizationId, tilte: "Guides" })',
    remedy: "Correct the name; the message says the nearest one.",
  },
  "client/unknown-operation": {
    cause: "The client was asked for an operation that the service does not have.",
    example: 'client.call("creatSpace", {})',
    remedy: "Correct the name; docs/reference/coverage.md lists all of them.",
  },
  diagnostics: {
    cause:
      "What was read is wrong in several places; each of them has a code of its own, in `diagnostics` of the JSON.",
    example: "docsform validate --json",
    remedy: "Put each of them right.",
  },
  "docsform/unexpected": {
    cause: "Something failed that docsform does not know: a fault of docsform.",
    example: "any command",
    remedy: "Run it again with DOCSFORM_DEBUG=1, and report what it prints.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
