import { afterAll, describe, expect, test } from "vitest";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import { createTally, shareOf } from "../support/laws.ts";
import { layoutWith } from "../support/read-text.ts";
import { runStages } from "../support/run-stages.ts";
import {
  type Cell,
  type Clock,
  type Facts,
  isPossible,
  type Loss,
  type Person,
  Play,
  prepare,
} from "./play-claims.ts";

// What a run may claim: each create of twelve kinds of apply loses its response, under each clock of the service, while people create an object
// of the same values. The judge knows from the emulator who created what.

interface Structure {
  readonly collections?: Readonly<Record<string, string>>;
  readonly spaces?: Readonly<Record<string, string>>;
  readonly site?: string;
  readonly structure?: readonly string[];
  readonly rest?: string;
}

const collections = { handbook: "title: Handbook", archive: "title: Archive" };
const spaces = {
  guides: "title: Guides, collection: handbook",
  api: "title: API",
  faq: "title: FAQ",
};
const sections = {
  guides: "{ section: Guides, path: guides, spaces: [guides] }",
  api: "{ section: API, path: api, spaces: [api] }",
};

/** A layout with these parts in place of the usual ones. */
function layoutOf(given: Structure = {}): DesiredWorld {
  const map = (entries: Readonly<Record<string, string>>) =>
    Object.entries(entries)
      .map(([key, entry]) => `  ${key}: { ${entry} }\n`)
      .join("");
  const { site = "title: Docs", structure = Object.values(sections), rest = "" } = given;
  const items = structure.map((item) => `      - ${item}\n`).join("");
  return layoutWith(
    `collections:\n${map(given.collections ?? collections)}spaces:\n${map(given.spaces ?? spaces)}` +
      `sites:\n  docs:\n    ${site}\n    structure:\n${items}${rest}`,
  );
}

/** Every kind creates these too. */
const alsoNew = {
  collections: { ...collections, shelf: "title: Shelf" },
  spaces: { ...spaces, more: "title: More, collection: shelf" },
};

/** The kinds of apply: the layout before, and the one to apply. */
const kinds: Readonly<Record<string, { readonly before?: Structure; readonly after: Structure }>> = {
  "a first apply": {
    after: { ...alsoNew, structure: [sections.guides, "{ section: More, path: more, spaces: [more] }"] },
  },
  "new objects with access": {
    before: {},
    after: {
      collections: { ...collections, shelf: "title: Shelf, defaultLevel: edit" },
      spaces: { ...spaces, more: "title: More, defaultLevel: edit, emoji: 1f600" },
    },
  },
  "nested collections": {
    before: {},
    after: {
      collections: { ...alsoNew.collections, inner: "title: Inner, parent: shelf" },
      spaces: { ...spaces, more: "title: More, collection: inner" },
    },
  },
  "a published site": {
    before: {},
    after: {
      ...alsoNew,
      rest: `  more:
    title: More docs
    published: true
    structure: [{ section: More, path: more, spaces: [more] }]
`,
    },
  },
  renames: {
    before: {},
    after: {
      collections: { ...alsoNew.collections, archive: "title: Old" },
      spaces: { ...alsoNew.spaces, guides: "title: Handbook guides, collection: handbook" },
      structure: [sections.guides, "{ section: Interface, path: interface, spaces: [api] }"],
    },
  },
  "a cycle of titles": {
    before: {},
    after: { ...alsoNew, spaces: { ...alsoNew.spaces, api: "title: FAQ", faq: "title: API" } },
  },
  "new keys": {
    before: {},
    after: {
      collections: { handbook: "title: Handbook", old: "title: Archive", shelf: "title: Shelf" },
      spaces: { ...alsoNew.spaces },
      structure: [sections.api, sections.guides],
    },
  },
  "a replaced variant": {
    before: {
      structure: [
        "{ section: Guides, path: guides, spaces: [guides, { space: faq, path: faq }] }",
        sections.api,
      ],
    },
    after: {
      ...alsoNew,
      structure: [sections.guides, "{ section: API, path: api, spaces: [api, { space: faq, path: faq }] }"],
    },
  },
  "a site of another type": {
    before: { site: "title: Docs\n    type: ultimate" },
    after: { ...alsoNew, site: "title: Docs\n    type: premium" },
  },
  "objects that are deleted": {
    before: {},
    after: {
      collections: { handbook: "title: Handbook", shelf: "title: Shelf" },
      spaces: { guides: "title: Guides", api: "title: API", more: "title: More, collection: shelf" },
      rest: "prune: [collections, spaces]\n",
    },
  },
  "groups and another default": {
    before: {},
    after: {
      ...alsoNew,
      structure: [
        "{ group: Reference, children: [{ section: API, path: api, default: true, spaces: [api] }] }",
        sections.guides,
      ],
    },
  },
  copies: {
    before: {},
    after: { ...alsoNew, spaces: { ...spaces, more: "title: More, copyOf: faq, collection: handbook" } },
  },
};

