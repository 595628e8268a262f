import { expect, test } from "vitest";
import type { TransportRequest } from "../../../src/contract/http/transport.ts";
import type { FaultSpec } from "../../../src/emulator/faults.ts";
import type { LoggedRequest } from "../../../src/emulator/wire.ts";
import { type Permission, permissions } from "../../../src/model/plan/permission-flags.ts";
import type { Json, JsonObject } from "../../../src/util/json.ts";
import { organizationId } from "../../support/declare-world.ts";
import { createTally } from "../../support/laws.ts";
import { prunable } from "../../support/scenario.ts";
import type { SectionSpec, SiteSpec, WorldSpec } from "../../support/world-spec.ts";
import type { ChangeLog } from "./change-log.ts";
import { type Fact, valueIn } from "./facts.ts";
import { hide } from "./hidden-objects.ts";
import { type Kind, play } from "./play.ts";
import type { Opening, Stage } from "./stage.ts";
import { staleReads } from "./stale-reads.ts";

// Worlds in which a drawn test has once found a broken promise. They contain nothing random.

interface Case {
  readonly name: string;
  readonly opening: Partial<Opening> & Pick<Opening, "live" | "wanted">;
  readonly kind: Partial<Kind<undefined>>;
  /** Events that must happen. Otherwise the world no longer shows its case. */
  readonly mustHappen: readonly string[];
}

const everything = Object.keys(permissions) as Permission[];
const nothing: WorldSpec = {
  collections: [],
  spaces: [],
  teams: [],
  saml: null,
  specs: [],
  site: null,
  further: [],
};
const alpha = { title: "Alpha", collection: null, emoji: null, icon: null, copyOf: null };
const section: SectionSpec = {
  kind: "section",
  title: "Alpha",
  path: "alpha",
  icon: undefined,
  variants: [{ space: 0, path: null }],
  defaultVariant: null,
};
const delta: SectionSpec = { ...section, title: "Delta", path: "delta" };
const spec = { slug: "alpha", url: "https://acme.example/a.json", visibility: "private" as const };
const site: SiteSpec = {
  title: "Alpha",
  visibility: "public",
  published: null,
  flat: null,
  items: [section],
  defaultSection: null,
};
const kept = { space: 0, path: "kept" };
const twoVariants: WorldSpec = {
  ...nothing,
  spaces: [alpha],
  site: { ...site, items: [{ ...section, variants: [{ space: 0, path: "dropped" }, kept] }] },
};
const threeVariants: WorldSpec = {
  ...twoVariants,
  site: {
    ...site,
    items: [
      { ...section, variants: [{ space: 0, path: "dropped" }, { space: 0, path: "dropped-too" }, kept] },
    ],
  },
};
/** A site keeps one variant. The plan creates a group before it deletes the other variants. */
const oneVariant: WorldSpec = {
  ...nothing,
  spaces: [alpha],
  site: {
    ...site,
    items: [
      { kind: "group", title: "Alpha", children: [] },
      { ...section, variants: [kept] },
    ],
  },
};
const parent = { title: "Alpha", parent: null };
const aTeam: WorldSpec = { ...nothing, teams: [{ title: "Alpha", members: null }] };
/** A space in a nested collection. */
const inNested: WorldSpec = {
  ...nothing,
  collections: [parent, { title: "Beta", parent: 0 }],
  spaces: [{ ...alpha, collection: 1 }],
};
const translated = (choice: number): WorldSpec => ({
  ...nothing,
  spaces: [alpha],
  further: [{ type: "translation", choices: [0, 0, 0, choice, 0, 0, 0, 0] }],
});

/** The layout gives a spec another slug, and its former slug to a new spec. */
const keyPassedOn = {
  live: { ...nothing, specs: [{ ...spec, slug: "delta", visibility: "public" as const }] },
  wanted: {
    ...nothing,
    specs: [
      { ...spec, visibility: null },
      { ...spec, slug: "delta", visibility: "public" as const },
    ],
  },
  history: "kept" as const,
};

