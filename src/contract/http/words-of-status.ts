import type { Words } from "../../model/codes/fail.ts";
import { wordsOf } from "../../model/codes/service-words.ts";
import type { ApiErrorCode } from "./api-error-code.ts";

/** What the message of a failed call says about the response. */
interface AnswerFacts {
  readonly call: string;
  readonly host: string;
  /** The status and, if the response has one, the service's message. */
  readonly answer: string;
}

const codes: Readonly<
  Record<number, "http/unauthorized" | "http/forbidden" | "http/not-found" | "http/rate-limited">
> = {
  401: "http/unauthorized",
  403: "http/forbidden",
  404: "http/not-found",
  429: "http/rate-limited",
};

const cases: Readonly<Record<number, "badRequest" | "wrongState" | "notServed">> = {
  400: "badRequest",
  412: "wrongState",
  501: "notServed",
};

/** The words for a response with a failure status. */
export function wordsOfStatus(status: number, facts: AnswerFacts): Words<ApiErrorCode> {
  const code = codes[status];
  if (code !== undefined) return wordsOf(code, facts);
  if (status === 402) return wordsOf("http/needs-upgrade", { case: "status", ...facts });
  if (status === 409) return wordsOf("http/conflict", { case: "status", ...facts });
  if (status === 407) return wordsOf("http/proxy-refused", { case: "status", ...facts });
  return wordsOf("http/unexpected-status", {
    case: cases[status] ?? (status < 500 ? "other" : "failed"),
    ...facts,
  });
}
