import { isDeepStrictEqual } from "node:util";
import type { AcceptRequest } from "../../engine/plan/accept/accept-request.ts";
import { meantAddress } from "../../engine/plan/world/unknown-address.ts";
import { fail } from "../../model/codes/command-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import { count } from "../../util/count.ts";
import type { Context } from "../command-context.ts";
import type { SettingsOfCommand } from "../command-table.ts";
import { endedAtQuestion } from "../ended-at-question.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { changeLayout, type LayoutChange } from "../layout-editor.ts";
import { LayoutError } from "../layout-error.ts";
import { type EditableLayout, type LoadedLayout, loadLayout } from "../load-layout.ts";
import { statePlacesOf } from "../places-of-state.ts";
import { printForQuestion, printProgress, printResult, warn } from "../print-result.ts";
import { diskAt, reconcilerFor } from "../reconciler-for.ts";
import { changeJson, renderLayoutChange } from "../render/layout-change.ts";
import { whileLocked } from "../while-locked.ts";
import { withClient } from "../with-client.ts";

type AcceptSettings = SettingsOfCommand<"accept">;

/** Writes changes into the layout that were made on the service since the last apply. */
export async function accept(
  context: Context,
  settings: AcceptSettings,
  addresses: readonly string[],
): Promise<ExitCode> {
  const only = addresses.length === 0 ? {} : { only: addresses };
  return acceptAll(context, settings, { changes: "drift", ...only });
}

/** Shows the changes, asks for confirmation, and edits the existing layout in place. */
export async function acceptAll(
  context: Context,
  settings: AcceptSettings,
  asked: AcceptRequest,
): Promise<ExitCode> {
  const { io } = context;
  const layout = await loadLayout(context, settings);
  warn(context, settings, layout.warnings, layout.files);
  const { desired, moves, editable, service } = layout;
  if (editable === undefined) throw cannotEditApp();
  refuseUnknown(layout, asked);
  if (settings.dryRun !== true) for (const { file } of editable.sources) io.files.tryWriting(file);
  const places = statePlacesOf(io, settings, layout.home);
  return withClient(context, settings, service, async (client) => {
    const reconciler = reconcilerFor(context, settings, client, diskAt(io, places));
    const work = async (): Promise<ExitCode> => {
      context.emit({ kind: "refreshing", organization: desired.organizationId });
      const accepting = await reconciler.accept(desired, asked, { moves, signal: io.signal });
      if (accepting.edits === undefined) throw new LayoutError(accepting.diagnostics, layout.files);
      warn(context, settings, accepting.diagnostics, layout.files);
      refuseWithoutState(asked, accepting.inputs.state !== undefined);
      const change = changeLayout(context, reconciler, layout, editable, accepting);
      const isWritten = await write(context, settings, change, editable);
      if (isWritten) await reconciler.saveAccepted(accepting, change.state);
      const { accepted, remaining } = change;
      context.emit({
        kind: "accepted",
        accepted: accepted.length,
        remaining: remaining.length,
        written: isWritten,
      });
      const of = asked.changes === "drift" ? "accept" : "pull";
      const isStateNew = !isDeepStrictEqual(change.state, accepting.inputs.state);
      finish(context, settings, { of, change, isWritten, isStateNew });
      return change.remaining.length > 0 ? exitCodes.appliedInPart : exitCodes.done;
    };
    // A dry run writes nothing, so it needs neither a lock on the layout nor a writable disk.
    return settings.dryRun === true ? work() : whileLocked(context, settings, reconciler, work, layout);
  });
}

function cannotEditApp(): DocsformError {
  return fail("accept/app");
}

function refuseUnknown({ desired }: LoadedLayout, { only = [] }: AcceptRequest): void {
  const known = new Set(desired.objects.map(({ address }) => address));
  const unknown = only.find((address) => !known.has(address) && !/^[a-z_]+\.@/u.test(address));
  if (unknown === undefined) return;
  throw fail("cli/unknown-address", {
    case: "accept",
    address: unknown,
    meant: meantAddress(unknown, known) ?? "",
  });
}

/** Refuses to accept all drift without a state, because docsform then cannot know which side changed. */
function refuseWithoutState({ changes, only }: AcceptRequest, hasState: boolean): void {
  if (hasState || changes === "everything" || only !== undefined) return;
  throw fail("accept/no-state");
}

async function write(
  context: Context,
  settings: AcceptSettings,
  change: LayoutChange,
  editable: EditableLayout,
): Promise<boolean> {
  const { io, palette } = context;
  const changed = changedFiles(change);
  const text = renderLayoutChange(change, palette, settings.dryRun === true);
  if (settings.json !== true) printProgress(context, settings, text);
  if (settings.dryRun === true) return false;
  if (changed.length > 0) await confirm(context, settings, change, text);
  for (const { file } of changed) refuseChanged(io.files.read(file), editable, file);
  for (const { file, text } of changed) io.files.write(file, text);
  return true;
}

function changedFiles({ before, after }: LayoutChange): LayoutChange["after"] {
  return after.filter(({ text }, index) => text !== before[index]?.text);
}

/** Refuses to write a file that changed while the user answered the question. */
function refuseChanged(now: string | undefined, { sources }: EditableLayout, file: string): void {
  if (now === sources.find((source) => source.file === file)?.text) return;
  throw fail("accept/file-changed", { file });
}

async function confirm(
  context: Context,
  settings: AcceptSettings,
  change: LayoutChange,
  text: string,
): Promise<void> {
  const { io } = context;
  if (settings.yes === true) return;
  if (io.ask === undefined) {
    throw fail("cli/not-interactive", { case: "accept" });
  }
  printForQuestion(context, settings, text);
  const files = changedFiles(change).map(({ file }) => file);
  const typed = await io.ask(`Write this to ${files.join(", ")}? Type yes to continue: `);
  if (typed === undefined) throw endedAtQuestion();
  const isAgreed = typed.trim() === "yes";
  if (!isAgreed) throw fail("cli/declined", { case: "command" });
}

interface Finished {
  /** The command that reports the change. */
  readonly of: "accept" | "pull";
  readonly change: LayoutChange;
  readonly isWritten: boolean;
  readonly isStateNew: boolean;
}

function finish(
  context: Context,
  settings: AcceptSettings,
  { of, change, isWritten, isStateNew }: Finished,
): void {
  const files = changedFiles(change).map(({ file }) => file);
  if (settings.json === true) {
    printResult(context, settings, { of, json: changeJson(change, isWritten), text: "" });
    return;
  }
  const written = [...files, ...(isStateNew ? ["the state"] : [])].join(", ");
  if (change.remaining.length > 0)
    context.io.stderr(`${count(change.remaining.length, "difference")} not accepted.\n`);
  printProgress(context, settings, resultText({ written, isWritten, change }, settings));
  if (of === "pull")
    printProgress(
      context,
      settings,
      "Values that the layout does not declare stay undeclared: docsform pull prints all of them.\n",
    );
}

function resultText(
  { written, isWritten, change }: Pick<Finished, "change" | "isWritten"> & { readonly written: string },
  { dryRun }: AcceptSettings,
): string {
  if (dryRun === true) return "Nothing was written (--dry-run).\n";
  if (!isWritten || written === "") return "";
  const more = change.remaining.length > 0 ? " docsform plan shows the remaining changes." : "";
  return `Written: ${written}.${more}\n`;
}
