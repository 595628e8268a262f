import { basename, dirname, isAbsolute, join, normalize, sep } from "node:path";
import type { StackAnnotation } from "../layout/synthesized/annotations.ts";
import { fail } from "../model/codes/command-words.ts";
import type { DocsformError } from "../model/errors.ts";
import { mostCharacters } from "../model/most-characters.ts";
import type { Home } from "../state/state-places.ts";
import { isJsonObject, type Json } from "../util/json.ts";
import type { Files } from "./files.ts";

/** One stack of an app that was synthesized for Terraform. */
export interface StackFile {
  readonly path: string;
  readonly text: string;
  /** The stack's name in the app. */
  readonly stack: string;
  /** The annotations that the app added in the synthesis. */
  readonly annotations: readonly StackAnnotation[];
}

/** The stacks of a synthesized app, or only the named one. */
export interface SynthesizedApp {
  readonly stacks: readonly StackFile[];
  readonly home: Home;
}

const manifestName = "manifest.json";
const stackFileName = "cdk.tf.json";

/** The app or the stack at a path. Undefined if the path names something else. Throws if the app is incomplete. */
export function openApp(files: Files, path: string): SynthesizedApp | undefined {
  const names = files.list(path);
  if (names === undefined)
    return path.endsWith(".tf.json") ? openStack(files, path) : missingStack(files, path);
  if (names.includes(manifestName)) {
    const manifest = readManifest(files, path);
    if (manifest !== undefined) return wholeApp(files, path, manifest);
  }
  if (names.includes(stackFileName)) return openStack(files, join(path, stackFileName));
  if (isAppPath(path)) throw names.includes(manifestName) ? brokenManifest(path) : notSynthesized(path);
  return undefined;
}

/** Whether a path looks like that of an app, even if it does not exist. */
export function isAppPath(path: string): boolean {
  return /(^|[/\\])(cdktf|cdktn)\.out([/\\]|$)/.test(path) || path.endsWith(".tf.json");
}

/** The error for an app that is not synthesized yet. */
export function notSynthesized(path: string): DocsformError {
  return fail("cli/not-synthesized", { case: "none", path });
}

function brokenManifest(folder: string): DocsformError {
  const path = join(folder, manifestName);
  return fail("cli/not-synthesized", { case: "noStacks", path });
}

/** The path of a file in the app. Throws if the manifest names a file outside it. */
function withinApp(folder: string, file: string): string {
  const path = normalize(file);
  if (!isAbsolute(path) && path.split(sep)[0] !== "..") return join(folder, path);
  throw fail("cli/not-synthesized", {
    case: "outside",
    path: join(folder, manifestName),
    file,
    folder,
  });
}

/** A stack in a manifest: its name, its file in the app's folder, and its annotations. */
interface ManifestStack {
  readonly name: string;
  readonly file: string;
  readonly annotations: readonly StackAnnotation[];
}

/** The stacks that a manifest lists. Undefined if the file is not an app's manifest. */
function readManifest(files: Files, folder: string): readonly ManifestStack[] | undefined {
  const manifest = parsed(files.read(join(folder, manifestName), mostCharacters.app));
  const stacks = isJsonObject(manifest) ? manifest["stacks"] : undefined;
  if (!isJsonObject(stacks)) return undefined;
  return Object.entries(stacks).flatMap(([name, stack]) => {
    const file = isJsonObject(stack) ? stack["synthesizedStackPath"] : undefined;
    const annotations = isJsonObject(stack) ? annotationsIn(stack["annotations"]) : [];
    return typeof file === "string" ? [{ name, file, annotations }] : [];
  });
}

/** The errors and warnings. The synthesis already showed the other annotations. */
function annotationsIn(list: Json | undefined): readonly StackAnnotation[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isJsonObject).flatMap(({ level, message, constructPath }) => {
    const severity = level === "@cdktf/error" ? "error" : level === "@cdktf/warn" ? "warning" : undefined;
    if (severity === undefined || typeof message !== "string") return [];
    return [{ severity, message, constructPath: typeof constructPath === "string" ? constructPath : "" }];
  });
}

