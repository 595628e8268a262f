import { Argument, InvalidArgumentError, Option } from "commander";
import type { Threshold } from "../model/desired-world.ts";
import { apiVersions, newestApiVersion } from "../model/endpoint.ts";
import { type Permission, permissions, thresholdFlags } from "../model/plan/permission-flags.ts";
import { roles } from "../model/role.ts";
import { optionGroups } from "./help/command-groups.ts";
import { schemaNames } from "./schema-names.ts";

/** An option of the command line. `Value` is what the setting is if the option is given. */
export interface OptionRow<Flags extends string = string, Value = unknown> {
  readonly flags: Flags;
  readonly group: keyof typeof optionGroups;
  readonly text: string;
  /** Returns the value. Throws for a text that is none. Absent: the text is the value. */
  parse?(this: void, text: string, before: Value | undefined): Value;
  readonly choices?: readonly Value[];
  readonly isHidden?: true;
}

/** A flag without a value is true, and `--no-…` is false if it is given. */
type PlainValue<Flags extends string> = Flags extends `${string}<${string}`
  ? string
  : Flags extends `--no-${string}`
    ? boolean
    : true;

type Rules<Value> = Pick<OptionRow<string, Value>, "parse" | "choices" | "isHidden">;

function option<const Flags extends string, const Value = PlainValue<Flags>>(
  flags: Flags,
  group: OptionRow["group"],
  text: string,
  rules: Rules<Value> = {},
): OptionRow<Flags, Value> {
  return { flags, group, text, ...rules };
}

/** An option that always has a value. */
function withDefault<const Flags extends string, const Value>(
  flags: Flags,
  group: OptionRow["group"],
  text: string,
  rules: Rules<Value> & { readonly default: Value },
): OptionRow<Flags, Value> & { readonly default: Value } {
  return { flags, group, text, ...rules };
}

/** An option that may be repeated. */
function repeated<const Flags extends string>(flags: Flags, group: OptionRow["group"], text: string) {
  return option<Flags, readonly string[]>(flags, group, text, { parse: collect });
}

function permit<const Which extends Permission>(which: Which) {
  const { flag, permits }: { readonly flag: (typeof permissions)[Which]["flag"]; readonly permits: string } =
    permissions[which];
  const group = which === "deletes" ? "common" : "permissions";
  return { ...option(flag, group, `permit ${permits}`), permission: which };
}

const overwriteAt = `${permissions.overwrites.flag}-at` as const;

/** The arguments, with the value of `--overwrite-live=ADDRESS` in an option of its own. */
export function withOverwriteAt(args: readonly string[]): readonly string[] {
  const start = `${permissions.overwrites.flag}=`;
  return args.flatMap((arg) => (arg.startsWith(start) ? [overwriteAt, arg.slice(start.length)] : [arg]));
}

/** The sources of a first layout, and the libraries of a first app. */
const layoutStarts = ["live", "example", "emulator"] as const;
const appStarts = ["cdktf", "cdktn"] as const;
export type LayoutStart = (typeof layoutStarts)[number];
/** A path of a file of Git Sync. */
export type StructureStart = `${string}.yaml`;
export type Start = LayoutStart | StructureStart | (typeof appStarts)[number];

