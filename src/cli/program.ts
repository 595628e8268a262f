import { Argument, Command, type OptionValues } from "@commander-js/extra-typings";
import type { Context } from "./context.ts";
import type { ExitCode } from "./exit-codes.ts";
import { schemaNames } from "./schema-names.ts";
import * as options from "./settings.ts";

/** Runs the chosen command with its settings, and loads the types only then. */
export type RunCommand = (
  settings: options.OutputSettings & options.TimeSettings & options.EventSettings,
  command: (context: Context) => Promise<ExitCode>,
) => Promise<void>;

/**
 * The command line for commander. A command's code is loaded when the command is chosen. If the first argument names a command, only that
 * one is set up.
 */
export function createProgram(version: string, chosen: string | undefined, run: RunCommand): Command {
  const program = new Command("docsform")
    .description("Manage a documentation platform as code: declare it in YAML, then plan and apply.")
    .version(version, "-V, --version", "print the version")
    .helpCommand("help [command]", "show the commands, or the options of a command")
    .showHelpAfterError("(docsform --help shows the commands)");
  const makeChosen = chosen !== undefined && Object.hasOwn(commands, chosen) ? commands[chosen] : undefined;
  for (const makeCommand of makeChosen === undefined ? Object.values(commands) : [makeChosen])
    program.addCommand(makeCommand(run, version) as unknown as Command);
  return program;
}

/** `help plan` means `plan --help`, also for an operation: `help call spaces create`. */
export function withoutHelpCommand(args: readonly string[]): readonly string[] {
  const [first, ...words] = args;
  if (first !== "help") return args;
  const [command] = words;
  // For any other word, the error is that of an unknown command.
  return command === undefined || Object.hasOwn(commands, command) ? [...words, "--help"] : words;
}

type MakeCommand = (run: RunCommand, version: string) => { name(): string };

