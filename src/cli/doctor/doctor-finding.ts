import { failureOf } from "../../report/failure.ts";
import { present } from "../../util/present.ts";
import { type Advice, advice } from "./advice.ts";

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

export function doubtful(check: string, { message, remedy }: Advice): Finding {
  return { check, status: "warn", message, remedy };
}

export function wrong(check: string, { message, remedy }: Advice): Finding {
  return { check, status: "fail", message, remedy };
}

/** An error as a finding. It contains no secret, because no error does. */
export function failed(check: string, error: unknown): Finding {
  const { message, remedy, diagnostics } = failureOf(error);
  if (diagnostics !== undefined) return wrong(check, advice.invalidLayout(diagnostics.length));
  return { check, status: "fail", message, ...present({ remedy }) };
}