const hourMs = 3_600_000;
const clocks: Readonly<Record<string, Clock>> = {
  "the same clock": {},
  "a clock an hour ahead": { aheadMs: hourMs },
  "a clock an hour behind": { aheadMs: -hourMs },
  "no dates": { faults: [{ fault: { kind: "date" } }] },
  "one response without a date": {
    faults: [{ on: { method: "GET", nth: 2, times: 1 }, fault: { kind: "date" } }],
  },
  "a date that goes back": {
    faults: [{ on: { method: "GET", nth: 3, times: 1 }, fault: { kind: "date", ms: -10_000 } }],
  },
  "no dates after the create": { isLostLater: true },
};

/** How the response is lost. */
const losses: Readonly<Record<string, Loss>> = {
  "killed before": { kill: "before" },
  "killed after": { kill: "after" },
  "lost before": { fault: { kind: "drop-before" } },
  "lost after": { fault: { kind: "drop-after" } },
  "answered with 502": { fault: { kind: "error-after", status: 502 } },
};

/** When a person creates an object of the same values, and whether the person edits it. */
const people: Readonly<Record<string, Person>> = {
  nobody: {},
  "a person before the run": { when: "before" },
  "a person at the same moment": { when: "meanwhile" },
  "a person on the next day": { when: "after" },
  "a person on the next day, who edits it": { when: "after", edits: true },
};

/** What holds after each run, and at the end. */
const laws: Readonly<Record<string, (facts: Facts) => boolean>> = {
  "no run has created a later object of a person": ({ theirs, isAtOnce }) =>
    theirs === undefined || isAtOnce || theirs.origin !== "created",
  "a run with a clock claims no later object of a person": ({ theirs, isAtOnce, isTimed }) =>
    theirs === undefined || isAtOnce || !isTimed || theirs.origin !== "recovered",
  "no run claims an object with other values": ({ theirs, hasEdits }) =>
    theirs === undefined || !hasEdits || theirs.origin === undefined,
  "nobody but a person changes what no run has claimed": ({ theirs, isDecided }) =>
    theirs === undefined || isDecided || theirs.origin !== undefined || theirs.now === theirs.made,
  "no run opens what nobody has confirmed": ({ theirs, isDecided }) =>
    theirs === undefined || isDecided || theirs.origin === "created" || !theirs.isOpened,
  "no run shows in a site what no run has claimed": ({ theirs, isDecided }) =>
    theirs === undefined || isDecided || theirs.origin !== undefined || !theirs.isShown,
  "nothing deletes the object of a person": ({ theirs }) => theirs === undefined || theirs.now !== "null",
  "what a run probably created is told": ({ recovered, told }) =>
    recovered.every(({ address, id }) => told.some((each) => each.address === address && each.id === id)),
};

const finalLaws: Readonly<Record<string, (facts: Facts) => boolean>> = {
  "the lost object is found": ({ lost, theirs, isPruneRefused }) =>
    lost === undefined || lost.isInState || theirs?.isInState === true || isPruneRefused,
  "its recovery is told": ({ lost, told, isDecided }) =>
    lost?.isInState !== true || isDecided || told.some(({ id }) => id === lost.id),
  "a run with a clock knows what it created": ({ lost, isTimed, isAtOnce }) =>
    lost?.isInState !== true || !isTimed || isAtOnce || lost.origin === "created",
  "the world is as without the loss": ({ world, expected, theirs, hasEdits, isPruneRefused }) =>
    isPruneRefused || (theirs?.isInState === true && hasEdits) || world.join("\n") === expected.join("\n"),
};

function broken(known: typeof laws, facts: Facts): readonly string[] {
  return Object.entries(known).flatMap(([law, holds]) => (holds(facts) ? [] : [law]));
}

function cellsOf(kind: string, prepared: Awaited<ReturnType<typeof prepare>>): readonly Cell[] {
  const cells = prepared.creates.flatMap(({ nth, request }) =>
    Object.entries(clocks).flatMap(([clockName, clock]) =>
      Object.entries(losses).flatMap(([lossName, loss]) =>
        Object.entries(people).flatMap(([personName, person]): Cell[] => {
          const name = `${kind}: ${request.operation} ${nth} ${lossName}, ${clockName}, ${personName}`;
          return isPossible(person, request, prepared.dump)
            ? [{ name, nth, request, clock, loss, person }]
            : [];
        }),
      ),
    ),
  );
  return shareOf(cells, ({ name }) => name);
}

const tally = createTally();
afterAll(async () => {
  const cells = tally.of("cells");
  await tally.report("claims", cells, ["created", "recovered", "asked a person", "theirs untouched"], 0.02);
});

describe.each(Object.entries(kinds))("%s", (kind, { before, after }) => {
  test("each lost create is claimed only if it can be the run's own", { timeout: 600_000 }, async () => {
    const prepared = await prepare(before && layoutOf(before), layoutOf(after));
    expect(prepared.creates.length).toBeGreaterThan(1);
    for (const cell of cellsOf(kind, prepared)) {
      const play = new Play(prepared, cell, (facts) => expect(broken(laws, facts)).toEqual([]));
      await runStages({
        [`${cell.name}: first run`]: () => play.firstRun(),
        [`${cell.name}: next day`]: () => play.nextDay(),
        [`${cell.name}: rerun`]: () => play.rerun(),
        [`${cell.name}: end`]: async () => expect(broken(finalLaws, play.facts())).toEqual([]),
      });
      for (const what of ["cells", ...play.happened()]) tally.count(what);
    }
  });
});
