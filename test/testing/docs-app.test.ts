import { Annotations, Aspects, Fn, TerraformIterator, TerraformStack, Testing } from "cdktf";
import { describe, expect, test } from "vitest";
import { Collection } from "../../src/constructs/docs-collection.ts";
import { Site } from "../../src/constructs/docs-site.ts";
import { Space } from "../../src/constructs/docs-space.ts";
import * as l1 from "../../src/constructs/generated/index.ts";
import { DocsProvider } from "../../src/constructs/generated/provider.ts";
import { PlainObject } from "../../src/constructs/plain-object.ts";
import { DocsApp, problemsIn } from "../../src/constructs/testing/docs-app.ts";
import { siteTypes } from "../../src/constructs/testing/registered.ts";
import { registry } from "../../src/resources/registry.ts";
import { Documentation, stackOf } from "./acme-app.ts";

const docs = DocsApp.fromStack(new Documentation());

/** The message of an assertion that fails. */
function failure(assertion: () => unknown): string {
  return errorOf(assertion).message;
}

function errorOf(assertion: () => unknown): Error {
  try {
    assertion();
  } catch (error) {
    return error as Error;
  }
  throw new Error("The assertion does not fail.");
}

describe("an app", () => {
  test("is asserted in readers' words", () => {
    docs
      .hasSpace({ title: "Guides", in: "Handbook" })
      .hasSpace({ title: /français/u, language: "fr" })
      .has("team", { title: "Writers", members: ["ada@example.com"] })
      .has("saml_provider", { label: expect.stringContaining("Okt"), defaultTeam: "Writers" })
      .hasNo("space", { title: "Drafts" })
      .hasCount("space", 3);
    const site = docs.site("Acme docs").has({ visibility: "public", published: true });
    site.contains("Guides", "Reference");
    site.section("/guides").has({ icon: "book", condition: null }).shows("Guides", "Guides (français)");
    site.group("Reference").contains("API");
    site.group("Reference").section("/api").shows("API reference");
    expect(site.section({ title: "API" }).has({ in: "Reference" }).path).toBe("/api");
    expect(docs.space("API reference").values["in"]).toBeUndefined();
  });

  test("has objects with titles, paths, constructs and values", () => {
    const section = docs.site("Acme docs").section("/guides");
    expect(
      section.contents.map(({ type, title, path, construct }) => [type, title, path, construct]),
    ).toEqual([
      ["site_space", "Guides", "/guides", "acme/docs/guides"],
      ["site_space", "Guides (français)", "/guides/fr", "acme/docs/guides/guides-fr"],
    ]);
    expect(docs.object("site_space", "/guides/fr").values).toMatchObject({
      space: "Guides (français)",
      path: "fr",
      in: "Guides",
    });
    expect(docs.object("site_space", "/fr").title).toBe("Guides (français)");
    expect(docs.object("saml_provider", "Okta").values["certificate"]).toBe("(secret)");
    expect(docs.objects("collection").map(({ title, contents }) => [title, contents.length])).toEqual([
      ["Handbook", 2],
    ]);
    expect(docs.objects().length).toBe(13);
  });
});

test.each([
  ["a search", () => docs.space("Guide")],
  ["an assertion about the app", () => docs.hasSpace({ title: "Guide" })],
  ["an assertion about an object", () => docs.site("Acme docs").has({ visibility: "unlisted" })],
  ["a search inside an object", () => docs.site("Acme docs").section("/guide")],
])("the stack of %s that fails begins at the line of the test", (_, assertion) => {
  const { message, stack = "" } = errorOf(assertion);
  expect(/^ +at .*$/mu.exec(stack)?.[0]).toContain("docs-app.test.ts");
  expect(stack).toContain(message);
});

