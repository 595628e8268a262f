import type { StoreDump } from "../../src/emulator/dump.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import { textIn } from "../../src/model/emulator-responses.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import type { State } from "../../src/model/state.ts";
import { createMemoryDisk } from "../../src/state/memory-disk.ts";
import { addMembers } from "../support/build-world.ts";
import { realCertificate } from "../support/certificates.ts";
import { organizationId } from "../support/declare-world.ts";
import { worldIn } from "../support/read-text.ts";
import { runLayout } from "../support/run-layout.ts";
import { createTestService, seededRandom } from "../support/service.ts";
import { withFurther } from "./further-layouts.ts";

/** A live layout and a new one. The apply of the new one has steps of every kind. */
export interface Representative {
  readonly apiVersion: ApiVersion;
  readonly dump: StoreDump;
  readonly state: State;
  readonly desired: DesiredWorld;
}

const before = `
docsform: 1
organization: ${organizationId}
collections:
  handbook: { title: Handbook }
  archive: { title: Archive, parent: handbook }
  old: { title: Old }
spaces:
  guides: { title: Guides, collection: handbook }
  french: { title: French, collection: old }
  api: { title: API }
  legacy: { title: Legacy, collection: old }
teams:
  writers: { title: Writers, members: [ada@acme.example, bob@acme.example] }
saml:
  okta: { label: Okta, entityID: okta }
openapi:
  petstore: { source: { url: "https://acme.example/a.json" } }
  outdated: { source: { url: "https://acme.example/b.json" } }
sites:
  docs:
    title: Docs
    visibility: public
    structure:
      - section: Guides
        path: alpha
        spaces: [{ space: guides, path: en }, { space: french, path: fr }]
      - { section: API, path: beta, spaces: [api] }
      - group: Reference
        children:
          - { section: Gamma, path: gamma, spaces: [api] }
      - group: Gone
        children:
          - { section: Delta, path: delta, spaces: [legacy] }
`;

const after = `
docsform: 1
organization: ${organizationId}
prune: [collections, spaces, openapi]
safety: { maxDeletes: 1000, maxChanges: 1000 }
collections:
  handbook: { title: Handbook, defaultLevel: read }
  archive: { title: Archive, parent: null }
  engineering: { title: Engineering, parent: archive }
spaces:
  guides: { title: Guides, collection: engineering }
  french: { title: French, collection: handbook, emoji: "1f4d8" }
  api: { title: API }
  kit: { title: Kit, collection: engineering }
teams:
  writers: { title: Writers, members: [ada@acme.example, cyd@acme.example] }
  editors: { title: Editors, members: [bob@acme.example] }
saml:
  okta: { label: Okta, entityID: okta, defaultTeam: editors, certificate: !file okta.pem }
  entra: { label: Entra, entityID: entra, defaultTeam: writers, certificate: !file entra.pem }
openapi:
  petstore: { source: { url: "https://acme.example/c.json" }, visibility: public }
  store: { source: { url: "https://acme.example/d.json" }, visibility: private }
sites:
  docs:
    title: Docs
    visibility: unlisted
    published: true
    structure:
      - { section: API, path: beta, default: true, spaces: [api] }
      - section: Guides
        path: alpha
        spaces:
          - { space: french, path: fr, default: true }
          - { space: guides, path: en }
          - { space: kit, path: kit }
      - group: Reference
        icon: code
        children:
          - { section: Delta, path: delta, spaces: [kit] }
          - group: Inner
            children:
              - { section: Kit, path: gamma-kit, icon: gear, spaces: [kit, { space: api, path: api }] }
`;

/** The text of each secret. The sources of secrets return it. */
const secretText = realCertificate;

export function readWorld(text: string): DesiredWorld {
  return worldIn(text, secretText);
}

const prepared = new Map<string, Promise<Representative>>();

/**
 * Applies the first layout, and swaps two paths as another user, so that the next apply must swap them back. Types that the layouts do not have,
 * and named types, get objects derived from their declarations. The result is made once, because cells only read it.
 */
export function prepare(apiVersion: ApiVersion, named: readonly string[] = []): Promise<Representative> {
  const key = [apiVersion, ...named].join(" ");
  const found = prepared.get(key) ?? applyFirst(apiVersion, named);
  prepared.set(key, found);
  return found;
}

async function applyFirst(apiVersion: ApiVersion, named: readonly string[]): Promise<Representative> {
  const layouts = withFurther({ before: readWorld(before), after: readWorld(after) }, apiVersion, named);
  const service = createTestService({ apiVersion, random: seededRandom(1) });
  addMembers(service.emulator);
  const disk = createMemoryDisk();
  const end = await runLayout(service, layouts.before, disk);
  if (end.kind !== "applied" || end.result.outcome !== "done" || disk.state === undefined)
    throw new Error(`The first layout ended ${end.kind}.`);
  const pathOf = (path: string, to: string) => {
    const section = service.emulator.service.list("site_section").find((each) => each["path"] === path);
    const siteId = textIn(section?.["site"]);
    service.emulator.edit(
      "updateSiteSectionById",
      { siteId, siteSectionId: section?.id ?? "" },
      { path: to },
    );
  };
  pathOf("alpha", "swap");
  pathOf("beta", "alpha");
  pathOf("swap", "beta");
  return { apiVersion, dump: service.emulator.dump(), state: disk.state, desired: layouts.after };
}