/** Every option of every command. A flag that means something else in another command has a row for each meaning. */
export const optionTable = {
  json: option("--json", "common", "print one JSON value, and nothing else, to stdout"),
  quiet: option("--quiet", "output", "print only errors and results"),
  verbose: option("--verbose", "output", "print every call to the service to stderr, without secrets"),
  noColor: withDefault("--no-color", "output", "print without colors", { default: true as boolean }),

  file: repeated(
    "-f, --file <path>",
    "common",
    "layout file or folder, an app (main.ts), or its output (cdktf.out); may be repeated, and a later layout overrides an earlier one (default: docsform.yaml)",
  ),
  fileOfFmt: repeated(
    "-f, --file <path>",
    "common",
    "layout file or folder; may be repeated (default: docsform.yaml)",
  ),
  var: option("--var <name=value>", "layout", "value of a variable of the layout; may be repeated", {
    parse: (text, before: Readonly<Record<string, string>> | undefined) => ({
      ...before,
      ...variableValue(text),
    }),
  }),
  filesFrom: repeated(
    "--files-from <path>",
    "layout",
    "permit !file to read below this folder, or to read this file, even if it is hidden; may be repeated (default: the layout's folder and the working directory)",
  ),
  organization: organization("layout", "else the layout's"),
  organizationOfInit: organization("common", "else the only one that the token has access to"),
  organizationOfPull: organization("common", "with --update else the layout's"),
  organizationOfPlan: organization("layout", "else the plan's"),
  env: option("--env <name>", "common", "environment of the layout"),
  environments: repeated("--env <name>", "common", "one of the two environments; give it twice"),

  baseUrl: option(
    "--base-url <url>",
    "service",
    "URL of the service (default: DOCSFORM_BASE_URL, else https://api.gitbook.com)",
  ),
  tokenFile: option(
    "--token-file <path>",
    "service",
    "file that contains the token (default: the token in DOCSFORM_TOKEN)",
  ),
  concurrency: withDefault("--concurrency <number>", "service", "maximum number of calls at the same time", {
    parse: wholeNumber(1, 100),
    default: 10,
  }),
  apiVersion: option(
    "--api-version <name>",
    "service",
    "API version of the service (default: DOCSFORM_API_VERSION, else the state's or the service's own, else current)",
    { choices: apiVersions },
  ),
  timeout: option(
    "--timeout <seconds>",
    "service",
    "stop after this time: finish the calls in flight, and report the remaining steps",
    { parse: wholeNumber(1, 604_800) },
  ),
  noFinalRead: withDefault(
    "--no-final-read",
    "service",
    "skip the final read; the result then does not confirm that the service matches the layout",
    { default: true as boolean },
  ),

  state: option(
    "--state <path>",
    "state",
    "path of the state file (default: beside the layout, docsform.state.json, or docsform.NAME.state.json for a layout named by --file)",
  ),
  noState: option("--no-state", "state", "neither read nor write a state file"),
  wait: option("--wait <seconds>", "state", "wait this long for another run of this layout to end", {
    parse: wholeNumber(0, 86_400),
  }),

  allowDeletes: permit("deletes"),
  allowCreate: permit("creates"),
  allowForget: permit("forgets"),
  allowImport: permit("imports"),
  allowRecreate: permit("recreates"),
  overwriteLive: permit("overwrites"),
  allowOpens: permit("opens"),
  allowOwnAccess: permit("ownAccess"),
  /** `--overwrite-live=ADDRESS`: an option with an optional value would take the next argument, such as the folder of an app. */
  overwriteLiveAt: { ...repeated(`${overwriteAt} <address>`, "common", ""), isHidden: true },
  skipDeletes: option("--skip-deletes", "permissions", "apply everything except deletes"),
  maxDeletes: option(
    `${thresholdFlags.maxDeletes} <threshold>`,
    "permissions",
    "refuse to delete more than this number or percentage (default: the layout's safety:, else 30%)",
    { parse: threshold },
  ),
  maxChanges: option(
    `${thresholdFlags.maxChanges} <threshold>`,
    "permissions",
    "refuse to change more than this number or percentage (default: the layout's safety:, else 50%)",
    { parse: threshold },
  ),
  deletesAnyway: option(permissions.deletes.flag, "permissions", "has no effect: a destroy always deletes"),
  maxDeletesOfDestroy: option(
    `${thresholdFlags.maxDeletes} <number>`,
    "permissions",
    "refuse to delete more than this number (default: no limit)",
    { parse: wholeNumber(0, 1_000_000) },
  ),
  expect: option(
    "--expect <hash>",
    "permissions",
    "refuse a saved plan with another hash; plan --out prints the hash",
  ),

  target: repeated("--target <address>", "selection", "only this object and what it needs; may be repeated"),
  only: repeated(
    "--only <address>",
    "selection",
    "only this object, its contents and what they need; may be repeated",
  ),
  exclude: repeated(
    "--exclude <address>",
    "selection",
    "everything except this object, its contents and what needs it; may be repeated",
  ),
  address: repeated(
    "--address <address>",
    "common",
    "only this object, its contents and what they need; may be repeated",
  ),

  full: option("--full", "output", "show every step with all its details"),
  compact: option("--compact", "output", "show only totals and dangers"),
  events: option(
    "--events <file>",
    "output",
    "write each event to this file as it happens, as one line of JSON; - is stdout, which then contains only events",
  ),
  sarif: option(
    "--sarif <file>",
    "output",
    "write the findings as SARIF 2.1.0, each at its line of the layout",
  ),
  html: option(
    "--html <file>",
    "output",
    "write a page for a browser that shows the navigation before and after",
  ),
  comment: option("--comment <file>", "output", "write the plan as Markdown for a comment on a pull request"),
  commentLimit: withDefault(
    "--comment-limit <characters>",
    "output",
    "maximum length of the comment; GitHub accepts 65,536",
    { parse: wholeNumber(10_000, 1_000_000), default: 65_000 },
  ),
  detailedExitcode: option("--detailed-exitcode", "output", "exit 2 if the plan has steps"),

  yes: option("--yes", "common", "do not ask"),
  yesToUpdate: option("--yes", "common", "do not ask (with --update)"),
  dryRun: option("--dry-run", "common", "show the changes and write nothing"),
  dryRunOfUpdate: option("--dry-run", "common", "show what --update would change and write nothing"),
  check: option("--check", "common", "write nothing, list the files to format, and exit 2 if there are any"),
  found: option("--found", "common", "confirm every object that a plan found by its key"),
  all: option(
    "--all",
    "common",
    "add values that a layout cannot declare, under `x-live`, for people to read: members, versions, what readers see; as code, the organization and its members too",
  ),
  update: option(
    "--update",
    "common",
    "update an existing layout in place: the one that --file or --out names (default: docsform.yaml)",
  ),
  force: option("--force", "common", "replace the file of --out and the state beside it, if they exist"),
  start: option(
    "--from <what>",
    "common",
    "start from the live organization, an example, the example on the emulator, the example as an app for cdktf or cdktn, or a gitbook-docs.yaml",
    { choices: [...layoutStarts, ...appStarts, "gitbook-docs.yaml"], parse: startNamed },
  ),
  codeFormat: option(
    "--format <name>",
    "common",
    "yaml: a layout; hcl: a configuration for Terraform; constructs: an app in TypeScript; gitbook: one site for Git Sync (default: yaml)",
    { choices: ["yaml", "hcl", "constructs", "gitbook"] },
  ),
  graphFormat: withDefault("--format <name>", "common", "the format: Graphviz, Mermaid or text", {
    choices: ["dot", "mermaid", "tree"] as const,
    default: "dot",
  }),
  partToPull: option("--site <id or title>", "common", "only this site and what it uses"),
  declaredPart: option(
    "--site <id or title>",
    "layout",
    "with a gitbook-docs.yaml: the site that it declares (default: the one with its title)",
  ),
  partToDraw: option("--site <key or title>", "common", "only this site, its contents and what they need"),
  outOfPlan: option("--out <file>", "common", "save the plan; apply FILE applies exactly this plan"),
  outOfPull: option("--out <file>", "common", "write to this file (default: stdout)"),
  outOfBlocks: option(
    "--out <file>",
    "common",
    "with moves and imports: write the blocks to this file (default: stdout)",
  ),
  toLayout: option(
    "--to <layout>",
    "common",
    "with mv: the layout that receives the object; a path as for --file",
  ),
  fromState: option(
    "--from <path>",
    "common",
    "with rename: path of the state that the layout had under its former name",
  ),
  toMirror: option(
    "--to <folder>",
    "common",
    "folder of the provider mirror (default: terraform.d/plugins; with --cdktf, and for lock, the plugins in the folder of Terraform's CLI configuration)",
  ),
  cdktf: option(
    "--cdktf",
    "common",
    "for a cdktf app in this folder: change cdktf.json, so that cdktf deploy finds it too",
  ),

  emulatedOrganization: withDefault("--organization <id>", "common", "the organization's id", {
    default: "emulated" as string,
  }),
  emulatedToken: withDefault("--token <token>", "common", "the only token that the emulator accepts", {
    default: "emulated-token" as string,
  }),
  port: withDefault("--port <number>", "common", "port, 0 for any free port", {
    parse: wholeNumber(0, 65_535),
    default: 0,
  }),
  seed: option("--seed <file>", "common", "start with the contents that --dump wrote to this file"),
  dump: option(
    "--dump <file>",
    "common",
    "write the contents and the log of requests to this file at the end",
  ),
  latency: withDefault("--latency <milliseconds>", "common", "delay of each response", {
    parse: wholeNumber(0, 600_000),
    default: 0,
  }),
  emulatedApiVersion: withDefault("--api-version <name>", "common", "API version of the emulator", {
    choices: apiVersions,
    default: newestApiVersion,
  }),
  role: option("--role <name>", "common", "highest role of the token", { choices: roles }),
  fetch: option(
    "--fetch <where>",
    "common",
    "fetch specifications from their URLs, on this machine only (default: assume that they are valid)",
    { choices: ["loopback"] },
  ),
} as const satisfies Readonly<Record<string, Pick<OptionRow, "flags" | "isHidden">>>;

