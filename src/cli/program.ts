import { Command } from "commander";
import type { Context } from "./command-context.ts";
import {
  type ArgumentsOfCommand,
  type CommandName,
  type CommandRow,
  commandTable,
  type SettingsOfCommand,
} from "./command-table.ts";
import type { ExitCode } from "./exit-codes.ts";
import { addHelp, asksForHelp, type ShownOptions } from "./help/add-help.ts";
import { commandGroups, optionGroups } from "./help/command-groups.ts";
import {
  type AnySettings,
  type ArgumentRow,
  argumentFor,
  argumentTable,
  type LayoutSettings,
  type OutputSettings,
  optionFor,
  optionTable,
  withLayoutArgument,
} from "./option-table.ts";

/** Runs the chosen command with its settings, and loads the types only then. */
export type RunCommand = (
  settings: AnySettings,
  command: (context: Context) => Promise<ExitCode>,
) => Promise<void>;

/**
 * The command line for commander. A command's code is loaded when the command is chosen. If the first argument names a command, only that
 * one is set up.
 */
export function createProgram(
  version: string,
  chosen: string | undefined,
  run: RunCommand,
  shown: ShownOptions = "all",
): Command {
  const program = new Command("docsform")
    .description(
      [
        "Manage a documentation platform as code: declare it in YAML, then plan and apply.",
        "",
        "docsform COMMAND --help shows examples and options of a command.",
      ].join("\n"),
    )
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show this help")
    .commandsGroup(commandGroups.tools)
    .helpCommand("help [command]", "show the commands, or the options of a command")
    .configureHelp({ subcommandTerm: (command) => command.name() });
  const names = chosen !== undefined && isCommand(chosen) ? [chosen] : commandNames;
  for (const name of names) {
    const command = commandFor(name, version, run);
    addHelp(command, commandTable[name], shown);
    program.addCommand(command);
  }
  return program;
}

/** `help plan` means `plan --help`, also for an operation: `help call spaces create`. An unknown command is an error, with `--help` too. */
export function withoutHelpCommand(args: readonly string[]): readonly string[] {
  const [first, ...words] = args;
  const asked = first === "help" ? [...words, "--help"] : args;
  const command = asked.find((word) => !word.startsWith("-"));
  return command === undefined || isCommand(command) ? asked : asked.filter((word) => !asksForHelp(word));
}

const commandNames = Object.keys(commandTable) as CommandName[];

function isCommand(word: string): word is CommandName {
  return Object.hasOwn(commandTable, word);
}

/** The command of a row, with its arguments and options. */
function commandFor(name: CommandName, version: string, run: RunCommand): Command {
  const { usage, arguments: names = [], options, parsesFlags }: CommandRow = commandTable[name];
  const command = new Command(name).optionsGroup(optionGroups.common);
  if (parsesFlags === true) command.allowUnknownOption().helpOption(false);
  else command.helpOption("-h, --help", "show this help");
  if (usage !== undefined) command.usage(usage);
  const rows: readonly ArgumentRow[] = names.map((each) => argumentTable[each]);
  for (const row of rows) command.addArgument(argumentFor(row));
  for (const each of options) command.addOption(optionFor(optionTable[each]));
  return command.action((...given: readonly unknown[]) => {
    const words = given.slice(0, rows.length);
    const parsed = parsesFlags === true ? outputFlags(words.flat()) : (given[rows.length] as LayoutSettings);
    const files = rows.flatMap(({ isFile }, at) => (isFile === true ? [words[at]].flat() : []));
    const settings = withLayoutArgument(parsed, ...(files as (string | undefined)[]));
    const wholeProgram = () => createProgram(version, undefined, run);
    const started = { settings, words, version, wholeProgram };
    const runner = runners[name] as (started: object) => Promise<ExitCode>;
    return run(settings, (context) => runner({ ...started, context }));
  });
}

/** The operation determines the flags of `call`, so docsform parses them after it knows the operation. */
function outputFlags(words: readonly unknown[]): LayoutSettings {
  return { color: !words.includes("--no-color"), ...(words.includes("--json") && { json: true }) };
}

interface Started<Name extends CommandName> {
  readonly context: Context;
  readonly settings: SettingsOfCommand<Name> & Pick<OutputSettings, "color">;
  readonly words: ArgumentsOfCommand<Name>;
  readonly version: string;
  /** The command line with all commands. */
  readonly wholeProgram: () => Command;
}

/** What runs each command. */
const runners: { readonly [Name in CommandName]: (started: Started<Name>) => Promise<ExitCode> } = {
  init: async ({ context, settings }) => (await import("./commands/init-command.ts")).init(context, settings),
  validate: async ({ context, settings }) =>
    (await import("./commands/validate-command.ts")).validate(context, settings),
  plan: async ({ context, settings }) => (await import("./commands/plan-command.ts")).plan(context, settings),
  accept: async ({ context, settings, words: [addresses] }) =>
    (await import("./commands/accept-command.ts")).accept(context, settings, addresses),
  apply: async ({ context, settings, words: [planOrLayout] }) =>
    (await import("./commands/apply-command.ts")).apply(context, settings, planOrLayout),
  diff: async ({ context, settings: { env = [], ...settings } }) =>
    (await import("./commands/diff-command.ts")).diff(context, settings, env),
  drift: async ({ context, settings }) =>
    (await import("./commands/drift-command.ts")).drift(context, settings),
  audience: async ({ context, settings, words: [address] }) =>
    (await import("./commands/audience-command.ts")).audience(context, settings, address),
  pull: async ({ context, settings }) =>
    (await import("./commands/pull-command.ts")).pullCommand(context, settings),
  destroy: async ({ context, settings }) =>
    (await import("./commands/destroy-command.ts")).destroyCommand(context, settings),
  fmt: async ({ context, settings }) => (await import("./commands/fmt-command.ts")).fmt(context, settings),
  graph: async ({ context, settings }) =>
    (await import("./commands/graph-command.ts")).graph(context, settings),
  doctor: async ({ context, settings }) =>
    (await import("./commands/doctor-command.ts")).doctor(context, settings),
  explain: async ({ context, settings, words: [code] }) =>
    (await import("./commands/explain-command.ts")).explain(context, settings, code),
  completion: async ({ context, words: [shell, typed], wholeProgram }) => {
    const { completeForShell, completionScript } = await import("./commands/completion-command.ts");
    return shell === "completion-server"
      ? completeForShell(context, wholeProgram(), typed)
      : completionScript(context, shell);
  },
  call: async ({ context, settings, words: [operation] }) =>
    (await import("./commands/call-command.ts")).call(context, settings, operation),
  import: async ({ context, settings, words: [words] }) =>
    (await import("./commands/import-command.ts")).importObjects(context, settings, words),
  state: async ({ context, settings, words: [action, words] }) =>
    (await import("./commands/state-command.ts")).state(context, settings, action, words),
  unlock: async ({ context, settings }) =>
    (await import("./commands/unlock-command.ts")).unlock(context, settings),
  emulator: async ({ context, settings }) =>
    (await import("./commands/emulator-command.ts")).emulator(context, settings),
  schema: async ({ context, words: [name] }) =>
    (await import("./commands/schema-command.ts")).schema(context, name),
  terraform: async ({ context, settings, words: [action, plan], version }) =>
    (await import("./commands/terraform-action-command.ts")).terraformAction(context, settings, {
      action,
      plan,
      version,
    }),
};
