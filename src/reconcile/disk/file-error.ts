import { DocsformError } from "../../model/errors.ts";

/** Why a file cannot be read or written, by the code of the system, and what a person can do. */
const causes: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  ENOSPC: ["there is no space left on the disk", "Free some space, then run the command again."],
  EDQUOT: ["the quota of the disk is used up", "Free some space, then run the command again."],
  EACCES: ["permission is denied", "Give the user who runs docsform permission for it."],
  EPERM: ["it is not permitted", "Give the user who runs docsform permission for it."],
  EROFS: [
    "the file system is read-only",
    "Run docsform where it can write, or name another path with a flag.",
  ],
  EISDIR: ["it is a folder", "Move the folder away, or name another path with a flag."],
  ENOTDIR: ["a part of its path is a file", "Move that file away, or name another path with a flag."],
  EIO: ["the disk failed", "Check the disk: its files may be damaged. Then run the command again."],
  ENAMETOOLONG: ["its name is too long", "Name another path with a flag."],
  ELOOP: ["its symbolic links lead in a circle", "Correct the links, or name another path with a flag."],
  EBADF: ["it is not open for this operation", "Start docsform with a file that it can use."],
  EMFILE: [
    "too many files are open",
    "Raise the limit of open files (ulimit -n), then run the command again.",
  ],
};

/** Does work with a file. An error of the file system is thrown with the file, what was tried, and why it failed. */
export function explained<Result>(path: string, tried: "read" | "written", work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw fileError(path, tried, error);
  }
}

/** Explains an error of the file system. Returns any other error unchanged. */
export function fileError(path: string, tried: "read" | "written", error: unknown): unknown {
  const code = codeOf(error);
  if (code === undefined || error instanceof DocsformError) return error;
  const [what, remedy] = causes[code] ?? [
    `the file system reports ${code}`,
    "Check the file system, then run the command again.",
  ];
  return new DocsformError(`disk/not-${tried}`, `${path} cannot be ${tried}: ${what} (${code}).`, {
    remedy,
    cause: error,
  });
}

/** The error for a symbolic link: a write would replace the link, or go to an unknown target. */
export function linkError(path: string, target: string): DocsformError {
  return new DocsformError(
    "disk/link",
    `${path} is a symbolic link to ${target}. docsform does not follow or replace links.`,
    {
      remedy: `Put the file itself there, or name its real path: ${target}.`,
    },
  );
}

/** The error for a folder, a device or a pipe in the place of a file. */
export function noFileError(path: string, tried: "read" | "written"): DocsformError {
  return new DocsformError(
    `disk/not-${tried}`,
    `${path} is a folder, a device or a pipe, and docsform reads and replaces whole files.`,
    { remedy: "Move away what is there, or name a file." },
  );
}

/** The code of a system error. */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
