import { fail } from "../../model/codes/start-words.ts";
import { explained } from "../../state/file-error.ts";
import type { Files } from "../files.ts";
import type { AnySettings } from "../option-table.ts";
import type { StartFile } from "./start-file.ts";

interface OutputFile {
  /** docsform replaces no file that begins otherwise. */
  readonly begins: RegExp;
  /** The file starts with the command, or after it has read a layout. Absent: docsform writes it during the run. */
  readonly startsWith?: "command" | "layout";
  /** Loads what writes the file. Absent: the command writes it. */
  readonly load?: () => Promise<StartFile>;
}

/** The files that docsform writes, each by the name of the option that names its path. They are written in this order. */
const outputFiles = {
  dump: { begins: /^\{\s*"store":/u, startsWith: "command" },
  events: { begins: /^\{"formatVersion":/u },
  sarif: {
    begins: /^\{\s*"\$schema": "[^"]*sarif/u,
    startsWith: "command",
    load: async () => (await import("./sarif-report.ts")).sarifReport,
  },
  out: {
    begins: /^\{\s*"docsformPlan":/u,
    startsWith: "layout",
    load: async () => (await import("./saved-plan-file.ts")).savedPlanFile,
  },
  comment: {
    begins: /^<!-- docsform plan /u,
    startsWith: "layout",
    load: async () => (await import("./review-comment.ts")).reviewComment,
  },
  html: {
    begins: /^<!doctype html>/iu,
    startsWith: "layout",
    load: async () => (await import("./html-page.ts")).htmlPage,
  },
} as const satisfies Readonly<Record<string, OutputFile>>;

type FileName = keyof typeof outputFiles;

/** The files that the settings name. */
export function namedFiles(settings: AnySettings, startsWith: OutputFile["startsWith"]) {
  const files = Object.entries(outputFiles) as readonly [FileName, OutputFile][];
  return files.flatMap(([name, file]) => {
    const path = settings[name];
    return path === undefined || file.startsWith !== startsWith ? [] : [{ name, path, load: file.load }];
  });
}

/**
 * Refuses a file with other contents than docsform writes for the option. A user may omit the file's name, so that the option takes the
 * layout's.
 */
export function refuseOtherFile(files: Files, path: string, name: FileName): void {
  // Reading a pipe would block.
  const { system } = files;
  const found = explained(path, "written", () =>
    system.lstatSync(files.full(path), { throwIfNoEntry: false }),
  );
  if (found?.isFile() !== true) return;
  const there = files.read(path) ?? "";
  if (there !== "" && !outputFiles[name].begins.test(there))
    throw fail("cli/other-file", { path, option: `--${name}` });
}
