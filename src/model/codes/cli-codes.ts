import type { CodeEntry } from "./code-entry.ts";

/** Codes of the command line. */
export const cliCodes = {
  "cli/bad-api-version": {
    cause: "The environment variable DOCSFORM_API_VERSION does not name an API version.",
    example: "DOCSFORM_API_VERSION=newest docsform plan",
    remedy: "Set it to current, classic or classic-minimal, or unset it.",
  },
  "cli/bad-consistency-window": {
    cause: "The environment variable DOCSFORM_CONSISTENCY_WINDOW_MS is not a number of milliseconds.",
    example: "DOCSFORM_CONSISTENCY_WINDOW_MS=5s docsform plan",
    remedy: "Set it to a whole number from 0 to 600000, or unset it.",
  },
  "cli/bad-seed": {
    cause: "The emulator did not write the file that --seed names.",
    example: "docsform emulator --seed docsform.yaml",
    remedy: "Name a file that docsform emulator --dump FILE has written.",
  },
  "cli/bad-value": {
    cause: "A flag of docsform call has a value that the operation does not accept.",
    example: "docsform call spaces list --limit many",
    remedy: "Use a value that the message lists. To send a value that docsform does not know, use --field.",
  },
  "cli/declined": {
    cause: "The answer to a question did not confirm the command.",
    example: "docsform apply    # answered with no",
    remedy: "Nothing was written. Run the command again, and type the answer that the question names.",
  },
  "cli/emulator-port": {
    cause: "Another program uses the emulator's port, or the user has no permission to listen on it.",
    example: "docsform emulator --port 80",
    remedy: "Choose another port, or --port 0 for any free port.",
  },
  "cli/file-exists": {
    cause: "The file already exists, and docsform does not replace a file that a person wrote.",
    example: "docsform init    # in a folder with a docsform.yaml",
    remedy: "Choose another file or folder. pull replaces a file with --force.",
  },
  "cli/interrupted": {
    cause: "The program was interrupted, or its input ended, while it waited for an answer.",
    example: "docsform apply    # Ctrl-C at the question",
    remedy: "Nothing was written. Run the command again.",
  },
  "cli/no-environments": {
    cause: "--env selects an environment of a YAML layout, but the layout is a synthesized app.",
    example: "docsform plan cdktf.out --env staging",
    remedy: "Create a stack for each environment, and name the right stack.",
  },
  "cli/no-layout": {
    cause: "docsform found no layout at the default path or at the path that --file names.",
    example: "docsform plan    # in an empty folder",
    remedy: "Start with docsform init or docsform pull, or name the layout with --file.",
  },
  "cli/no-organization": {
    cause: "The command does not name an organization, and the token has access to none or to several.",
    example: "docsform pull --out docsform.yaml",
    remedy: "Name it with --organization ID or DOCSFORM_ORGANIZATION.",
  },
  "cli/no-provider": {
    cause:
      "This copy of docsform does not contain the Terraform provider, because it does not come from the npm package.",
    example: "docsform terraform install    # from the sources",
    remedy: "Run docsform from the npm package.",
  },
  "cli/no-stack": {
    cause: "The synthesized app declares no stack.",
    example: "docsform plan cdktf.out",
    remedy: "Add a stack to the app, and synthesize it again.",
  },
  "cli/same-file": {
    cause:
      "The command uses one file for two purposes. docsform would overwrite a file that it reads or has just written.",
    example: "docsform plan --out docsform.yaml",
    remedy: "Name different files.",
  },
  "cli/no-terraform": {
    cause: "docsform terraform install found no terraform on the PATH.",
    example: "docsform terraform install",
    remedy: "Install Terraform 1.11 or later, or add its folder to PATH.",
  },
  "cli/no-token": {
    cause: "The command calls the service, and neither DOCSFORM_TOKEN nor --token-file gives a token.",
    example: "docsform plan    # without DOCSFORM_TOKEN",
    remedy:
      "Create an API token in the service. Set DOCSFORM_TOKEN to the token, or name a file that contains it with --token-file.",
  },
  "cli/no-variables": {
    cause: "--var sets a variable of a YAML layout, but the layout is a synthesized app.",
    example: "docsform plan cdktf.out --var stage=test",
    remedy: "Set the app's variables in the environment, as TF_VAR_name.",
  },
  "cli/not-a-plan": {
    cause: "The file is not a plan that docsform plan --out saved.",
    example: "docsform apply package.json",
    remedy: "Save one with docsform plan --out FILE.",
  },
  "cli/not-locked": {
    cause: "Terraform could not record the provider's checksums in a stack's folder.",
    example: "docsform terraform lock",
    remedy: "Run docsform terraform install --cdktf again, which installs the provider of this version.",
  },
  "cli/not-synthesized": {
    cause: "The path looks like the output of a cdktf or cdktn app, but contains no synthesized stack.",
    example: "docsform plan cdktf.out    # before cdktf synth",
    remedy: "Run cdktf synth (or cdktn synth) first, and name the folder that it writes.",
  },
  "cli/old-node": {
    cause: "This version of Node is too old for docsform.",
    example: "docsform doctor    # on Node 18",
    remedy: "Install Node 20.19 or later.",
  },
  "cli/one-app": {
    cause:
      "The command names a synthesized app together with another layout. An app is a complete layout and cannot be combined with another one.",
    example: "docsform plan -f cdktf.out -f docsform.yaml",
    remedy: "Name the app's folder, or the folder of one of its stacks, and nothing else.",
  },
  "cli/open-token-file": {
    cause: "Other users of the machine can read the file that --token-file names.",
    example: "docsform plan --token-file token    # with the mode 0644",
    remedy: "Make it private: chmod 600 FILE.",
  },
  "cli/other-organization": {
    cause:
      "The layout or the saved plan is for another organization than the flag or the environment variable names.",
    example: "docsform plan --organization another",
    remedy: "Use a layout or a saved plan of the right organization, or remove the flag and the variable.",
  },
  "cli/secret-changed": {
    cause: "The value of a secret has changed since the plan was saved.",
    example: "docsform apply plan.json    # after OKTA_PEM was changed",
    remedy: "Plan again, and review the new plan.",
  },
  "cli/secret-in-layout": {
    cause: "A saved plan must not contain a secret, and the layout contains this secret in clear text.",
    example: 'docsform plan --out plan.json    # with certificate: "-----BEGIN …"',
    remedy: "Read the secret with !file PATH or !env NAME.",
  },
  "cli/secret-missing": {
    cause: "A saved plan writes a secret, and its variable is not set or its file does not exist.",
    example: "docsform apply plan.json    # without the file of certificate: !file okta.pem",
    remedy: "Apply the plan with the same environment variables and in the same folder.",
  },
  "cli/selection-of-saved-plan": {
    cause: "A saved plan keeps the selection that it was made with.",
    example: "docsform apply plan.json --target ADDRESS",
    remedy: "Give --target, --only and --exclude to docsform plan --out.",
  },
  "cli/threshold-of-saved-plan": {
    cause: "A saved plan keeps the thresholds that it was made with.",
    example: "docsform apply plan.json --max-deletes 5",
    remedy: "Give --max-deletes and --max-changes to docsform plan --out.",
  },
  "cli/not-interactive": {
    cause: "The command asks a question, but its input is not a terminal.",
    example: "docsform apply < /dev/null",
    remedy: "Give the answer with the flag that the message names, such as --yes.",
  },
  "cli/unknown-address": {
    cause: "The layout does not declare the address.",
    example: "docsform graph --site nowhere",
    remedy: "Correct the address. The message suggests the nearest one.",
  },
  "cli/unknown-code": {
    cause: "docsform has no such code.",
    example: "docsform explain cli/no-tokn",
    remedy: "Run docsform explain, which lists all codes.",
  },
  "cli/unknown-operation": {
    cause: "docsform call names a system or an operation that does not exist.",
    example: "docsform call space create",
    remedy:
      "Run docsform call to list the systems, or docsform call SYSTEM to list the operations of a system.",
  },
  "cli/not-with-update": {
    cause: "The flag has no effect with pull --update, which keeps the rest of the layout.",
    example: "docsform pull --update --force",
    remedy: "Remove the flag.",
  },
  "cli/which-site": {
    cause: "No site has the id or title that --site names, or several sites have that title.",
    example: "docsform pull --site Docs",
    remedy: "Name the site by its id.",
  },
  "cli/without-update": {
    cause: "The flag describes an existing layout, and pull without --update writes a new one.",
    example: "docsform pull --env staging --out docsform.yaml",
    remedy: "Add --update, or remove the flag.",
  },
  "cli/write-not-permitted": {
    cause: "The operation changes the service, and docsform call only reads unless --write allows it.",
    example: "docsform call spaces create --title Guides",
    remedy: "Add --write. Nothing was sent.",
  },
  "cli/not-events": {
    cause: "The file that --events names exists and contains no events. docsform would replace it.",
    example: "docsform plan --events docsform.yaml",
    remedy: "Name another file, or remove the existing one.",
  },
  "cli/wrong-usage": {
    cause:
      "docsform does not understand the command line: a command or flag is unknown, a value is missing, or there are too many arguments.",
    example: "docsform aply",
    remedy:
      "Run docsform help to list the commands, or docsform help COMMAND to list the options of a command.",
  },
  "client/unknown-input": {
    cause: "A program passed a field that the operation does not have.",
    example: 'client.spaces.create({ organizationId, tilte: "Guides" })',
    remedy: "Correct the name. The message suggests the nearest one.",
  },
  "client/unknown-operation": {
    cause: "A program called an operation that the service does not have.",
    example: 'client.call("creatSpace", {})',
    remedy: "Correct the name. docs/reference/coverage.md lists all operations.",
  },
  diagnostics: {
    cause: "The input has several errors. Each has a code of its own, in `diagnostics` of the JSON output.",
    example: "docsform validate --json",
    remedy: "Correct each of them.",
  },
  "docsform/unexpected": {
    cause: "docsform failed for an unknown reason. This is a bug in docsform.",
    example: "any command",
    remedy: "Run the command again with DOCSFORM_DEBUG=1, and report what it prints.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
