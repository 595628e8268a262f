import { CommanderError } from "commander";
import type { ClientStats } from "../contract/http/http-client.ts";
import { DiagnosticsError, DocsformError } from "../model/errors.ts";
import type { ResourceType } from "../model/resource-type.ts";
import { failureOf } from "../report/failure.ts";
import { coloredPalette, type Palette, plainPalette } from "../report/text/palette.ts";
import { plainJson } from "../report/text/plain-text.ts";
import { setVariables } from "../util/set-variables.ts";
import type { Invocation, Loaders } from "./command-context.ts";
import { streamRunEvents } from "./events/follow-run.ts";
import { codeOfIncompleteOutput, type ExitCode, exitCodes } from "./exit-codes.ts";
import { createFileUses } from "./file-uses.ts";
import { shownOptions } from "./help/add-help.ts";
import type { Io } from "./io.ts";
import { type OutputSettings, withOverwriteAt } from "./option-table.ts";
import { withOutputs } from "./outputs/with-outputs.ts";
import { inFormat } from "./print-result.ts";
import { createProgram, type RunCommand, withoutHelpCommand } from "./program.ts";
import { renderError, renderFailedOutput } from "./render/render-failure.ts";
import { withinTime } from "./time-limit.ts";
import { usageError } from "./usage-error.ts";
import { widthAtTerminal } from "./width.ts";

/** The dependencies of the command line, besides its arguments. */
export interface CliParts extends Loaders {
  readonly io: Io;
  readonly version: string;
  /** Loads the resource types. Only commands that need them wait for it. */
  readonly loadTypes: () => Promise<readonly ResourceType[]>;
}

/** Runs one command line and returns the exit code. The arguments do not include the program's name. Never throws. */
export async function runCli(given: readonly string[], parts: CliParts): Promise<ExitCode> {
  const code = await run(given, parts);
  const { stderr, unprinted } = parts.io;
  const failure = unprinted?.();
  if (failure === undefined) return code;
  stderr(renderFailedOutput("A part of the output is missing", failure));
  return codeOfIncompleteOutput(code);
}

async function run(given: readonly string[], parts: CliParts): Promise<ExitCode> {
  const io = forOneRun(parts.io);
  const args = withoutHelpCommand(given);
  const clientStats: ClientStats[] = [];
  const codeOf = (error: unknown) => exitCodeOf(io, error, clientStats);
  let code: ExitCode = exitCodes.done;
  const runCommand: RunCommand = async (settings, command) => {
    const palette = await paletteFor(io, settings);
    const { version, loadTypes } = parts;
    const invocation = { command: args[0] ?? "", version, codeOf, clientStats };
    code = await streamRunEvents(io, { settings, ...invocation }, async (inner, emit) => {
      const types = await loadTypes();
      return await withinTime(inner, settings.timeout, (limited) =>
        withOutputs({ ...parts, io: limited, types, palette, invocation, emit }, settings, command),
      );
    });
  };
  const program = createProgram(parts.version, args[0], runCommand, shownOptions(args));
  const isJson = args.includes("--json");
  for (const each of [program, ...program.commands]) {
    each.exitOverride().configureOutput({
      writeOut: io.stdout,
      // docsform reports usage errors below, once, in the requested form.
      writeErr: () => {},
    });
  }
  try {
    await program.parseAsync([...withOverwriteAt(args)], { from: "user" });
    return code;
  } catch (error) {
    if (isBare(error) && !isJson) {
      io.stderr(program.helpInformation());
      return exitCodes.wrongUsage;
    }
    return failed(io, error, {
      json: isJson,
      codeOf,
      command: args[0],
      options: optionsIn(program, args[0]),
      palette: await paletteFor(io, { color: !args.includes("--no-color") }),
    });
  }
}

function forOneRun(io: Io): Io {
  const { files } = io;
  return {
    ...io,
    environment: setVariables(io.environment),
    files: { ...files, uses: createFileUses((path) => files.full(path)) },
  };
}

function optionsIn(program: ReturnType<typeof createProgram>, name: string | undefined): readonly string[] {
  const command = program.commands.find((each) => each.name() === name);
  return (command?.options ?? []).flatMap(({ long }) => long ?? []);
}

interface Failing extends Pick<Invocation, "codeOf"> {
  readonly command: string | undefined;
  /** The options of the command. */
  readonly options: readonly string[];
  readonly json: boolean;
  readonly palette: Palette;
}

function failed(io: Io, thrown: unknown, { json, palette, codeOf, ...given }: Failing): ExitCode {
  if (thrown instanceof CommanderError && isHelp(thrown)) return exitCodes.done;
  const error = thrown instanceof CommanderError ? usageError(thrown, given) : thrown;
  if (json) io.stdout(`${plainJson(inFormat("error", { error: failureOf(error) }))}\n`);
  else io.stderr(renderError(error, palette, widthAtTerminal(io)));
  if (io.environment["DOCSFORM_DEBUG"] !== undefined && error instanceof Error) io.stderr(`${error.stack}\n`);
  const isExplained = thrown instanceof CommanderError || error instanceof DiagnosticsError;
  if (io.isTerminal && !json && !isExplained) {
    io.stderr(`${palette.faint(`docsform explain ${failureOf(error).code} explains this error.`)}\n`);
  }
  return codeOf(error);
}

function isHelp({ code }: CommanderError): boolean {
  return code === "commander.helpDisplayed" || code === "commander.version";
}

/** Whether no command was given. */
function isBare(error: unknown): boolean {
  return error instanceof CommanderError && error.code === "commander.help";
}

function exitCodeOf(io: Io, error: unknown, clientStats: readonly ClientStats[]): ExitCode {
  if (io.signal.aborted) return exitCodes.interrupted;
  if (clientStats.some(({ writes }) => writes > 0)) return exitCodes.appliedInPart;
  return error instanceof DocsformError ? error.exitCode : exitCodes.error;
}

async function paletteFor(io: Io, settings: Pick<OutputSettings, "color">): Promise<Palette> {
  return wantsColor(io, settings) ? await coloredPalette() : plainPalette;
}

function wantsColor({ isTerminal, environment }: Io, { color }: Pick<OutputSettings, "color">): boolean {
  return color && isTerminal && environment["NO_COLOR"] === undefined;
}