export type OptionName = keyof typeof optionTable;

// Options that several commands have together.
const connectionOptions = ["baseUrl", "tokenFile", "concurrency", "apiVersion", "timeout"] as const;
export const optionSets = {
  output: ["json", "quiet", "verbose", "noColor"],
  layoutOfAnyEnvironment: ["file", "var", "filesFrom", "organization"],
  layout: ["file", "var", "filesFrom", "organization", "env"],
  connection: connectionOptions,
  service: [...connectionOptions, "state", "noState"],
  permissions: [
    "allowDeletes",
    "allowCreate",
    "allowForget",
    "allowImport",
    "allowRecreate",
    "overwriteLive",
    "allowOpens",
    "allowOwnAccess",
    "overwriteLiveAt",
    "skipDeletes",
  ],
  thresholds: ["maxDeletes", "maxChanges"],
  selection: ["target", "only", "exclude"],
  detail: ["full", "compact"],
} as const satisfies Readonly<Record<string, readonly OptionName[]>>;

/** An argument of a command. `Value` is what it is if it is given. */
export interface ArgumentRow<Usage extends string = string, Value = unknown> {
  readonly usage: Usage;
  readonly text: string;
  parse?(this: void, text: string): Value;
  readonly choices?: readonly Value[];
  /** The argument is one more value of `--file`. */
  readonly isFile?: true;
}