const cases: readonly Case[] = [
  {
    name: "others delete the variant that stays before ours deletes the other one",
    opening: { live: twoVariants, wanted: oneVariant, policy: { lastSiteSpace: "takes-section" } },
    kind: { runs: 2, before: (stage) => onceAfter(stage, "our first write", deleteKeptVariant) },
    mustHappen: ["others deleted site_space", "run partial", "done"],
  },
  {
    name: "others delete the variant that stays before ours deletes the two others at once",
    opening: {
      live: threeVariants,
      wanted: oneVariant,
      policy: { lastSiteSpace: "takes-section" },
      concurrency: 4,
    },
    kind: { runs: 2, before: (stage) => onceAfter(stage, "our first write", deleteKeptVariant) },
    mustHappen: ["others deleted site_space", "run partial", "done"],
  },
  {
    name: "others put a collection into another one between the run's last read and its delete",
    opening: {
      live: { ...aTeam, collections: [parent, { ...parent, title: "Beta", parent: 0 }] },
      wanted: aTeam,
      history: "kept",
      policy: { collectionDelete: "reparent-spaces" },
      prune: ["collection"],
    },
    kind: { runs: 2, before: (stage) => onceAfter(stage, "our first read after a write", createInside) },
    mustHappen: ["others made collection", "run done"],
  },
  {
    name: "others delete the variant that stays between the run's last read and its delete",
    opening: { live: twoVariants, wanted: oneVariant, policy: { lastSiteSpace: "takes-section" } },
    kind: {
      runs: 2,
      before: (stage) => onceAfter(stage, "our first read after a write", deleteKeptVariant),
    },
    mustHappen: ["others deleted site_space", "done"],
  },
  {
    name: "others have made two of what is to take the place of ours",
    opening: { live: translated(0), wanted: translated(2) },
    kind: {
      before: (stage) => {
        const key = stage.desired.objects.find(({ type }) => type === "translation")?.attributes;
        const space = stage.disk.state?.objects["space.n0"]?.id ?? "";
        const body = {
          source: { space, language: key?.["sourceLanguage"] as string },
          language: key?.["language"] as string,
        };
        stage.others((emulator) => {
          for (let made = 0; made < 2; made += 1)
            emulator.edit("createTranslation", { organizationId }, body);
        });
      },
    },
    mustHappen: ["others made translation", "plan/ambiguous"],
  },
  {
    name: "a run is killed before a copy of what it imported has its own name",
    opening: {
      live: { ...nothing, spaces: [alpha], site },
      wanted: { ...nothing, spaces: [alpha, { ...alpha, title: "Beta", copyOf: 0 }], site },
      history: "new",
      prune: prunable,
    },
    kind: {
      kill: () => ({ at: ({ url }) => url.endsWith("/duplicate"), when: "after" }),
      end: ({ disk, changeLog }) => {
        disk.journal = [];
        const namesById = [...changeLog.facts.values()].filter(({ type }) => type === "space");
        expect(namesById.map(({ record }) => record["title"])).toEqual(["Alpha", "Alpha"]);
      },
    },
    mustHappen: ["kills", "plan/ambiguous"],
  },
  {
    name: "a run is killed before it notes that the create was refused of what a list hid",
    opening: {
      live: { ...nothing, specs: [spec] },
      wanted: { ...nothing, specs: [{ ...spec, visibility: "public" }] },
      history: "new",
      permitted: everything.filter((each) => each !== "imports"),
    },
    kind: {
      runs: 2,
      before: (stage, _, run) => {
        const { faults } = stage.service.emulator;
        if (run === 0) {
          hide(stage, [...stage.changeLog.facts.values()], "shown");
          return faults.add({ on: { method: "write" }, fault: { kind: "forbidden" } });
        }
        faults.clear();
        stage.hidden = new Set();
      },
      kill: (_, run) => (run === 0 ? { at: ({ method }) => method !== "GET", when: "after" } : null),
      end: ({ changeLog }) => {
        const specs = [...changeLog.facts.values()].filter(({ type }) => type === "openapi_spec");
        expect(specs.map(({ record }) => record["visibility"])).toEqual(["private"]);
      },
    },
    mustHappen: ["kills", "guard/import"],
  },
  {
    name: "others put people into a team of ours, of whose members the layout says nothing, and prune removes those people",
    opening: { live: aTeam, wanted: aTeam, prune: prunable },
    kind: {
      before: addMemberToTeams,
      end: ({ changeLog }) => expect(membersOfTeams(changeLog)).toEqual([]),
    },
    mustHappen: ["others changed team", "done"],
  },
  {
    name: "others put people into a team that they make while a run is at work, and prune removes those people",
    opening: {
      live: { ...nothing, specs: [spec] },
      wanted: { ...nothing, specs: [{ ...spec, visibility: "public" }] },
      prune: prunable,
    },
    kind: {
      before: (stage) =>
        onceAfter(stage, "our first write", () => {
          stage.others((emulator) =>
            emulator.edit("createOrganizationTeam", { organizationId }, { title: "Theirs" }),
          );
          addMemberToTeams(stage);
        }),
    },
    mustHappen: ["others made team", "others changed team", "done"],
  },
  {
    name: "others give the name of an object to another one that a run has made, before the run changes that",
    opening: {
      live: { ...nothing, spaces: [alpha] },
      wanted: {
        ...nothing,
        spaces: [{ ...alpha, title: "Delta", icon: "https://acme.example/b.png" }, alpha],
      },
      history: "new",
    },
    kind: { before: (stage) => onceAfter(stage, "our first write", renameToAlpha) },
    mustHappen: ["others changed space", "run partial"],
  },
  {
    name: "a run without a state is interrupted after it made a site beside one that a list hid",
    opening: {
      live: { ...nothing, spaces: [alpha], specs: [spec], site },
      wanted: nothing,
      history: "same",
      keepsState: false,
    },
    kind: {
      runs: 2,
      before: (stage, _, run) => {
        if (run === 0) return hide(stage, ofTypes(stage, "site", "openapi_spec"), "shown");
        stage.service.emulator.faults.clear();
        stage.hidden = new Set();
      },
      end: (stage) => expect(ofTypes(stage, "site")).toHaveLength(2),
    },
    mustHappen: ["run partial", "run nothing"],
  },
  {
    name: "an object takes the key of another one that has left the layout and has values of its own",
    opening: {
      live: { ...nothing, specs: [spec, { ...spec, slug: "beta" }] },
      wanted: { ...nothing, specs: [{ ...spec, slug: "beta", visibility: null }] },
    },
    kind: {
      before: (stage) =>
        stage.others((emulator) =>
          emulator.edit(
            "updateOpenAPISpecBySlug",
            { organizationId, specSlug: "beta" },
            { visibility: "public" },
          ),
        ),
      end: (stage) =>
        expect(ofTypes(stage, "openapi_spec").map(({ record }) => record["visibility"])).toEqual(["public"]),
    },
    mustHappen: ["others changed openapi_spec", "run done"],
  },
  {
    name: "others create an object with the key that is to replace one of ours, which they opened to the public",
    opening: {
      live: { ...nothing, specs: [spec] },
      wanted: { ...nothing, specs: [{ ...spec, slug: "beta", visibility: null }] },
      history: "kept",
    },
    kind: {
      before: (stage) =>
        stage.others((emulator) => {
          const { url } = spec;
          emulator.edit(
            "updateOpenAPISpecBySlug",
            { organizationId, specSlug: "alpha" },
            { visibility: "public" },
          );
          emulator.edit("createOpenAPISpec", { organizationId }, { slug: "beta", source: { url } });
        }),
      end: (stage) =>
        expect(ofTypes(stage, "openapi_spec").map(({ record }) => record["visibility"])).toEqual(["private"]),
    },
    mustHappen: ["others made openapi_spec", "run done"],
  },
  {
    name: "others create an object that is public, with the key that is to replace one of ours, which is private",
    opening: {
      live: { ...nothing, specs: [spec] },
      wanted: { ...nothing, specs: [{ ...spec, slug: "beta", visibility: null }] },
      history: "kept",
    },
    kind: {
      before: (stage) =>
        stage.others((emulator) => {
          const { url } = spec;
          emulator.edit("createOpenAPISpec", { organizationId }, { slug: "beta", source: { url } });
          emulator.edit(
            "updateOpenAPISpecBySlug",
            { organizationId, specSlug: "beta" },
            { visibility: "public" },
          );
        }),
      end: (stage) =>
        expect(ofTypes(stage, "openapi_spec").map(({ record }) => record["visibility"])).toEqual(["private"]),
    },
    mustHappen: ["others made openapi_spec", "run done"],
  },
  {
    name: "a token sees a section again after a run created another one with the path of that",
    opening: {
      live: {
        ...nothing,
        spaces: [alpha],
        site: { ...site, items: [{ ...section, settings: { localizedTitle: { de: "Eins" } } }] },
      },
      wanted: { ...nothing, spaces: [alpha], site: { ...site, items: [{ ...section, title: "Gamma" }] } },
      history: "new",
      apiVersion: "current",
    },
    kind: {
      before: (stage, _, run) => {
        if (run === 0) hide(stage, ofTypes(stage, "site_section"), "shown");
      },
    },
    mustHappen: ["hide", "run partial", "done"],
  },
  {
    name: "lists hide a collection inside of one that prune deletes, and that a site uses a space in it",
    opening: {
      live: { ...inNested, site },
      wanted: aTeam,
      history: "new",
      prune: prunable,
      policy: { usedSpaceDelete: "refuse" },
    },
    kind: { before: hideNested },
    mustHappen: ["hide", "run partial"],
  },
  {
    name: "a list hides a collection inside of one that prune deletes, and a space in it is no concern of the layout",
    opening: { live: inNested, wanted: aTeam, history: "new", prune: ["collection"] },
    kind: { before: hideNested, end: (stage) => expect(ofTypes(stage, "space")).toHaveLength(1) },
    mustHappen: ["hide", "guard/cascade"],
  },
  {
    name: "others give a variant another path while a run renames its section and hides the variant",
    opening: {
      live: {
        ...nothing,
        spaces: [alpha],
        site: { ...site, items: [section, { ...section, path: "beta", variants: [kept] }] },
      },
      wanted: {
        ...nothing,
        spaces: [alpha],
        site: {
          ...site,
          items: [
            section,
            {
              ...section,
              path: "gamma",
              variants: [
                { space: 0, path: null },
                { ...kept, settings: { hidden: true } },
              ],
            },
          ],
          defaultSection: 0,
        },
      },
      history: "new",
      apiVersion: "current",
    },
    kind: { before: (stage) => onceAfter(stage, "our first write", renameKeptVariant) },
    mustHappen: ["others changed site_space", "run partial"],
  },
  {
    name: "others move a section into a group between the last look of the run and its delete of the group",
    opening: {
      live: {
        ...nothing,
        spaces: [alpha],
        site: { ...site, items: [{ kind: "group", title: "Alpha", children: [] }, section] },
      },
      wanted: { ...aTeam, spaces: [alpha], site },
      apiVersion: "current",
      policy: { groupDelete: "cascade" },
    },
    kind: { before: (stage) => onceAfter(stage, "our first read after a write", moveIntoGroup) },
    mustHappen: ["others changed site_section", "run differs"],
  },
  {
    name: "a run without a state imports a translation and ends early, and the next one no longer sees its space",
    opening: {
      live: { ...translated(0), teams: aTeam.teams },
      wanted: nothing,
      history: "same",
      keepsState: false,
    },
    kind: {
      runs: 2,
      before: (stage, _, run) => hide(stage, ofTypes(stage, run === 0 ? "team" : "space"), "gone"),
    },
    mustHappen: ["hide", "run partial"],
  },
  {
    name: "a run creates an object with the former key of one that it replaces, and no read shows either of them",
    opening: keyPassedOn,
    kind: {
      before: (stage) => staleReads.before?.(stage, { ms: 3_600_000, waits: false }, 0),
    },
    mustHappen: ["stale-reads", "run partial", "done"],
  },
  {
    name: "reads show the titles of two sections as they were before others set them, so that the sections seem to exchange their paths",
    opening: {
      live: { ...nothing, spaces: [alpha], site: { ...site, items: [section, delta] } },
      wanted: {
        ...nothing,
        spaces: [{ ...alpha, title: "Delta" }],
        site: {
          ...site,
          items: [
            { ...delta, path: "alpha" },
            { ...withPage(section), path: "delta" },
          ],
        },
      },
      history: "new",
      apiVersion: "current",
    },
    kind: {
      runs: 2,
      before: (stage, _, run) => {
        staleReads.before?.(stage, { ms: 7000, waits: true }, run);
        if (run === 0) return stage.service.emulator.faults.add(refuseTitles);
        for (const each of ofTypes(stage, "site_section"))
          changeSection(stage, each, { title: each.record["path"] === "alpha" ? "Delta" : "Alpha" });
      },
    },
    mustHappen: ["stale-reads", "error-before", "others changed site_section", "run partial"],
  },
  {
    name: "a run is killed after it created an object with the former key of one that it replaces",
    opening: keyPassedOn,
    kind: {
      runs: 2,
      kill: (_, run) => (run === 0 ? { at: changesDelta, when: "before" } : null),
      end: ({ service }) => expect(service.emulator.log.filter(isCreateOfDelta)).toHaveLength(2),
    },
    mustHappen: ["kills", "run done"],
  },
];

