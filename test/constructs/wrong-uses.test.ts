import type { App, TerraformStack } from "cdktf";
import { expect, test } from "vitest";
import {
  Collection,
  DocsLayout,
  DocsProvider,
  OpenApiSpec,
  PlainObject,
  SamlProvider,
  Site,
  SiteSection,
  SiteSpace,
  Space,
  Team,
} from "../../src/constructs.ts";
import { type Finding, findingIn } from "../support/wrong-use.ts";

/** A wrong use that the compiler accepts: what is wrong, when the app finds it, and the message that names the construct and the remedy. */
type WrongUse = readonly [
  string,
  (stack: TerraformStack, app: App) => unknown,
  Exclude<Finding["at"], "never">,
  string,
];

const guidesIn = (stack: TerraformStack) => new Space(stack, "guides", { title: "Guides" });
const apiIn = (stack: TerraformStack) => new Space(stack, "api", { title: "API" });
const siteIn = (stack: TerraformStack) => new Site(stack, "docs", { title: "Acme docs" });

const siteOfId = (stack: TerraformStack) => Site.fromId(stack, "other", "site_1");

/** A value that the app reads from a place that TypeScript does not see. */
const unchecked = <T>(value: unknown) => value as T;

const values: readonly WrongUse[] = [
  [
    "a title that is too long",
    (stack) => new Space(stack, "a", { title: "x".repeat(51) }),
    "synthesis",
    "[acme/a] title is too long: 51 characters, at most 50.",
  ],
  [
    "an empty title",
    (stack) => new Team(stack, "a", { title: "" }),
    "synthesis",
    "[acme/a] title must not be empty.",
  ],
  [
    "a title from a variable that is not set",
    (stack) => new Space(stack, "a", { title: unchecked<string>(undefined) }),
    "synthesis",
    "[acme/a] title is missing. Set it. If it comes from a variable of the environment, that variable may be unset.",
  ],
  [
    "null in place of a text",
    (stack) => new Space(stack, "a", { title: "A", emoji: unchecked<string>(null) }),
    "synthesis",
    "[acme/a] emoji must be text, not null.",
  ],
  [
    "a slug with capitals and blanks",
    (stack) => new OpenApiSpec(stack, "a", { slug: "Pet Store", source: { text: "openapi: 3.1.0" } }),
    "synthesis",
    "[acme/a] slug must consist of letters and digits, with single hyphens between them.",
  ],
  [
    "an emoji by its name",
    (stack) => new Space(stack, "a", { title: "A", emoji: ":rocket:" }),
    "synthesis",
    "[acme/a] emoji must be an emoji, or its code points in hex.",
  ],
  [
    "an emoji and an icon",
    (stack) => new Space(stack, "a", { title: "A", emoji: "1f680", icon: "https://acme.example/a.png" }),
    "synthesis",
    "[acme/a] A space has an emoji or an icon, not both.",
  ],
  [
    "the path of a certificate",
    (stack) => new SamlProvider(stack, "a", { label: "Okta", certificate: "./okta.pem" }),
    "synthesis",
    "[acme/a] certificate must be the text of a certificate, but this looks like a path. Give the contents of the file: !file in a layout, Fn.file(…) in an app",
  ],
  [
    "a member's name in place of the address",
    (stack) => new Team(stack, "a", { title: "A", members: ["Ada Lovelace"] }),
    "synthesis",
    "[acme/a] members.0 must be a user id or an e-mail address.",
  ],
  [
    "a piece of an id that only Terraform knows",
    (stack) => new Site(stack, "a", { title: "Acme docs", basename: guidesIn(stack).id.slice(0, 4) }),
    "synthesis",
    "[acme/a] basename contains a piece of a value that only Terraform knows. Change such a value with Fn, such as Fn.substr(space.id, 0, 4), not with the methods of texts.",
  ],
  [
    "an id in capitals",
    (stack) => new Site(stack, "a", { title: guidesIn(stack).id.toUpperCase() }),
    "synthesis",
    "[acme/a] title contains a piece of a value that only Terraform knows.",
  ],
  [
    "a time limit in words",
    (stack) => new Space(stack, "a", { title: "A", timeouts: { create: "5 minutes" } }),
    "synthesis",
    "[acme/a] timeouts.create must be a duration, such as 30s or 5m.",
  ],
];

