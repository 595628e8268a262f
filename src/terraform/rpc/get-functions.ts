import type { CallHandler } from "../../tfplugin/provider-server.ts";

/** There are no functions. */
export function getFunctions(): CallHandler<"GetFunctions"> {
  return async () => ({});
}
