import { wordsOf } from "../../model/codes/service-words.ts";
import type { Call } from "../../model/endpoint.ts";
import { ApiError, callName } from "./api-error.ts";
import type { ListLack } from "./paging.ts";
import { pathOf } from "./request.ts";

/** The error for a list of which something is missing, or which contradicts itself. */
export function lackError(call: Call, { missing, contradiction }: ListLack): ApiError {
  const { operation, method } = call.endpoint;
  const about = { operation, method, path: pathOf(call) };
  const words = wordsOf("http/incomplete-list", { call: callName(about), ...caseOf(missing, contradiction) });
  return new ApiError(words, { ...about, outcome: "committed" });
}

function caseOf(missing: ListLack["missing"], item: string | undefined) {
  if (item !== undefined) return { case: "contradiction", item } as const;
  return missing === undefined ? ({ case: "endless" } as const) : ({ case: "missing", ...missing } as const);
}
