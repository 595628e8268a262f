import { count } from "../../model/count.ts";
import { present } from "../../model/present.ts";
import { failureOf } from "../../report/failure.ts";

/** The result of one check of `doctor`. */
export interface Finding {
  readonly check: string;
  /** `warn`: docsform works, but the user should know. `fail`: docsform does not work. */
  readonly status: "ok" | "warn" | "fail";
  readonly message: string;
  readonly remedy?: string;
}

export function fine(check: string, message: string): Finding {
  return { check, status: "ok", message };
}

export function doubtful(check: string, message: string, remedy: string): Finding {
  return { check, status: "warn", message, remedy };
}

function wrongIn(things: number): string {
  return `It has ${count(things, "error")}.`;
}

/** An error as a finding. It contains no secret, because no error does. */
export function failed(check: string, error: unknown): Finding {
  const { message, remedy, diagnostics } = failureOf(error);
  const reported = diagnostics === undefined ? message : wrongIn(diagnostics.length);
  const todo = diagnostics === undefined ? remedy : "docsform validate shows them.";
  return { check, status: "fail", message: reported, ...present({ remedy: todo }) };
}
