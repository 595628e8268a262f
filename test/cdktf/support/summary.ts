import type { Tables } from "./box.ts";

type Fields = Tables[string][number];

/** The live objects with titles in the place of ids, so that two organizations can be compared. */
export function summary(tables: Tables): unknown {
  const there = (type: string): readonly Fields[] =>
    (tables[type] ?? []).filter((each) => each["deletedAt"] == null);
  const titleOf = (type: string, id: unknown): string =>
    text(there(type).find((each) => each["id"] === id)?.["title"]);
  const sorted = (texts: readonly string[]): readonly string[] =>
    texts.toSorted((one, other) => one.localeCompare(other));
  const byRank = (one: Fields, other: Fields): number => Number(one["rank"]) - Number(other["rank"]);

  const spacesOf = (section: unknown): readonly unknown[] =>
    there("site_space")
      .filter((each) => each["section"] === section)
      .sort(byRank)
      .map((each) => titleOf("space", each["space"]));
  const inside = (site: unknown, group: unknown): readonly unknown[] =>
    [...there("site_section"), ...there("site_section_group")]
      .filter((each) => each["site"] === site && (each["group"] ?? null) === group)
      .sort(byRank)
      .map((each) =>
        there("site_section").includes(each)
          ? { section: each["title"], spaces: spacesOf(each["id"]) }
          : { group: each["title"], children: inside(site, each["id"]) },
      );

  return {
    collections: sorted(there("collection").map(({ title }) => text(title))),
    spaces: sorted(
      there("space").map(({ parent, title }) => `${titleOf("collection", parent)}/${text(title)}`),
    ),
    teams: there("team").map((each) => ({
      title: each["title"],
      members: sorted(Object.keys(each["memberships"] as object)),
    })),
    saml: there("saml_provider").map(({ label }) => label),
    openapi: there("openapi_spec").map(({ id }) => id),
    sites: there("site").map((each) => ({
      title: each["title"],
      published: each["published"],
      structure: inside(each["id"], null),
    })),
  };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
