import { ApiError } from "../../contract/http/api-error.ts";
import { fail } from "../../model/codes/service-words.ts";

/** The codes of errors that name an unreachable host. */
type UnreachableCode = "http/no-response" | "http/proxy-refused" | "http/unreachable";

/**
 * Returns the error of a refresh. If several lists fail for the same reason, it is one error with their number. `lists`: all list reads of
 * the refresh.
 */
export async function oneErrorOf(error: unknown, lists: readonly Promise<unknown>[]): Promise<unknown> {
  if (!(error instanceof ApiError) || error.unreachableHost === undefined) return error;
  const ended = await Promise.allSettled(lists);
  const alike = ended.filter((end) => end.status === "rejected" && failedLike(error, end.reason));
  if (alike.length < 2) return error;
  const { code, unreachableHost: host, remedy = "" } = error;
  return fail(
    code as UnreachableCode,
    { case: "lists", count: alike.length, host, remedy },
    { cause: error },
  );
}

/** An interrupted retry has the code of the interruption. Its cause is the failure before it. */
function failedLike({ code }: ApiError, other: unknown): boolean {
  if (!(other instanceof ApiError)) return false;
  if (other.code === code) return true;
  const { cause } = other;
  return other.code === "http/interrupted" && cause instanceof ApiError && cause.code === code;
}
