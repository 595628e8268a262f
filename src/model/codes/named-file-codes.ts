import type { CodeEntry } from "./code-entry.ts";

/** Codes of files that a layout names. The first cases are the reasons of the last two. */
export const namedFileCodes = {
  "layout/unreadable-file": {
    cases: {
      outside: {
        text: "it is not below the layout's folder or the working directory",
        remedy: "Move it there, or permit its folder with --files-from DIR.",
      },
      hidden: {
        text: "it is hidden, or in a hidden folder",
        remedy: "Move it out of the hidden folder, or permit it with --files-from {path}.",
      },
      notRegular: { text: "it is not a regular file", remedy: "Name a regular file." },
      notUtf8: { text: "it is not UTF-8", remedy: "Save it as UTF-8." },
      tooLong: {
        text: "it is longer than {most} characters, the maximum of this value",
        remedy: "Check that it is the right file.",
      },
      ENOENT: "there is no such file",
      EACCES: "permission denied",
      EISDIR: "it is a folder",
      ELOOP: "its symbolic links lead in a circle",
      ENOTDIR: "a part of its path is a file",
      ENAMETOOLONG: "its name is too long",
      refused: { text: "Cannot read {path}: {reason}.", remedy: "{remedy}" },
      unreadable: {
        text: "Cannot read {path}: {reason}.",
        remedy: "The path is relative to the layout file.",
      },
    },
    remedy: "Put it below the layout's folder, or permit its folder with --files-from DIR.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
