import { DocsformError } from "../../model/errors.ts";
import { formatPath, type Path } from "./path.ts";

/** A value that does not fit its type, or bytes that are no value. It names where, never what: values can be secret. */
export class ValueError extends DocsformError {
  /** The message without the place. */
  readonly reason: string;

  constructor(reason: string, path: Path = []) {
    super("terraform/malformed-value", `${formatPath(path) || "the value"}: ${reason}`, {
      remedy:
        "Check that Terraform and the provider were built for the same protocol, and report this if they were.",
    });
    this.reason = reason;
  }
}

/** What is there is of another type. */
export function refuse(wanted: string): never {
  throw new ValueError(`what is there is no ${wanted}`);
}

/** Runs a reading or writing that keeps its place in `path`, and gives its errors that place. */
export function placingErrors<T>(path: Path, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof ValueError ? new ValueError(error.reason, path) : error;
  }
}
