import { Argument, Command, type OptionValues } from "@commander-js/extra-typings";
import type { Context } from "./command-context.ts";
import * as options from "./command-settings.ts";
import type { ExitCode } from "./exit-codes.ts";
import { addHelp, asksForHelp, type ShownOptions } from "./help/add-help.ts";
import { commandGroups, optionGroups } from "./help/command-groups.ts";
import { type CommandName, commandHelp } from "./help/texts.ts";
import { schemaNames } from "./schema-names.ts";

/** Runs the chosen command with its settings, and loads the types only then. */
export type RunCommand = (
  settings: options.OutputSettings & options.TimeSettings & options.EventSettings,
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
    const command = commands[name](run, version) as unknown as Command;
    addHelp(command, commandHelp[name], shown);
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

type MakeCommand = (run: RunCommand, version: string) => { name(): string };

const commandNames = Object.keys(commandHelp) as CommandName[];

function isCommand(word: string): word is CommandName {
  return Object.hasOwn(commandHelp, word);
}

const commands: Readonly<Record<CommandName, MakeCommand>> = {
  init: (run) =>
    withOutput(newCommand("init"))
      .addOption(options.startOption())
      .addOption(
        options
          .organizationOption("else the only one that the token has access to")
          .helpGroup(optionGroups.common),
      )
      .addOption(options.baseUrlOption())
      .addOption(options.tokenFileOption())
      .addOption(options.concurrencyOption())
      .addOption(options.apiVersionOption())
      .addOption(options.timeoutOption())
      .action((settings) =>
        run(settings, async (context) =>
          (await import("./commands/init-command.ts")).init(context, settings),
        ),
      ),
  validate: (run) =>
    withOutput(withLayout(newCommand("validate")))
      .addOption(options.sarifOption())
      .addArgument(options.layoutArgument())
      .action((layout, settings) =>
        run(settings, async (context) =>
          (await import("./commands/validate-command.ts")).validate(
            context,
            options.withLayoutArgument(settings, layout),
          ),
        ),
      ),
  plan: (run) =>
    withOutput(withDetail(withSelection(withPermissions(withService(withLayout(newCommand("plan")))))))
      .option("--out <file>", "save the plan; apply FILE applies exactly this plan")
      .addOption(options.htmlOption())
      .addOption(options.commentOption())
      .addOption(options.commentLimitOption())
      .addOption(options.sarifOption())
      .addOption(options.eventsOption())
      .addOption(options.detailedExitcodeOption())
      .addArgument(options.layoutArgument())
      .action((layout, settings) =>
        run(settings, async (context) =>
          (await import("./commands/plan-command.ts")).plan(
            context,
            options.withLayoutArgument(settings, layout),
          ),
        ),
      ),
  accept: (run) =>
    withOutput(withService(withLayout(newCommand("accept"))))
      .addOption(options.eventsOption())
      .addArgument(new Argument("[address...]", "only these objects and their contents"))
      .option("--yes", "do not ask")
      .option("--dry-run", "show the changes and write nothing")
      .addOption(options.waitOption())
      .action((addresses, settings) =>
        run(settings, async (context) =>
          (await import("./commands/accept-command.ts")).accept(context, settings, addresses),
        ),
      ),
  apply: (run) =>
    withOutput(withDetail(withSelection(withPermissions(withService(withLayout(newCommand("apply")))))))
      .addOption(options.eventsOption())
      .addArgument(new Argument("[plan]", "a plan saved by plan --out, or a layout; same as --file"))
      .option("--yes", "do not ask")
      .addOption(options.expectOption())
      .addOption(options.noFinalReadOption())
      .addOption(options.waitOption())
      .action((planOrLayout, settings) =>
        run(settings, async (context) =>
          (await import("./commands/apply-command.ts")).apply(context, settings, planOrLayout),
        ),
      ),
  diff: diffCommand,
  drift: (run) =>
    withOutput(withDetail(withSelection(withService(withLayout(newCommand("drift"))))))
      .addOption(options.sarifOption())
      .addOption(options.eventsOption())
      .addOption(options.htmlOption())
      .addArgument(options.layoutArgument())
      .action((layout, settings) =>
        run(settings, async (context) =>
          (await import("./commands/drift-command.ts")).drift(
            context,
            options.withLayoutArgument(settings, layout),
          ),
        ),
      ),
  audience: (run) =>
    withOutput(withService(withLayout(newCommand("audience"))))
      .addArgument(
        new Argument("[address]", "an address or an id, or a URL or a path where readers find something"),
      )
      .action((address, settings) =>
        run(settings, async (context) =>
          (await import("./commands/audience-command.ts")).audience(context, settings, address),
        ),
      ),
  pull: (run) =>
    withOutput(withService(newCommand("pull")))
      .addOption(options.eventsOption())
      .addOption(options.organizationOption("with --update else the layout's").helpGroup(optionGroups.common))
      .addOption(options.codeFormatOption())
      .option("--site <id or title>", "only this site and what it uses")
      .option(
        "--all",
        "add values that a layout cannot declare, under `x-live`, for people to read: members, versions, what readers see; as code, the organization and its members too",
      )
      .option("--out <file>", "write to this file (default: stdout)")
      .option("--force", "replace the file of --out and the state beside it, if they exist")
      .option(
        "--update",
        "update an existing layout in place: the one that --file or --out names (default: docsform.yaml)",
      )
      .option("--yes", "do not ask (with --update)")
      .option("--dry-run", "show what --update would change and write nothing")
      .addOption(options.waitOption())
      .addOption(options.fileOption())
      .addOption(options.varOption())
      .addOption(options.filesFromOption())
      .addOption(options.envOption())
      .action((settings) =>
        run(settings, async (context) =>
          (await import("./commands/pull-command.ts")).pullCommand(context, settings),
        ),
      ),
  destroy: (run) =>
    withOutput(withDetail(withSelection(withService(withLayout(newCommand("destroy"))))))
      .addOption(options.eventsOption())
      .addOption(options.permissionOption("imports"))
      .addOption(options.deletesAnywayOption())
      .addOption(options.maxDeletesOfDestroyOption())
      .addOption(options.noFinalReadOption())
      .addOption(options.waitOption())
      .addArgument(options.layoutArgument())
      .action((layout, settings) =>
        run(settings, async (context) =>
          (await import("./commands/destroy-command.ts")).destroyCommand(
            context,
            options.withLayoutArgument(settings, layout),
          ),
        ),
      ),
  fmt: (run) =>
    withOutput(newCommand("fmt"))
      .addOption(options.fileOfFmtOption())
      .option("--check", "write nothing, list the files to format, and exit 2 if there are any")
      .addArgument(new Argument("[layout...]", "layout files or folders; same as --file"))
      .action((layouts, settings) =>
        run(settings, async (context) =>
          (await import("./commands/fmt-command.ts")).fmt(context, {
            ...settings,
            ...(layouts.length > 0 && { file: [...(settings.file ?? []), ...layouts] }),
          }),
        ),
      ),
  graph: (run) =>
    withOutput(withLayout(newCommand("graph")))
      .addOption(options.graphFormatOption())
      .addOption(options.addressOption())
      .option("--site <key or title>", "only this site, its contents and what they need")
      .addArgument(options.layoutArgument())
      .action((layout, settings) =>
        run(settings, async (context) =>
          (await import("./commands/graph-command.ts")).graph(
            context,
            options.withLayoutArgument(settings, layout),
          ),
        ),
      ),
  doctor: (run) =>
    withOutput(withService(withLayout(newCommand("doctor"))))
      .addArgument(options.layoutArgument())
      .action((layout, settings) =>
        run(settings, async (context) =>
          (await import("./commands/doctor-command.ts")).doctor(
            context,
            options.withLayoutArgument(settings, layout),
          ),
        ),
      ),
  explain: (run) =>
    withOutput(newCommand("explain"))
      .addArgument(new Argument("[code]", "such as guard/deletes (default: list all codes)"))
      .action((code, settings) =>
        run(settings, async (context) =>
          (await import("./commands/explain-command.ts")).explain(context, settings, code),
        ),
      ),
  completion: completionCommand,
  call: callCommand,
  import: importCommand,
  state: stateCommand,
  unlock: unlockCommand,
  emulator: emulatorCommand,
  schema: (run) =>
    withOutput(newCommand("schema"))
      .addArgument(
        new Argument("[what]", "the schema to print").choices(schemaNames).default("layout" as const),
      )
      .action((what, settings) =>
        run(settings, async (context) =>
          (await import("./commands/schema-command.ts")).schema(context, what),
        ),
      ),
  terraform: terraformCommand,
};

/** The operation determines the flags of `call`, so docsform parses them after it knows the operation. */
function callCommand(run: RunCommand) {
  return new Command("call")
    .usage("SYSTEM OPERATION [options]")
    .argument("[words...]")
    .allowUnknownOption()
    .helpOption(false)
    .action((words) => {
      const flags = {
        color: !words.includes("--no-color"),
        ...(words.includes("--json") ? { json: true } : {}),
      };
      const settings = flags as options.OutputSettings;
      return run(settings, async (context) =>
        (await import("./commands/call-command.ts")).call(context, settings, words),
      );
    });
}

/** `completion bash` prints a script. The script asks for completions with the word `completion-server` in place of the shell. */
function completionCommand(run: RunCommand, version: string) {
  return newCommand("completion")
    .usage("<shell>")
    .addArgument(options.shellArgument())
    .argument("[words...]", "the command line to complete; the script passes it")
    .action((shell, words) =>
      run({ color: false }, async (context) => {
        const { completeForShell, completionScript } = await import("./commands/completion-command.ts");
        return shell === "completion-server"
          ? completeForShell(context, createProgram(version, undefined, run), words)
          : completionScript(context, shell);
      }),
    );
}

function emulatorCommand(run: RunCommand) {
  return withOutput(newCommand("emulator"))
    .requiredOption("--organization <id>", "the organization's id", "emulated")
    .requiredOption("--token <token>", "the only token that the emulator accepts", "emulated-token")
    .option("--port <number>", "port, 0 for any free port", options.wholeNumber(0, 65_535), 0)
    .option("--seed <file>", "start with the contents that --dump wrote to this file")
    .option("--dump <file>", "write the contents and the log of requests to this file at the end")
    .option("--latency <milliseconds>", "delay of each response", options.wholeNumber(0, 600_000), 0)
    .addOption(options.emulatedApiVersionOption())
    .addOption(options.roleOption())
    .addOption(options.fetchOption())
    .action((settings) =>
      run(settings, async (context) =>
        (await import("./commands/emulator-command.ts")).emulator(context, settings),
      ),
    );
}

function diffCommand(run: RunCommand) {
  return withOutput(withService(withLayoutExceptEnv(newCommand("diff"))))
    .addOption(options.environmentsOption())
    .addArgument(options.layoutArgument())
    .action((layout, { env = [], ...settings }) =>
      run(settings, async (context) =>
        (await import("./commands/diff-command.ts")).diff(
          context,
          options.withLayoutArgument(settings, layout),
          env,
        ),
      ),
    );
}

function importCommand(run: RunCommand) {
  return withOutput(withService(withLayout(newCommand("import"))))
    .usage("<address> <id> [layout] [options]")
    .addArgument(
      new Argument(
        "[words...]",
        "an address of the layout, such as space.guides, and an id; then optionally a layout, same as --file",
      ),
    )
    .option("--found", "confirm every object that a plan found by its key")
    .addOption(options.waitOption())
    .action((words, settings) =>
      run(settings, async (context) =>
        (await import("./commands/import-command.ts")).importObjects(context, settings, words),
      ),
    );
}

function stateCommand(run: RunCommand) {
  return withOutput(withConnection(withLayout(newCommand("state"))))
    .addArgument(
      new Argument("<action>", "the action").choices([
        "list",
        "show",
        "mv",
        "rm",
        "rename",
        "repair",
      ] as const),
    )
    .addArgument(
      new Argument("[words...]", "the addresses of the action; then optionally a layout, same as --file"),
    )
    .option("--to <layout>", "with mv: the layout that receives the object; a path as for --file")
    .option("--from <path>", "with rename: path of the state that the layout had under its former name")
    .addOption(options.stateOption())
    .action((action, words, settings) =>
      run(settings, async (context) =>
        (await import("./commands/state-command.ts")).state(context, settings, action, words),
      ),
    );
}

function unlockCommand(run: RunCommand) {
  return withOutput(withLayout(newCommand("unlock")))
    .addArgument(options.layoutArgument())
    .action((layout, settings) =>
      run(settings, async (context) =>
        (await import("./commands/unlock-command.ts")).unlock(
          context,
          options.withLayoutArgument(settings, layout),
        ),
      ),
    );
}

function terraformCommand(run: RunCommand, version: string) {
  return withConnection(withOutput(newCommand("terraform")))
    .addArgument(
      new Argument("<action>", "the action").choices(["install", "lock", "moves", "imports"] as const),
    )
    .argument(
      "[plan]",
      "with moves and imports: a plan as JSON, of terraform show -json; - for stdin; with imports also a synthesized app",
    )
    .option(
      "--to <folder>",
      "folder of the provider mirror (default: terraform.d/plugins; with --cdktf, and for lock, the plugins in the folder of Terraform's CLI configuration)",
    )
    .option("--cdktf", "for a cdktf app in this folder: change cdktf.json, so that cdktf deploy finds it too")
    .option("--out <file>", "with moves and imports: write the blocks to this file (default: stdout)")
    .addOption(options.organizationOption("else the plan's"))
    .action((action, plan, settings) =>
      run(settings, async (context) => {
        const commands = await import("./commands/terraform-action-command.ts");
        return await commands.terraformAction(context, settings, { action, plan, version });
      }),
    );
}

function newCommand(name: CommandName) {
  return new Command(name).optionsGroup(optionGroups.common).helpOption("-h, --help", "show this help");
}

function withOutput<Settings extends OptionValues>(command: Command<[], Settings>) {
  return command
    .addOption(options.jsonOption())
    .addOption(options.quietOption())
    .addOption(options.verboseOption())
    .addOption(options.noColorOption());
}

function withLayout(command: Command) {
  return withLayoutExceptEnv(command).addOption(options.envOption());
}

/** For commands that have an `--env` of their own. */
function withLayoutExceptEnv(command: Command) {
  return command
    .addOption(options.fileOption())
    .addOption(options.varOption())
    .addOption(options.filesFromOption())
    .addOption(options.organizationOption());
}

function withService<Settings extends OptionValues>(command: Command<[], Settings>) {
  return withConnection(command).addOption(options.stateOption()).addOption(options.noStateOption());
}

function withConnection<Settings extends OptionValues>(command: Command<[], Settings>) {
  return command
    .addOption(options.baseUrlOption())
    .addOption(options.tokenFileOption())
    .addOption(options.concurrencyOption())
    .addOption(options.apiVersionOption())
    .addOption(options.timeoutOption());
}

function withDetail<Settings extends OptionValues>(command: Command<[], Settings>) {
  return command.addOption(options.fullOption()).addOption(options.compactOption());
}

function withPermissions<Settings extends OptionValues>(command: Command<[], Settings>) {
  for (const { option } of options.permissionOptions()) command.addOption(option);
  return (command as Command<[], Settings & options.PermissionSettings>)
    .addOption(options.overwriteAtOption())
    .addOption(options.skipDeletesOption())
    .addOption(options.maxDeletesOption())
    .addOption(options.maxChangesOption());
}

function withSelection<Settings extends OptionValues>(command: Command<[], Settings>) {
  return command
    .addOption(options.targetOption())
    .addOption(options.onlyOption())
    .addOption(options.excludeOption());
}