function argument<const Usage extends string, const Value = string>(
  usage: Usage,
  text: string,
  rules: Pick<ArgumentRow<string, Value>, "parse" | "choices"> = {},
): ArgumentRow<Usage, Value> {
  return { usage, text, ...rules };
}

/** Shells with a completion script. */
export const shells = ["bash", "zsh", "fish"] as const;

/** Every argument of every command. */
export const argumentTable = {
  layout: {
    ...argument("[layout]", "a layout, an app (main.ts), or its output (cdktf.out); same as --file"),
    isFile: true,
  },
  layouts: { ...argument("[layout...]", "layout files or folders; same as --file"), isFile: true },
  planOrLayout: argument("[plan]", "a plan saved by plan --out, or a layout; same as --file"),
  addresses: argument("[address...]", "only these objects and their contents"),
  readersFind: argument("[address]", "an address or an id, or a URL or a path where readers find something"),
  code: argument("[code]", "such as guard/deletes (default: list all codes)"),
  schema: { ...argument("[what]", "the schema to print", { choices: schemaNames }), default: "layout" },
  idToImport: argument(
    "[words...]",
    "an address of the layout, such as space.guides, and an id; then optionally a layout, same as --file",
  ),
  stateAction: argument("<action>", "the action", {
    choices: ["list", "show", "mv", "rm", "rename", "repair"],
  }),
  stateWords: argument("[words...]", "the addresses of the action; then optionally a layout, same as --file"),
  terraformAction: argument("<action>", "the action", { choices: ["install", "lock", "moves", "imports"] }),
  terraformPlan: argument(
    "[plan]",
    "with moves and imports: a plan as JSON, of terraform show -json; - for stdin; with imports also a synthesized app",
  ),
  shell: argument("<shell>", `one of ${shells.join(", ")}`, { parse: shellName }),
  typedWords: argument("[words...]", "the command line to complete; the script passes it"),
  operation: argument("[words...]", ""),
} as const satisfies Readonly<
  Record<string, Pick<ArgumentRow, "usage" | "isFile"> & { readonly default?: unknown }>