/** By name, in the order of the help. */
const commands: Readonly<Record<string, MakeCommand>> = {
  init: (run) =>
    withOutput(new Command("init"))
      .description("create a first layout in this folder and print the next commands; replaces no file")
      .addOption(options.startOption())
      .addOption(options.organizationOption("else the only one that the token has access to"))
      .addOption(options.baseUrlOption())
      .addOption(options.tokenFileOption())
      .addOption(options.concurrencyOption())
      .addOption(options.apiVersionOption())
      .addOption(options.timeoutOption())
      .action((settings) =>
        run(settings, async (context) => (await import("./commands/init.ts")).init(context, settings)),
      ),
  validate: (run) =>
    withLayout(new Command("validate"))
      .description("check the whole layout without calling the service")
      .addOption(options.sarifOption())
      .addArgument(options.layoutArgument())
      .action((layout, settings) =>
        run(settings, async (context) =>
          (await import("./commands/validate.ts")).validate(
            context,
            options.withLayoutArgument(settings, layout),
          ),
        ),
      ),
  plan: (run) =>
    withDetail(withSelection(withPermissions(withService(withLayout(new Command("plan"))))))
      .description("show what apply would do; writes nothing to the service")
      .addOption(options.sarifOption())
      .addOption(options.eventsOption())
      .option("--out <file>", "save the plan; apply FILE applies exactly this plan")
      .addOption(options.commentOption())
      .addOption(options.commentLimitOption())
      .addOption(options.htmlOption())
      .option("--detailed-exitcode", "exit 2 when the plan has steps")
      .addArgument(options.layoutArgument())
      .action((layout, settings) =>
        run(settings, async (context) =>
          (await import("./commands/plan.ts")).plan(context, options.withLayoutArgument(settings, layout)),
        ),
      ),
  accept: (run) =>
    withService(withLayout(new Command("accept")))
      .description("write the changes made on the service since the last apply into the layout")
      .addOption(options.eventsOption())
      .addArgument(new Argument("[address...]", "only these objects and their contents"))
      .option("--yes", "do not ask")
      .option("--dry-run", "show the changes and write nothing")
      .addOption(options.waitOption())
      .action((addresses, settings) =>
        run(settings, async (context) =>
          (await import("./commands/accept.ts")).accept(context, settings, addresses),
        ),
      ),
  apply: (run) =>
    withDetail(withSelection(withPermissions(withService(withLayout(new Command("apply"))))))
      .description("make the service match the layout, or apply a saved plan")
      .addOption(options.eventsOption())
      .addArgument(new Argument("[plan]", "a plan saved by plan --out, or a layout; same as --file"))
      .option("--yes", "do not ask")
      .option("--expect <hash>", "refuse a plan with another hash; plan --out prints the hash")
      .addOption(options.noFinalReadOption())
      .addOption(options.waitOption())
      .action((planOrLayout, settings) =>
        run(settings, async (context) =>
          (await import("./commands/apply.ts")).apply(context, settings, planOrLayout),
        ),
      ),
  diff: diffCommand,
  drift: (run) =>
    withDetail(withSelection(withService(withLayout(new Command("drift")))))
      .description(
        "show what changed since the last apply, on the service, in the layout or in both; exit 2 when the service changed",
      )
      .addOption(options.sarifOption())
      .addOption(options.eventsOption())
      .addOption(options.htmlOption())
      .addArgument(options.layoutArgument())
      .action((layout, settings) =>
        run(settings, async (context) =>
          (await import("./commands/drift.ts")).drift(context, options.withLayoutArgument(settings, layout)),
        ),
      ),
  pull: (run) =>
    withService(withOutput(new Command("pull")))
      .description("write the live organization, or one site, as a layout")
      .addOption(options.eventsOption())
      .addOption(options.organizationOption("with --update else the layout's"))
      .option("--site <id or title>", "only this site and what it uses")
      .option(
        "--all",
        "add values that a layout cannot declare, under `x-live`, for people to read: members, versions, what readers see",
      )
      .option("--out <file>", "write to this file (default: stdout)")
      .option("--force", "replace the file of --out if it exists")
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
        run(settings, async (context) => (await import("./commands/pull.ts")).pullCommand(context, settings)),
      ),
  destroy: (run) =>
    withDetail(withSelection(withService(withLayout(new Command("destroy")))))
      .description(
        "delete everything that the layout declares; asks for the organization's id, unless --organization gives it",
      )
      .addOption(options.eventsOption())
      .addOption(options.permissionOption("imports"))
      .addOption(options.deletesAnywayOption())
      .addOption(options.maxDeletesOfDestroyOption())
      .addOption(options.noFinalReadOption())
      .addOption(options.waitOption())
      .addArgument(options.layoutArgument())
      .action((layout, settings) =>
        run(settings, async (context) =>
          (await import("./commands/destroy.ts")).destroyCommand(
            context,
            options.withLayoutArgument(settings, layout),
          ),
        ),
      ),
  graph: (run) =>
    withLayout(new Command("graph"))
      .description("print the dependencies between objects, as a graph or as text")
      .addOption(options.graphFormatOption())
      .addOption(options.addressOption())
      .option("--site <key or title>", "only this site, its contents and what they need")
      .addArgument(options.layoutArgument())
      .action((layout, settings) =>
        run(settings, async (context) =>
          (await import("./commands/graph.ts")).graph(context, options.withLayoutArgument(settings, layout)),
        ),
      ),
  doctor: (run) =>
    withService(withLayout(new Command("doctor")))
      .description(
        "check what docsform needs: the network, the token, the layout and its state; exit 1 when a check fails",
      )
      .addArgument(options.layoutArgument())
      .action((layout, settings) =>
        run(settings, async (context) =>
          (await import("./commands/doctor.ts")).doctor(
            context,
            options.withLayoutArgument(settings, layout),
          ),
        ),
      ),
  explain: (run) =>
    withOutput(new Command("explain"))
      .description("explain the code of an error or refusal: its cause, an example and what to do")
      .addArgument(new Argument("[code]", "such as guard/deletes (default: list all codes)"))
      .action((code, settings) =>
        run(settings, async (context) =>
          (await import("./commands/explain.ts")).explain(context, settings, code),
        ),
      ),
  completion: completionCommand,
  call: callCommand,
  import: importCommand,
  state: stateCommand,
  unlock: unlockCommand,
  emulator: emulatorCommand,
  schema: (run) =>
    withOutput(new Command("schema"))
      .description(
        "print a JSON Schema: of a layout, of a saved plan, of --events, or of a command's --json output",
      )
      .addArgument(
        new Argument("[what]", "the schema to print").choices(schemaNames).default("layout" as const),
      )
      .action((what, settings) =>
        run(settings, async (context) => (await import("./commands/schema.ts")).schema(context, what)),
      ),
  terraform: terraformCommand,
};

