import { DocsformError } from "../model/errors.ts";
import type { ResourceType } from "../model/resource-type.ts";
import type { TypeIndex } from "../model/type-index.ts";
import { indexTypes } from "../model/type-index.ts";
import { diagnosticOf } from "../tfplugin/diagnostics.ts";
import type { ProviderDiagnostic } from "../tfplugin/protobuf/messages.ts";
import type { DataSource } from "./data/data-source.ts";
import { sourcesOf } from "./data/sources.ts";
import type { Resource } from "./resources/resource.ts";
import { resourcesByName } from "./resources/resources.ts";
import type { Session, SessionHost } from "./session/session.ts";
import type { ProviderSettings } from "./session/settings.ts";

/** What a provider needs of the process that it runs in, beside what a session needs. */
export interface ProviderParts {
  readonly types: readonly ResourceType[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What a session needs; made when the settings are known. */
  readonly sessionHost: (settings: ProviderSettings) => SessionHost;
  /** Asks what runs to end: Terraform was interrupted. */
  readonly stop: () => void;
  readonly onDefect: (error: unknown) => void;
}

/** A provider: what it can do, and once it is configured, the service. */
export interface Provider {
  readonly parts: ProviderParts;
  readonly index: TypeIndex;
  /** By name, as the data sources; each is made when it is first looked at, since most configurations have few of them. */
  readonly resources: ReadonlyMap<string, () => Resource>;
  readonly dataSources: ReadonlyMap<string, () => DataSource>;
  configured: { readonly session?: Session; readonly unknown?: readonly string[] };
}

export function createProvider(parts: ProviderParts): Provider {
  return { parts, ...offersOf(parts.types), configured: {} };
}

/** What a provider of these types offers. */
export function offersOf(
  types: readonly ResourceType[],
): Pick<Provider, "index" | "resources" | "dataSources"> {
  const index = indexTypes(types);
  return {
    index,
    resources: resourcesByName(index),
    dataSources: new Map(sourcesOf(index).map(({ name, source }) => [name, source])),
  };
}

/** What went wrong, for Terraform to show, without the secrets that this process has met. */
export function providerFailure(provider: Provider, error: unknown, what: string): ProviderDiagnostic {
  const { configured, parts } = provider;
  const reported = configured.session === undefined ? error : configured.session.secrets.hideIn(error);
  return diagnosticOf(reported, what, parts.onDefect);
}

export function resourceNamed(provider: Provider, name: string): Resource {
  return requireNamed(provider.resources, name)();
}

export function dataSourceNamed(provider: Provider, name: string): DataSource {
  return requireNamed(provider.dataSources, name)();
}

function requireNamed<T>(things: ReadonlyMap<string, T>, name: string): T {
  const thing = things.get(name);
  if (thing !== undefined) return thing;
  throw new DocsformError(
    "terraform/unknown-type",
    `This provider has no resource or data source ${JSON.stringify(name)}.`,
  );
}

/** The configured service. Throws where the provider block holds what only an apply will know, or was never told. */
export function sessionOf(provider: Provider): Session {
  const { session, unknown = [] } = provider.configured;
  if (session !== undefined) return session;
  throw new DocsformError(
    "terraform/not-configured",
    unknown.length === 0
      ? "The provider is not configured."
      : `The values of ${unknown.join(", ")} in the provider block are known only after an apply.`,
    {
      remedy:
        "Set values that are known during the plan, or apply in two steps with `terraform apply -target=…`.",
    },
  );
}
