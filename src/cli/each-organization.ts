import { fail } from "../model/codes/command-words.ts";
import { selectionFlags } from "../model/plan/selection.ts";
import { plainText } from "../report/text/plain-text.ts";
import { usualPlaces } from "../state/state-places.ts";
import { isJsonObject, type Json, parseShallow } from "../util/json.ts";
import type { Context } from "./command-context.ts";
import { type ExitCode, exitCodes, worstOf } from "./exit-codes.ts";
import { type AppPart, type LoadedLayout, loadLayouts } from "./load-layout.ts";
import type { LayoutSettings, PlaceSettings, SelectionSettings } from "./option-table.ts";
import { namedFiles } from "./outputs/output-files.ts";
import { namedJournal } from "./places-of-state.ts";
import { printProgress, warn } from "./print-result.ts";
import type { StructureSettings } from "./structure-layout.ts";

/** The settings of a command, with those that are for one organization. */
type EachSettings = LayoutSettings & PlaceSettings & SelectionSettings;

/** Whether the command only shows something, or writes to the service. */
type Kind = "shows" | "writes";

/**
 * Runs `work` for the layout that the settings name. If it is an app for several organizations, runs it for one after another, in the order
 * of the stacks, each under a head of its own. A command that writes stops at the first organization that is not done. An error stops every
 * command. Returns the worst exit code. `structureSettings`: the command takes a file of Git Sync as it stands.
 */
export async function forEachOrganization(
  context: Context,
  settings: EachSettings,
  kind: Kind,
  work: (layout: LoadedLayout) => Promise<ExitCode>,
  structureSettings?: StructureSettings,
): Promise<ExitCode> {
  const layouts = await loadLayouts(context, settings, "each", structureSettings);
  const parts = layouts.map(({ part }) => part).filter((part) => part !== undefined);
  refuseFormerStates(context, settings, layouts);
  const [only, second] = layouts;
  const started = async (layout: LoadedLayout) => {
    warn(context, settings, layout.warnings, layout.files);
    await context.report("layout", layout);
    return await work(layout);
  };
  if (only !== undefined && second === undefined) {
    if (only.part !== undefined) printProgress(context, settings, headOfOne(context, only.part));
    return await started(only);
  }
  refuseSharedOutputs(context, settings, parts);
  const codes: ExitCode[] = [];
  for (const [at, layout] of layouts.entries()) {
    printProgress(context, settings, headOf(context, parts, at));
    try {
      const code = await started(layout);
      codes.push(code);
      if (kind === "shows" || code === exitCodes.done) continue;
      reportStop(context, parts, at);
      return codeOfStop(context, code);
    } catch (error) {
      reportStop(context, parts, at);
      throw error;
    }
  }
  return worstOf(codes);
}

/** The exit code of a run that stopped. An earlier organization may have been changed: then the app is applied in part. */
function codeOfStop({ invocation }: Context, code: ExitCode): ExitCode {
  const isWritten = invocation.clientStats.some(({ writes }) => writes > 0);
  return isWritten ? worstOf([code, exitCodes.appliedInPart]) : code;
}

function headOf({ palette }: Context, parts: readonly AppPart[], at: number): string {
  const { organization = "", stacks = [] } = parts[at] ?? {};
  const title = `Organization ${organization}, ${at + 1} of ${parts.length} (${stackNames(stacks)})`;
  return `${at === 0 ? "" : "\n"}${palette.strong(plainText(`== ${title} ==`))}\n\n`;
}

function headOfOne({ palette }: Context, { organization, stacks, others }: AppPart): string {
  const title = `Only organization ${organization} (${stackNames(stacks)}), not ${others.join(", ")}`;
  return `${palette.strong(plainText(`== ${title} ==`))}\n\n`;
}

function stackNames(stacks: readonly string[]): string {
  return `${stacks.length === 1 ? "stack" : "stacks"} ${stacks.join(", ")}`;
}

function reportStop({ io }: Context, parts: readonly AppPart[], at: number): void {
  const names = (some: readonly AppPart[]) => some.map(({ organization }) => organization).join(", ");
  const [done, left] = [parts.slice(0, at), parts.slice(at + 1)];
  const sentences = [
    `Stopped at organization ${names(parts.slice(at, at + 1))}.`,
    ...(done.length === 0 ? [] : [`Done before: ${names(done)}.`]),
    ...(left.length === 0 ? [] : [`Not started: ${names(left)}.`]),
  ];
  io.stderr(`${plainText(sentences.join(" "))}\n`);
}

/** Refuses settings that have one value for one organization. */
function refuseSharedOutputs({ io }: Context, settings: EachSettings, parts: readonly AppPart[]): void {
  const { json, state } = settings;
  const given = Object.entries({
    "--json": json,
    ...Object.fromEntries(namedFiles(settings, "layout").map(({ name, path }) => [`--${name}`, path])),
    "--state": typeof state === "string" ? state : undefined,
    DOCSFORM_JOURNAL: namedJournal(io),
    ...Object.fromEntries(
      Object.entries(selectionFlags).map(([name, flag]) => [
        flag,
        settings[name as keyof typeof selectionFlags],
      ]),
    ),
  }).find(([, value]) => value !== undefined);
  if (given === undefined) return;
  throw fail("cli/several-organizations", {
    setting: given[0],
    organizations: parts.map(({ organization, stacks }) => `${organization} (${stackNames(stacks)})`),
  });
}

/** Refuses to start a state for a part of an app if the objects are in a state that the app or a stack alone has left. */
function refuseFormerStates(
  { io }: Context,
  { state, file: [app = ""] = [] }: EachSettings,
  layouts: readonly LoadedLayout[],
): void {
  if (state === false || typeof state === "string") return;
  for (const { home, part } of layouts) {
    const own = usualPlaces(home).state ?? "";
    if (part === undefined || io.files.read(own) !== undefined) continue;
    const found = part.otherHomes
      .map((each) => usualPlaces(each).state ?? "")
      .filter((path) => hasObjectsOf(part.organization, io.files.read(path)));
    if (found.length === 0) continue;
    throw fail("state/of-other-stacks", {
      paths: found,
      organization: part.organization,
      own,
      app,
      from: found[0] ?? "",
    });
  }
}

/** Whether the text is a state of the organization with at least one object. */
function hasObjectsOf(organization: string, text: string | undefined): boolean {
  if (text === undefined) return false;
  try {
    const value = parseShallow(text) as Json;
    if (!isJsonObject(value) || value["organization"] !== organization) return false;
    return Object.keys(value["objects"] ?? {}).length > 0;
  } catch {
    // The plan reads the states beside its own, and reports a broken one.
    return false;
  }
}
