import { ApiError } from "../http/api-error.ts";
import { DocsformError } from "../model/errors.ts";
import { present } from "../model/present.ts";

/** The error of a refresh. Lists that fail alike are one error, with their number: `lists` are all that it reads. */
export async function oneErrorOf(error: unknown, lists: readonly Promise<unknown>[]): Promise<unknown> {
  if (!(error instanceof ApiError) || error.unreached === undefined) return error;
  const ended = await Promise.allSettled(lists);
  const alike = ended.filter((end) => end.status === "rejected" && failedLike(error, end.reason));
  if (alike.length < 2) return error;
  const message = `${alike.length} lists could not be read from ${error.unreached}.`;
  return new DocsformError(error.code, message, { ...present({ remedy: error.remedy }), cause: error });
}

/** A read that was waiting to be sent again fails by the interruption, and for the reason before it. */
function failedLike({ code }: ApiError, other: unknown): boolean {
  if (!(other instanceof ApiError)) return false;
  if (other.code === code) return true;
  const { cause } = other;
  return other.code === "http/interrupted" && cause instanceof ApiError && cause.code === code;
}