test.each(cases.map((each) => [each.name, each] as const))("%s", async (_, { opening, kind, mustHappen }) => {
  const tally = createTally();
  const given: Opening = {
    history: "kept",
    keepsState: true,
    apiVersion: "classic",
    policy: {},
    seed: 0,
    concurrency: 1,
    prune: [],
    permitted: everything,
    ...opening,
  };
  const played: Kind<undefined> = {
    name: "",
    worlds: 1,
    disturbance: undefined as never,
    runs: 1,
    mustHappen,
    ...kind,
  };
  expect(await play(played, given, undefined, tally)).toEqual([]);
  expect(mustHappen.filter((what) => tally.of(what) === 0)).toEqual([]);
});

/** Another user acts once, before the run's next request of this kind. */
function onceAfter(
  stage: Stage,
  when: "our first write" | "our first read after a write",
  act: (stage: Stage) => void,
): void {
  let isDone = false;
  const isWrite = ({ method }: LoggedRequest) => method !== "GET";
  stage.atRequest = () => {
    const ours = stage.service.emulator.log.filter(({ foreign }) => foreign !== true);
    const last = ours.at(-1);
    const isTime = last !== undefined && ours.some(isWrite) && isWrite(last) === (when === "our first write");
    if (isDone || !isTime) return;
    isDone = true;
    act(stage);
  };
}

