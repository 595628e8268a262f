import type { Pulled } from "../../engine/reconcile/pull-layout.ts";
import type { Reconciler } from "../../engine/reconcile/reconciler.ts";
import { type LayoutToWrite, type LayoutWritten, writeLayout } from "../../layout/write-layout.ts";
import { writePulled } from "../../layout/write-pulled.ts";
import { decodeName, nameOfAddress } from "../../model/address.ts";
import { fail } from "../../model/codes/command-words.ts";
import { isOrganization } from "../../model/resource-type/layout-syntax.ts";
import { plainText } from "../../report/text/plain-text.ts";
import type { StatePlaces } from "../../state/state-places.ts";
import { enumerated } from "../../util/phrases.ts";
import { present } from "../../util/present.ts";
import type { Context } from "../command-context.ts";
import type { SettingsOfCommand } from "../command-table.ts";
import { namedOrganization } from "../environment.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { NewFile } from "../init/new-files.ts";
import { LayoutError } from "../layout-error.ts";
import { homeOfFile } from "../layout-files.ts";
import { siteNamed } from "../part-named.ts";
import { statePlacesOf } from "../places-of-state.ts";
import { printProgress, printResult } from "../print-result.ts";
import { diskAt, reconcilerFor } from "../reconciler-for.ts";
import { whileLocked } from "../while-locked.ts";
import { withClient } from "../with-client.ts";
import { acceptAll } from "./accept-command.ts";
import { type CodeFormat, describePulled, filesOfCode } from "./pull-code-command.ts";

type PullSettings = SettingsOfCommand<"pull">;

/** Writes the live organization, or one site, as a layout. With `--out`, also writes the state, which maps addresses to objects. */
export async function pullCommand(context: Context, settings: PullSettings): Promise<ExitCode> {
  const { format = "yaml" } = settings;
  if (settings.update === true) return update(context, settings);
  refuseFlagsOfUpdate(settings);
  const { out: path } = settings;
  if (format === "yaml" && path?.endsWith(".json") === true)
    throw fail("cli/wrong-usage", { case: "pullToJson", path });
  return format === "yaml" ? pullLayout(context, settings) : pullOther(context, settings, format);
}

async function pullLayout(context: Context, settings: PullSettings): Promise<ExitCode> {
  const { io } = context;
  const organizationId = organizationOf(context, settings);
  const places = placesOfPulled(context, settings);
  if (settings.out !== undefined) io.files.uses.write(settings.out, "--out");
  for (const path of [settings.out, places.state])
    if (path !== undefined) {
      refuseToReplace(context, path, settings.force === true);
      io.files.tryWriting(path);
    }
  const { text, notes, secrets } = await withClient(context, settings, {}, (client) => {
    const reconciler = reconcilerFor(context, settings, client, diskAt(io, places));
    const work = () => pullAndWrite(context, settings, reconciler, { organizationId, places });
    // Without a state to write, pull only reads, and needs no lock.
    return places.state === undefined ? work() : whileLocked(context, settings, reconciler, work);
  });
  if (settings.quiet !== true) for (const note of notes) io.stderr(`Note: ${plainText(note)}\n`);
  printResult(context, settings, {
    of: "pull",
    json: { layout: text, state: places.state ?? null, notes, secrets },
    text: settings.out === undefined ? text : "",
  });
  if (settings.out !== undefined) {
    const stateWritten = places.state === undefined ? "" : `, and the state to ${places.state}`;
    printProgress(context, settings, `Written to ${settings.out}${stateWritten}.\n`);
  }
  return exitCodes.done;
}

/** The formats that are no layout. What reads them keeps a state of its own. */
type OtherFormat = Exclude<NonNullable<PullSettings["format"]>, "yaml">;

