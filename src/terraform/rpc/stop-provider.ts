import type { CallHandler } from "../../tfplugin/provider-server.ts";
import type { Provider } from "../provider.ts";

/** Terraform was interrupted: nothing new is begun, and what was sent is waited for. */
export function stopProvider(provider: Provider): CallHandler<"StopProvider"> {
  return async () => {
    provider.parts.stop();
    return {};
  };
}
