import { fail } from "../model/codes/start-words.ts";
import { explained } from "../state/file-error.ts";
import type { Files } from "./files.ts";

/** How the files begin that docsform writes for each option. */
const beginnings = {
  "--comment": /^<!-- docsform plan /u,
  "--dump": /^\{\s*"store":/u,
  "--events": /^\{"formatVersion":/u,
  "--html": /^<!doctype html>/iu,
  "--out": /^\{\s*"docsformPlan":/u,
  "--sarif": /^\{\s*"\$schema": "[^"]*sarif/u,
} as const;

/**
 * Refuses a file with other contents than docsform writes for the option. A user may omit the file's name, so that the option takes the
 * layout's.
 */
export function refuseOtherFile(files: Files, path: string, option: keyof typeof beginnings): void {
  // Reading a pipe would block.
  const { system } = files;
  const found = explained(path, "written", () =>
    system.lstatSync(files.full(path), { throwIfNoEntry: false }),
  );
  if (found?.isFile() !== true) return;
  const there = files.read(path) ?? "";
  if (there !== "" && !beginnings[option].test(there)) throw fail("cli/other-file", { path, option });
}

/** Checks that docsform can and may write the file of an option. Throws before the first call what writing would throw after all calls. */
export function checkOutput(files: Files, path: string, option: keyof typeof beginnings): void {
  files.uses.write(path, option);
  refuseOtherFile(files, path, option);
  files.tryWriting(path);
}