/** The operation determines the flags of `call`, so docsform parses them after it knows the operation. */
function callCommand(run: RunCommand) {
  return new Command("call")
    .usage("SYSTEM OPERATION [options]")
    .description(
      "call one operation of the service's API; without arguments list the systems, with a system list its operations",
    )
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
        (await import("./commands/call.ts")).call(context, settings, words),
      );
    });
}

/** `completion bash` prints a script. The script asks for completions with the word `completion-server` in place of the shell. */
function completionCommand(run: RunCommand, version: string) {
  return new Command("completion")
    .usage("<shell>")
    .description("print the script that makes a shell complete commands, options and addresses")
    .addArgument(options.shellArgument())
    .argument("[words...]", "the command line to complete; the script passes it")
    .action((shell, words) =>
      run({ color: false }, async (context) => {
        const { completeForShell, completionScript } = await import("./commands/completion.ts");
        return shell === "completion-server"
          ? completeForShell(context, createProgram(version, undefined, run), words)
          : completionScript(context, shell);
      }),
    );
}

function emulatorCommand(run: RunCommand) {
  return withOutput(new Command("emulator"))
    .description("run an emulated service on this machine; prints one line of JSON when it is ready")
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
      run(settings, async (context) => (await import("./commands/emulator.ts")).emulator(context, settings)),
    );
}

function diffCommand(run: RunCommand) {
  return withService(withLayoutExceptEnv(new Command("diff")))
    .description("show how the live objects of two environments differ; exit 2 when they do")
    .addOption(options.environmentsOption())
    .addArgument(options.layoutArgument())
    .action((layout, { env = [], ...settings }) =>
      run(settings, async (context) =>
        (await import("./commands/diff.ts")).diff(context, options.withLayoutArgument(settings, layout), env),
      ),
    );
}

function importCommand(run: RunCommand) {
  return withService(withLayout(new Command("import")))
    .usage("<address> <id> [layout] [options]")
    .description(
      "record in the state which live object an address of the layout is, or confirm the objects that a plan found; writes nothing to the service",
    )
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
        (await import("./commands/import.ts")).importObjects(context, settings, words),
      ),
    );
}

function stateCommand(run: RunCommand) {
  return withConnection(withLayout(new Command("state")))
    .summary("print, change or repair the state")
    .description(
      [
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
    )
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
    .addOption(options.journalOption())
    .action((action, words, settings) =>
      run(settings, async (context) =>
        (await import("./commands/state.ts")).state(context, settings, action, words),
      ),
    );
}

function unlockCommand(run: RunCommand) {
  return withLayout(new Command("unlock"))
    .description("release the lock that a killed run left on a layout")
    .addArgument(options.layoutArgument())
    .action((layout, settings) =>
      run(settings, async (context) =>
        (await import("./commands/unlock.ts")).unlock(context, options.withLayoutArgument(settings, layout)),
      ),
    );
}

function terraformCommand(run: RunCommand, version: string) {
  return withOutput(new Command("terraform"))
    .summary("install the Terraform provider, or lock it in the stacks of a synthesized app")
    .description(
      [
        "install the Terraform provider, or lock it in the stacks of a synthesized app",
        "",
        "Actions:",
        "  install  copy the provider to the folder where terraform init finds it",
        "  lock     record the provider's checksums in the stacks' .terraform.lock.hcl",
      ].join("\n"),
    )
    .addArgument(new Argument("<action>", "the action").choices(["install", "lock"] as const))
    .option(
      "--to <folder>",
      "folder of the provider mirror (default: terraform.d/plugins, which Terraform searches by default)",
    )
    .option("--cdktf", "for a cdktf app in this folder: change cdktf.json, so that cdktf deploy finds it too")
    .action((action, settings) =>
      run(settings, async (context) =>
        action === "lock"
          ? (await import("./commands/terraform-lock.ts")).lockProvider(context, settings)
          : (await import("./commands/terraform.ts")).installProvider(context, settings, version),
      ),
    );
}

function withOutput(command: Command) {
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
  return withOutput(command)
    .addOption(options.fileOption())
    .addOption(options.varOption())
    .addOption(options.filesFromOption())
    .addOption(options.organizationOption());
}

function withService<Settings extends OptionValues>(command: Command<[], Settings>) {
  return withConnection(command)
    .addOption(options.stateOption())
    .addOption(options.noStateOption())
    .addOption(options.journalOption());
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
