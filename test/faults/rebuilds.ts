import type { EmulatedWorld } from "../../src/emulator/world.ts";
import { textIn } from "../../src/model/emulator-responses.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { organizationId } from "../support/declare-world.ts";
import { runLayout } from "../support/run-layout.ts";
import { createTestService, seededRandom } from "../support/service.ts";
import { type Representative, readWorld } from "./representative.ts";

/** An edit of a layout that recreates most of a site. */
interface Rebuild {
  readonly before: string;
  readonly after: string;
  /** Changes by another user before the edit. No layout declares them. */
  readonly inTheApp: (emulator: EmulatedWorld) => void;
}

const spaces = `
docsform: 1
organization: ${organizationId}
safety: { maxDeletes: 1000, maxChanges: 1000 }
spaces:
  guides: { title: Guides }
  french: { title: French }
  api: { title: API }
  news: { title: News }
`;

const site = (type: string) => `
sites:
  docs:
    title: Docs
    visibility: public
    published: true
    basename: docs
    type: ${type}
    structure:
      - section: Guides
        path: guides
        spaces: [{ space: guides, path: en }, { space: french, path: fr }]
      - group: Reference
        children:
          - { section: API, path: api, spaces: [api] }
`;

const head = `
sites:
  docs:
    title: Docs
    visibility: public
    published: true
    structure:
`;
const flat = `${head}
      - { space: guides, path: en }
      - { space: french, path: fr, default: true }
      - { space: news, path: news }
`;
const sections = `${head}
      - group: Reference
        children:
          - { section: API, path: api, spaces: [api] }
      - section: Guides
        path: guides
        default: true
        spaces: [{ space: guides, path: en }, { space: french, path: fr }]
      - { section: News, path: news, spaces: [news] }
`;

/** Changes only something that the new structure need not keep. */
function renameInTheApp(emulator: EmulatedWorld): void {
  const siteId = emulator.service.list("site")[0]?.id ?? "";
  emulator.edit("updateSiteById", { siteId }, { title: "Renamed" });
}

function changeSpace(emulator: EmulatedWorld, path: string, body: JsonObject): void {
  const shown = emulator.service.list("site_space").find((each) => each["path"] === path);
  emulator.edit(
    "updateSiteSpaceById",
    { siteId: textIn(shown?.["site"]), siteSpaceId: shown?.id ?? "" },
    body,
  );
}

export const rebuilds = {
  "another type": {
    before: spaces + site("basic"),
    after: spaces + site("premium"),
    inTheApp: (emulator) => {
      changeSpace(emulator, "fr", { condition: "visitor.claims.beta", hidden: true });
      const { service } = emulator;
      const api = service.list("site_section").find((each) => each["path"] === "api");
      const siteId = textIn(api?.["site"]);
      emulator.edit(
        "updateSiteById",
        { siteId },
        // Narrower than a new site: a run that carries it over to no replacement would open the site.
        { defaultSiteSection: api?.id ?? "", defaultLevel: null },
      );
      const jsonSchema = { type: "object", properties: {}, additionalProperties: false };
      emulator.edit("updateSiteAdaptiveSchema", { siteId }, { jsonSchema });
    },
  },
  "sections in place of a flat site": {
    before: spaces + flat,
    after: spaces + sections,
    inTheApp: renameInTheApp,
  },
  "a flat site in place of sections": {
    before: spaces + sections,
    after: spaces + flat,
    inTheApp: renameInTheApp,
  },
} as const satisfies Record<string, Rebuild>;

/** Applies the first layout, and then changes things as another user in the app. */
export async function prepareRebuild(name: keyof typeof rebuilds): Promise<Representative> {
  const { before, after, inTheApp }: Rebuild = rebuilds[name];
  const service = createTestService({ apiVersion: "current", random: seededRandom(1) });
  const disk = createMemoryDisk();
  const end = await runLayout(service, readWorld(before), disk);
  if (end.kind !== "applied" || end.result.outcome !== "done" || disk.state === undefined)
    throw new Error(`The first layout ended ${end.kind}.`);
  inTheApp(service.emulator);
  return {
    apiVersion: "current",
    dump: service.emulator.dump(),
    state: disk.state,
    desired: readWorld(after),
  };
}