const segments: readonly WrongUse[] = [
  [
    "a path with the slashes of a URL",
    (stack) =>
      siteIn(stack).addSection("a", { title: "Section", path: "/start/", spaces: [guidesIn(stack)] }),
    "synthesis",
    "[acme/docs/a] path must not begin or end with a slash.",
  ],
  [
    "half a condition",
    (stack) => siteIn(stack).addSpace("a", { space: guidesIn(stack), condition: "visitor." }),
    "synthesis",
    "[acme/docs/a] condition must be a whole expression.",
  ],
];

const uniqueness: readonly WrongUse[] = [
  [
    "two constructs with one id",
    (stack) => [guidesIn(stack), guidesIn(stack)],
    "construction",
    "There is already a Construct with name 'guides' in TerraformStack [acme]",
  ],
  [
    "two sections of a site with one path, in different groups",
    (stack) => {
      const site = siteIn(stack);
      site.addSection("a", { title: "Section", path: "start", spaces: [guidesIn(stack)] });
      const group = site.addGroup("g", { title: "Group" });
      group.addSection("b", { title: "Section", path: "start", spaces: [apiIn(stack)] });
    },
    "synthesis",
    "[acme/docs/b] acme/docs/a has the same path. Give one of them another path.",
  ],
  [
    "two teams with one title",
    (stack) => ["a", "b"].map((id) => new Team(stack, id, { title: "Writers" })),
    "synthesis",
    "[acme/b] acme/a has the same title. Give one of them another title.",
  ],
  [
    "two specifications with one slug",
    (stack) =>
      ["a", "b"].map((id) => new OpenApiSpec(stack, id, { slug: "api", source: { text: "openapi: 3.1.0" } })),
    "synthesis",
    "[acme/b] acme/a has the same slug. Give one of them another slug.",
  ],
  [
    "one existing object imported as two",
    (stack) => ["a", "b"].map((id) => new Space(stack, id, { title: "Guides", importFrom: "space_1" })),
    "synthesis",
    "[acme/b] acme/a has the same importFrom. Give one of them another importFrom.",
  ],
  [
    "one space twice in a section",
    (stack) => {
      const space = guidesIn(stack);
      siteIn(stack).addSection("a", { title: "Section", spaces: [space, space] });
    },
    "synthesis",
    "[acme/docs/a/guides] acme/docs/a has the same space, and neither has a path. Give one of them a path.",
  ],
  [
    "two default sections",
    (stack) => {
      const site = siteIn(stack);
      site.addSection("a", { title: "Section", default: true, spaces: [guidesIn(stack)] });
      site.addSection("b", { title: "Section", default: true, spaces: [apiIn(stack)] });
    },
    "synthesis",
    "[acme/docs/b] acme/docs/a is already the default. Set default on only one of them.",
  ],
  [
    "two default spaces in a section",
    (stack) => {
      const first = { space: guidesIn(stack), default: true } as const;
      const second = { space: apiIn(stack), default: true } as const;
      siteIn(stack).addSection("a", { title: "Section", spaces: [first, second] });
    },
    "synthesis",
    "[acme/docs/a/api] acme/docs/a is already the default. Set default on only one of them.",
  ],
];