/** Writes the live organization, or one site, for other programs: for Terraform, as an app, or one site for Git Sync. */
async function pullOther(context: Context, settings: PullSettings, format: OtherFormat): Promise<ExitCode> {
  refuseFlagsOfLayouts(settings, format);
  const { io, emit } = context;
  const { out, force = false } = settings;
  const organizationId = organizationOf(context, settings);
  if (out !== undefined) {
    io.files.uses.write(out, "--out");
    refuseToReplace(context, out, force);
    io.files.tryWriting(out);
  }
  const places = { ...placesOfPulled(context, settings), state: undefined };
  const pulled = await withClient(context, settings, {}, async (client) => {
    const reconciler = reconcilerFor(context, settings, client, diskAt(io, places));
    emit({ kind: "refreshing", organization: organizationId });
    const found = await reconciler.pull({ organizationId, signal: io.signal, all: settings.all === true });
    emit({ kind: "pulled", objects: found.live.objects.length });
    return found;
  });
  const { files, notes, secrets } =
    format === "gitbook"
      ? await structureFileOf(context, settings, pulled)
      : await codeFilesOf(context, settings, pulled, format);
  if (settings.quiet !== true) for (const note of notes) io.stderr(`Note: ${plainText(note)}\n`);
  const [main, ...others] = files;
  printResult(context, settings, {
    of: "pull",
    json: { format, code: main.text, notes, secrets },
    text: out === undefined ? main.text : "",
  });
  if (out === undefined) return exitCodes.done;
  const written = [main, ...others.filter(({ path }) => io.files.read(path) === undefined)];
  for (const { path, text } of written) io.files.write(path, text);
  printProgress(context, settings, `Written to ${enumerated(written.map(({ path }) => path))}.\n`);
  return exitCodes.done;
}

/** Refuses flags that only a layout has, or only code. */
function refuseFlagsOfLayouts(settings: PullSettings, format: OtherFormat): void {
  if (settings.state !== undefined && settings.state !== true)
    throw fail("cli/not-with-format", { flag: settings.state === false ? "--no-state" : "--state", format });
  if (format === "gitbook" && settings.all === true)
    throw fail("cli/not-with-format", { flag: "--all", format });
}

/** What pull writes in another format. */
interface OtherFiles extends Pick<LayoutWritten, "notes" | "secrets"> {
  readonly files: readonly [main: NewFile, ...others: NewFile[]];
}

async function codeFilesOf(
  context: Context,
  { site, out = "main.ts", all }: PullSettings,
  pulled: Pulled,
  format: CodeFormat,
): Promise<OtherFiles> {
  const only = site === undefined ? undefined : siteNamed(context.types, pulled.live, site);
  const code = describePulled(context.types, pulled, { all: all === true, ...present({ only }) });
  const classes = await context.loadConstructs();
  const { version } = context.invocation;
  const { notes, secrets } = code;
  return { files: filesOfCode(code, { format, out, classes, version }), notes, secrets };
}

async function structureFileOf(
  context: Context,
  settings: PullSettings,
  { live }: Pulled,
): Promise<OtherFiles> {
  const { structureOfSite } = await import("../structure-layout.ts");
  const { out } = settings;
  const text = out === undefined ? undefined : context.io.files.read(out);
  const replaced = out === undefined || text === undefined ? undefined : { path: out, text };
  const written = structureOfSite(context, settings, live, replaced);
  return { files: [{ path: out ?? "", text: written.text }], notes: written.notes, secrets: [] };
}

async function pullAndWrite(
  context: Context,
  settings: PullSettings,
  reconciler: Reconciler,
  { organizationId, places }: { readonly organizationId: string; readonly places: StatePlaces },
): Promise<LayoutWritten> {
  const { io, emit } = context;
  emit({ kind: "refreshing", organization: organizationId });
  const pulled = await reconciler.pull({ organizationId, signal: io.signal, all: settings.all === true });
  emit({ kind: "pulled", objects: pulled.live.objects.length });
  const layout = layoutToWrite(context, settings, pulled);
  const written =
    places.state === undefined ? writeLayout(layout) : await writeWithState(reconciler, layout, pulled);
  if (settings.out !== undefined) io.files.write(settings.out, written.text);
  const isEmpty = pulled.live.objects.every(({ type }) => isOrganizationType(context, type));
  return isEmpty && written.notes.length === 0 ? { ...written, notes: [offer] } : written;
}

