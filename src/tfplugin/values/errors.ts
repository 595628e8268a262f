import { DocsformError } from "../../model/errors.ts";
import { formatPath, type Path } from "./path.ts";

/** A value that does not fit its type, or bytes that are no value. It names where, never what: values can be secret. */
export class ValueError extends DocsformError {
  /** The message without the place. */
  readonly reason: string;

  constructor(reason: string, path: Path = []) {
    super("terraform/malformed-value", `${formatPath(path) || "the whole value"}: ${reason}`, {
      remedy:
        "Check that Terraform and the provider use the same protocol version. If they do, report this error.",
    });
    this.reason = reason;
  }
}

/** What is there is of another type. */
export function refuse(wanted: string): never {
  throw new ValueError(`the value is not ${/^[aeiou]/.test(wanted) ? "an" : "a"} ${wanted}`);
}

/** What is there belongs to no attribute of its type. */
export function refuseAttribute(): never {
  throw new ValueError("the type has no such attribute");
}

/** Runs a reading or writing that keeps its place in `path`, and gives its errors that place. */
export function placingErrors<T>(path: Path, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof ValueError ? new ValueError(error.reason, path) : error;
  }
}
