import { expect, test } from "vitest";
import type { EmulatorRecord } from "../../../src/model/emulator-rules.ts";
import { type JudgedWorld, recordsOf, reportDifferences } from "./openings.ts";
import { judge } from "./watch-moments.ts";

function worldWith(tables: Readonly<Record<string, readonly EmulatorRecord[]>>): JudgedWorld {
  const records = recordsOf({
    space: [{ id: "s1", defaultLevel: null, revision: "r1" }],
    revision: [{ id: "r1", content: { pages: [{ id: "page" }] } }],
    ...tables,
  });
  return { records, judged: judge(records, new Set(["docs"])) };
}

const site = { id: "docs", visibility: "public", published: true };
const place = { id: "p1", site: "docs", space: "s1" };
const addresses = new Map([["s1", "space.plans"]]);
const nobody = worldWith({});
const hidden = worldWith({ site: [site], site_space: [{ ...place, hidden: true }] });
const listed = worldWith({ site: [site], site_space: [place] });

test("an opening that no report names is missing", () => {
  expect(reportDifferences([], { before: nobody, after: listed }, addresses)).toEqual([
    "no report says readable: space.plans",
  ]);
  const report = { kind: "opens", address: "space.plans" };
  expect(reportDifferences([report], { before: nobody, after: listed }, addresses)).toEqual([]);
});

test("what the navigation lists is to be reported only if it was readable before", () => {
  const report = { kind: "lists", address: "space.plans" };
  expect(reportDifferences([report], { before: hidden, after: listed }, addresses)).toEqual([]);
  expect(reportDifferences([], { before: hidden, after: listed }, addresses)).toEqual([
    "no report says listed: space.plans",
  ]);
});

test("a report of an opening that does not happen is invented", () => {
  const reported = [
    { kind: "access", address: "space.plans" },
    { kind: "closes", address: "space.plans" },
  ];
  expect(reportDifferences(reported, { before: listed, after: nobody }, addresses)).toEqual([
    "reported, and the judge does not see it: access space.plans",
  ]);
});

test("a report may name the original or the copy", () => {
  const records = { site: [site], site_space: [{ ...place, space: "s2" }] };
  const copies = [
    { id: "s1", defaultLevel: null, revision: "r1" },
    { id: "s2", defaultLevel: null, revision: "r1" },
  ];
  const worlds = { before: nobody, after: worldWith({ ...records, space: copies }) };
  for (const address of ["space.plans", "space.unmanaged/s2"])
    expect(reportDifferences([{ kind: "opens", address }], worlds, addresses)).toEqual([]);
});

test("a translated space is new content", () => {
  const original = { id: "s1", defaultLevel: null, revision: "r1" };
  const spaces = [original, { ...original, id: "s2", language: "de" }];
  const worlds = {
    before: listed,
    after: worldWith({
      space: spaces,
      site: [site],
      site_space: [place, { ...place, id: "p2", space: "s2" }],
    }),
  };
  const reported = ["space.unmanaged/s2", "space.plans"].map((address) => ({ kind: "opens", address }));
  expect(reportDifferences(reported, worlds, addresses)).toEqual([
    "reported, and the judge does not see it: opens space.plans",
  ]);
});

test("where the readings of a condition differ, a report may follow each of them", () => {
  const conditional = { ...place, condition: "visitor.claims.beta" };
  const worlds = { before: worldWith({ site: [site], site_space: [conditional] }), after: listed };
  expect(reportDifferences([], worlds, addresses)).toEqual([]);
  expect(reportDifferences([{ kind: "opens", address: "space.plans" }], worlds, addresses)).toEqual([]);
});
