import { changedGeneration, otherThanSaid } from "../live/other-generation.ts";
import { type Generation, newestGeneration } from "../model/endpoint.ts";
import type { LiveWorld } from "../model/live-world.ts";
import type { Setup } from "./setup.ts";

type Knowing = Pick<Setup, "client" | "generation">;

/** The generation to begin with; undefined: only the service's answers can show it. */
export function assumedGeneration(
  setup: Knowing,
  remembered: Generation | undefined,
): Generation | undefined {
  return saidGeneration(setup) ?? remembered ?? setup.client.usualGeneration;
}

/**
 * Reads the service in the generation that it speaks: the one that somebody says, else the remembered one, else the usual one. Where the
 * answers show another, reads it again in that one, unless somebody says otherwise.
 */
export async function readSettled(
  setup: Knowing,
  remembered: Generation | undefined,
  read: (generation: Generation | undefined) => Promise<LiveWorld>,
): Promise<LiveWorld> {
  const first = await readOrContradict(setup, assumedGeneration(setup, remembered), read);
  if (first.contradicted === undefined) return first.live;
  const said = saidGeneration(setup);
  if (said !== undefined) throw otherThanSaid(said, first.contradicted);
  const again = await readOrContradict(setup, first.contradicted, read);
  if (again.contradicted === undefined) return again.live;
  throw changedGeneration(first.contradicted, again.contradicted);
}

function saidGeneration({ generation, client }: Knowing): Generation | undefined {
  return generation ?? client.generation;
}

type Read =
  | { readonly live: LiveWorld; readonly contradicted?: never }
  /** By which generation the answers contradict the one that it was read in. */
  | { readonly contradicted: Generation };

async function readOrContradict(
  { client }: Knowing,
  generation: Generation | undefined,
  read: (generation: Generation | undefined) => Promise<LiveWorld>,
): Promise<Read> {
  const spoken = generation ?? newestGeneration;
  try {
    const live = await read(generation);
    const shown = client.stats.announced ?? live.generation;
    return shown === spoken ? { live } : { contradicted: shown };
  } catch (error) {
    // What this generation has and the service has not, fails.
    const { announced } = client.stats;
    if (announced === undefined || announced === spoken) throw error;
    return { contradicted: announced };
  }
}
