import type { Client } from "../../http/client.ts";
import { changedGeneration, otherThanSaid } from "../../live/other-generation.ts";
import { newestOf, possibleGenerations } from "../../live/see-generation.ts";
import type { Generation } from "../../model/endpoint.ts";

/** Which generation the service speaks, as far as it is known in this process. */
export interface Spoken {
  /** Those that it can be of, the newest first. */
  possible(): readonly Generation[];
  /** The one of them that stands for all. */
  now(): Generation;
  /** The only one; undefined: there are several. */
  known(): Generation | undefined;
  /**
   * Notes which ones an answer shows; undefined: it shows no more than what it announces. Throws where that contradicts what
   * somebody says, or what was settled before.
   */
  note(shown: readonly Generation[] | undefined): void;
  /** From now on it is this one: what was done by it cannot be done again by another. */
  settled(): Generation;
}

/** As it is said, or else as the service is taken to speak until its answers show another. */
export function createSpoken({ generation: said, usualGeneration, stats }: Client): Spoken {
  let possible = possibleGenerations(said ?? usualGeneration, []);
  let isSettled = false;
  const now = () => newestOf(possible);
  return {
    possible: () => possible,
    now,
    known: () => (possible.length === 1 ? now() : undefined),
    note: (shown) => {
      const { announced } = stats;
      const answered = announced === undefined ? shown : [announced];
      if (answered === undefined) return;
      const left = possible.filter((each) => answered.includes(each));
      if (left.length === 0 && said !== undefined) throw otherThanSaid(said, newestOf(answered));
      if (left.length === 0 && isSettled) throw changedGeneration(now(), newestOf(answered));
      possible = left.length === 0 ? possibleGenerations(undefined, [answered]) : left;
    },
    settled: () => {
      possible = [now()];
      isSettled = true;
      return now();
    },
  };
}
