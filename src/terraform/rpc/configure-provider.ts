import { diagnosticOf } from "../../tfplugin/diagnostics.ts";
import type { CallHandler } from "../../tfplugin/provider-server.ts";
import { decodeObject } from "../../tfplugin/values/dynamic-value.ts";
import { configurationType, readConfiguration } from "../configuration.ts";
import type { Provider } from "../provider.ts";
import { createSession } from "../session/session.ts";

/** Takes the provider block. The service is not asked yet. */
export function configureProvider(provider: Provider): CallHandler<"ConfigureProvider"> {
  return async ({ config }) => {
    const { parts } = provider;
    const configured = readConfiguration(decodeObject(config, configurationType) ?? {}, parts.environment);
    if (configured.kind === "wrong") return { diagnostics: configured.diagnostics };
    if (configured.kind === "unknown") {
      provider.configured = { unknown: configured.names };
      return {};
    }
    const { settings } = configured;
    try {
      provider.configured = { session: createSession(provider.index, settings, parts.sessionHost(settings)) };
      return {};
    } catch (error) {
      return { diagnostics: [diagnosticOf(error, "The provider cannot be configured", parts.onDefect)] };
    }
  };
}
