import type { CallHandler } from "../provider-server.ts";

/** There are no functions. */
export function getFunctions(): CallHandler<"GetFunctions"> {
  return async () => ({});
}
