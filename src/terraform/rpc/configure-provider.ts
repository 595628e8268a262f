import { ApiError } from "../../contract/http/api-error.ts";
import { fail } from "../../model/codes/provider-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import { isOrganization } from "../../model/resource-type/layout-syntax.ts";
import { configurationType, readConfiguration } from "../configuration.ts";
import { diagnosticOf } from "../plugin/diagnostics.ts";
import type { CallHandler } from "../plugin/provider-server.ts";
import { decodeObject } from "../plugin/values/dynamic-value.ts";
import type { Provider } from "../provider.ts";
import { createSession, type Session } from "../session/session.ts";
import type { ProviderSettings } from "../session/settings.ts";

/** Reads the provider block, and makes one request with the token for the organization. */
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
      return { diagnostics: [diagnosticOf(error, "Cannot configure the provider", parts.onDefect)] };
    }
  };
}

/**
 * Reports once an error that each resource would otherwise repeat: an unreachable service, a refused token, or an organization that does
 * not exist.
 */
async function checkAccess(session: Session, { organization }: ProviderSettings): Promise<void> {
  const type = session.index.all.find(isOrganization);
  if (organization === undefined) await session.organizationId();
  else if (type === undefined) await session.currentUser();
  else {
    try {
      await session.bulk(type, undefined, { signal: session.host.stop });
    } catch (error) {
      throw error instanceof ApiError && isHidden(error) ? noSuchOrganization(organization, error) : error;
    }
  }
}

function isHidden({ status }: ApiError): boolean {
  return status === 403 || status === 404;
}

function noSuchOrganization(organization: string, cause: ApiError): DocsformError {
  return fail(
    "terraform/which-organization",
    {
      case: "unknown",
      organization: JSON.stringify(organization),
      failure: cause.message.replace(/[.]$/, ""),
    },
    { cause },
  );
}
