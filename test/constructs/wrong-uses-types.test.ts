import type { TerraformStack } from "cdktf";
import { expect, test } from "vitest";
import {
  DocsLayout,
  DocsProvider,
  OpenApiSpec,
  SamlProvider,
  Site,
  SiteSection,
  Space,
  Team,
} from "../../src/constructs.ts";
import { findingIn } from "../support/wrong-use.ts";

/**
 * Wrong uses that the compiler refuses: each `@ts-expect-error` is one, and the check of types fails if the compiler accepts it. The last
 * text is what an app in JavaScript finds. It is empty if such an app does not find the mistake.
 */
const refused: readonly (readonly [
  string,
  (stack: TerraformStack, site: Site, space: Space) => unknown,
  string,
])[] = [
  [
    "a misspelled choice",
    // @ts-expect-error: the choice is "public".
    (stack) => new Site(stack, "a", { title: "Acme docs", visibility: "publik" }),
    "[acme/a] visibility must be one of public, unlisted, share-link, visitor-auth, not publik. Did you mean public?",
  ],
  [
    "a role that does not exist",
    // @ts-expect-error: the role is called "read".
    (stack) => new Space(stack, "a", { title: "A", defaultLevel: "viewer" }),
    "[acme/a] defaultLevel must be one of admin, create, edit, review, comment, read, inherit, not viewer.",
  ],
  [
    "the name of a language in place of its code",
    // @ts-expect-error: the code is "fr".
    (stack) => new Space(stack, "a", { title: "A", language: "french" }),
    "[acme/a] language must be one of en, fr, ",
  ],
  [
    "the plan of a site that does not exist",
    // @ts-expect-error: no plan has this name.
    (stack) => new Site(stack, "a", { title: "Acme docs", type: "enterprise" }),
    "[acme/a] type must be one of basic, premium, ultimate, ",
  ],
  [
    "a number in place of a text",
    // @ts-expect-error: a title is text.
    (stack) => new Space(stack, "a", { title: 3 }),
    "[acme/a] title must be text, not a number.",
  ],
  [
    "a text in place of yes or no",
    (stack, _, space) =>
      // @ts-expect-error: published is a boolean.
      new Site(stack, "a", { title: "Acme docs", published: "yes" }).addSpace("b", { space }),
    "[acme/a] published must be true or false",
  ],
  [
    "a text in place of a list",
    // @ts-expect-error: members is a list.
    (stack) => new Team(stack, "a", { title: "A", members: "ada@acme.example" }),
    "[acme/a] members must be a list",
  ],
  [
    "a schema as text",
    // @ts-expect-error: the schema is an object.
    (stack) => new Site(stack, "a", { title: "Acme docs", adaptiveSchema: "{}" }),
    "[acme/a] adaptiveSchema must be",
  ],
  [
    "a property that the type does not have",
    // @ts-expect-error: a space has no color.
    (stack) => new Space(stack, "a", { title: "A", color: "red" }),
    "[acme/a] A space has no color. Use one of",
  ],
  [
    "another spelling of a property",
    // @ts-expect-error: the property is ssoUrl.
    (stack) => new SamlProvider(stack, "a", { label: "Okta", ssoURL: "https://acme.example" }),
    "[acme/a] A SAML provider has no ssoURL. Did you mean ssoUrl?",
  ],
  [
    "a property to ignore that does not exist",
    // @ts-expect-error: the property is title.
    (stack) => new Space(stack, "a", { title: "A", ignore: ["titel"] }),
    "[acme/a] A space has no property titel that ignore can list. Did you mean title?",
  ],
  [
    "an object of another type",
    // @ts-expect-error: a site is no collection.
    (stack, site) => new Space(stack, "a", { title: "A", collection: site }),
    "[acme/a] collection must be a collection, but acme/site is of the type site.",
  ],
  [
    "an id in place of an object",
    // @ts-expect-error: fromId makes an object of an id.
    (stack) => new Space(stack, "a", { title: "A", collection: "col_1" }),
    "[acme/a] collection must be a collection, as an object. Pass the object itself, or refer to it by its id, such as Collection.fromId",
  ],
  [
    "a team as the space of a section",
    (stack, site) =>
      // @ts-expect-error: a team is no space.
      site.addSection("a", { title: "Section", spaces: [new Team(stack, "t", { title: "T" })] }),
    "[acme/site/a] the first of spaces must be a space, but acme/t is of the type team.",
  ],
  [
    "a section without spaces",
    (_, site) => site.addSection("a", { title: "Section", spaces: [] }),
    "[acme/site/a] spaces is empty. The service creates a section together with its first space. Add a space.",
  ],
  [
    "a first space with a title",
    (_, site, space) => site.addSection("a", { title: "Section", spaces: [{ space, title: "English" }] }),
    "[acme/site/a] You cannot set title of the first space.",
  ],
  [
    "a default that is to be lost",
    // @ts-expect-error: another section has to become the default.
    (_, site, space) => site.addSection("a", { title: "Section", default: false, spaces: [space] }),
    "",
  ],
  [
    "a section without its site",
    // @ts-expect-error: a section belongs to a site.
    (stack, _, space) => new SiteSection(stack, "a", { title: "Section", spaces: [space] }),
    "[acme/a] site must be a site, as an object.",
  ],
  [
    "a specification with two sources",
    (stack) =>
      new OpenApiSpec(stack, "a", {
        slug: "api",
        // @ts-expect-error: url or text, not both.
        source: { url: "https://acme.example", text: "openapi: 3.1.0" },
      }),
    "[acme/a] Set source.url or source.text, not both.",
  ],
  [
    "a specification without a source",
    // @ts-expect-error: source is missing.
    (stack) => new OpenApiSpec(stack, "a", { slug: "api" }),
    "[acme/a] source is missing.",
  ],
  [
    "a limit as text",
    // @ts-expect-error: maxDeletes is a number.
    (stack) => new DocsProvider(stack, "second", { alias: "second", maxDeletes: "5" }),
    "[acme/second] maxDeletes must be a whole number, at least 0.",
  ],
  [
    "a dependency by its name",
    // @ts-expect-error: dependsOn lists objects.
    (stack) => new Space(stack, "a", { title: "A", dependsOn: ["docs_space.b"] }),
    "[acme/a] dependsOn must be a list of constructs.",
  ],
  [
    "an address of a type that does not exist",
    (stack) =>
      // @ts-expect-error: the type is called space.
      DocsLayout.fromYaml(stack, "layout", "examples/acme").get("spaces.guides"),
    "The layout declares no spaces.guides.",
  ],
];

test.each(refused)("the compiler refuses %s", (_, build, inJavaScript) => {
  const found = findingIn((stack) => {
    const site = new Site(stack, "site", { title: "Acme docs" });
    const space = new Space(stack, "space", { title: "Guides" });
    build(stack, site, space);
  });
  expect(
    inJavaScript === "" ? found.message === "" : found.message.includes(inJavaScript),
    found.message,
  ).toBe(true);
});
