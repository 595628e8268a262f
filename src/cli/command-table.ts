import type { commandGroups } from "./help/command-groups.ts";
import {
  type ArgumentName,
  type ArgumentsOf,
  type OptionName,
  type SettingsOf,
  optionSets as sets,
} from "./option-table.ts";

/** A command: what its help says, its arguments and its options. */
export interface CommandRow {
  readonly group: keyof typeof commandGroups;
  /** For the list of commands: one line. */
  readonly summary: string;
  /** For the command's own help, if it says more than the summary. */
  readonly description?: string;
  /** Command lines, and what each does. */
  readonly examples: Readonly<Record<string, string>>;
  /** What follows the name of the command in the help. Absent: it follows from the arguments and options. */
  readonly usage?: string;
  readonly arguments?: readonly ArgumentName[];
  /** In the order of the help. */
  readonly options: readonly OptionName[];
  /** The command parses its flags itself. */
  readonly parsesFlags?: true;
}

/** Every command, in the order of the help. */
export const commandTable = {
  init: {
    group: "start",
    summary: "create a first layout, or a first app, in this folder",
    description:
      "create a first layout, or a first app of constructs, in this folder and print the next commands; replaces no file",
    examples: {
      "docsform init --from emulator": "try docsform without an account",
      "docsform init --from live": "write the live organization as a layout",
      "docsform init --from cdktf": "create an app with a test and jobs for CI",
    },
    options: [
      ...sets.output,
      "start",
      "organizationOfInit",
      "baseUrl",
      "tokenFile",
      "concurrency",
      "apiVersion",
      "timeout",
    ],
  },
  pull: {
    group: "start",
    summary: "write the live organization, or one site, as YAML or code",
    examples: {
      "docsform pull --organization Qm3vT8xLz1 --out live.yaml": "write all of it",
      "docsform pull --organization Qm3vT8xLz1 --format hcl": "print it for Terraform",
      "docsform pull --organization Qm3vT8xLz1 --format constructs": "print an app",
      "docsform pull --update --dry-run": "show changes, write none",
    },
    options: [
      ...sets.service,
      ...sets.output,
      "events",
      "organizationOfPull",
      "codeFormat",
      "partToPull",
      "all",
      "outOfPull",
      "force",
      "update",
      "yesToUpdate",
      "dryRunOfUpdate",
      "wait",
      "file",
      "var",
      "filesFrom",
      "env",
    ],
  },
  doctor: {
    group: "start",
    summary: "check the network, the token, the layout and its state",
    description:
      "check what docsform needs: the network, the token, the layout and its state; exit 1 when a check fails",
    examples: { "docsform doctor": "check everything" },
    arguments: ["layout"],
    options: [...sets.layout, ...sets.service, ...sets.output],
  },
  plan: {
    group: "change",
    summary: "show what apply would do; writes nothing to the service",
    examples: {
      "docsform plan": "plan the layout in this folder",
      "docsform plan --env staging": "plan one environment of it",
      "docsform plan --out plan.json": "save the plan for apply plan.json",
    },
    arguments: ["layout"],
    options: [
      ...sets.layout,
      "declaredPart",
      ...sets.service,
      ...sets.permissions,
      ...sets.thresholds,
      ...sets.selection,
      ...sets.detail,
      ...sets.output,
      "outOfPlan",
      "html",
      "comment",
      "commentLimit",
      "sarif",
      "events",
      "detailedExitcode",
    ],
  },
  apply: {
    group: "change",
    summary: "make the service match the layout, or apply a saved plan",
    examples: {
      "docsform apply": "show the plan, ask, and apply it",
      "docsform apply plan.json --yes": "apply exactly this saved plan",
    },
    arguments: ["planOrLayout"],
    options: [
      ...sets.layout,
      "declaredPart",
      ...sets.service,
      ...sets.permissions,
      ...sets.thresholds,
      ...sets.selection,
      ...sets.detail,
      ...sets.output,
      "events",
      "yes",
      "expect",
      "noFinalRead",
      "wait",
    ],
  },
  accept: {
    group: "change",
    summary: "write changes made on the service into the layout",
    description: "write the changes made on the service since the last apply into the layout",
    examples: {
      "docsform accept --dry-run": "show the changes and write nothing",
      "docsform accept space.guides": "accept the changes of one object",
    },
    arguments: ["addresses"],
    options: [...sets.layout, ...sets.service, ...sets.output, "events", "yes", "dryRun", "wait"],
  },
  destroy: {
    group: "change",
    summary: "delete everything that the layout declares",
    description:
      "delete everything that the layout declares; asks for the organization's id, unless --organization gives it",
    examples: { "docsform destroy --env staging": "delete the objects of one environment" },
    arguments: ["layout"],
    options: [
      ...sets.layout,
      ...sets.service,
      ...sets.selection,
      ...sets.detail,
      ...sets.output,
      "events",
      "allowImport",
      "deletesAnyway",
      "maxDeletesOfDestroy",
      "noFinalRead",
      "wait",
    ],
  },
  validate: {
    group: "inspect",
    summary: "check the whole layout without calling the service",
    examples: { "docsform validate": "check the layout in this folder" },
    arguments: ["layout"],
    options: [...sets.layout, ...sets.output, "sarif"],
  },
  drift: {
    group: "inspect",
    summary: "show what changed since the last apply",
    description:
      "show what changed since the last apply, on the service, in the layout or in both; exit 2 when the service changed",
    examples: {
      "docsform drift": "compare the layout in this folder",
      "docsform drift --only site.docs": "compare one site and its contents",
    },
    arguments: ["layout"],
    options: [
      ...sets.layout,
      "declaredPart",
      ...sets.service,
      ...sets.selection,
      ...sets.detail,
      ...sets.output,
      "sarif",
      "events",
      "html",
    ],
  },
  audience: {
    group: "inspect",
    summary: "show who can see what, now and after an apply",
    description:
      "show who can see what on the service, and, if there is a layout, after an apply of it; writes nothing",
    examples: {
      "docsform audience": "show everything that readers and members see",
      "docsform audience site.docs": "show one site and its contents",
      "docsform audience /guides": "show what readers find at a path",
    },
    arguments: ["readersFind"],
    options: [...sets.layout, ...sets.service, ...sets.output],
  },
  diff: {
    group: "inspect",
    summary: "show how two environments differ on the service",
    description: "show how the live objects of two environments differ; exit 2 when they do",
    examples: { "docsform diff --env staging --env production": "compare these two" },
    arguments: ["layout"],
    options: [...sets.layoutOfAnyEnvironment, ...sets.service, ...sets.output, "environments"],
  },
  graph: {
    group: "inspect",
    summary: "print the objects of a layout and what each needs",
    description: "print the dependencies between objects, as a graph or as text",
    examples: {
      "docsform graph --format tree": "print them as text",
      "docsform graph --format mermaid --site docs": "draw one site for Markdown",
    },
    arguments: ["layout"],
    options: [...sets.layout, ...sets.output, "graphFormat", "address", "partToDraw"],
  },
  explain: {
    group: "inspect",
    summary: "explain the code of an error or refusal",
    description: "explain the code of an error or refusal: its cause, an example and what to do",
    examples: {
      "docsform explain": "list all codes",
      "docsform explain guard/deletes": "explain one code",
    },
    arguments: ["code"],
    options: [...sets.output],
  },
  import: {
    group: "state",
    summary: "record which live object an address of the layout is",
    description:
      "record in the state which live object an address of the layout is, or confirm the objects that a plan found; writes nothing to the service",
    examples: {
      "docsform import space.guides sp4Kq1ZmT8": "record the id of one object",
      "docsform import --found": "confirm all objects that a plan found",
    },
    usage: "<address> <id> [layout] [options]",
    arguments: ["idToImport"],
    options: [...sets.layout, ...sets.service, ...sets.output, "found", "wait"],
  },
  state: {
    group: "state",
    summary: "print, change or repair the state",
    description: [
      "print, change or repair the state",
      "",
      "Actions:",
      "  list                    print the objects of the state",
      "  show ADDRESS            print one object of the state",
      "  mv ADDRESS ADDRESS      rename an address",
      "  mv ADDRESS --to LAYOUT  hand an object over to another layout",
      "  rm ADDRESS              forget an object",
      "  rename                  use the state of the layout's former name",
      "  repair                  after a merge or a power loss, keep the valid part",
      "                          of the state and the journal, and remove the",
      "                          leftovers of a killed run",
    ].join("\n"),
    examples: {
      "docsform state list": "print the recorded objects",
      "docsform state mv space.guides space.manual": "rename an address",
    },
    arguments: ["stateAction", "stateWords"],
    options: [...sets.layout, ...sets.connection, ...sets.output, "toLayout", "fromState", "state"],
  },
  unlock: {
    group: "state",
    summary: "release the lock that a killed run left on a layout",
    examples: { "docsform unlock": "release the lock on the layout here" },
    arguments: ["layout"],
    options: [...sets.layout, ...sets.output],
  },
  fmt: {
    group: "tools",
    summary: "format layout files; keeps their meaning and comments",
    description:
      "format layout files: fields in the order of the documentation, in one style; keeps their meaning and their comments",
    examples: {
      "docsform fmt": "format the layout in this folder",
      "docsform fmt --check": "list files to format, and exit 2 if there are any",
    },
    arguments: ["layouts"],
    options: [...sets.output, "fileOfFmt", "check"],
  },
  call: {
    group: "tools",
    summary: "call one operation of the service's API",
    description:
      "call one operation of the service's API; without arguments list the systems, with a system list its operations",
    examples: {
      "docsform call spaces": "list the operations on spaces",
      "docsform call spaces get --space-id sp4Kq1ZmT8": "call one of them",
      "docsform call GET /user": "call an operation by its path",
    },
    usage: "SYSTEM OPERATION [options]\n       docsform call METHOD PATH [options]",
    parsesFlags: true,
    arguments: ["operation"],
    options: [],
  },
  emulator: {
    group: "tools",
    summary: "run an emulated service on this machine",
    description: "run an emulated service on this machine; prints one line of JSON when it is ready",
    examples: {
      "docsform emulator --port 4800": "serve an empty organization",
      "docsform emulator --seed seed.json": "serve what --dump wrote",
    },
    options: [
      ...sets.output,
      "emulatedOrganization",
      "emulatedToken",
      "port",
      "seed",
      "dump",
      "latency",
      "emulatedApiVersion",
      "role",
      "fetch",
    ],
  },
  schema: {
    group: "tools",
    summary: "print the JSON Schema of a layout, a plan or an output",
    description:
      "print a JSON Schema: of a layout, of a saved plan, of --events, or of a command's --json output",
    examples: {
      "docsform schema": "the schema of a layout, for editors",
      "docsform schema plan": "the schema of a saved plan",
    },
    arguments: ["schema"],
    options: [...sets.output],
  },
  terraform: {
    group: "tools",
    summary: "install the Terraform provider, or find moves and imports",
    description: [
      "install the Terraform provider, or write moved and import blocks for a configuration",
      "",
      "Actions:",
      "  install  copy the provider to the folder where terraform init finds it",
      "  lock     record the provider's checksums in .terraform.lock.hcl, of this folder or of an app's stacks",
      "  moves    write the moved blocks for what a plan deletes and creates elsewhere",
      "  imports  write the import blocks for what a plan creates although it exists",
      "",
      "moves and imports read a plan of Terraform as JSON. To write one:",
      "terraform plan -out tfplan, then terraform show -json tfplan > tfplan.json",
    ].join("\n"),
    examples: {
      "docsform terraform install": "for terraform init in this folder",
      "docsform terraform install --cdktf": "for cdktf deploy in this folder",
      "docsform terraform moves tfplan.json --out moved.tf": "after resources got other addresses",
      "docsform terraform imports tfplan.json": "after the state was lost",
    },
    arguments: ["terraformAction", "terraformPlan"],
    options: [...sets.output, ...sets.connection, "toMirror", "cdktf", "outOfBlocks", "organizationOfPlan"],
  },
  completion: {
    group: "tools",
    summary: "print a script that completes commands in a shell",
    description: "print the script that makes a shell complete commands, options and addresses",
    examples: { "docsform completion bash": "the script for bash" },
    usage: "<shell>",
    arguments: ["shell", "typedWords"],
    options: [],
  },
} as const satisfies Readonly<Record<string, CommandRow>>;

export type CommandName = keyof typeof commandTable;

/** The settings of a command. */
export type SettingsOfCommand<Name extends CommandName> = SettingsOf<
  (typeof commandTable)[Name]["options"][number]
>;

/** The values of a command's arguments, in their order. */
export type ArgumentsOfCommand<Name extends CommandName> = (typeof commandTable)[Name] extends {
  readonly arguments: infer Names extends readonly ArgumentName[];
}
  ? ArgumentsOf<Names>
  : readonly [];
