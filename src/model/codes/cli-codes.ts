import type { CodeEntry } from "./code-entry.ts";

/** Codes of the command line: its environment, its token, saved plans and Terraform. */
export const cliCodes = {
  "cli/bad-api-version": {
    message: {
      text: "DOCSFORM_API_VERSION is {value}, but must be {versions}.",
      remedy: "Correct it, or unset it.",
    },
    cause: "The environment variable DOCSFORM_API_VERSION does not name an API version.",
    example: "DOCSFORM_API_VERSION=newest docsform plan",
    remedy: "Set it to current, classic or classic-minimal, or unset it.",
  },
  "cli/bad-consistency-window": {
    message: {
      text: "{variable} is {value}, but must be a whole number of milliseconds from 0 to {longestMs}.",
      remedy: "Correct it, or unset it.",
    },
    cause: "The environment variable DOCSFORM_CONSISTENCY_WINDOW_MS is not a number of milliseconds.",
    example: "DOCSFORM_CONSISTENCY_WINDOW_MS=5s docsform plan",
    remedy: "Set it to a whole number from 0 to 600000, or unset it.",
  },
  "cli/bad-seed": {
    message: "{path} is not a dump of the emulator.",
    cause: "The emulator did not write the file that --seed names.",
    example: "docsform emulator --seed docsform.yaml",
    remedy: "Name a file that docsform emulator --dump FILE has written.",
  },
  "cli/emulator-port": {
    message: "The emulator cannot listen on port {port}.",
    cause: "Another program uses the emulator's port, or the user has no permission to listen on it.",
    example: "docsform emulator --port 80",
    remedy:
      "Another emulator may still run there. Stop it, choose another port, or --port 0 for any free port.",
  },
  "cli/no-provider": {
    message: "This copy of docsform does not contain the Terraform provider.",
    cause:
      "This copy of docsform does not contain the Terraform provider, because it does not come from the npm package.",
    example: "docsform terraform install    # from the sources",
    remedy: "Run docsform from the npm package, which contains it.",
  },
  "cli/no-provider-for-windows": {
    message: {
      text: "docsform installs the provider that Node runs, and Terraform on Windows starts only executables.",
      remedy:
        "Put terraform-provider-docs_{version}_windows_amd64.zip from the release of this version into {folder}, unopened.",
    },
    cause: "docsform terraform install ran on Windows, where Terraform cannot start a program of Node.",
    example: "docsform terraform install    # on Windows",
    remedy:
      "Use the archive of the release for Windows, which contains an executable. The message names the folder that it belongs into.",
  },
  "cli/no-terraform": {
    message: "docsform found no terraform on the PATH.",
    cause: "docsform terraform install found no terraform on the PATH.",
    example: "docsform terraform install",
    remedy: "Install Terraform 1.11 or later, or add its folder to PATH. Then run the command again.",
  },
  "cli/no-terraform-plan": {
    cases: {
      binary: {
        text: "{path} is a plan that only Terraform can read.",
        remedy: "Print it as JSON: terraform show -json {path} | docsform terraform {action} -",
      },
      empty: {
        text: "{path} is empty.",
        remedy: "It must be a plan as JSON: terraform show -json plan.tfplan | docsform terraform {action} -",
      },
      noFile: { text: "There is no file {path}.", remedy: "Name the plan as JSON, or - for stdin." },
      none: {
        text: "docsform terraform {action} needs a plan of Terraform as JSON.",
        remedy:
          "Run terraform plan -out plan.tfplan, then terraform show -json plan.tfplan | docsform terraform {action} -",
      },
      other: {
        text: "{path} is not a plan of Terraform as JSON.",
        remedy:
          "Run terraform plan -out plan.tfplan, then terraform show -json plan.tfplan | docsform terraform {action} -",
      },
      state: {
        text: "{path} is a state of Terraform. A plan has the state and the new configuration.",
        remedy:
          "Run terraform plan -out plan.tfplan, then terraform show -json plan.tfplan | docsform terraform {action} -",
      },
    },
    cause: "The command reads a plan of Terraform in the form that terraform show -json prints.",
    example: "docsform terraform moves plan.tfplan",
    remedy:
      "Run terraform plan -out plan.tfplan, then terraform show -json plan.tfplan, and give its output to the command.",
  },
  "cli/no-token": {
    cases: {
      none: {
        text: "There is no API token.",
        remedy: "Set DOCSFORM_TOKEN, or name a file that contains the token with --token-file.",
      },
      other: {
        text: "There is no API token: docsform does not read {name}.",
        remedy: 'Set DOCSFORM_TOKEN to it: export DOCSFORM_TOKEN="${name}"',
      },
      noFile: {
        text: "There is no file {path}.",
        remedy: "Name a file that contains only the token with --token-file, or set DOCSFORM_TOKEN.",
      },
      file: {
        text: "{path} contains no token.",
        remedy: "Write only the token into the file that --token-file names.",
      },
    },
    cause: "The command calls the service, and neither DOCSFORM_TOKEN nor --token-file gives a token.",
    example: "docsform plan    # without DOCSFORM_TOKEN",
    remedy:
      "Create an API token in the service. Set DOCSFORM_TOKEN to the token, or name a file that contains it with --token-file.",
  },
  "cli/not-a-plan": {
    cases: {
      missing: "There is no file {path}.",
      other: "{path} is not a plan of this version of docsform.",
      field: "{path} is not a plan of this version of docsform (see {field}).",
    },
    cause: "The file is not a plan that docsform plan --out saved.",
    example: "docsform apply package.json",
    remedy: "Save one with docsform plan --out FILE.",
  },
  "cli/not-locked": {
    message: "Terraform cannot lock the providers of {folder}: {reason}",
    cause: "Terraform could not record the provider's checksums in a stack's folder.",
    example: "docsform terraform lock",
    remedy: "Run docsform terraform install --cdktf again, which installs the provider of this version.",
  },
  "cli/nothing-to-lock": {
    message: {
      text: "This folder has neither a synthesized app nor a configuration of Terraform.",
      remedy: "Run the command in the folder of your .tf files, or after cdktf synth.",
    },
    cause: "docsform terraform lock found no folder in which Terraform runs.",
    example: "docsform terraform lock    # in an empty folder",
    remedy: "Run it in the folder of the configuration or of the app.",
  },
  "cli/old-node": {
    message: { text: "This is Node {version}.", remedy: "docsform needs Node {least} or later." },
    cause: "This version of Node is too old for docsform.",
    example: "docsform doctor    # on Node 18",
    remedy: "Install Node 20.19 or later.",
  },
  "cli/open-token-file": {
    message: {
      text: "{path} contains the token, and other users of this machine can read it.",
      remedy: "Make it private: chmod 600 {path}.",
    },
    cause: "Other users of the machine can read the file that --token-file names.",
    example: "docsform plan --token-file token    # with the mode 0644",
    remedy: "Make it private: chmod 600 FILE.",
  },
  "cli/selection-of-saved-plan": {
    message: {
      text: "A saved plan keeps the selection that it was made with.",
      remedy: "Give {flags} to docsform plan --out.",
    },
    cause: "A saved plan keeps the selection that it was made with.",
    example: "docsform apply plan.json --target ADDRESS",
    remedy: "Give --target, --only and --exclude to docsform plan --out.",
    exitCode: 64,
  },
  "cli/threshold-of-saved-plan": {
    message: "A saved plan keeps the thresholds that it was made with.",
    cause: "A saved plan keeps the thresholds that it was made with.",
    example: "docsform apply plan.json --max-deletes 5",
    remedy: "Give --max-deletes and --max-changes to docsform plan --out.",
    exitCode: 64,
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