const structure: readonly WrongUse[] = [
  [
    "a site that is published without content",
    (stack) => new Site(stack, "a", { title: "Acme docs", published: true }),
    "synthesis",
    "[acme/a] The service cannot publish a site without content. Add a section or a space, or remove published.",
  ],
  [
    "a section beside a space",
    (stack) => {
      const site = siteIn(stack);
      site.addSection("a", { title: "Section", spaces: [guidesIn(stack)] });
      site.addSpace("b", { space: apiIn(stack) });
    },
    "synthesis",
    "[acme/docs] A site cannot have site sections beside site spaces. Remove the site sections or the site spaces.",
  ],
  [
    "a group of another site",
    (stack) => {
      const parent = new Site(stack, "other", { title: "Other" }).addGroup("g", { title: "Group" });
      const spaces = [guidesIn(stack)] as const;
      new SiteSection(stack, "a", { site: siteIn(stack), parent, title: "Section", spaces });
    },
    "synthesis",
    "[acme/a] parent is acme/other/(groups)/g, which belongs to the site acme/other. It must belong to the site acme/docs.",
  ],
  [
    "a section of another site",
    (stack) => {
      const space = guidesIn(stack);
      const section = siteIn(stack).addSection("a", { title: "Section", spaces: [space] });
      const site = new Site(stack, "other", { title: "Other" });
      new SiteSpace(stack, "b", { site, section, space, path: "b" });
    },
    "synthesis",
    "[acme/b] section is acme/docs/a, which belongs to the site acme/docs. It must belong to the site acme/other.",
  ],
  [
    "an order with a section of a group",
    (stack) => {
      const site = siteIn(stack);
      const inside = site.addGroup("g", { title: "Group" }).addSection("a", {
        title: "Section",
        spaces: [guidesIn(stack)],
      });
      site.arrange([inside]);
    },
    "synthesis",
    "[acme/docs] arrange lists acme/docs/a, which is not directly inside this construct. Remove it from the list.",
  ],
  [
    "an order that lists a section twice",
    (stack) => {
      const site = siteIn(stack);
      const section = site.addSection("a", { title: "Section", spaces: [guidesIn(stack)] });
      site.arrange([section, section]);
    },
    "synthesis",
    "[acme/docs] arrange lists acme/docs/a twice. Remove one of them.",
  ],
  [
    "a first space with a title, behind a variable",
    (stack) => {
      const first = { space: guidesIn(stack), title: "English" };
      siteIn(stack).addSection("a", { title: "Section", spaces: [first] });
    },
    "synthesis",
    "[acme/docs/a] You cannot set title of the first space. The service creates the first space together with the section. Put another space first.",
  ],
  [
    "collections inside each other",
    (stack) => {
      const outer = new Collection(stack, "outer", { title: "Outer" });
      const inner = new Collection(stack, "inner", { title: "Inner", parent: outer });
      outer.resource.parentId = inner.id;
    },
    "synthesis",
    "[acme/inner] These objects wait for each other: acme/inner → acme/outer → acme/inner. Remove one of the parents or of the dependencies.",
  ],
  [
    "dependencies in a circle",
    (stack) => {
      const a = new Space(stack, "a", { title: "A" });
      const b = new Space(stack, "b", { title: "B", dependsOn: [a] });
      a.resource.dependsOn = [b.fqn];
    },
    "synthesis",
    "[acme/a] These objects wait for each other: acme/a → acme/b → acme/a. Remove one of the parents or of the dependencies.",
  ],
];

const providers: readonly WrongUse[] = [
  [
    "a second provider without an alias",
    (stack) => new DocsProvider(stack, "second", { organization: "Qm3vT8xLz1" }),
    "synthesis",
    "[acme/second] acme/provider is already the provider of this stack. Give one of them an alias, and pass it as provider to the objects that use it.",
  ],
  [
    "a collection of another provider",
    (stack) => {
      const provider = new DocsProvider(stack, "second", { organization: "theirs", alias: "second" });
      const collection = new Collection(stack, "c", { title: "C", provider });
      new Space(stack, "a", { title: "A", collection });
    },
    "synthesis",
    "[acme/a] collection is acme/c, which has the provider docs.second, not docs. Give both the same provider, or refer to it by its id, such as Collection.fromId",
  ],
  [
    "a negative limit of deletes",
    (stack) => new DocsProvider(stack, "second", { alias: "second", maxDeletes: -1 }),
    "synthesis",
    "[acme/second] maxDeletes must be a whole number, at least 0.",
  ],
  [
    "a base URL without a protocol",
    (stack) => new DocsProvider(stack, "second", { alias: "second", baseUrl: "docs.acme.example" }),
    "synthesis",
    "[acme/second] baseUrl must be a URL that begins with http:// or https://.",
  ],
  [
    "an organization from a variable that is not set",
    (stack) => new DocsProvider(stack, "second", { alias: "second", organization: "" }),
    "synthesis",
    "[acme/second] organization must be the id of an organization.",
  ],
  [
    "a provider outside the stacks",
    (_, app) => new DocsProvider(app, "lost"),
    "construction",
    "[lost] This construct is not inside a stack, so no stack would contain it. Create it in a TerraformStack",
  ],
  [
    "an object outside the stacks",
    (_, app) => new Space(app, "lost", { title: "Lost" }),
    "construction",
    "[lost] This construct is not inside a stack",
  ],
];

