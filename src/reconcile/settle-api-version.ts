import { changedApiVersion, otherThanSet } from "../live/other-api-version.ts";
import { type ApiVersion, newestApiVersion } from "../model/endpoint.ts";
import type { Snapshot } from "../model/snapshot.ts";
import type { Setup } from "./setup.ts";

type Knowing = Pick<Setup, "client" | "apiVersion">;

/** The API version to begin with; undefined: only the service's answers can show it. */
export function assumedApiVersion(
  setup: Knowing,
  remembered: ApiVersion | undefined,
): ApiVersion | undefined {
  return setApiVersion(setup) ?? remembered ?? setup.client.usualApiVersion;
}

/**
 * Reads the service in its API version: the one that is set, else the remembered one, else the usual one. Where the answers show another,
 * reads it again in that one, unless one is set.
 */
export async function readSettled(
  setup: Knowing,
  remembered: ApiVersion | undefined,
  read: (apiVersion: ApiVersion | undefined) => Promise<Snapshot>,
): Promise<Snapshot> {
  const first = await readOrContradict(setup, assumedApiVersion(setup, remembered), read);
  if (first.contradicted === undefined) return first.live;
  const stated = setApiVersion(setup);
  if (stated !== undefined) throw otherThanSet(stated, first.contradicted);
  const again = await readOrContradict(setup, first.contradicted, read);
  if (again.contradicted === undefined) return again.live;
  throw changedApiVersion(first.contradicted, again.contradicted);
}

function setApiVersion({ apiVersion, client }: Knowing): ApiVersion | undefined {
  return apiVersion ?? client.apiVersion;
}

type Read =
  | { readonly live: Snapshot; readonly contradicted?: never }
  /** By which API version the answers contradict the one that it was read in. */
  | { readonly contradicted: ApiVersion };

async function readOrContradict(
  { client }: Knowing,
  apiVersion: ApiVersion | undefined,
  read: (apiVersion: ApiVersion | undefined) => Promise<Snapshot>,
): Promise<Read> {
  const spoken = apiVersion ?? newestApiVersion;
  try {
    const live = await read(apiVersion);
    const shown = client.stats.announced ?? live.apiVersion;
    return shown === spoken ? { live } : { contradicted: shown };
  } catch (error) {
    // What this API version has and the service has not, fails.
    const { announced } = client.stats;
    if (announced === undefined || announced === spoken) throw error;
    return { contradicted: announced };
  }
}
