import type { Client } from "../../http/client.ts";
import { newestOf, possibleApiVersions } from "../../live/detect-api-version.ts";
import { changedApiVersion, otherThanSet } from "../../live/other-api-version.ts";
import type { ApiVersion } from "../../model/endpoint.ts";

/** Which API version the service speaks, as far as it is known in this process. */
export interface Spoken {
  /** Those that it can be of, the newest first. */
  possible(): readonly ApiVersion[];
  /** The one of them that stands for all. */
  now(): ApiVersion;
  /** The only one; undefined: there are several. */
  known(): ApiVersion | undefined;
  /**
   * Notes which ones an answer shows; undefined: it shows no more than what it announces. Throws where that contradicts what
   * somebody says, or what was settled before.
   */
  note(shown: readonly ApiVersion[] | undefined): void;
  /** From now on it is this one: what was done by it cannot be done again by another. */
  settled(): ApiVersion;
}

/** As it is said, or else as the service is taken to speak until its answers show another. */
export function createSpoken({ apiVersion: stated, usualApiVersion, stats }: Client): Spoken {
  let possible = possibleApiVersions(stated ?? usualApiVersion, []);
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
      if (left.length === 0 && stated !== undefined) throw otherThanSet(stated, newestOf(answered));
      if (left.length === 0 && isSettled) throw changedApiVersion(now(), newestOf(answered));
      possible = left.length === 0 ? possibleApiVersions(undefined, [answered]) : left;
    },
    settled: () => {
      possible = [now()];
      isSettled = true;
      return now();
    },
  };
}