const existing: readonly WrongUse[] = [
  [
    "an empty id of an existing object",
    (stack) => Space.fromId(stack, "a", ""),
    "construction",
    "[acme/a] the id is empty. If it comes from a variable of the environment, set the variable.",
  ],
  [
    "the address of a page in place of an id",
    (stack) => Space.fromId(stack, "a", "https://app.docs.example/o/acme/s/space_1"),
    "construction",
    "[acme/a] https://app.docs.example/o/acme/s/space_1 is not the id of an object. Pass the id alone",
  ],
  [
    "a title in place of an id",
    (stack) => Site.fromId(stack, "a", "Acme docs"),
    "construction",
    "[acme/a] Acme docs is not the id of an object. Pass the id alone",
  ],
  [
    "an empty id to import from",
    (stack) => new Space(stack, "a", { title: "A", importFrom: "" }),
    "construction",
    "[acme/a] importFrom is empty.",
  ],
  [
    "a property to ignore that does not exist",
    (stack) => new Space(stack, "a", { title: "A", ignore: [unchecked<"title">("titel")] }),
    "construction",
    "[acme/a] A space has no property titel that ignore can list. Did you mean title?",
  ],
  [
    "a layout that does not exist",
    (stack) => DocsLayout.fromYaml(stack, "layout", "nowhere.yaml"),
    "construction",
    "[acme/layout] The layout file nowhere.yaml cannot be read. Paths are relative to the folder that the app runs in.",
  ],
  [
    "an object that a layout does not declare",
    (stack) =>
      DocsLayout.fromYaml(stack, "layout", "examples/acme/docsform.yaml", { variables: {} }).get(
        "space.nowhere",
      ),
    "construction",
    "The layout declares no space.nowhere.",
  ],
];

/** What TypeScript reports, in an app that nothing has checked. */
const untyped: readonly WrongUse[] = [
  [
    "a misspelt property of every object",
    (stack) => new Space(stack, "a", unchecked({ title: "A", protected: true })),
    "synthesis",
    "[acme/a] A space has no protected. Did you mean protect?",
  ],
  [
    "a property by its name in a layout",
    (stack) => new SamlProvider(stack, "a", unchecked({ label: "Okta", entityID: "okta" })),
    "synthesis",
    "[acme/a] A SAML provider has no entityID. Did you mean entityId?",
  ],
  [
    "a value of an unknown name in an object of any type",
    (stack) => new PlainObject(stack, "a", "space", { values: { title: "A", protect: true } }),
    "synthesis",
    "[acme/a] A space has no protect. Use one of title,",
  ],
  [
    "a misspelt property of an object of any type",
    (stack) => new PlainObject(stack, "a", "space", unchecked({ values: { title: "A" }, protected: true })),
    "synthesis",
    "[acme/a] A space has no protected. Did you mean protect?",
  ],
  [
    "a misspelt property of a variant",
    (stack) =>
      siteIn(stack).addSection("s", {
        title: "Section",
        spaces: [guidesIn(stack), unchecked({ space: apiIn(stack), slug: "api" })],
      }),
    "synthesis",
    "[acme/docs/s/api] A site space has no slug. Use one of",
  ],
  [
    "a misspelt property of the first variant",
    (stack) =>
      siteIn(stack).addSection("s", {
        title: "Section",
        spaces: [unchecked({ space: guidesIn(stack), pat: "api" })],
      }),
    "synthesis",
    "[acme/docs/s] A site space has no pat. Did you mean path?",
  ],
  [
    "a misspelt setting of the provider",
    (stack) => new DocsProvider(stack, "more", unchecked({ alias: "more", organisation: "Acme" })),
    "synthesis",
    "[acme/more] The provider has no organisation. Did you mean organization?",
  ],
  [
    "no properties",
    (stack) => new Space(stack, "a", unchecked(undefined)),
    "synthesis",
    "[acme/a] title is missing.",
  ],
  [
    "null in place of properties",
    (stack) => new Team(stack, "a", unchecked(null)),
    "synthesis",
    "[acme/a] title is missing.",
  ],
  [
    "a hole in a list of spaces",
    (stack) => {
      siteIn(stack).addSection("s", {
        title: "Section",
        spaces: unchecked(Object.assign([guidesIn(stack)], { 2: apiIn(stack) })),
      });
    },
    "synthesis",
    "[acme/docs/s/space] space is missing.",
  ],
  [
    "one space in place of a list",
    (stack) => siteIn(stack).addSection("s", { title: "Section", spaces: unchecked(guidesIn(stack)) }),
    "synthesis",
    "[acme/docs/s] spaces must be a list. Put it into brackets: [ … ].",
  ],
  [
    "a schema that contains itself",
    (stack) => {
      const schema: { properties?: object } = {};
      schema.properties = { schema };
      return new Site(stack, "a", { title: "Docs", adaptiveSchema: schema });
    },
    "construction",
    "[acme/a] adaptiveSchema contains itself.",
  ],
  [
    "the id of a section",
    (stack) =>
      new SiteSpace(stack, "a", unchecked({ site: siteIn(stack), space: guidesIn(stack), section: "s1" })),
    "synthesis",
    'such as SiteSection.fromId(site, "site_section", "ID").',
  ],
];

