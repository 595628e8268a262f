import { readFileSync } from "node:fs";
import type { Construct } from "constructs";
import { expect, test } from "vitest";
import { problemsOf, synth } from "../../test/support/synth.ts";
import { brokenUnions } from "../model/resource-type/attribute.ts";
import type { Json } from "../util/json.ts";
import { constructClasses } from "./construct-classes.ts";
import { Collection } from "./docs-collection.ts";
import { Member } from "./docs-member.ts";
import { OpenApiSpec } from "./docs-openapi-spec.ts";
import { Organization } from "./docs-organization.ts";
import { SamlProvider } from "./docs-saml-provider.ts";
import { Site } from "./docs-site.ts";
import { SiteLink } from "./docs-site-link.ts";
import { SiteSection } from "./docs-site-section.ts";
import { SiteSectionGroup } from "./docs-site-section-group.ts";
import { SiteSpace } from "./docs-site-space.ts";
import { Space } from "./docs-space.ts";
import { Team } from "./docs-team.ts";
import { Translation } from "./docs-translation.ts";
import { ForeignObject } from "./foreign-object.ts";
import { DocsProvider } from "./generated/provider.ts";
import { PlainObject, type PlainObjectProps } from "./plain-object.ts";
import type { DocsReference } from "./references.ts";
import { terraformSchemaOf, typeOf, types } from "./types.ts";
import { propertiesFor } from "./values-of.ts";

