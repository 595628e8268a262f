// Node only reads its CommonJS build, which has everything in the default export.
// oxlint-disable-next-line import/default
import jsonc from "jsonc-parser";
import type { Files } from "../files.ts";
import { gitignore, ignoreAll, ignoreAllBut, ignorePackages } from "./gitignore.ts";
import type { NewFile } from "./new-files.ts";

/** The files beside a layout for its editors, and the steps that users have to take themselves. */
export interface EditorFiles {
  readonly files: readonly NewFile[];
  readonly notes: readonly string[];
}

const settingsPath = ".vscode/settings.json";
const setting = "yaml.customTags";
/** Without these tags VS Code marks them as unknown. */
const tags = ["!env scalar", "!file scalar"];

/**
 * Adds lines for Git and settings for VS Code to the existing files. Git keeps the schema if it is a file of its own. Without one, docsform
 * is among the installed packages, which Git ignores.
 */
export function editorFiles(files: Files, ownSchema: string | undefined): EditorFiles {
  const settings = editorSettings(files.read(settingsPath));
  return {
    files: [
      ...gitignore(files, ownSchema === undefined ? [ignorePackages, ignoreAll] : [ignoreAllBut(ownSchema)]),
      ...(settings.text === undefined ? [] : [{ path: settingsPath, text: settings.text }]),
    ],
    notes: settings.note === undefined ? [] : [settings.note],
  };
}

/** The settings with docsform's tags. `text` is absent if they are already there, or if docsform cannot add them safely. */
function editorSettings(before: string | undefined): { readonly text?: string; readonly note?: string } {
  if (before === undefined || before.trim() === "")
    return { text: `${JSON.stringify({ [setting]: tags }, null, 2)}\n` };
  const errors: jsonc.ParseError[] = [];
  const value: unknown = jsonc.parse(before, errors, { allowTrailingComma: true });
  const there: unknown = (value as Readonly<Record<string, unknown>> | null)?.[setting] ?? [];
  if (errors.length > 0 || typeof value !== "object" || !Array.isArray(there)) return { note: byHand };
  const missing = tags.filter((tag) => !there.includes(tag));
  if (missing.length === 0) return {};
  const formattingOptions = { insertSpaces: !/^\t/mu.test(before), tabSize: indentOf(before), eol: "\n" };
  const edits = jsonc.modify(before, [setting], [...there, ...missing], { formattingOptions });
  return { text: jsonc.applyEdits(before, edits) };
}

const byHand = `docsform did not change ${settingsPath}. Add to it: "${setting}": ${JSON.stringify(tags)}`;

function indentOf(text: string): number {
  return /^( +)\S/mu.exec(text)?.[1]?.length ?? 2;
}