const refuseTitles: FaultSpec = {
  on: { operation: "updateSiteSectionById", times: 2 },
  fault: { kind: "error-before", status: 422 },
};

function withPage(shown: SectionSpec): SectionSpec {
  return {
    ...shown,
    variants: shown.variants.map((each) => ({ ...each, settings: { pageId: "page-one" } })),
  };
}

function changesDelta({ method, url }: TransportRequest): boolean {
  return method === "PATCH" && url.endsWith("/openapi/delta");
}

/** The opening creates an object with that key too, before the first run. */
function isCreateOfDelta({ method, body }: LoggedRequest): boolean {
  return method === "POST" && JSON.stringify(body).includes("delta");
}

function createInside(stage: Stage): void {
  const [container] = [...stage.changeLog.facts.values()].filter(({ type }) => type === "collection");
  const body = { title: "Gamma", parent: container?.id ?? null };
  stage.others((emulator) => emulator.edit("createCollection", { organizationId }, body));
}

function moveIntoGroup(stage: Stage): void {
  const [group] = ofTypes(stage, "site_section_group");
  const [moved] = ofTypes(stage, "site_section");
  changeSection(stage, moved, { siteSectionGroupId: group?.id ?? "" });
}

function changeSection(stage: Stage, changed: Fact | undefined, body: JsonObject): void {
  const params = { organizationId, siteId: changed?.scope ?? "", siteSectionId: changed?.id ?? "" };
  stage.others((emulator) => emulator.edit("updateSiteSectionById", params, body));
}

