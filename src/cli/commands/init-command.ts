import type { AppLibrary } from "../../constructs/as-code/app/project-files.ts";
import { fail } from "../../model/codes/command-words.ts";
import { plainText } from "../../report/text/plain-text.ts";
import { usualPlaces } from "../../state/state-places.ts";
import { serializeState } from "../../state/state-text.ts";
import { count } from "../../util/count.ts";
import type { Context } from "../command-context.ts";
import type { SettingsOfCommand } from "../command-table.ts";
import { endedAtQuestion } from "../ended-at-question.ts";
import { programIn } from "../environment.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { choose } from "../init/choose.ts";
import { editorFiles } from "../init/editor-files.ts";
import { firstApp } from "../init/first-app.ts";
import { type FirstLayout, firstLayout } from "../init/first-layout.ts";
import { type NewFile, refuseWhatIsThere, writeTogether } from "../init/new-files.ts";
import { homeOfFile } from "../layout-files.ts";
import { isStructureStart, type LayoutStart, type Start, type StructureStart } from "../option-table.ts";
import { printResult } from "../print-result.ts";
import { whoWritesTheState } from "../render/who-writes-the-state.ts";

type InitSettings = SettingsOfCommand<"init">;

const layoutPath = "docsform.yaml";
const schemaOfPackage = "node_modules/docsform/schema/layout.json";
const ownSchema = ".docsform/layout.schema.json";

/** Writes a first layout or a first app with its additional files into this folder, and replaces no file. */
export async function init(context: Context, settings: InitSettings): Promise<ExitCode> {
  const from = settings.from ?? (await askForStart(context));
  if (from === "cdktf" || from === "cdktn") return initApp(context, settings, from);
  const { io } = context;
  const places = usualPlaces(homeOfFile(layoutPath));
  const { state: statePath = "" } = places;
  refuseWhatIsThere(io.files, [layoutPath, statePath]);
  const { start, first } = await layoutOrExample(context, settings, from);
  const schema = await schemaFiles(context);
  const editor = editorFiles(io.files, schema.files[0]?.path);
  const files = [
    ...schema.files,
    ...editor.files,
    { path: statePath, text: serializeState(first.state, places) },
    { path: layoutPath, text: `# yaml-language-server: $schema=./${schema.path}\n${first.text}` },
  ];
  writeTogether(io, files);
  const { organization } = first;
  const known = Object.keys(first.state.objects).length;
  printBegun(context, settings, {
    start,
    organization,
    files,
    what:
      start === "live"
        ? ` ${layoutPath} contains ${count(known, "object")} of the organization ${plainText(organization)}.`
        : "",
    notes: [...first.notes, ...editor.notes],
  });
  return exitCodes.done;
}

async function initApp(
  context: Context,
  settings: InitSettings,
  start: AppLibrary["name"],
): Promise<ExitCode> {
  const { organization, files } = await firstApp(context, settings, start);
  writeTogether(context.io, files);
  printBegun(context, settings, { start, organization, files, what: "", notes: [] });
  return exitCodes.done;
}

async function askForStart({ io: { ask } }: Context): Promise<Start> {
  if (ask === undefined) {
    throw fail("cli/not-interactive", { case: "init" });
  }
  return choose<Start>(ask, "What do you want to start from?", [
    { value: "live", text: "the live organization: write it as a layout, and change nothing" },
    { value: "example", text: "an example: a small layout to adapt" },
    {
      value: "emulator",
      text: "the emulator: the example, with an emulated service on this machine; needs no account",
    },
    { value: "cdktf", text: "an app: the example in TypeScript for cdktf, with a test and jobs for GitHub" },
    { value: "cdktn", text: "an app for cdktn, which continues cdktf" },
  ]);
}

