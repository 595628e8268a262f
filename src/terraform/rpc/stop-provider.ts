import type { Provider } from "../provider.ts";
import type { CallHandler } from "../provider-server.ts";

/** Terraform was interrupted: nothing new is begun, and what was sent is waited for. */
export function stopProvider(provider: Provider): CallHandler<"StopProvider"> {
  return async () => {
    provider.parts.stop();
    return {};
  };
}
