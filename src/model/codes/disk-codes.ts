import type { CodeEntry } from "./code-entry.ts";

/** Why a file cannot be read or written, by the code of the system. */
export const systemCauses = {
  ENOSPC: {
    text: "{path} cannot be {tried}: there is no space left on the disk (ENOSPC).",
    remedy: "Free some space, then run the command again.",
  },
  EDQUOT: {
    text: "{path} cannot be {tried}: the quota of the disk is used up (EDQUOT).",
    remedy: "Free some space, then run the command again.",
  },
  EACCES: {
    text: "{path} cannot be {tried}: permission is denied (EACCES).",
    remedy: "Give the user who runs docsform permission for it.",
  },
  EPERM: {
    text: "{path} cannot be {tried}: it is not permitted (EPERM).",
    remedy: "Give the user who runs docsform permission for it.",
  },
  EROFS: {
    text: "{path} cannot be {tried}: the file system is read-only (EROFS).",
    remedy: "Run docsform where it can write, or name another path with a flag.",
  },
  EISDIR: {
    text: "{path} cannot be {tried}: it is a folder (EISDIR).",
    remedy: "Move the folder away, or name another path with a flag.",
  },
  ENOTDIR: {
    text: "{path} cannot be {tried}: a part of its path is a file (ENOTDIR).",
    remedy: "Move that file away, or name another path with a flag.",
  },
  EIO: {
    text: "{path} cannot be {tried}: the disk failed (EIO).",
    remedy: "Check the disk: its files may be damaged. Then run the command again.",
  },
  ENAMETOOLONG: {
    text: "{path} cannot be {tried}: its name is too long (ENAMETOOLONG).",
    remedy: "Name another path with a flag.",
  },
  ELOOP: {
    text: "{path} cannot be {tried}: its symbolic links lead in a circle (ELOOP).",
    remedy: "Correct the links, or name another path with a flag.",
  },
  EBADF: {
    text: "{path} cannot be {tried}: it is not open for this operation (EBADF).",
    remedy: "Start docsform with a file that it can use.",
  },
  EMFILE: {
    text: "{path} cannot be {tried}: too many files are open (EMFILE).",
    remedy: "Raise the limit of open files (ulimit -n), then run the command again.",
  },
  other: {
    text: "{path} cannot be {tried}: the file system reports {system} ({system}).",
    remedy: "Check the file system, then run the command again.",
  },
} as const;

const noFile = {
  text: "{path} is a folder, a device or a pipe, and docsform reads and replaces whole files.",
  remedy: "Move away what is there, or name a file.",
} as const;

/** Codes of files on the disk. */
export const diskCodes = {
  "disk/link": {
    message: {
      text: "{path} is a symbolic link to {target}. docsform does not follow or replace links.",
      remedy: "Put the file itself there, or name its real path: {target}.",
    },
    remedy: "Put the file itself there, or name its real path with --state or DOCSFORM_JOURNAL.",
  },
  "disk/not-read": {
    cases: {
      ...systemCauses,
      noFile,
      silentPipe: {
        text: "docsform cannot read {path}: no data comes through this pipe.",
        remedy: "Name a file, or write to the pipe.",
      },
    },
    remedy: "Fix the cause that the message names: the file's mode, its owner or the disk.",
  },
  "disk/not-written": {
    cases: {
      ...systemCauses,
      noFile,
    },
    remedy: "Fix the cause that the message names, or name another path with --state or DOCSFORM_JOURNAL.",
  },
  "disk/too-large": {
    message: "{path} has {bytes} bytes, and docsform reads at most {mostBytes} of such a file.",
    remedy: "Name the right file.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