>;

export type ArgumentName = keyof typeof argumentTable;

/** The values of arguments, in their order. */
export type ArgumentsOf<Names extends readonly ArgumentName[]> = {
  readonly [At in keyof Names]: ArgumentValue<(typeof argumentTable)[Names[At]]>;
};

type ArgumentValue<Row> =
  Row extends ArgumentRow<infer Usage, infer Value>
    ? Usage extends `${string}...${string}`
      ? readonly Value[]
      : Usage extends `[${string}`
        ? Value | (Row extends { readonly default: unknown } ? never : undefined)
        : Value
    : never;

type Rows = typeof optionTable;

/** The settings that options give, by the name of each flag: `--allow-deletes` is `allowDeletes`, and `--no-color` is `color`. */
export type SettingsOf<Names extends OptionName> = {
  readonly [Name in Names as Rows[Name] extends { readonly default: unknown }
    ? SettingName<Rows[Name]["flags"]>
    : never]: ValueOf<Rows[Name]>;
} & {
  readonly [Name in Names as Rows[Name] extends { readonly default: unknown }
    ? never
    : SettingName<Rows[Name]["flags"]>]?: ValueOf<Rows[Name]>;
};

type ValueOf<Row> = Row extends OptionRow<string, infer Value> ? Value : never;
type SettingName<Flags extends string> = Flags extends `${string}--no-${infer Rest}`
  ? CamelCase<FirstWord<Rest>>
  : Flags extends `${string}--${infer Rest}`
    ? CamelCase<FirstWord<Rest>>
    : never;
type FirstWord<Text extends string> = Text extends `${infer Word} ${string}` ? Word : Text;
type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

type SettingsOfSet<Set extends keyof typeof optionSets> = SettingsOf<(typeof optionSets)[Set][number]>;

// Settings by concern: code that several commands use asks only for those that it needs.
export type OutputSettings = SettingsOfSet<"output">;
export type EventSettings = SettingsOf<"events">;
export type DetailSettings = SettingsOfSet<"detail">;
export type LayoutSettings = OutputSettings & SettingsOfSet<"layout">;
/** Where the state of the layout is: a path, or false with `--no-state`. */
export type PlaceSettings = SettingsOf<"state" | "noState">;
export type ServiceSettings = LayoutSettings & SettingsOfSet<"service">;
/** `--wait` in seconds. */
export type LockSettings = SettingsOf<"wait">;
/** The number of deletes and changes that need no permission in this run. It overrides the layout's thresholds. */
export type ThresholdSettings = SettingsOfSet<"thresholds">;
export type SelectionSettings = SettingsOfSet<"selection">;
/** The settings of commands that write to the service. */
export type RunSettings = LockSettings & SettingsOf<"noFinalRead">;
export type PermissionSettings = SettingsOfSet<"permissions">;
/** The settings of a command, whichever it is. */
export type AnySettings = LayoutSettings & Omit<EachSetting, keyof LayoutSettings>;
type EachSetting = {
  readonly [Name in OptionName as SettingName<Rows[Name]["flags"]>]?: ValueOf<Rows[Name]>;
};

