import type { CallHandler } from "../plugin/provider-server.ts";
import type { Provider } from "../provider.ts";

/** Handles an interrupt of Terraform: the provider starts nothing new, and waits for requests in flight. */
export function stopProvider(provider: Provider): CallHandler<"StopProvider"> {
  return async () => {
    provider.parts.stop();
    return {};
  };
}
