import { Argument, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { Threshold } from "../model/desired-world.ts";
import { type ApiVersion, apiVersions, newestApiVersion } from "../model/endpoint.ts";
import {
  type Permission,
  type PermissionFlag,
  permissions,
  thresholdFlags,
} from "../model/plan/permission-flags.ts";
import { roles } from "../model/role.ts";
import { optionGroups } from "./help/command-groups.ts";

// Options in groups. A command has only the groups that concern it, so any other flag is an error.

export const fileOption = () =>
  new Option(
    "-f, --file <path>",
    "layout file or folder, an app (main.ts), or its output (cdktf.out); may be repeated, and a later layout overrides an earlier one (default: docsform.yaml)",
  ).argParser(collect);

export const fileOfFmtOption = () =>
  new Option(
    "-f, --file <path>",
    "layout file or folder; may be repeated (default: docsform.yaml)",
  ).argParser(collect);

export const varOption = () =>
  new Option("--var <name=value>", "value of a variable of the layout; may be repeated")
    .helpGroup(optionGroups.layout)
    .argParser(
      (
        text: string,
        before: Readonly<Record<string, string>> | undefined,
      ): Readonly<Record<string, string>> => ({
        ...before,
        ...variableValue(text),
      }),
    );
export const envOption = () => new Option("--env <name>", "environment of the layout");
export const environmentsOption = () =>
  new Option("--env <name>", "one of the two environments; give it twice").argParser(collect);
export const filesFromOption = () =>
  new Option(
    "--files-from <path>",
    "permit !file to read below this folder, or to read this file, even if it is hidden; may be repeated (default: the layout's folder and the working directory)",
  )
    .helpGroup(optionGroups.layout)
    .argParser(collect);

export const layoutArgument = () =>
  new Argument("[layout]", "a layout, an app (main.ts), or its output (cdktf.out); same as --file");

export const jsonOption = () => new Option("--json", "print one JSON value, and nothing else, to stdout");
export const eventsOption = () =>
  new Option(
    "--events <file>",
    "write each event to this file as it happens, as one line of JSON; - is stdout, which then contains only events",
  ).helpGroup(optionGroups.output);
export const quietOption = () =>
  new Option("--quiet", "print only errors and results").helpGroup(optionGroups.output);
export const verboseOption = () =>
  new Option("--verbose", "print every call to the service to stderr, without secrets").helpGroup(
    optionGroups.output,
  );
export const noColorOption = () =>
  new Option("--no-color", "print without colors").helpGroup(optionGroups.output);

/** Shells with a completion script. */
export const shells = ["bash", "zsh", "fish"] as const;
export const shellArgument = () =>
  new Argument("<shell>", `one of ${shells.join(", ")}`).argParser(shellName);

function shellName(text: string): (typeof shells)[number] | "completion-server" {
  const name = [...shells, "completion-server" as const].find((each) => each === text);
  if (name === undefined) throw new InvalidArgumentError(`It must be one of ${shells.join(", ")}.`);
  return name;
}

/** The sources of a first layout, and the libraries of a first app. */
const layoutStarts = ["live", "example", "emulator"] as const;
const appStarts = ["cdktf", "cdktn"] as const;
export type LayoutStart = (typeof layoutStarts)[number];
export type Start = LayoutStart | (typeof appStarts)[number];
export const startOption = () =>
  new Option(
    "--from <what>",
    "start from the live organization, an example, the example on the emulator, or the example as an app for cdktf or cdktn",
  ).choices([...layoutStarts, ...appStarts]);

export const fullOption = () =>
  new Option("--full", "show every step with all its details").helpGroup(optionGroups.output);
export const compactOption = () =>
  new Option("--compact", "show only totals and dangers").helpGroup(optionGroups.output);

/** `otherwise`: the default after the environment variable. */
export const organizationOption = (otherwise = "else the layout's") =>
  new Option(
    "--organization <id>",
    `the organization's id (default: DOCSFORM_ORGANIZATION, ${otherwise})`,
  ).helpGroup(optionGroups.layout);
export const baseUrlOption = () =>
  new Option(
    "--base-url <url>",
    "URL of the service (default: DOCSFORM_BASE_URL, else https://api.gitbook.com)",
  ).helpGroup(optionGroups.service);
export const tokenFileOption = () =>
  new Option(
    "--token-file <path>",
    "file that contains the token (default: the token in DOCSFORM_TOKEN)",
  ).helpGroup(optionGroups.service);
export const concurrencyOption = () =>
  new Option("--concurrency <number>", "maximum number of calls at the same time")
    .helpGroup(optionGroups.service)
    .default(10)
    .argParser(wholeNumber(1, 100));
export const apiVersionOption = () =>
  new Option(
    "--api-version <name>",
    "API version of the service (default: DOCSFORM_API_VERSION, else the state's or the service's own, else current)",
  )
    .helpGroup(optionGroups.service)
    .choices(apiVersions);
export const emulatedApiVersionOption = () =>
  new Option("--api-version <name>", "API version of the emulator")
    .choices(apiVersions)
    .default(newestApiVersion);
export const roleOption = () => new Option("--role <name>", "highest role of the token").choices(roles);
export const fetchOption = () =>
  new Option(
    "--fetch <where>",
    "fetch specifications from their URLs, on this machine only (default: assume that they are valid)",
  ).choices(["loopback"]);
export const stateOption = () =>
  new Option(
    "--state <path>",
    "path of the state file (default: beside the layout, docsform.state.json, or docsform.NAME.state.json for a layout named by --file)",
  ).helpGroup(optionGroups.state);
export const noStateOption = () =>
  new Option("--no-state", "neither read nor write a state file").helpGroup(optionGroups.state);
export const waitOption = () =>
  new Option("--wait <seconds>", "wait this long for another run of this layout to end")
    .helpGroup(optionGroups.state)
    .argParser(wholeNumber(0, 86_400));

export const timeoutOption = () =>
  new Option(
    "--timeout <seconds>",
    "stop after this time: finish the calls in flight, and report the remaining steps",
  )
    .helpGroup(optionGroups.service)
    .argParser(wholeNumber(1, 604_800));

export const permissionOptions = () =>
  (Object.keys(permissions) as Permission[]).map((permission) => ({
    permission,
    option: permissionOption(permission),
  }));
export function permissionOption<Which extends Permission>(permission: Which) {
  const { flag, permits }: { flag: (typeof permissions)[Which]["flag"]; permits: string } =
    permissions[permission];
  const group = permission === "deletes" ? optionGroups.common : optionGroups.permissions;
  return new Option(flag, `permit ${permits}`).helpGroup(group);
}
/**
 * `--overwrite-live=ADDRESS`, as an option of its own: an option with an optional value would take the next argument, such as the folder of
 * an app.
 */
export const overwriteAtOption = () =>
  new Option(`${overwriteAt} <address>`)
    .hideHelp()
    .argParser((address: string, before: readonly string[] | undefined) => [...(before ?? []), address]);
const overwriteAt = `${permissions.overwrites.flag}-at`;

/** The arguments, with the value of `--overwrite-live=ADDRESS` in an option of its own. */
export function withOverwriteAt(args: readonly string[]): readonly string[] {
  const start = `${permissions.overwrites.flag}=`;
  return args.flatMap((arg) => (arg.startsWith(start) ? [overwriteAt, arg.slice(start.length)] : [arg]));
}

export const deletesAnywayOption = () =>
  new Option(permissions.deletes.flag, "has no effect: a destroy always deletes").helpGroup(
    optionGroups.permissions,
  );
export const skipDeletesOption = () =>
  new Option("--skip-deletes", "apply everything except deletes").helpGroup(optionGroups.permissions);

export const maxDeletesOption = () =>
  new Option(
    `${thresholdFlags.maxDeletes} <threshold>` as const,
    "refuse to delete more than this number or percentage (default: the layout's safety:, else 30%)",
  )
    .helpGroup(optionGroups.permissions)
    .argParser(threshold);
export const maxChangesOption = () =>
  new Option(
    `${thresholdFlags.maxChanges} <threshold>` as const,
    "refuse to change more than this number or percentage (default: the layout's safety:, else 50%)",
  )
    .helpGroup(optionGroups.permissions)
    .argParser(threshold);

export const maxDeletesOfDestroyOption = () =>
  new Option(
    `${thresholdFlags.maxDeletes} <number>` as const,
    "refuse to delete more than this number (default: no limit)",
  )
    .helpGroup(optionGroups.permissions)
    .argParser(wholeNumber(0, 1_000_000));

/** Parses `12` or `30%`. Throws for other text. */
function threshold(text: string): Threshold {
  const [, number, percent] = /^(\d{1,9})(%?)$/u.exec(text.trim()) ?? [];
  const count = Number(number);
  if (number === undefined || (percent === "%" && count > 100))
    throw new InvalidArgumentError("It must be a whole number, or a percentage up to 100, such as 30%.");
  return percent === "%" ? { share: count / 100 } : { count };
}

export const targetOption = () =>
  new Option("--target <address>", "only this object and what it needs; may be repeated")
    .helpGroup(optionGroups.selection)
    .argParser(collect);
export const onlyOption = () =>
  new Option("--only <address>", "only this object, its contents and what they need; may be repeated")
    .helpGroup(optionGroups.selection)
    .argParser(collect);
export const excludeOption = () =>
  new Option(
    "--exclude <address>",
    "everything except this object, its contents and what needs it; may be repeated",
  )
    .helpGroup(optionGroups.selection)
    .argParser(collect);

export const noFinalReadOption = () =>
  new Option(
    "--no-final-read",
    "skip the final read; the result then does not confirm that the service matches the layout",
  ).helpGroup(optionGroups.service);

export const graphFormatOption = () =>
  new Option("--format <name>", "the format: Graphviz, Mermaid or text")
    .choices(["dot", "mermaid", "tree"] as const)
    .default("dot" as const);

export const codeFormatOption = () =>
  new Option(
    "--format <name>",
    "yaml: a layout; hcl: a configuration for Terraform; constructs: an app in TypeScript (default: yaml)",
  ).choices(["yaml", "hcl", "constructs"] as const);

export const addressOption = () =>
  new Option(
    "--address <address>",
    "only this object, its contents and what they need; may be repeated",
  ).argParser(collect);

export const expectOption = () =>
  new Option(
    "--expect <hash>",
    "refuse a saved plan with another hash; plan --out prints the hash",
  ).helpGroup(optionGroups.permissions);
export const detailedExitcodeOption = () =>
  new Option("--detailed-exitcode", "exit 2 if the plan has steps").helpGroup(optionGroups.output);

export const htmlOption = () =>
  new Option(
    "--html <file>",
    "write a page for a browser that shows the navigation before and after",
  ).helpGroup(optionGroups.output);

export const sarifOption = () =>
  new Option("--sarif <file>", "write the findings as SARIF 2.1.0, each at its line of the layout").helpGroup(
    optionGroups.output,
  );

export const commentOption = () =>
  new Option("--comment <file>", "write the plan as Markdown for a comment on a pull request").helpGroup(
    optionGroups.output,
  );
export const commentLimitOption = () =>
  new Option("--comment-limit <characters>", "maximum length of the comment; GitHub accepts 65,536")
    .helpGroup(optionGroups.output)
    .default(65_000)
    .argParser(wholeNumber(10_000, 1_000_000));

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

/** The values of an option that may be repeated. */
function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** Parses `name=value`. Throws for other text. */
function variableValue(text: string): Readonly<Record<string, string>> {
  const equalsSign = text.indexOf("=");
  if (equalsSign < 1) throw new InvalidArgumentError("It must be the name of a variable, =, and its value.");
  return { [text.slice(0, equalsSign)]: text.slice(equalsSign + 1) };
}

/** The settings of every command. */
export interface OutputSettings {
  readonly json?: true;
  readonly quiet?: true;
  readonly verbose?: true;
  /** False with `--no-color`. */
  readonly color: boolean;
}

export interface EventSettings {
  /** A file, or - for stdout. */
  readonly events?: string;
}

export interface SarifSettings {
  readonly sarif?: string;
}

export interface DetailSettings {
  readonly full?: true;
  readonly compact?: true;
}

/** The settings of commands that read layouts. */
export interface LayoutSettings extends OutputSettings {
  readonly file?: readonly string[];
  readonly organization?: string;
  /** Values of the layout's variables, by name. */
  readonly var?: Readonly<Record<string, string>>;
  readonly filesFrom?: readonly string[];
  /** The chosen environment of the layout. */
  readonly env?: string;
}

/** Adds the layout that was given without `--file`. */
export function withLayoutArgument<Settings extends LayoutSettings>(
  settings: Settings,
  layout: string | undefined,
): Settings {
  return layout === undefined ? settings : { ...settings, file: [...(settings.file ?? []), layout] };
}

/** The settings of commands that `--timeout` stops. */
export interface TimeSettings {
  /** In seconds. */
  readonly timeout?: number;
}

/** The settings of commands that call the service. */
export interface ServiceSettings extends LayoutSettings, PlaceSettings, TimeSettings {
  readonly baseUrl?: string;
  readonly tokenFile?: string;
  readonly concurrency: number;
  readonly apiVersion?: ApiVersion;
}

/** Where the state of the layout is. */
export interface PlaceSettings {
  /** A path. True: the default path. False with `--no-state`. */
  readonly state?: string | boolean;
}

/** The settings of commands that lock the layout. */
export interface LockSettings {
  /** In seconds. */
  readonly wait?: number;
}

/** The number of deletes and changes that need no permission in this run. It overrides the layout's thresholds. */
export interface ThresholdSettings {
  readonly maxDeletes?: Threshold;
  readonly maxChanges?: Threshold;
}

/** The selection of objects: see `Selection`. */
export interface SelectionSettings {
  readonly target?: readonly string[];
  readonly only?: readonly string[];
  readonly exclude?: readonly string[];
}

/** The settings of commands that write to the service. */
export interface RunSettings extends LockSettings {
  /** False with `--no-final-read`. */
  readonly finalRead: boolean;
}

/** The permissions of commands that plan or apply: a setting for the flag of each permission. */
export type PermissionSettings = { readonly [Flag in PermissionFlag as SettingOf<Flag>]?: true } & {
  readonly skipDeletes?: true;
  /** Of `--overwrite-live=ADDRESS`. */
  readonly overwriteLiveAt?: readonly string[];
};

/** `--allow-deletes` is the setting `allowDeletes`. */
type SettingOf<Flag extends string> = Flag extends `--${infer Name}` ? CamelCase<Name> : never;
type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;
