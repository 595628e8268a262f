import { expect, test } from "vitest";
import { createTally } from "../../support/laws.ts";
import { prunable } from "../../support/scenario.ts";
import { play } from "./play.ts";
import { type Renaming, renames } from "./renames.ts";
import type { Opening } from "./stage.ts";

const space = { emoji: null, icon: null, copyOf: null };

/** What a state knows, in a layout that prunes, where deletes are permitted. */
const opening: Opening = {
  live: {
    collections: [{ title: "Gamma", parent: null }],
    spaces: [
      { ...space, title: "Delta", collection: null },
      { ...space, title: "Beta", collection: 0 },
    ],
    teams: [],
    saml: null,
    specs: [],
    site: null,
    further: [],
  },
  get wanted() {
    return this.live;
  },
  history: "same",
  keepsState: true,
  apiVersion: "current",
  policy: {},
  seed: 1,
  concurrency: 1,
  prune: prunable,
  permitted: ["deletes"],
};

const unchanged: Renaming = { which: 0, key: false, title: null, place: null, was: null, wasIn: null };

test("an object with a new key is not forgotten beside a pruned and recreated one", async () => {
  const strange = [
    // Moved and renamed at once, and `was:` says only the half of it: what the state knew is pruned, and another is made.
    { ...unchanged, which: 2, key: true, title: "Alpha", place: "root", was: "right" },
    // The same under another key.
    { ...unchanged, which: 1, key: true },
  ] as const;
  expect(await play(renames, opening, strange, createTally())).toEqual([]);
});