function startNamed(text: string): Start {
  const named = [...layoutStarts, ...appStarts].find((start) => start === text);
  if (named !== undefined) return named;
  if (isStructureStart(text)) return text;
  throw new InvalidArgumentError(
    `It must be one of ${[...layoutStarts, ...appStarts].join(", ")}, or a path of a gitbook-docs.yaml.`,
  );
}

export function isStructureStart(text: string): text is StructureStart {
  return text.endsWith(".yaml");
}

/** The script for a shell asks for completions with the word `completion-server` in place of the shell. */
function shellName(text: string): (typeof shells)[number] | "completion-server" {
  const name = [...shells, "completion-server" as const].find((each) => each === text);
  if (name === undefined) throw new InvalidArgumentError(`It must be one of ${shells.join(", ")}.`);
  return name;
}

/** `otherwise`: the default after the environment variable. */
function organization(group: OptionRow["group"], otherwise: string) {
  return option(
    "--organization <id>",
    group,
    `the organization's id (default: DOCSFORM_ORGANIZATION, ${otherwise})`,
  );
}

/** Parses `12` or `30%`. Throws for other text. */
function threshold(text: string): Threshold {
  const [, number, percent] = /^(\d{1,9})(%?)$/u.exec(text.trim()) ?? [];
  const count = Number(number);
  if (number === undefined || (percent === "%" && count > 100))
    throw new InvalidArgumentError("It must be a whole number, or a percentage up to 100, such as 30%.");
  return percent === "%" ? { share: count / 100 } : { count };
}

/** Parses a whole number within bounds. Throws for other text. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (text.trim() === "" || !Number.isInteger(number) || number < least || number > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return number;
  };
}

function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** Parses `name=value`. Throws for other text. */
function variableValue(text: string): Readonly<Record<string, string>> {
  const equalsSign = text.indexOf("=");
  if (equalsSign < 1) throw new InvalidArgumentError("It must be the name of a variable, =, and its value.");
  return { [text.slice(0, equalsSign)]: text.slice(equalsSign + 1) };
}

/** The settings with layouts that were given without `--file`. */
export function withLayoutArgument<Settings extends Pick<LayoutSettings, "file">>(
  settings: Settings,
  ...given: readonly (string | undefined)[]
): Settings {
  const layouts = given.filter((layout) => layout !== undefined);
  return layouts.length === 0 ? settings : { ...settings, file: [...(settings.file ?? []), ...layouts] };
}

/** The option of a row, for commander. */
export function optionFor(row: OptionRow & { readonly default?: unknown }): Option {
  const { flags, group, text, choices, isHidden = false, default: value } = row;
  const made = new Option(flags, text).helpGroup(optionGroups[group]).hideHelp(isHidden);
  if (choices !== undefined) made.choices(choices as readonly string[]);
  if (row.parse !== undefined) made.argParser(row.parse);
  return value === undefined || made.negate ? made : made.default(value);
}

/** The argument of a row, for commander. */
export function argumentFor(row: ArgumentRow & { readonly default?: unknown }): Argument {
  const made = new Argument(row.usage, row.text);
  if (row.choices !== undefined) made.choices(row.choices as readonly string[]);
  if (row.parse !== undefined) made.argParser(row.parse);
  return row.default === undefined ? made : made.default(row.default);
}
