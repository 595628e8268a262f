import { systemCauses } from "../model/codes/disk-codes.ts";
import { fail } from "../model/codes/start-words.ts";
import { DocsformError } from "../model/errors.ts";

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
  const reason = Object.hasOwn(systemCauses, code) ? (code as keyof typeof systemCauses) : "other";
  return fail(`disk/not-${tried}`, { case: reason, path, tried, system: code }, { cause: error });
}

/** The error for a symbolic link: a write would replace the link, or go to an unknown target. */
export function linkError(path: string, target: string): DocsformError {
  return fail("disk/link", { path, target });
}

/** The error for a folder, a device or a pipe instead of a file. */
export function noFileError(path: string, tried: "read" | "written"): DocsformError {
  return fail(`disk/not-${tried}`, { case: "noFile", path });
}

/** The code of a system error. */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