/** Values of another form in the properties that every object has. */
const common: readonly WrongUse[] = (
  [
    ["dependsOn", "guides", "a list of constructs"],
    ["dependsOn", [undefined], "a list of constructs"],
    ["formerId", 5, "text"],
    ["ignore", "title", "a list of the names of properties"],
    ["importFrom", 5, "text"],
    ["lifecycle", "protect", "a map of settings"],
    ["protect", "yes", "true or false"],
    ["provider", "docs", "a provider, as an object"],
    ["timeouts", "5m", "a map of settings"],
  ] as const
).map(([field, value, wanted]) => [
  `${JSON.stringify(value)} as ${field}`,
  (stack) => new Team(stack, "a", unchecked({ title: "Writers", [field]: value })),
  "construction",
  `[acme/a] ${field} must be ${wanted}.`,
]);

const nested: readonly WrongUse[] = [
  [
    "a misspelt setting of a lifecycle",
    (stack) => new Space(stack, "a", unchecked({ title: "A1", lifecycle: { preventDestory: true } })),
    "synthesis",
    "[acme/a] A lifecycle has no preventDestory. Did you mean preventDestroy?",
  ],
  [
    "a misspelt operation in timeouts",
    (stack) => new Space(stack, "a", unchecked({ title: "A1", timeouts: { creat: "5m" } })),
    "synthesis",
    "[acme/a] Timeouts has no creat. Did you mean create?",
  ],
];

const arrange = (build: (stack: TerraformStack) => unknown): WrongUse[1] => {
  return (stack) => siteIn(stack).arrange(unchecked(build(stack)));
};
const noList = "[acme/docs] arrange must get a list of objects. Put the objects into brackets";

const calls: readonly WrongUse[] = [
  [
    "arrange of one object",
    arrange((stack) => SiteSection.fromId(siteOfId(stack), "s", "s1")),
    "synthesis",
    noList,
  ],
  ["arrange of nothing", arrange(() => undefined), "synthesis", noList],
  ["arrange of a list with a hole", arrange(() => [undefined]), "synthesis", noList],
  ["arrange of ids", arrange(() => ["section_1"]), "synthesis", noList],
  [
    "properties without an id",
    (stack) => siteIn(stack).addGroup(unchecked({ title: "Group" }), unchecked(undefined)),
    "construction",
    "A construct in this one has no id. Pass an id before the properties",
  ],
  [
    "a section that no site has",
    () => SiteSection.fromPath(unchecked(undefined), "a", "guides"),
    "construction",
    "[a] site must be a site, as an object.",
  ],
  [
    "a section of a team",
    (stack) => SiteSection.fromId(unchecked(new Team(stack, "writers", { title: "Writers" })), "a", "s1"),
    "construction",
    "[acme/writers/a] site must be a site, as an object.",
  ],
];

test.each([
  ...untyped,
  ...common,
  ...nested,
  ...calls,
  ...values,
  ...segments,
  ...uniqueness,
  ...structure,
  ...providers,
  ...existing,
])("%s: found with the path of the construct and a remedy", (_, build, at, message) => {
  const found = findingIn(build);
  expect(found.message).toContain(message);
  expect(found.at).toBe(at);
});

/** Uses that look wrong and are right. */
const right: readonly (readonly [string, (stack: TerraformStack) => unknown])[] = [
  ["a group without sections", (stack) => siteIn(stack).addGroup("g", { title: "Group" })],
  [
    "groups in groups in groups",
    (stack) => {
      const innermost = siteIn(stack)
        .addGroup("a", { title: "A" })
        .addGroup("b", { title: "B" })
        .addGroup("c", { title: "C" });
      innermost.addSection("d", { title: "Section", spaces: [guidesIn(stack)] });
    },
  ],
  [
    "sections of two groups with one id",
    (stack) => {
      const site = siteIn(stack);
      for (const [id, space] of Object.entries({ a: guidesIn(stack), b: apiIn(stack) }))
        site.addGroup(id, { title: id }).addSection("start", { title: "Start", path: id, spaces: [space] });
    },
  ],
  ["two sites with one title", (stack) => ["a", "b"].map((id) => new Site(stack, id, { title: "Docs" }))],
  ["an id of a construct with a slash", (stack) => new Space(stack, "docs/guides", { title: "Guides" })],
  ["a whole id inside a text", (stack) => new Space(stack, "a", { title: `Of ${guidesIn(stack).id}` })],
];

test.each(right)("%s: accepted", (_, build) => {
  expect(findingIn(build)).toEqual({ at: "never", message: "" });
});