describe("a failed assertion lists what there is instead", () => {
  test("by title and path", () => {
    expect(failure(() => docs.space("Guide"))).toBe(
      `The stack acme has no space "Guide".
It has these spaces:
  "Guides" (acme/guides)
  "API reference" (acme/api)
  "Guides (français)" (acme/guides-fr)`,
    );
    expect(failure(() => docs.site("Acme docs").section("/guide"))).toBe(
      `The site "Acme docs" (acme/docs) has no section /guide.
It has these sections:
  "Guides" /guides (acme/docs/guides)
  "API" /api (acme/docs/api)`,
    );
    expect(failure(() => docs.site("Acme docs").group("Reference").group("More"))).toBe(
      `The group "Reference" (acme/docs/(groups)/reference) has no group "More".
It has no groups at all.`,
    );
  });

  test("by values, with the differences", () => {
    expect(failure(() => docs.hasSpace({ title: "Guides", language: "de" }))).toBe(
      `The stack acme has no space with title "Guides", language "de".
It has these spaces:
  "Guides" (acme/guides): language is not set, not "de"
  "API reference" (acme/api): title is "API reference", not "Guides"; language is not set, not "de"
  "Guides (français)" (acme/guides-fr): title is "Guides (français)", not "Guides"; language is "fr", not "de"`,
    );
    expect(failure(() => docs.site("Acme docs").has({ visibility: "unlisted", published: true }))).toBe(
      `The site "Acme docs" (acme/docs) differs.
  visibility is "public", not "unlisted"`,
    );
  });

  test("by contents and numbers", () => {
    const section = docs.site("Acme docs").section("/guides");
    expect(failure(() => section.shows("Guides", "API reference"))).toBe(
      'The section "Guides" /guides (acme/docs/guides) does not show "API reference". It shows "Guides", "Guides (français)".',
    );
    expect(failure(() => docs.site("Acme docs").contains("Reference", "Guides"))).toBe(
      'The site "Acme docs" (acme/docs) contains "Guides", "Reference", and the test expects "Reference", "Guides".',
    );
    expect(failure(() => docs.hasCount("collection", 2))).toBe(
      'The stack acme has 1 collections, and the test expects 2.\n  "Handbook" (acme/handbook)',
    );
    expect(failure(() => docs.space({ in: "Handbook" }))).toBe(
      `The stack acme has 2 spaces in "Handbook", and the test expects one.
  "Guides" (acme/guides)
  "Guides (français)" (acme/guides-fr)`,
    );
    expect(failure(() => docs.hasNo("team"))).toBe(
      'The stack acme has team "Writers" (acme/writers), which the test does not expect.',
    );
  });

  test("and a misspelt name is an error of the test", () => {
    expect(failure(() => docs.hasNo("spaces"))).toBe(
      "No type of object is called spaces. Did you mean space?",
    );
    expect(failure(() => docs.hasNo("space", { titel: "Guides" }))).toBe(
      "A space has no titel. Did you mean title?",
    );
    expect(failure(() => docs.site("Acme docs").has({ visible: "public" }))).toContain(
      "A site has no visible.",
    );
  });

  test("ten objects at most", () => {
    const many = DocsApp.fromStack(
      stackOf((stack) => {
        for (let n = 0; n < 12; n++) new Space(stack, `space-${n}`, { title: `Space ${n}` });
      }),
    );
    const lines = failure(() => many.space("Guides")).split("\n");
    expect([lines.length, lines.at(-1)]).toEqual([13, "  and 2 more"]);
  });
});

describe("errors and warnings of an app", () => {
  const build = () =>
    stackOf((stack) => {
      const space = new Space(stack, "guides", { title: "x".repeat(51) });
      Annotations.of(space).addWarning("Is it needed?");
      const visit = ({ node }: { node: { path: string } }) => {
        if (node.path === "acme/guides") Annotations.of(space).addError("No owner.");
      };
      Aspects.of(stack).add({ visit } as never);
    });

  test("are data, each once, and synthesizing again adds none", () => {
    const stack = build();
    const expected = [
      {
        severity: "error",
        construct: "acme/guides",
        message: "title is too long: 51 characters, at most 50.",
      },
      { severity: "warning", construct: "acme/guides", message: "Is it needed?" },
      { severity: "error", construct: "acme/guides", message: "No owner." },
    ];
    expect(problemsIn(stack)).toEqual(expected);
    expect(problemsIn(stack)).toEqual(expected);
  });

  test("are one error of the test", () => {
    expect(failure(() => DocsApp.fromStack(build()))).toBe(
      `The app has errors.
[acme/guides] title is too long: 51 characters, at most 50.
[acme/guides] Is it needed?
[acme/guides] No owner.`,
    );
  });

  test("of an output that docsform cannot read", () => {
    const problems = problemsIn(stackOf((stack) => new l1.Space(stack, "guides", { title: "x".repeat(51) })));
    expect(problems).toEqual([
      {
        severity: "error",
        message: expect.stringContaining("title is too long: 51 characters, at most 50."),
      },
    ]);
  });

  test("are only warnings of a valid app", () => {
    const { warnings } = DocsApp.fromStack(
      stackOf((stack) => Annotations.of(new Space(stack, "a", { title: "A" })).addWarning("Really?")),
    );
    expect(warnings).toEqual([{ severity: "warning", construct: "acme/a", message: "Really?" }]);
  });
});

