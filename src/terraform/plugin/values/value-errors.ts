import { DocsformError } from "../../../model/errors.ts";
import { wordsOf } from "../plugin-fail.ts";
import { formatPath, type Path } from "./path.ts";

/** A value does not fit its type, or its bytes are malformed. The message has the path and never the value, which may be secret. */
export class ValueError extends DocsformError {
  /** The message without the path. */
  readonly reason: string;

  constructor(reason: string, path: Path = []) {
    const place = formatPath(path) || "the whole value";
    const { code, message, remedy } = wordsOf("terraform/malformed-value", { path: place, reason });
    super(code, message, { remedy });
    this.reason = reason;
  }
}

/** Throws: the value has another type. */
export function refuse(wanted: string): never {
  throw new ValueError(`the value is not ${/^[aeiou]/.test(wanted) ? "an" : "a"} ${wanted}`);
}

/** Throws: the type has no attribute of this name. */
export function refuseAttribute(): never {
  throw new ValueError("the type has no such attribute");
}

/** Runs a function that keeps its current place in `path`, and adds this place to its errors. */
export function placingErrors<T>(path: Path, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof ValueError ? new ValueError(error.reason, path) : error;
  }
}