const offer =
  "The organization has no objects yet. To write an example to adapt, run docsform init --from example.";

/** Whether the type is the organization itself, which every layout names. */
function isOrganizationType({ types }: Context, name: string): boolean {
  return types.some((type) => type.name === name && isOrganization(type));
}

/** Writes every live difference into the existing layout. */
function update(context: Context, settings: PullSettings): Promise<ExitCode> {
  const { site, force, out, all, format, ...rest } = settings;
  const flagOfNewLayout = firstFlagOf({ site, force, all, format });
  if (flagOfNewLayout !== undefined)
    throw fail("cli/not-with-update", { case: "flag", flag: flagOfNewLayout });
  if (out !== undefined && rest.file !== undefined) throw fail("cli/not-with-update", { case: "out" });
  const file = out === undefined ? rest.file : [out];
  return acceptAll(context, { ...rest, ...present({ file }) }, { changes: "everything" });
}

/** Refuses flags that only an update has, because this pull writes a new layout. */
function refuseFlagsOfUpdate({ file, env, filesFrom, var: variables, yes, dryRun }: PullSettings): void {
  const flag = firstFlagOf({ file, env, "files-from": filesFrom, var: variables, yes, "dry-run": dryRun });
  if (flag !== undefined) throw fail("cli/without-update", { flag });
}

/** The first flag with a value. The names are those of the flags, without the leading dashes. */
function firstFlagOf(values: Readonly<Record<string, unknown>>): string | undefined {
  const name = Object.keys(values).find((each) => values[each] !== undefined);
  return name === undefined ? undefined : `--${name}`;
}

/** The state belongs to the layout's file. Without a file, pull writes ids into the layout. */
function placesOfPulled({ io }: Context, settings: PullSettings): StatePlaces {
  const home = settings.out === undefined ? { folder: "." } : homeOfFile(settings.out);
  const places = statePlacesOf(io, settings, home);
  const keepsState = settings.out !== undefined || typeof settings.state === "string";
  return keepsState ? places : { ...places, state: undefined };
}

function layoutToWrite(
  context: Context,
  { site }: PullSettings,
  { live, state, furtherValues: allFurtherValues }: Pulled,
): LayoutToWrite {
  const only = site === undefined ? undefined : siteNamed(context.types, live, site);
  const namesById = Object.entries(state?.objects ?? {}).map(
    ([address, { id }]) => [id, decodeName(nameOfAddress(address))] as const,
  );
  const furtherValues =
    only === undefined || allFurtherValues === undefined
      ? allFurtherValues
      : { ...allFurtherValues, objects: [] };
  return {
    types: context.types,
    live,
    names: Object.fromEntries(namesById),
    ...present({ only, furtherValues }),
  };
}

async function writeWithState(
  reconciler: Reconciler,
  layout: LayoutToWrite,
  { state }: Pulled,
): Promise<LayoutWritten> {
  const written = writePulled(layout);
  const { desired, ids, diagnostics, text } = written;
  if (desired === undefined) throw new LayoutError(diagnostics, [{ path: "layout", text }]);
  await reconciler.savePulled({ desired, live: layout.live, state, ids });
  return written;
}

function organizationOf({ io }: Context, settings: PullSettings): string {
  const organization = namedOrganization(io, settings);
  if (organization === undefined) throw fail("cli/no-organization", { case: "pull" });
  return organization;
}

function refuseToReplace({ io }: Context, path: string, force: boolean): void {
  if (force || io.files.read(path) === undefined) return;
  throw fail("cli/file-exists", { case: "pull", path });
}
