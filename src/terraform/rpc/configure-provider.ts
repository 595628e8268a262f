import { DocsformError } from "../../model/errors.ts";
import { diagnosticOf } from "../../tfplugin/diagnostics.ts";
import type { CallHandler } from "../../tfplugin/provider-server.ts";
import { decodeObject } from "../../tfplugin/values/dynamic-value.ts";
import { configurationType, readConfiguration } from "../configuration.ts";
import type { Provider } from "../provider.ts";
import { createSession, type Session } from "../session/session.ts";
import type { ProviderSettings } from "../session/settings.ts";

/** Takes the provider block, and asks the service once whether it takes the token. */
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
      const session = createSession(provider.index, settings, parts.sessionHost(settings));
      await checkAccess(session, settings);
      provider.configured = { session };
      return {};
    } catch (error) {
      return { diagnostics: [diagnosticOf(error, "The provider cannot be configured", parts.onDefect)] };
    }
  };
}

/** Failures that each resource would repeat. Others are left to the calls that meet them: a plan may make none. */
const saidOnce = ["http/unauthorised", "terraform/which-organization"];

async function checkAccess(session: Session, { organization }: ProviderSettings): Promise<void> {
  try {
    await (organization === undefined ? session.organizationId() : session.currentUser());
  } catch (error) {
    if (error instanceof DocsformError && saidOnce.includes(error.code)) throw error;
  }
}
