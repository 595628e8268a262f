import type { Client } from "../../contract/http/http-client.ts";
import { newestOf, possibleApiVersions } from "../../engine/live/detect-api-version.ts";
import { changedApiVersion, otherThanSet } from "../../engine/live/other-api-version.ts";
import type { ApiVersion } from "../../model/endpoint.ts";

/** The service's API version, as far as this process knows it. */
export interface ApiVersionCandidates {
  /** The possible API versions, newest first. */
  possible(): readonly ApiVersion[];
  /** The newest possible one, which the provider uses until more is known. */
  newest(): ApiVersion;
  /** The only possible one. Undefined: there are several. */
  only(): ApiVersion | undefined;
  /**
   * Notes the API versions that a response reveals. Undefined: the response reveals no more than the version it announces. Throws if a
   * response contradicts the configured or the settled version.
   */
  note(revealed: readonly ApiVersion[] | undefined): void;
  /** Settles the API version: the provider cannot redo in another version what it has done in this one. */
  settle(): ApiVersion;
}

/** Starts with the configured API version, otherwise with the service's usual one until responses reveal another. */
export function createApiVersionCandidates({
  apiVersion: configured,
  usualApiVersion,
  stats,
}: Client): ApiVersionCandidates {
  let possible = possibleApiVersions(configured ?? usualApiVersion, []);
  let isSettled = false;
  const newest = () => newestOf(possible);
  return {
    possible: () => possible,
    newest,
    only: () => (possible.length === 1 ? newest() : undefined),
    note: (revealed) => {
      const { announced } = stats;
      const versions = announced === undefined ? revealed : [announced];
      if (versions === undefined) return;
      const left = possible.filter((each) => versions.includes(each));
      if (left.length === 0 && configured !== undefined) throw otherThanSet(configured, newestOf(versions));
      if (left.length === 0 && isSettled) throw changedApiVersion(newest(), newestOf(versions));
      possible = left.length === 0 ? possibleApiVersions(undefined, [versions]) : left;
    },
    settle: () => {
      possible = [newest()];
      isSettled = true;
      return newest();
    },
  };
}
