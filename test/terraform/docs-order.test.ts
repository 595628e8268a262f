import { describe, expect, test } from "vitest";
import { type ApiVersion, publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import type { TerraformSchema } from "../../src/model/terraform-schema.ts";
import { type CtyObject, unknown } from "../../src/terraform/plugin/values/cty-value.ts";
import { createdSchemas } from "./support/every-type.ts";
import type { Config, InState } from "./support/rpc-terraform.ts";
import { type Bench, openBench } from "./support/type-bench.ts";

const order = "docs_site_order";
const siteSchema = createdSchemas.find(({ type }) => type.name === "site") as TerraformSchema;

/** Four siblings in one place of a site. `parent` is their container. */
interface Siblings {
  readonly bench: Bench;
  readonly site: string;
  readonly parent: string | null;
  readonly ids: readonly string[];
}

async function make(bench: Bench, name: string, config: Config): Promise<InState & { readonly id: string }> {
  const made = await bench.terraform.apply(name, bench.terraform.nothing, config);
  expect([name, made.errors]).toEqual([name, []]);
  return { ...made, id: made.state?.["id"] as string };
}

const letters = ["a", "b", "c", "d"] as const;

async function spaces(bench: Bench): Promise<readonly string[]> {
  const made: string[] = [];
  for (const letter of letters) made.push((await make(bench, "docs_space", { title: `Space ${letter}` })).id);
  return made;
}

/** Sections and groups alternate, so that both have places in one order. */
async function entries(bench: Bench, site: string, parent: string | null): Promise<readonly string[]> {
  const contents = await spaces(bench);
  const made: string[] = [];
  for (const [at, space] of contents.entries()) {
    const common = { site_id: site, parent_id: parent, title: `Entry ${letters[at]}` };
    const isGroup = at % 2 === 1;
    const entry = isGroup
      ? await make(bench, "docs_site_section_group", common)
      : await make(bench, "docs_site_section", { ...common, path: `${letters[at]}`, space_id: space });
    made.push(entry.id);
  }
  return made;
}

async function group(bench: Bench, site: string, parent: string | null, title: string): Promise<string> {
  return (await make(bench, "docs_site_section_group", { site_id: site, parent_id: parent, title })).id;
}

/** Variants of a section, or of a site without sections. The service creates a section together with its first variant. */
async function variants(bench: Bench, site: string, parent: string | null, from = 0): Promise<string[]> {
  const contents = await spaces(bench);
  const made: string[] = [];
  for (const space of contents.slice(from))
    made.push(
      (await make(bench, "docs_site_space", { site_id: site, parent_id: parent, space_id: space })).id,
    );
  return made;
}

const places: Readonly<
  Record<string, (bench: Bench, site: string) => Promise<Omit<Siblings, "bench" | "site">>>
> = {
  "the top of a site": async (bench, site) => ({ parent: null, ids: await entries(bench, site, null) }),
  "a group": async (bench, site) => {
    const parent = await group(bench, site, null, "Group");
    return { parent, ids: await entries(bench, site, parent) };
  },
  "a group inside of a group": async (bench, site) => {
    const parent = await group(bench, site, await group(bench, site, null, "Outer"), "Inner");
    return { parent, ids: await entries(bench, site, parent) };
  },
  "a section": async (bench, site) => {
    const space = await make(bench, "docs_space", { title: "First" });
    const section = await make(bench, "docs_site_section", {
      site_id: site,
      title: "Section",
      path: "section",
      space_id: space.id,
    });
    const first = section.state?.["site_space_id"] as string;
    return { parent: section.id, ids: [first, ...(await variants(bench, site, section.id, 1))] };
  },
  "a site without sections": async (bench, site) => ({
    parent: null,
    ids: await variants(bench, site, null),
  }),
};

async function openSiblings(place: string, apiVersion: ApiVersion): Promise<Siblings> {
  const family = await createSiblings(place, apiVersion);
  family.bench.terraform.restart();
  return family;
}

async function createSiblings(place: string, apiVersion: ApiVersion): Promise<Siblings> {
  const bench = openBench(siteSchema, apiVersion);
  const { id: site } = await make(bench, "docs_site", { title: "Docs" });
  const family = (await places[place]?.(bench, site)) as Omit<Siblings, "bench" | "site">;
  return { bench, site, ...family };
}

function listing({ site, parent }: Siblings, ids: readonly string[]): Config {
  return { site_id: site, parent_id: parent, ids };
}

/** The ids of the siblings in the live order. */
async function liveOrder({ bench, parent, ids }: Siblings): Promise<readonly string[]> {
  const { objects } = await bench.service.read("everything");
  return objects
    .filter((object) => ids.includes(object.id) && (object.container?.id ?? null) === parent)
    .sort((a, b) => a.rank - b.rank)
    .map((object) => object.id);
}

/** Another user moves one sibling before another one. */
async function moveAsOther(family: Siblings, id: string, before: string): Promise<void> {
  const { bench, site } = family;
  const { objects } = await bench.service.read("everything");
  const pointer = (wanted: string) => {
    const { type } = objects.find((object) => object.id === wanted) ?? { type: "" };
    return { type: type.replaceAll("_", "-"), id: wanted };
  };
  const position = { before: pointer(before) };
  bench.service.emulator.edit("sortSiteStructure", { siteId: site }, { item: pointer(id), position });
}

function writes({ bench }: Siblings): readonly (string | null)[] {
  return bench.service.emulator.log
    .filter((request) => request.method !== "GET" && request.foreign !== true)
    .map(({ operation }) => operation);
}

const pick = (ids: readonly string[], text: string): readonly string[] =>
  Array.from(text).map((letter) => ids[letters.indexOf(letter as (typeof letters)[number])] as string);

describe.each(
  apiVersions.flatMap((apiVersion) =>
    Object.keys(places).map((place) => ({ name: `${place}, ${apiVersion}`, place, apiVersion })),
  ),
)("order in $name", ({ place, apiVersion }) => {
  test("is created with the fewest moves, and then matches", async () => {
    const family = await openSiblings(place, apiVersion);
    const { terraform, service } = family.bench;
    expect(await liveOrder(family)).toEqual(pick(family.ids, "abcd"));
    service.emulator.clearLog();
    const first = await make(family.bench, order, listing(family, pick(family.ids, "dabc")));
    expect(writes(family)).toEqual(["sortSiteStructure"]);
    expect(await liveOrder(family)).toEqual(pick(family.ids, "dabc"));
    terraform.restart();
    const inState = await terraform.read(order, first);
    expect(inState.state).toEqual(first.state);
    expect((await terraform.plan(order, inState, listing(family, pick(family.ids, "dabc")))).isEmpty).toBe(
      true,
    );
    const turned = await terraform.apply(order, inState, listing(family, pick(family.ids, "cbad")));
    expect(turned.errors).toEqual([]);
    expect(await liveOrder(family)).toEqual(pick(family.ids, "cbad"));
  });

  test("the plan warns about its changes to the existing order", async () => {
    const family = await openSiblings(place, apiVersion);
    const { terraform } = family.bench;
    const planOf = async (text: string) =>
      (await terraform.plan(order, terraform.nothing, listing(family, pick(family.ids, text)))).diagnostics;
    expect(await planOf("abcd")).toEqual([]);
    terraform.restart();
    const [warned, ...more] = await planOf("bac");
    expect([warned?.severity, warned?.summary, more]).toEqual([
      "warning",
      "docs_site_order imports an existing object and changes it",
      [],
    ]);
    const [a, b, c] = family.ids;
    expect(warned?.detail).toContain(`ids: [${a}, ${b}, ${c}] → [${b}, ${a}, ${c}]`);
  });

  test("the plan does not warn of siblings that the same apply has created", async () => {
    const family = await createSiblings(place, apiVersion);
    const config = listing(family, family.ids.toReversed());
    const { terraform } = family.bench;
    expect((await terraform.plan(order, terraform.nothing, config)).diagnostics).toEqual([]);
  });

  test("is repaired after another user's change", async () => {
    const family = await openSiblings(place, apiVersion);
    const { terraform } = family.bench;
    const wanted = listing(family, family.ids);
    const made = await make(family.bench, order, wanted);
    await moveAsOther(family, family.ids[3] as string, family.ids[0] as string);
    terraform.restart();
    const drifted = await terraform.read(order, made);
    expect(drifted.state?.["ids"]).toEqual(pick(family.ids, "dabc"));
    const plan = await terraform.plan(order, drifted, wanted);
    expect([plan.isEmpty, plan.replaced]).toEqual([false, []]);
    expect((await terraform.apply(order, drifted, wanted)).errors).toEqual([]);
    expect(await liveOrder(family)).toEqual(family.ids);
  });

  test("of some siblings leaves the others where they are", async () => {
    const family = await openSiblings(place, apiVersion);
    const { terraform } = family.bench;
    const wanted = listing(family, pick(family.ids, "db"));
    const made = await make(family.bench, order, wanted);
    const after = await liveOrder(family);
    expect(after.filter((id) => pick(family.ids, "db").includes(id))).toEqual(pick(family.ids, "db"));
    expect(after.filter((id) => pick(family.ids, "ac").includes(id))).toEqual(pick(family.ids, "ac"));
    await moveAsOther(family, family.ids[2] as string, family.ids[0] as string);
    terraform.restart();
    const inState = await terraform.read(order, made);
    expect((await terraform.plan(order, inState, wanted)).isEmpty).toBe(true);
  });

  test("is imported with all siblings, and by the names of their containers", async () => {
    const family = await openSiblings(place, apiVersion);
    const { terraform } = family.bench;
    const { parent, site } = family;
    const imported = await terraform.import(order, parent === null ? site : `${site}/${parent}`);
    expect(imported.errors).toEqual([]);
    expect(imported.state).toMatchObject(listing(family, family.ids) as CtyObject);
    const inState = await terraform.read(order, imported);
    expect((await terraform.plan(order, inState, listing(family, family.ids))).isEmpty).toBe(true);
    if (parent === null) return;
    const path = { "a group": "Group", "a group inside of a group": "Outer/Inner", "a section": "section" }[
      place
    ];
    const named = await terraform.import(order, `Docs/${path}`);
    expect([named.errors, named.state]).toEqual([[], imported.state]);
    const nowhere = await terraform.import(order, "Docs/nowhere");
    expect(nowhere.errors.join()).toContain('"nowhere"');
  });

  test("is destroyed without a call, and disappears with its container", async () => {
    const family = await openSiblings(place, apiVersion);
    const { terraform, service } = family.bench;
    const made = await make(family.bench, order, listing(family, family.ids));
    service.emulator.clearLog();
    const gone = await terraform.apply(order, made, null);
    expect([gone.errors, gone.state, writes(family)]).toEqual([[], null, []]);
    service.emulator.edit("deleteSiteById", { siteId: family.site });
    terraform.restart();
    expect((await terraform.read(order, made)).state).toBeNull();
  });

  test("refuses an id that is not a sibling", async () => {
    const family = await openSiblings(place, apiVersion);
    const refused = await family.bench.terraform.apply(
      order,
      family.bench.terraform.nothing,
      listing(family, [...family.ids, "stranger"]),
    );
    expect(refused.errors.join()).toContain("These ids are not among the siblings: stranger.");
    expect(await liveOrder(family)).toEqual(family.ids);
  });

  test("depends on known values: future ids, another place, a deleted sibling", async () => {
    const family = await openSiblings(place, apiVersion);
    const { terraform } = family.bench;
    const open = await terraform.plan(order, terraform.nothing, {
      ...listing(family, family.ids),
      ids: [family.ids[1] as string, unknown],
    });
    expect(open.state?.["id"]).toBe(family.parent ?? family.site);
    const made = await make(family.bench, order, listing(family, family.ids));
    const outside = { site_id: family.site, parent_id: "elsewhere", ids: family.ids };
    expect((await terraform.plan(order, made, outside)).replaced).toEqual(["parent_id"]);
    const fewer = await terraform.read(order, {
      ...made,
      state: { ...made.state, ids: [...family.ids, "gone"] },
    });
    expect(fewer.state?.["ids"]).toEqual(family.ids);
  });
});

test("a plan does not warn of new siblings in an existing place, and warns of those that were there", async () => {
  const bench = openBench(siteSchema, "current");
  const { terraform } = bench;
  const { id: site } = await make(bench, "docs_site", { title: "Docs" });
  const section = async (title: string) => {
    const { id: space } = await make(bench, "docs_space", { title });
    const config = { site_id: site, title, path: title.toLowerCase(), space_id: space };
    return (await make(bench, "docs_site_section", config)).id;
  };
  const [a, b] = [await section("Aa"), await section("Bb")];
  terraform.restart();
  const [c, d] = [await section("Cc"), await section("Dd")];
  const warningsOf = async (...ids: readonly string[]) => {
    const { diagnostics } = await terraform.plan(order, terraform.nothing, { site_id: site, ids });
    return diagnostics.map(({ detail }) => detail);
  };
  expect(await warningsOf(a, b, d, c)).toEqual([]);
  const [warned] = await warningsOf(d, b, c, a);
  expect(warned).toContain(`ids: [${a}, ${b}] → [${b}, ${a}]`);
});
