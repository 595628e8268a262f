import { Command, Option } from "commander";
import { describePart } from "../../contract/client/describe-part.ts";
import { type RequestPart, requestPartsOf } from "../../contract/client/request-parts.ts";
import { callName } from "../../contract/http/api-error.ts";
import { type Endpoint, effectOf } from "../../model/endpoint.ts";
import { type OutputSettings, optionFor, optionSets, optionTable } from "../option-table.ts";
import type { NamedOperation } from "./directory.ts";
import { exampleOf } from "./example-of.ts";
import { flagOf, isFlag } from "./flag-of.ts";
import { flagValue } from "./flag-value.ts";
import { kebabCase } from "./kebab-case.ts";

/** The settings of a call, besides the operation's own flags. */
export interface CallSettings extends OutputSettings {
  readonly field?: readonly string[];
  readonly input?: string;
  readonly all?: true;
  readonly write?: true;
  readonly yes?: true;
  readonly baseUrl?: string;
  readonly tokenFile?: string;
}

/** The parsed command line of an operation. */
export interface CallCommandLine {
  readonly settings: CallSettings;
  /** The values of the operation's own flags, by the names of its parameters. */
  readonly flags: Readonly<Record<string, unknown>>;
}

/** Reads the flags of an operation. `--help` prints its help, and commander then throws. */
export function readFlags(
  named: NamedOperation,
  words: readonly string[],
  print: (text: string) => void,
): CallCommandLine {
  const { parts } = requestPartsOf(named.endpoint);
  const flags = new Map([...parts.values()].map((part) => [flagOption(part), part]));
  const command = withSettings(commandOf(named), named.endpoint);
  for (const option of flags.keys()) command.addOption(option);
  command.exitOverride().configureOutput({ writeOut: print, writeErr: () => {} });
  command.parse([...words], { from: "user" });
  const all: Readonly<Record<string, unknown>> = command.opts();
  const given = [...flags].flatMap(([option, part]) => {
    const texts = all[option.attributeName()] as readonly string[] | undefined;
    return texts === undefined ? [] : [[part.name, flagValue(flagOf(part), part, texts)]];
  });
  return { settings: all as unknown as CallSettings, flags: Object.fromEntries(given) };
}

export function flagsOf({ endpoint }: NamedOperation): readonly string[] {
  const settings = withSettings(new Command(), endpoint).options.map(({ long }) => long ?? "");
  return [...[...requestPartsOf(endpoint).parts.values()].map(flagOf), ...settings];
}

function commandOf({ system, name, endpoint }: NamedOperation): Command {
  const { operation, method, path, summary, apiVersions, errors = {} } = endpoint;
  const failures = Object.entries(errors).map(([status, meaning]) => `  ${status}: ${meaning}`);
  return new Command(`docsform call ${system} ${name}`)
    .addHelpText("after", `\nExample:\n  ${exampleOf({ system, name, endpoint })}`)
    .description(
      [
        ...(summary === undefined ? [] : [summary]),
        callName({ operation, method, path }),
        ...(apiVersions === undefined
          ? []
          : [
              `Only in ${apiVersions.length === 1 ? "the API version" : "the API versions"} ${apiVersions.join(" and ")}.`,
            ]),
        ...(failures.length === 0 ? [] : ["Errors:", ...failures]),
      ].join("\n"),
    )
    .allowExcessArguments(false);
}

function flagOption(part: RequestPart): Option {
  const value = isFlag(part) ? "[true|false]" : "<value>";
  const option = new Option(`${flagOf(part)} ${value}`, descriptionOf(part));
  return option
    .argParser((text: string, before: readonly string[] | undefined) => [...(before ?? []), text])
    .preset("true") as unknown as Option;
}

function descriptionOf(part: RequestPart): string {
  const without = part.replacedBy === undefined ? "" : ` without --${kebabCase(part.replacedBy)}`;
  const needed = part.required ? [`required${without}`] : [];
  const fallback = isOrganizationParam(part) ? " Default: DOCSFORM_ORGANIZATION." : "";
  return `${describePart(part, needed)}${fallback}`;
}

/** Whether the part is the organization's id. A default supplies it, so a call need not name it. */
export function isOrganizationParam(part: RequestPart): boolean {
  return part.in === "path" && part.name === "organizationId";
}

function withSettings(command: Command, endpoint: Endpoint): Command {
  command
    .option(
      "--field <a.b=value>",
      "set a field or a nested field; a value that is not text is JSON; may be repeated",
      collected,
    )
    .option(
      "--input <file>",
      "read the whole input as JSON from this file, - for stdin; flags and --field override it",
    );
  if (endpoint.paged === true) command.option("--all", "read all pages, and print one JSON value per line");
  if (effectOf(endpoint) !== "read")
    command.option("--write", "required, because this operation changes the service");
  if (effectOf(endpoint) === "delete") command.option("--yes", "do not ask before a delete");
  for (const name of generalOptions) command.addOption(optionFor(optionTable[name]));
  return command;
}

/** The options that every call has. */
const generalOptions = ["baseUrl", "tokenFile", ...optionSets.output] as const;

function collected(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}
