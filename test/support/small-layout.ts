import { readLayout } from "../../src/layout/read-layout.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import { registry } from "../../src/resources/registry.ts";
import { organizationId } from "./declare-world.ts";

const text = `
docsform: 1
organization: ${organizationId}
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
`;

/** A small layout with objects of several types, for tests of every fault at every request. */
export function smallLayout(): DesiredWorld {
  const { desired, diagnostics } = readLayout({
    sources: [{ file: "docsform.yaml", text }],
    types: registry,
    environment: {},
    readFile: () => "",
  });
  if (desired === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return desired;
}
