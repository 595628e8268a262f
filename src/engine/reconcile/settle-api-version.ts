import { type ApiVersion, newestApiVersion } from "../../model/endpoint.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { changedApiVersion, otherThanSet } from "../live/other-api-version.ts";
import type { Setup } from "./setup.ts";

type ApiVersionSetup = Pick<Setup, "client" | "apiVersion">;

/** The API version for the first read. Undefined: only the service's responses can show it. */
export function assumedApiVersion(
  setup: ApiVersionSetup,
  remembered: ApiVersion | undefined,
): ApiVersion | undefined {
  return configuredApiVersion(setup) ?? remembered ?? setup.client.usualApiVersion;
}

/**
 * Reads the service in its API version: the configured one, or else the remembered one, or else the client's usual one. If the responses
 * show another version, it reads again in that one, or throws if a version is configured.
 */
export async function readSettled(
  setup: ApiVersionSetup,
  remembered: ApiVersion | undefined,
  read: (apiVersion: ApiVersion | undefined) => Promise<Snapshot>,
): Promise<Snapshot> {
  const first = await readOrContradict(setup, assumedApiVersion(setup, remembered), read);
  if (first.contradicted === undefined) return first.live;
  const configured = configuredApiVersion(setup);
  if (configured !== undefined) throw otherThanSet(configured, first.contradicted);
  const again = await readOrContradict(setup, first.contradicted, read);
  if (again.contradicted === undefined) return again.live;
  throw changedApiVersion(first.contradicted, again.contradicted);
}

function configuredApiVersion({ apiVersion, client }: ApiVersionSetup): ApiVersion | undefined {
  return apiVersion ?? client.apiVersion;
}

type Read =
  | { readonly live: Snapshot; readonly contradicted?: never }
  /** The API version in the responses, which is not the one that was used for the read. */
  | { readonly contradicted: ApiVersion };

async function readOrContradict(
  { client }: ApiVersionSetup,
  apiVersion: ApiVersion | undefined,
  read: (apiVersion: ApiVersion | undefined) => Promise<Snapshot>,
): Promise<Read> {
  const usedVersion = apiVersion ?? newestApiVersion;
  try {
    const live = await read(apiVersion);
    const shown = client.stats.announced ?? live.apiVersion;
    return shown === usedVersion ? { live } : { contradicted: shown };
  } catch (error) {
    // A call fails if this API version has it and the service does not.
    const { announced } = client.stats;
    if (announced === undefined || announced === usedVersion) throw error;
    return { contradicted: announced };
  }
}
