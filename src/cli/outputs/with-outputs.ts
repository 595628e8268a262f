import type { Context } from "../command-context.ts";
import type { ExitCode } from "../exit-codes.ts";
import { isSameFile } from "../file-uses.ts";
import type { AnySettings } from "../option-table.ts";
import type { Report } from "./happenings.ts";
import { namedFiles, refuseOtherFile } from "./output-files.ts";
import type { Reactions } from "./start-file.ts";

/** Runs `work`, and writes the files that the settings name: of what `work` reports, and of how it ends. */
export async function withOutputs(
  given: Omit<Context, "report">,
  settings: AnySettings,
  work: (context: Context) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { files } = given.io;
  const started: Reactions[] = [];
  // Checks the files first: what writing would throw after all calls, it throws before the first one.
  const start = async (startsWith: "command" | "layout") => {
    for (const { name, path, load } of namedFiles(settings, startsWith)) {
      files.uses.write(path, `--${name}`);
      refuseOtherFile(files, path, name);
      files.tryWriting(path);
      const startFile = await load?.();
      started.push(startFile?.(context, settings, (text) => files.write(path, text)) ?? {});
    }
  };
  const report: Report = async (name, happened) => {
    if (name === "layout") await start("layout");
    for (const reactions of started) reactions[name]?.(happened);
  };
  const context: Context = { ...given, report };
  await start("command");
  try {
    const exitCode = await work(context);
    await report("end", { exitCode });
    return exitCode;
  } catch (error) {
    // The error may be about the file itself.
    if (!isSameFile(error)) await report("end", { exitCode: given.invocation.codeOf(error), error });
    throw error;
  }
}