describe("an app that only Terraform can deploy", () => {
  test("has its objects, without the values that only Terraform knows", () => {
    const app = DocsApp.fromStack(
      stackOf((stack) => {
        const home = new l1.DataDocsSpace(stack, "home", { title: "Home" });
        const collection = new Collection(stack, "all", { title: "All" });
        new Space(stack, "copy", { title: `Copy of ${home.id}`, collection });
        new PlainObject(stack, "spec", "openapi_spec", {
          values: { slug: "petstore", source: { text: Fn.file("nowhere.yaml") } },
        });
      }),
    );
    app.has("space", { in: "All" }).has("openapi_spec", { slug: "petstore" });
    expect(app.object("space", { in: "All" }).values["title"]).toBeUndefined();
  });

  test("may have no objects", () => {
    expect(
      DocsApp.fromStack(stackOf(() => {}))
        .hasNo("space")
        .objects(),
    ).toEqual([]);
  });
});

describe("an app of several stacks", () => {
  const app = Testing.app();
  const main = new Documentation(app, "acme");
  const more = new TerraformStack(app, "more");
  new DocsProvider(more, "provider", { organization: "Qm3vT8xLz1" });
  main.site.addSection("more", {
    title: "More",
    path: "more",
    spaces: [new Space(more, "more", { title: "More" })],
  });

  test("is read as a whole, or as one stack", () => {
    expect(DocsApp.fromApp(app).hasCount("site", 1).objects("space").length).toBe(4);
    expect(
      DocsApp.fromStack(more)
        .objects("space")
        .map(({ title }) => title),
    ).toEqual(["More"]);
    DocsApp.fromStack(main).site("Acme docs").section("/more").shows("More");
  });
});

test("a site that the app does not manage has the sections that the app adds", () => {
  const app = DocsApp.fromStack(
    stackOf((stack) => {
      const other = Site.fromId(stack, "other", "site_9fGh2");
      const legacy = Space.fromId(stack, "legacy", "3sXk92LmPq0aTz7Yc1Vb");
      other.addSection("legacy", { title: "Legacy", path: "legacy", spaces: [legacy] });
    }),
  );
  const { contents } = app.site("site_9fGh2").section("/legacy").shows("3sXk92LmPq0aTz7Yc1Vb");
  expect(contents.length).toBe(1);
});

test("values of variables", () => {
  const stack = stackOf((each) => {
    new l1.Space(each, "guides", { title: "Guides ${var.stage}" });
    each.addOverride("variable.stage", { type: "string" });
  });
  const titles = (variables = {}) =>
    DocsApp.fromStack(stack, { variables })
      .objects("space")
      .map(({ title }) => title);
  expect(titles({ stage: "beta" })).toEqual(["Guides beta"]);
  expect(titles()).toEqual(["Guides (variable stage)"]);
});

test("an app that only Terraform can deploy is read as far as the synthesis knows it", () => {
  const stack = stackOf((each) => {
    new Space(each, "guides", { title: "Guides" });
    new l1.Space(each, "counted", { title: "Page ${count.index}", count: 2 });
    const iterator = TerraformIterator.fromList(["a", "b"]);
    const spaces = new l1.Space(each, "each", { title: iterator.value, forEach: iterator });
    new l1.Site(each, "docs", { title: "Docs", defaultLevel: Fn.element([spaces.defaultLevel], 0) });
    for (const name of ["counted", "each"])
      new l1.Translation(each, `of-${name}`, {
        spaceId: `\${docs_space.${name}[0].id}`,
        sourceLanguage: "en",
        language: "fr",
      });
  });
  expect(problemsIn(stack)).toEqual([]);
  DocsApp.fromStack(stack).hasSpace({ title: "Guides" });
});

test("something else than an app is refused", () => {
  expect(failure(() => DocsApp.fromApp({} as never))).toBe("The construct is not in an app.");
});

test("an error in the output names its place in the file", () => {
  const stack = stackOf((each) => {
    new l1.Team(each, "a", { title: "Writers" });
    new l1.Team(each, "b", { title: "Writers" });
  });
  expect(failure(() => DocsApp.fromStack(stack))).toMatch(/at stacks.acme.cdk[.]tf[.]json:\d+:\d+[.]/u);
});

test("the declarations of the types name the roles in a site", () => {
  const { whole, group, section, content } = siteTypes();
  expect([whole.name, group.name, section.name, content.name]).toEqual([
    "site",
    "site_section_group",
    "site_section",
    "space",
  ]);
  expect(registry).toContain(whole);
});
