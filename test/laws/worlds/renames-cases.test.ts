import { expect, test } from "vitest";
import { createTally } from "../../support/laws.ts";
import { prunable } from "../../support/scenario.ts";
import { play } from "./play.ts";
import { type Renaming, renames } from "./renames.ts";
import type { Opening } from "./stage.ts";

const space = { emoji: null, icon: null, copyOf: null };

/** There is a state, the layout prunes, and deletes are permitted. */
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
  const disturbance = [
    // The object has a new key and a new place, and `was:` names only one of them. So the object in the state is pruned, and a new one is created.
    { ...unchanged, which: 2, key: true, title: "Alpha", place: "root", was: "right" },
    // Another object has a new key.
    { ...unchanged, which: 1, key: true },
  ] as const;
  const tally = createTally();
  expect(await play(renames, opening, disturbance, tally)).toEqual([]);
  expect(tally.of("we changed something")).toBe(1);
});
