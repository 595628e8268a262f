import type { CallHandler } from "../plugin/provider-server.ts";

/** The provider has no functions. */
export function getFunctions(): CallHandler<"GetFunctions"> {
  return async () => ({});
}
