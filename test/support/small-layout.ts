import type { DesiredWorld } from "../../src/model/desired-world.ts";
import { layoutWith } from "./read-text.ts";

/** A small layout with objects of several types, for tests of every fault at every request. */
export function smallLayout(): DesiredWorld {
  return layoutWith(`
collections:
  handbook: { title: Handbook }
spaces:
  guides: { title: Guides, collection: handbook }
  api: { title: API }
sites:
  docs:
    title: Docs
    structure:
      - { section: Guides, path: guides, spaces: [{ space: guides, path: en }, { space: api, path: api }] }
`);
}
