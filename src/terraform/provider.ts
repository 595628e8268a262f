import { fail } from "../model/codes/provider-words.ts";
import type { ResourceType } from "../model/resource-type.ts";
import type { TypeIndex } from "../model/type-index.ts";
import { indexTypes } from "../model/type-index.ts";
import type { DataSource } from "./data/data-source.ts";
import { sourcesOf } from "./data/sources.ts";
import { diagnosticOf } from "./plugin/diagnostics.ts";
import type { ProviderDiagnostic } from "./plugin/protobuf/messages.ts";
import type { Resource } from "./resources/resource.ts";
import { resourcesByName } from "./resources/resources.ts";
import type { Session, SessionHost } from "./session/session.ts";
import type { ProviderSettings } from "./session/settings.ts";

/** The types and the functions of its process that a provider uses. */
export interface ProviderParts {
  readonly types: readonly ResourceType[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Creates the host of a session, when the settings are known. */
  readonly sessionHost: (settings: ProviderSettings) => SessionHost;
  /** Asks running calls to end, because Terraform was interrupted. */
  readonly stop: () => void;
  readonly onDefect: (error: unknown) => void;
}

/** A provider: its resources and data sources and, after ConfigureProvider, its session with the service. */
export interface Provider {
  readonly parts: ProviderParts;
  readonly index: TypeIndex;
  /** By name, like the data sources. Each is created on first use, because most configurations use few of them. */
  readonly resources: ReadonlyMap<string, () => Resource>;
  readonly dataSources: ReadonlyMap<string, () => DataSource>;
  configured: { readonly session?: Session; readonly unknown?: readonly string[] };
}

export function createProvider(parts: ProviderParts): Provider {
  return { parts, ...offersOf(parts.types), configured: {} };
}

/** The resources and data sources that a provider of these types has. */
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

/** The diagnostic of an error. It hides the secrets that this process knows. */
export function providerFailure(provider: Provider, error: unknown, summary: string): ProviderDiagnostic {
  const { configured, parts } = provider;
  const safeError = configured.session === undefined ? error : configured.session.secrets.hideIn(error);
  return diagnosticOf(safeError, summary, parts.onDefect);
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
  throw fail("terraform/unknown-type", { name: JSON.stringify(name) });
}

/**
 * The session with the configured service. Throws if the provider block has unknown values, or if Terraform has not configured the
 * provider.
 */
export function sessionOf(provider: Provider): Session {
  const { session, unknown = [] } = provider.configured;
  if (session !== undefined) return session;
  throw fail(
    "terraform/not-configured",
    unknown.length === 0 ? { case: "never" } : { case: "unknown", arguments: unknown },
  );
}
