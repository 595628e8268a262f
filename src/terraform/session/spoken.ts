import type { Client } from "../../http/client.ts";
import { newestOf, possibleApiVersions } from "../../live/detect-api-version.ts";
import { changedApiVersion, otherThanSet } from "../../live/other-api-version.ts";
import type { ApiVersion } from "../../model/endpoint.ts";

/** The service's API version, as far as this process knows it. */
export interface Spoken {
  /** The possible API versions, newest first. */
  possible(): readonly ApiVersion[];
  /** The newest possible one, which docsform uses until more is known. */
  now(): ApiVersion;
  /** The only possible one. Undefined: there are several. */
  known(): ApiVersion | undefined;
  /**
   * Notes the API versions that a response reveals. Undefined: the response reveals no more than the version it announces. Throws if a
   * response contradicts the configured or the settled version.
   */
  note(shown: readonly ApiVersion[] | undefined): void;
  /** Settles the API version: docsform cannot redo in another version what it has done in this one. */
  settled(): ApiVersion;
}

/** Starts with the configured API version, otherwise with the service's usual one until responses reveal another. */
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
