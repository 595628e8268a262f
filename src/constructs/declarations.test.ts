import { readFileSync } from "node:fs";
import type { Construct } from "constructs";
import { expect, test } from "vitest";
import { synth } from "../../test/support/synth.ts";
import { Collection } from "./collection.ts";
import { OpenApiSpec } from "./openapi-spec.ts";
import { SamlProvider } from "./saml-provider.ts";
import { Site } from "./site.ts";
import { SiteSection } from "./site-section.ts";
import { SiteSectionGroup } from "./site-section-group.ts";
import { SiteSpace } from "./site-space.ts";
import { Space } from "./space.ts";
import { Team } from "./team.ts";
import { schemaOf, types } from "./types.ts";

/** How the construct of each type is made: with these values, and with a reference wherever it takes one. */
const makers: Readonly<Record<string, (scope: Construct, values: never) => unknown>> = {
  collection: (scope, values: object) =>
    new Collection(scope, "it", {
      ...(values as { title: string }),
      parent: Collection.fromId(scope, "in", "c1"),
    }),
  openapi_spec: (scope, values: ConstructorParameters<typeof OpenApiSpec>[2]) =>
    new OpenApiSpec(scope, "it", values),
  saml_provider: (scope, values: { label: string }) =>
    new SamlProvider(scope, "it", { ...values, defaultTeam: Team.fromId(scope, "team", "t1") }),
  site: (scope, values: { title: string }) => new Site(scope, "it", values),
  site_section: (scope, values: { title: string }) => {
    const site = Site.fromId(scope, "site", "site1");
    const parent = SiteSectionGroup.fromId(site, "group", "g1");
    const spaces = [Space.fromId(scope, "space", "s1")];
    return new SiteSection(scope, "it", { ...values, site, parent, spaces, default: true });
  },
  site_section_group: (scope, values: { title: string }) => {
    const site = Site.fromId(scope, "site", "site1");
    return new SiteSectionGroup(scope, "it", {
      ...values,
      site,
      parent: SiteSectionGroup.fromId(site, "in", "g1"),
    });
  },
  site_space: (scope, values: object) => {
    const site = Site.fromId(scope, "site", "site1");
    const section = SiteSection.fromId(site, "section", "x1");
    return new SiteSpace(scope, "it", {
      ...values,
      site,
      section,
      space: Space.fromId(scope, "space", "s1"),
      default: true,
    });
  },
  space: (scope, values: { title: string }) =>
    new Space(scope, "it", { ...values, collection: Collection.fromId(scope, "in", "c1") }),
  team: (scope, values: { title: string }) => new Team(scope, "it", values),
};

// An object that has both breaks a rule of its type.
const alternatives: Readonly<Record<string, readonly string[]>> = { space: ["icon"] };

test.each(types.filter(({ creation }) => creation !== undefined).map(({ name }) => name))(
  "the construct of a %s passes on all that its type declares",
  (kind) => {
    const schema = schemaOf(kind);
    const type = types.find(({ name }) => name === kind);
    const samples = Object.entries(type?.attributes ?? {}).flatMap(
      ([
        name,
        {
          samples: [sample],
        },
      ]) =>
        sample === undefined || alternatives[kind]?.includes(name) === true ? [] : [[name, sample] as const],
    );
    const { resource } = synth((stack) => makers[kind]?.(stack, Object.fromEntries(samples) as never));
    const passed = new Set(Object.keys(resource[schema.name]?.["it"] ?? {}));
    const fields = [...schema.values, ...(schema.firstChild?.values ?? [])].filter(
      ({ attribute }) => alternatives[kind]?.includes(attribute) !== true,
    );
    const expected = [
      ...fields.flatMap(({ name, writeOnly }) =>
        writeOnly === undefined ? [name] : [writeOnly.name, writeOnly.version],
      ),
      ...[schema.scopeField, schema.containerField, schema.defaultField].filter((name) => name !== undefined),
    ];
    passed.delete("lifecycle");
    expect([...passed].sort()).toEqual(expected.sort());
  },
);

/** What is written before each property of the interfaces of a file, on one line. */
function descriptionsIn(file: string): ReadonlyMap<string, string> {
  const source = readFileSync(new URL(file, import.meta.url), "utf8").replace(
    /\s*\n\s*(?:\*(?!\/))?\s*/g,
    " ",
  );
  const found = source.matchAll(/\/\*\*((?:(?!\*\/).)*)\*\/ readonly (\w+)\??:/g);
  return new Map([...found].map(([, text = "", name = ""]) => [name, text]));
}

/** What a description says of the values that are allowed. */
const limits = /(?:\d+ to \d+|At (?:most|least) \d+) characters?|One of `[^.]*`/g;

test.each(types.filter(({ creation }) => creation !== undefined).map(({ name }) => name))(
  "the properties of a %s are described with their limits",
  (kind) => {
    const file = `${kind.replaceAll("_", "-")}.ts`;
    const [own, generated] = [descriptionsIn(file), descriptionsIn(`generated/${file}`)];
    const values = schemaOf(kind).values.filter(({ rule }) => rule.reference === undefined);
    const missing = values.flatMap(({ attribute, name }) => {
      const camelCase = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      const said = own.get(attribute)?.toLowerCase();
      const wanted = generated.get(camelCase)?.match(limits) ?? [];
      if (said === undefined || !generated.has(camelCase)) return [attribute];
      // Forty codes of languages are told when one is wrong.
      const isLong = (limit: string) => limit.length > 200;
      return wanted.filter((limit) => !isLong(limit) && !said.includes(limit.toLowerCase()));
    });
    expect(missing).toEqual([]);
  },
);

test("what may be null can be said to be, in a layout inside an app", () => {
  const silent = types
    .filter(({ creation }) => creation !== undefined)
    .flatMap(({ name }) => schemaOf(name).values)
    .filter(
      ({ rule, mode }) => rule.nullable === true && mode !== "optional" && rule.terraform === undefined,
    );
  expect(silent).toEqual([]);
});