function parsed(text: string | undefined): Json | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

function wholeApp(files: Files, folder: string, manifest: readonly ManifestStack[]): SynthesizedApp {
  const stacks = manifest.map(({ file, ...stack }) => stackFile(files, withinApp(folder, file), stack));
  if (stacks.length === 0) throw fail("cli/no-stack", { case: "none", folder });
  return { stacks, home: { folder: parentFolder(folder), name: appName(folder), source: folder } };
}

/** The stacks that a program has synthesized into a temporary folder, below the path of the program. */
export function outputOf(files: Files, folder: string, program: string): readonly StackFile[] {
  const manifest = readManifest(files, folder) ?? [];
  if (manifest.length === 0) throw fail("cli/app-failed", { case: "nothing", path: program });
  return manifest.map(({ file, ...stack }) => ({
    ...stackFile(files, withinApp(folder, file), stack),
    path: join(program, file),
  }));
}

function openStack(files: Files, path: string): SynthesizedApp {
  // cdktf.out/stacks/NAME/cdk.tf.json
  const app = join(dirname(path), "..", "..");
  const manifest = readManifest(files, app) ?? [];
  const listed = manifest.find(({ file }) => normalize(join(app, file)) === normalize(path));
  if (files.read(path, mostCharacters.app) === undefined) missingStack(files, dirname(path));
  const { name, annotations } = listed ?? { name: basename(dirname(path)), annotations: [] };
  const stack = stackFile(files, path, { name, annotations });
  if (listed === undefined)
    return {
      stacks: [stack],
      home: { folder: dirname(path), name: basename(path, ".json"), source: path },
    };
  // One of several stacks has its own state. In the app's state, the other stacks would look undeclared.
  const own = manifest.length > 1 ? listed.name : appName(app);
  return {
    stacks: [stack],
    home: { folder: parentFolder(app), name: own, source: manifest.length > 1 ? path : app },
  };
}

/** The stacks of one organization of an app for several. */
export interface PartOfApp extends SynthesizedApp {
  /** Where the organization's state would be if the app had other stacks, or if the user named the stacks one by one. */
  readonly otherHomes: readonly Home[];
}

/**
 * The stacks of one of the app's organizations. A stack that is alone in its organization has the state that it has when it is named by its
 * path. Several stacks have one state, named after the organization.
 */
export function partOfApp(
  { home }: Pick<SynthesizedApp, "home">,
  stacks: readonly StackFile[],
  organization: string,
): PartOfApp {
  // The id may contain a character that separates folders.
  const together = { ...home, name: `${home.name}.${encodeURIComponent(organization)}` };
  const alone = stacks.map(({ stack, path }): Home => ({ folder: home.folder, name: stack, source: path }));
  const [only = together] = alone.length === 1 ? alone : [];
  return { stacks, home: only, otherHomes: [home, together, ...alone].filter((each) => each !== only) };
}

// An app deletes the objects in its state that it no longer declares, so it must not share the state of a layout beside it.
function appName(app: string): string {
  const name = basename(app);
  return /^[.]*$/.test(name) ? "app" : name;
}

// The state is not in the app's folder, because each synthesis creates that folder again.
function parentFolder(folder: string): string {
  return join(folder, "..");
}

function stackFile(
  files: Files,
  path: string,
  { name, annotations }: Omit<ManifestStack, "file">,
): StackFile {
  const text = files.read(path, mostCharacters.app);
  if (text === undefined) throw notSynthesized(path);
  files.uses.read(path, "the layout");
  return { path, text, stack: name, annotations };
}

/** Throws if the path looks like that of a stack, and the app has only other stacks. */
function missingStack(files: Files, path: string): undefined {
  const app = join(path, "..", "..");
  const manifest = basename(dirname(path)) === "stacks" ? readManifest(files, app) : undefined;
  if (manifest === undefined) return undefined;
  const names = manifest.map(({ name }) => name).join(", ");
  throw fail("cli/no-stack", { case: "named", folder: app, stack: basename(path), stacks: names });
}