function renameKeptVariant(stage: Stage): void {
  const variant = ofTypes(stage, "site_space").find(({ record }) => record["path"] === kept.path);
  const params = { organizationId, siteId: variant?.scope ?? "", siteSpaceId: variant?.id ?? "" };
  stage.others((emulator) => emulator.edit("updateSiteSpaceById", params, { path: "theirs" }));
}

function deleteKeptVariant(stage: Stage): void {
  const variant = [...stage.changeLog.facts.values()].find(({ record }) => record["path"] === kept.path);
  stage.others((emulator) => {
    emulator.edit(
      "deleteSiteSpaceById",
      { organizationId, siteId: variant?.scope ?? "", siteSpaceId: variant?.id ?? "" },
      {},
    );
  });
}

function renameToAlpha(stage: Stage): void {
  stage.others((emulator) => {
    const made = ofTypes(stage, "space").find(({ record }) => record["title"] === "Delta");
    emulator.edit("updateSpaceById", { spaceId: made?.id ?? "" }, { title: "Alpha" });
  });
}

function hideNested(stage: Stage): void {
  const nested = ofTypes(stage, "collection").filter(({ container }) => container !== null);
  hide(stage, [...nested, ...ofTypes(stage, "site_space")], "gone");
}

function ofTypes({ changeLog }: Stage, ...types: readonly string[]): readonly Fact[] {
  return [...changeLog.facts.values()].filter(({ type }) => types.includes(type));
}

function addMemberToTeams(stage: Stage): void {
  const teams = [...stage.changeLog.facts.values()].filter(({ type }) => type === "team");
  const body = { add: ["bob@acme.example"] };
  stage.others((emulator) => {
    for (const { id } of teams)
      emulator.edit("updateMembersInOrganizationTeam", { organizationId, teamId: id }, body);
  });
}

function membersOfTeams({ facts }: ChangeLog): readonly Json[] {
  const teams = [...facts.values()].filter(({ type }) => type === "team");
  return teams.flatMap((team) => (valueIn(team, "members") as readonly Json[] | undefined) ?? []);
}
