import type { CodeEntry } from "./code-entry.ts";

/** Codes of the command line: its environment, its token, saved plans and Terraform. */
export const cliCodes = {
  "cli/bad-api-version": {
    message: {
      text: "DOCSFORM_API_VERSION is {value}, but must be {versions}.",
      remedy: "Correct it, or unset it.",
    },
    remedy: "Set it to current, classic or classic-minimal, or unset it.",
  },
  "cli/bad-consistency-window": {
    message: {
      text: "{variable} is {value}, but must be a whole number of milliseconds from 0 to {longestMs}.",
      remedy: "Correct it, or unset it.",
    },
    remedy: "Set it to a whole number from 0 to 600000, or unset it.",
  },
  "cli/bad-seed": {
    message: "{path} is not a dump of the emulator.",
    remedy: "Name a file that docsform emulator --dump FILE has written.",
  },
  "cli/emulator-port": {
    message: "The emulator cannot listen on port {port}.",
    remedy:
      "Another emulator may still run there. Stop it, choose another port, or --port 0 for any free port.",
  },
  "cli/no-provider": {
    message: "This copy of docsform does not contain the Terraform provider.",
    remedy: "Run docsform from the npm package, which contains it.",
  },
  "cli/no-provider-for-windows": {
    message: {
      text: "docsform installs the provider that Node runs, and Terraform on Windows starts only executables.",
      remedy:
        "Put terraform-provider-docs_{version}_windows_amd64.zip from the release of this version into {folder}, unopened.",
    },
    remedy:
      "Use the archive of the release for Windows, which contains an executable. The message names the folder that it belongs into.",
  },
  "cli/no-terraform": {
    message: "docsform found no terraform on the PATH.",
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
    remedy:
      "Create an API token in the service. Set DOCSFORM_TOKEN to the token, or name a file that contains it with --token-file.",
  },
  "cli/not-a-plan": {
    cases: {
      missing: "There is no file {path}.",
      other: "{path} is not a plan of this version of docsform.",
      field: "{path} is not a plan of this version of docsform (see {field}).",
    },
    remedy: "Save one with docsform plan --out FILE.",
  },
  "cli/not-locked": {
    message: "Terraform cannot lock the providers of {folder}: {reason}",
    remedy: "Run docsform terraform install --cdktf again, which installs the provider of this version.",
  },
  "cli/nothing-to-lock": {
    message: {
      text: "This folder has neither a synthesized app nor a configuration of Terraform.",
      remedy: "Run the command in the folder of your .tf files, or after cdktf synth.",
    },
    remedy: "Run it in the folder of the configuration or of the app.",
  },
  "cli/old-node": {
    message: { text: "This is Node {version}.", remedy: "docsform needs Node {least} or later." },
    remedy: "Install Node 20.19 or later.",
  },
  "cli/open-token-file": {
    message: {
      text: "{path} contains the token, and other users of this machine can read it.",
      remedy: "Make it private: chmod 600 {path}.",
    },
    remedy: "Make it private: chmod 600 FILE.",
  },
  "cli/selection-of-saved-plan": {
    message: {
      text: "A saved plan keeps the selection that it was made with.",
      remedy: "Give {flags} to docsform plan --out.",
    },
    remedy: "Give --target, --only and --exclude to docsform plan --out.",
    exitCode: 64,
  },
  "cli/threshold-of-saved-plan": {
    message: "A saved plan keeps the thresholds that it was made with.",
    remedy: "Give --max-deletes and --max-changes to docsform plan --out.",
    exitCode: 64,
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
