import type { Files } from "../files.ts";
import type { NewFile } from "./new-files.ts";

/** Lines of a .gitignore, and a test whether the file already has them. */
interface Ignoring {
  readonly lines: readonly string[];
  readonly isThere: (line: string) => boolean;
}

export const ignorePackages: Ignoring = {
  lines: ["node_modules/"],
  isThere: (line) => /^(?:\*\*)?\/?node_modules\/?\*?$/u.test(line),
};

/** What the synthesis of an app and a local run of Terraform write. */
export const ignoreSynthesized: Ignoring = {
  lines: ["cdktf.out/", "cdktf.log", "*.tfstate*"],
  isThere: (line) => /^\/?cdktf[.]out\/?\*?$/u.test(line),
};

const aboutNotes = "# What docsform records on this machine only";

export const ignoreAll: Ignoring = {
  lines: [`${aboutNotes}.`, ".docsform/"],
  isThere: (line) => /^\/?[.]docsform\/?\*?$/u.test(line),
};

/**
 * Git cannot include a file again below an ignored folder, whether this .gitignore or a parent folder's ignores it. So the folder is
 * included again first.
 */
export function ignoreAllBut(path: string): Ignoring {
  return {
    lines: [
      `${aboutNotes}. The schema helps everyone who edits the layout.`,
      "!.docsform/",
      ".docsform/*",
      `!${path}`,
    ],
    isThere: (line) => line === `!${path}` || line === `!/${path}`,
  };
}

/** A .gitignore with the missing parts after its own lines. No file: nothing is missing. */
export function gitignore(files: Files, parts: readonly Ignoring[]): readonly NewFile[] {
  const path = ".gitignore";
  const before = files.read(path) ?? "";
  const there = before.split(/\r?\n/u).map((line) => line.trim());
  const missing = parts.filter(({ isThere }) => !there.some(isThere));
  if (missing.length === 0) return [];
  const begun = before === "" || before.endsWith("\n") ? before : `${before}\n`;
  const blocks = missing.map(({ lines }) => `${lines.join("\n")}\n`);
  return [{ path, text: [...(begun === "" ? [] : [begun]), ...blocks].join("\n") }];
}
