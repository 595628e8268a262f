import { DocsformError } from "../../model/errors.ts";
import { formatPath, type Path } from "./path.ts";

/** A value that does not fit its type, or bytes that are no value. It names where, never what: values can be secret. */
export class ValueError extends DocsformError {
  /** The message without the place. */
  readonly reason: string;
  readonly path: Path;

  constructor(reason: string, path: Path = []) {
    const place = path.length === 0 ? "the value" : formatPath(path);
    super("terraform/malformed-value", `${place}: ${reason}`, {
      remedy:
        "Check that Terraform and the provider were built for the same protocol, and report this if they were.",
    });
    this.reason = reason;
    this.path = path;
  }
}

/** Runs a reading or writing that keeps its place in `path`, and gives the errors of its parts that place. */
export function placingErrors<T>(path: Path, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof ValueError && error.path.length === 0) throw new ValueError(error.reason, [...path]);
    // Nesting beyond the stack is the only RangeError here; bytes from outside may nest as they like.
    if (error instanceof RangeError) throw new ValueError("nested too deeply");
    throw error;
  }
}