/** Creates the construct of each type, with these values and with every reference that it accepts. */
const makers: Readonly<Record<string, (scope: Construct, values: never) => unknown>> = {
  collection: (scope, values: object) =>
    new Collection(scope, "it", {
      ...(values as { title: string }),
      parent: Collection.fromId(scope, "in", "c1"),
    }),
  member: (scope, values: { email: string }) => new Member(scope, "it", values),
  organization: (scope, values: object) =>
    new Organization(scope, "it", { ...values, defaultSite: Site.fromId(scope, "site", "site1") }),
  translation: (scope, values: ConstructorParameters<typeof Translation>[2]) =>
    new Translation(scope, "it", { ...values, space: Space.fromId(scope, "space", "s1") }),
  openapi_spec: (scope, values: ConstructorParameters<typeof OpenApiSpec>[2]) =>
    new OpenApiSpec(scope, "it", values),
  saml_provider: (scope, values: { label: string }) =>
    new SamlProvider(scope, "it", { ...values, defaultTeam: Team.fromId(scope, "team", "t1") }),
  site: (scope, values: { title: string }) =>
    new Site(scope, "it", {
      ...values,
      styleguide: Space.fromId(scope, "styleguide", "s2"),
    }).addSpace("first", { space: Space.fromId(scope, "space", "s1") }),
  site_link: (scope, values: { title: string; url: string }) => {
    const site = Site.fromId(scope, "site", "site1");
    return new SiteLink(scope, "it", { ...values, site, parent: SiteSectionGroup.fromId(site, "in", "g1") });
  },
  site_section: (scope, values: { title: string }) => {
    const site = Site.fromId(scope, "site", "site1");
    const parent = SiteSectionGroup.fromId(site, "group", "g1");
    const spaces = [Space.fromId(scope, "space", "s1")] as const;
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
    new Space(scope, "it", {
      ...values,
      collection: Collection.fromId(scope, "in", "c1"),
      copyOf: Space.fromId(scope, "source", "s1"),
    }),
  team: (scope, values: { title: string }) => new Team(scope, "it", values),
};

/** A handwritten construct is optional: without one, `PlainObject` serves. */
const all = types.map(({ name }) => name);
const written = all.filter((kind) => makers[kind] !== undefined);

const classes = {
  Collection,
  Member,
  OpenApiSpec,
  Organization,
  SamlProvider,
  Site,
  SiteLink,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  Space,
  Team,
  Translation,
};

test("code that pull writes can use each handwritten construct", () => {
  expect(Object.keys(constructClasses).sort()).toEqual([...written].sort());
  for (const [kind, { name, addedBy, first }] of Object.entries(constructClasses)) {
    const own = Object.entries(classes).find(([each]) => each === name)?.[1];
    expect(own, kind).toBeDefined();
    const owners = [Site, SiteSectionGroup, SiteSection].map(({ prototype }) => prototype);
    expect(addedBy === undefined || owners.some((each) => addedBy in each)).toBe(true);
    expect(first === undefined || first.child in (own?.prototype ?? {})).toBe(true);
    expect(typeOf(kind).firstChild === undefined).toBe(first === undefined);
  }
});

/** Whether an attribute is not the first of its union. The first one goes together with the others. */
function isLater(kind: string, attribute: string): boolean {
  return brokenUnions(typeOf(kind), () => false).some(({ among }) => among.indexOf(attribute) > 0);
}

/** First samples of all attributes that go together. */
function samplesOf(kind: string): Readonly<Record<string, Json>> {
  const type = typeOf(kind);
  const samples: Record<string, Json> = {};
  for (const [
    name,
    {
      samples: [sample],
      reference,
    },
  ] of Object.entries(type.attributes)) {
    if (sample === undefined || reference !== undefined || isLater(kind, name)) continue;
    if ((type.check?.({ ...samples, [name]: sample }) ?? []).length === 0) samples[name] = sample;
  }
  return samples;
}

/** The attributes of the resource itself: publication is a resource of its own. */
function settableOf(kind: string): Readonly<Record<string, Json>> {
  const settable = new Set(terraformSchemaOf(kind).values.map(({ attribute }) => attribute));
  return Object.fromEntries(Object.entries(samplesOf(kind)).filter(([name]) => settable.has(name)));
}

/** The scope of an object. Empty for types without one. */
function scopeOf(scope: Construct, kind: string | undefined): { scope?: DocsReference<string> } {
  if (kind === undefined) return {};
  const isSite = kind === "site";
  return {
    scope: isSite ? Site.fromId(scope, kind, "site1") : new ForeignObject(scope, kind, kind, `${kind}1`),
  };
}

function foreign(scope: Construct, type: string): ForeignObject<string> {
  return new ForeignObject(scope, `${type}-1`, type, `${type}1`);
}

/** Objects outside the app for all references of a type. */
function referencesOf(scope: Construct, kind: string): Readonly<Record<string, ForeignObject<string>>> {
  const references = Object.entries(typeOf(kind).attributes).flatMap(([name, { reference }]) =>
    reference === undefined || isLater(kind, name) ? [] : [[name, foreign(scope, reference.type)] as const],
  );
  return Object.fromEntries(references);
}

/** A plain object of the type with every possible property. */
function plain(scope: Construct, kind: string): PlainObject<string> {
  const { firstChild, container, scope: outer, defaultRole } = typeOf(kind);
  const first = (firstChild?.carries ?? []).map((name) => [name, `${name}1`]);
  const secrets = terraformSchemaOf(kind).values.flatMap(({ attribute, writeOnly }) =>
    writeOnly === undefined ? [] : [[`${attribute}Version`, 1] as const],
  );
  return new PlainObject(scope, "it", kind, {
    ...scopeOf(scope, outer),
    ...(container === undefined ? {} : { container: foreign(scope, `${container.types[0]}`) }),
    ...(defaultRole === undefined ? {} : { default: true }),
    values: { ...Object.fromEntries(secrets), ...settableOf(kind), ...referencesOf(scope, kind) },
    first: Object.fromEntries(first),
  });
}

test.each([
  ...written.map(
    (kind) =>
      [
        kind,
        "construct",
        (scope: Construct, values: never) => makers[kind]?.(scope, propertiesFor(kind, values) as never),
      ] as const,
  ),
  ...all.map((kind) => [kind, "plain construct", (scope: Construct) => plain(scope, kind)] as const),
])("of a %s the %s passes on all that its type declares", (kind, _, make) => {
  const schema = terraformSchemaOf(kind);
  const samples = samplesOf(kind);
  const { resource } = synth((stack) => make?.(stack, samples as never));
  const passed = new Set(Object.keys(resource[schema.name]?.["it"] ?? {}));
  const fields = [...schema.values, ...(schema.firstChild?.values ?? [])].filter(
    ({ attribute, rule }) => (rule.samples.length === 0 && !isLater(kind, attribute)) || attribute in samples,
  );
  const expected = [
    ...fields.flatMap(({ name, writeOnly }) =>
      writeOnly === undefined ? [name] : [writeOnly.name, writeOnly.version],
    ),
    ...[schema.scopeField, schema.containerField, schema.defaultField].filter((name) => name !== undefined),
  ];
  passed.delete("lifecycle");
  expect([...passed].sort()).toEqual(expected.sort());
});

/** The comment before each property of the interfaces in a file, on one line. */
function descriptionsIn(file: string): ReadonlyMap<string, string> {
  const source = readFileSync(new URL(file, import.meta.url), "utf8").replace(
    /\s*\n\s*(?:\*(?!\/))?\s*/g,
    " ",
  );
  const found = source.matchAll(/\/\*\*((?:(?!\*\/).)*)\*\/ readonly (\w+)\??:/g);
  return new Map([...found].map(([, text = "", name = ""]) => [name, text]));
}

/** The limits in a description. */
const limits = /(?:\d+ to \d+|At (?:most|least) \d+) characters?|One of `[^.]*`/g;

test.each(written)("the properties of a %s are described with their limits", (kind) => {
  const file = `${kind.replaceAll("_", "-")}.ts`;
  const [own, generated] = [descriptionsIn(`docs-${file}`), descriptionsIn(`generated/${file}`)];
  const values = terraformSchemaOf(kind).values.filter(
    // Settings have the description of the generated construct.
    ({ rule: { reference, isPartial } }) => reference === undefined && isPartial !== true,
  );
  const missing = values.flatMap(({ attribute, name }) => {
    const camelCase = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const stated = own.get(camelCase)?.toLowerCase();
    const wanted = generated.get(camelCase)?.match(limits) ?? [];
    if (stated === undefined || !generated.has(camelCase)) return [attribute];
    // The error for a wrong value lists the forty language codes.
    const isLong = (limit: string) => limit.length > 200;
    return wanted.filter((limit) => !isLong(limit) && !stated.includes(limit.toLowerCase()));
  });
  expect(missing).toEqual([]);
});

test("a layout inside an app can set nullable values to null", () => {
  const silent = types
    .filter(({ creation }) => creation !== undefined)
    .flatMap(({ name }) => terraformSchemaOf(name).values)
    .filter(
      ({ rule, mode }) => rule.nullable === true && mode !== "optional" && rule.terraform === undefined,
    );
  expect(silent).toEqual([]);
});

test.each(all)("a plain %s reports a broken limit of its type", (kind) => {
  const type = typeOf(kind);
  const [limited] = Object.entries(type.attributes).filter(
    ([, { schema, reference }]) => reference === undefined && !schema.safeParse("x".repeat(5000)).success,
  );
  expect(limited, "an attribute with a limit").toBeDefined();
  const [name = ""] = limited ?? [];
  const problems = problemsOf((stack) => {
    const values = { ...samplesOf(kind), [name]: "x".repeat(5000) };
    return new PlainObject(stack, "it", kind, { ...scopeOf(stack, type.scope), values });
  });
  expect(problems.filter((problem) => problem.includes(name))).not.toEqual([]);
});

const unique = all.filter((kind) => (typeOf(kind).unique ?? []).length > 0);

test.each(unique)("two plain objects of %s report a shared unique value", (kind) => {
  const [rule] = typeOf(kind).unique ?? [];
  const problems = problemsOf((stack) => {
    const scope = scopeOf(stack, typeOf(kind).scope);
    const values = { ...samplesOf(kind), ...referencesOf(stack, kind) };
    for (const id of ["one", "two"]) new PlainObject(stack, id, kind, { ...scope, values });
  });
  expect(problems.join()).toContain(`acme/one has the same ${rule?.attribute}.`);
});

const wrong: readonly (readonly [string, string, PlainObjectProps, string])[] = [
  [
    "a misspelled name",
    "space",
    { values: { title: "Docs", titel: "Docs" } },
    "A space has no titel. Did you mean title?",
  ],
  [
    "an id in place of an object",
    "translation",
    { values: { space: "s1" } },
    "space must be a space, as an object.",
  ],
  ["no scope", "site_section_group", { values: { title: "Group" } }, "scope must be a site, as an object."],
];

test.each(wrong)("a plain object reports %s", (_, kind, props, problem) => {
  const problems = problemsOf((stack) => new PlainObject(stack, "it", kind, props));
  expect(problems.join("\n")).toContain(problem);
});

test("a plain object can name a plain object as its owner, and has its provider and import", () => {
  const { resource, import: imports } = synth((stack) => {
    const provider = new DocsProvider(stack, "other", { organization: "acme", alias: "other" });
    const values = { title: "Docs" };
    const scope = new PlainObject(stack, "site", "site", { provider, values });
    new PlainObject(stack, "group", "site_section_group", { scope, values, importFrom: "group1" });
  });
  expect(resource["docs_site_section_group"]?.["group"]).toMatchObject({
    site_id: "${docs_site.site.id}",
    provider: "docs.other",
  });
  expect(imports).toMatchObject([{ id: "${docs_site.site.id}/group1", provider: "docs.other" }]);
});

test("fromId works for every type", () => {
  const { resource } = synth((stack) => {
    const scope = PlainObject.fromId(stack, "site", "site", "site1");
    new PlainObject(stack, "group", "site_section_group", { scope, values: { title: "Group" } });
  });
  expect(resource["docs_site_section_group"]?.["group"]).toMatchObject({ site_id: "site1" });
});