/** The first layout. An organization without objects has none to write, so init offers the example instead. */
async function layoutOrExample(
  context: Context,
  settings: InitSettings,
  start: LayoutStart | StructureStart,
): Promise<{ readonly start: LayoutStart | StructureStart; readonly first: FirstLayout }> {
  const first = await firstLayout(context, settings, start);
  const { organization, state, notes } = first;
  // With a note, there are objects that init could not read or write.
  if (start !== "live" || Object.keys(state.objects).length > 0 || notes.length > 0) return { start, first };
  const { ask } = context.io;
  const typed = await ask?.(
    `The organization ${plainText(organization)} has no objects yet. Write the example instead? Type yes to continue: `,
  );
  if (ask !== undefined && typed === undefined) throw endedAtQuestion();
  if (typed?.trim() !== "yes") throw fail("cli/empty-organization", { organization });
  return { start: "example", first: await firstLayout(context, { ...settings, organization }, "example") };
}

/** The layout's JSON Schema for editors: in the installed package, otherwise in a file of its own. */
async function schemaFiles({
  io,
  types,
}: Context): Promise<{ readonly path: string; readonly files: readonly NewFile[] }> {
  if (io.files.read(schemaOfPackage) !== undefined) return { path: schemaOfPackage, files: [] };
  const { layoutJsonSchema } = await import("../../layout/layout-schema.ts");
  const text = `${JSON.stringify(layoutJsonSchema(types), null, 2)}\n`;
  return { path: ownSchema, files: [{ path: ownSchema, text }] };
}

interface Begun {
  readonly start: Start;
  readonly organization: string;
  readonly files: readonly NewFile[];
  /** A sentence about the written files. */
  readonly what: string;
  readonly notes: readonly string[];
}

function printBegun(
  context: Context,
  settings: InitSettings,
  { start, organization, files, what, notes }: Begun,
): void {
  const { io } = context;
  const paths = files.map(({ path }) => path).reverse();
  const program = programIn(io.environment);
  const next = nextSteps(start, organization, settings).map((line) =>
    line.replace(/^docsform(?= )/u, program),
  );
  if (settings.quiet !== true) for (const note of notes) io.stderr(`Note: ${plainText(note)}\n`);
  printResult(context, settings, {
    of: "init",
    json: { from: isStructureStart(start) ? "gitbook" : start, organization, written: paths, next, notes },
    text:
      settings.quiet === true
        ? ""
        : `Written: ${paths.join(", ")}.${what}\n\nNext:\n${next.map((line) => `  ${plainText(line)}\n`).join("")}\nFor later, in a team: ${whoWritesTheState}\n`,
  });
}

/** The next commands, as shell lines. */
function nextSteps(start: Start, organization: string, settings: InitSettings): readonly string[] {
  const flags = {
    "--base-url": settings.baseUrl,
    "--token-file": settings.tokenFile,
    "--api-version": settings.apiVersion,
  };
  const given = Object.entries(flags).flatMap(([flag, value]) =>
    value === undefined ? [] : `${flag} ${value}`,
  );
  const where = given.length === 0 ? [] : [`# add ${given.join(" ")} to each command`];
  if (isStructureStart(start))
    return [
      ...where,
      `docsform plan     # shows what differs from ${start}, and what docsform would create`,
      "docsform apply",
    ];
  switch (start) {
    case "live":
      return [
        ...where,
        "docsform plan     # shows no changes: the layout matches the service",
        `docsform apply    # after you change ${layoutPath}`,
      ];
    case "example":
      return [
        "export DOCSFORM_TOKEN=…    # an API token of the service",
        `docsform plan              # shows what docsform would create from ${layoutPath}`,
        "docsform apply",
      ];
    case "emulator":
      return [
        `docsform emulator --port 4800 --organization ${organization} --token any-token    # in another terminal`,
        "export DOCSFORM_BASE_URL=http://127.0.0.1:4800 DOCSFORM_TOKEN=any-token",
        `docsform plan     # shows what docsform would create from ${layoutPath}`,
        "docsform apply",
      ];
    case "cdktf":
    case "cdktn":
      return [
        "npm install",
        "npm test                    # tests the app on an emulator of the service",
        "export DOCSFORM_TOKEN=…     # an API token of the service",
        "docsform plan main.ts       # shows what docsform would create from the app",
        "docsform apply main.ts",
      ];
  }
}
