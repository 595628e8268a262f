import { expect, test } from "vitest";
import { siteIfAny } from "./part-named.ts";
import { structureOfSite } from "./structure-layout.ts";

const types = [{ name: "site", attributes: {}, reads: [{ of: "site" }] }] as never;

test("an id names its own site, also if it is the title of another one", () => {
  const site = (id: string, title: string) => ({ type: "site", id, attributes: { title } });
  const live = { objects: [site("one", "two"), site("two", "three")] } as never;
  expect(siteIfAny(types, live, "two")).toEqual({ type: "site", id: "two" });
  expect(siteIfAny(types, live, "three")).toEqual({ type: "site", id: "two" });
});

test("a file is written of a site that docsform could read, also beside one that it could not", () => {
  const site = (id: string) => ({ type: "site", id, attributes: { title: id } });
  const live = { objects: [site("one"), site("two")], forbiddenLists: [{ of: site("two") }] } as never;
  const written = (name: string) =>
    structureOfSite({ types } as never, { site: name } as never, live, undefined).text;
  expect(written("one")).toContain("title: one");
  expect(() => written("two")).toThrow("two");
});
