import type { CodeEntry } from "./code-entry.ts";

/** Codes of the command line: which layout it reads, and which files it writes. */
export const cliLayoutCodes = {
  "cli/app-failed": {
    cases: {
      failed: { text: "{path} ended with an error{place}: {error}", remedy: "Correct the app." },
      types: { text: "{path} has wrong types.\n{error}", remedy: "Correct the types." },
      nothing: {
        text: "{path} synthesized no stack.",
        remedy:
          "Call app.synth() at the end, and add a stack. Leave outdir out of new App(): docsform sets the folder.",
      },
      noLoader: {
        text: "Node.js {version} cannot run {path}, and tsx is not installed.",
        remedy: "Install it with npm install --save-dev tsx, or use Node.js 22.18 or later.",
      },
    },
    remedy: "Correct the app. Run it alone to see all of its output: npx tsx main.ts.",
  },
  "cli/empty-organization": {
    message: "The organization {organization} has no objects yet. Nothing was written.",
    remedy: "Write an example to adapt: docsform init --from example.",
  },
  "cli/file-exists": {
    cases: {
      one: {
        text: "{path} is already here. Nothing was written.",
        remedy: "Continue with docsform plan, or start in another folder.",
      },
      several: {
        text: "{paths} are already here. Nothing was written.",
        remedy: "Continue with docsform plan, or start in another folder.",
      },
      app: {
        text: "The app needs files of these names, which are already here: {paths}. Nothing was written.",
        remedy: "Start in an empty folder.",
      },
      blocks: {
        text: "{path} exists already. Nothing was written.",
        remedy: "Write these blocks to another file. Keep earlier blocks until Terraform has applied them.",
      },
      pull: { text: "{path} exists already.", remedy: "Choose another file, or replace it with --force." },
    },
    remedy: "Choose another file or folder. pull replaces a file with --force.",
  },
  "cli/git-sync-file": {
    cases: {
      structure: {
        text: "{path} sets the structure of a site through Git Sync, and is no layout.",
        remedy:
          "validate, plan, drift and apply take it with -f {path}. For a layout of the same site, run docsform init --from {path}, and let one of the two write the structure.",
      },
      none: {
        text: "{path} is no gitbook-docs.yaml.",
        remedy: "Name the file that sets the structure of a site through Git Sync.",
      },
      forbidden: {
        text: "The token may not read the structure of the site {site}, so docsform does not know what is in it.",
        remedy: "Use a token that may read the site.",
      },
      several: {
        text: "{paths} set the structures of several sites.",
        remedy: "Name one of them.",
      },
      state: {
        text: "No state records what {path} declares: a space that leaves it stays.",
        remedy: "Leave --state out.",
      },
      pages: {
        text: "{path} tells Git Sync where the pages of one space are, and is no layout.",
        remedy:
          "Leave it where it is: docsform manages no pages. For a layout, run docsform init or docsform pull.",
      },
    },
    remedy: "Name a layout, or one gitbook-docs.yaml with validate, plan, drift or apply.",
  },
  "cli/layout-changed": {
    message: "{file} has changed since the command read it. Nothing was sent.",
    remedy: "Run the command again, and review the new plan.",
  },
  "cli/no-environments": {
    message: "--env is for YAML layouts, but this layout is a synthesized app.",
    remedy: "Create a stack for each environment, and name the right stack.",
  },
  "cli/no-layout": {
    cases: {
      usual: {
        text: "There is no {file} here.",
        remedy:
          "Create one with docsform init, or with docsform pull --organization ID --out docsform.yaml from the live organization. Or name an existing one with --file.",
      },
      other: {
        text: "There is no {file} here, only {path}.",
        remedy: "If it is your layout, rename it to {file}, or name it with --file {path}.",
      },
      emptyFolder: {
        text: "The folder {path} contains no .yaml or .yml file.",
        remedy: "Name a layout file, or a folder of layout files.",
      },
      missing: { text: "There is no file or folder {path}.", remedy: "Correct the path." },
    },
    remedy: "Start with docsform init or docsform pull, or name the layout with --file.",
  },
  "cli/no-organization": {
    cases: {
      pull: "pull needs an organization.",
      audience: {
        text: "audience needs a layout or an organization.",
        remedy:
          "Name a layout with --file, or an organization with --organization ID or DOCSFORM_ORGANIZATION.",
      },
      unplanned: "The plan does not name the provider's organization.",
      planned: {
        text: "The plan has providers for several organizations: {organizations}.",
        remedy: "Name one with --organization ID. Run the command once for each.",
      },
      init: {
        text: "init needs an organization.",
        remedy:
          "Name it with --organization ID or DOCSFORM_ORGANIZATION. Or set DOCSFORM_TOKEN, and docsform asks the service.",
      },
      none: {
        text: "The token has access to no organization.",
        remedy: "Use a member's token, or name the organization with --organization ID.",
      },
      several: {
        text: "The token has access to {count} organizations: {organizations}.",
        remedy: "Name one with --organization ID.",
      },
    },
    remedy: "Name it with --organization ID or DOCSFORM_ORGANIZATION.",
  },
  "cli/no-stack": {
    cases: {
      none: "The app in {folder} has no stack.",
      named: { text: "The app in {folder} has no stack {stack}.", remedy: "Its stacks are {stacks}." },
    },
    remedy: "Add a stack to the app, and synthesize it again.",
  },
  "cli/no-variables": {
    message: "--var is for YAML layouts, but this layout is a synthesized app.",
    remedy: "Set TF_VAR_name in the environment.",
  },
  "cli/not-synthesized": {
    cases: {
      none: "{path} contains no synthesized app.",
      noStacks: {
        text: "{path} is broken: it lists no stacks.",
        remedy: "Run cdktf synth (or cdktn synth) again.",
      },
      outside: {
        text: "{path} is broken: it names the stack file {file}, which is outside of {folder}.",
        remedy: "Run cdktf synth (or cdktn synth) again.",
      },
    },
    remedy:
      "Name the main file of the app, such as main.ts, so that docsform runs it. Or run cdktf synth (or cdktn synth) first.",
  },
  "cli/one-app": {
    message: "A synthesized app is a complete layout and cannot be combined with another one.",
    remedy: "Name the app's folder, or the folder of one of its stacks, and nothing else.",
  },
  "cli/other-organization": {
    cases: {
      layout:
        "The layout is for the organization {declared}, but --organization or DOCSFORM_ORGANIZATION names {given}.",
      app: "The app is for the organizations {declared}, but --organization or DOCSFORM_ORGANIZATION names {given}.",
      plan: {
        text: "The plan is for the organization {declared}, but --organization or DOCSFORM_ORGANIZATION names {given}.",
        remedy: "Plan again for the right organization.",
      },
    },
    remedy: "Use a layout or a saved plan of the right organization, or remove the flag and the variable.",
  },
  "cli/several-organizations": {
    message: "{setting} is for one organization, but the app is for several: {organizations}.",
    remedy: "Name one of them with --organization ID, or name a stack: cdktf.out/stacks/NAME.",
    exitCode: 64,
  },
  "cli/unknown-address": {
    cases: {
      graph: {
        text: "The layout does not declare {address}.",
        remedy: "{meant} docsform graph --format tree shows every address.",
      },
      accept: { text: "The layout does not declare {address}.", remedy: "{meant}" },
      audience: {
        text: "The organization has no object with the address or id {address}, and readers find nothing at this URL or path.",
        remedy: "{meant} docsform audience shows everything.",
      },
    },
    remedy: "Name an address that docsform drift lists, such as space.guides.",
  },
  "cli/which-site": {
    cases: {
      layout: {
        text: "No site of the layout has the key or title {name}.",
        remedy: "Name one by its key in the layout.",
      },
      none: "No site has the id or title {name}.",
      several: "{count} sites have the title {name}: {ids}.",
      unnamed: {
        text: "The organization has {count} sites, and a gitbook-docs.yaml declares one.",
        remedy: "Name it with --site.",
      },
    },
    remedy: "Name one by its id.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
