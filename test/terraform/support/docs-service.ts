import { type Client, createClient } from "../../../src/contract/http/http-client.ts";
import { systemClock } from "../../../src/contract/http/system-clock.ts";
import { operations } from "../../../src/contract/operations/operations.ts";
import { type RunningEmulator, startEmulator } from "../../../src/emulator/server.ts";
import type { EmulatorPolicy } from "../../../src/model/emulator-rules.ts";
import type { ApiVersion } from "../../../src/model/endpoint.ts";
import type { CallContext } from "../../../src/model/resource-type/call-context.ts";
import { Secret } from "../../../src/model/secret.ts";
import { registry } from "../../../src/resources/registry.ts";
import { watchContract } from "../../support/contract-watch.ts";
import { liveIds } from "../../support/live-ids.ts";

export const organization = "acme";
export const tokenCanary = "canary-token-7c2d";

/** An emulator behind a port, with a client of another user. */
export interface DocsService {
  readonly running: RunningEmulator;
  readonly client: Client;
  readonly context: CallContext;
  /** The provider block of a configuration for this service. */
  readonly head: string;
  /** The ids of all existing objects, by type. */
  readonly ids: () => Readonly<Record<string, readonly string[]>>;
  readonly close: () => Promise<void>;
}

export async function startService(
  apiVersion: ApiVersion = "current",
  latencyMs = 0,
  policy: EmulatorPolicy = {},
  organizationId = organization,
): Promise<DocsService> {
  const running = await startEmulator({
    types: registry,
    operations,
    organizationId,
    token: tokenCanary,
    apiVersion,
    clock: systemClock,
    random: Math.random,
    port: 0,
    latencyMs,
    policy,
    observe: watchContract({ every: false }),
  });
  const { service } = running.emulator;
  service.add("organization", { id: organizationId, title: "Acme" });
  for (const name of ["ada", "grace"])
    service.add("organization_member", {
      id: `u-${name}`,
      user: { displayName: name, email: `${name}@acme.example` },
    });
  service.add("organization_member", { id: "u-token", currentUser: true, user: { displayName: "token" } });
  const client = createClient({
    baseUrl: running.url,
    token: new Secret(tokenCanary, { kind: "literal" }),
    clock: systemClock,
    random: Math.random,
  });
  return {
    running,
    client,
    context: { organizationId, apiVersion },
    head: headFor(running.url),
    ids: () => liveIds(running.emulator),
    close: () => running.close(),
  };
}

/** The provider block. The token comes from the environment. */
export function headFor(url: string, more = ""): string {
  return `
terraform {
  required_providers {
    docs = { source = "docsform/docs" }
  }
}
provider "docs" {
  base_url     = ${JSON.stringify(url)}
  organization = "${organization}"
  ${more}
}
`;
}

export const tokenVariable = { DOCSFORM_TOKEN: tokenCanary };
