import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Annotations, App, TerraformStack, TerraformVariable } from "cdktf";
import type { IConstruct } from "constructs";
import { afterAll, describe, expect, test } from "vitest";
import { DocsChecks } from "./docs-checks.ts";
import { Collection } from "./docs-collection.ts";
import { DocsLayout } from "./docs-layout.ts";
import { DocsProvider } from "./docs-provider.ts";
import type { DocsRule } from "./docs-rule.ts";
import { Site } from "./docs-site.ts";
import { Space } from "./docs-space.ts";
import { PlainObject } from "./plain-object.ts";

const folder = mkdtempSync(join(tmpdir(), "docs-checks-"));
afterAll(() => rmSync(folder, { recursive: true }));

function newApp(): App {
  return new App({ outdir: folder, stackTraces: false });
}

function stackIn(app: App, id = "acme"): TerraformStack {
  const stack = new TerraformStack(app, id);
  new DocsProvider(stack, "provider", {});
  return stack;
}

/** The annotations of an app after its synthesis, and the message of the synthesis if it failed. */
function annotationsOf(app: App): readonly string[] {
  let failed = "";
  try {
    app.synth();
  } catch (error) {
    failed = (error as Error).message;
  }
  const found = app.node
    .findAll()
    .flatMap(({ node }: IConstruct) =>
      node.metadata
        .filter(({ type }) => type.startsWith("@cdktf/"))
        .map(({ type, data }) => `${type.replace("@cdktf/", "")} [${node.path}] ${data}`),
    );
  const errors = found.filter((line) => line.startsWith("error")).map((line) => line.slice("error ".length));
  expect(errors.filter((line) => !failed.includes(line))).toEqual([]);
  expect(failed === "").toBe(errors.length === 0);
  return found;
}

/** The annotations of an app with one stack, which these rules check. */
function checked(build: (stack: TerraformStack) => void, ...rules: readonly DocsRule[]): readonly string[] {
  const app = newApp();
  DocsChecks.of(app).add(...rules);
  build(stackIn(app));
  return annotationsOf(app);
}

describe("titles", () => {
  test("match a pattern", () => {
    const rule = DocsChecks.titles(/^[A-Z]/g, { remedy: "Begin it with a capital letter." });
    const found = checked((stack) => {
      new Space(stack, "a", { title: "Guides" });
      new Space(stack, "b", { title: "guides" });
      const site = new Site(stack, "docs", { title: "Docs" });
      site.addSection("c", { title: "api", path: "api", spaces: [Space.fromId(stack, "d", "sp_1")] });
    }, rule);
    expect(found).toEqual([
      'error [acme/b] The title of the space, "guides", does not match /^[A-Z]/g. Begin it with a capital letter.',
      'error [acme/docs/c] The title of the section, "api", does not match /^[A-Z]/g. Begin it with a capital letter.',
    ]);
  });

  test("of some types only", () => {
    const rule = DocsChecks.titles(/^[A-Z]/, { types: ["collection"] });
    const found = checked((stack) => {
      new Space(stack, "b", { title: "guides" });
      new Collection(stack, "c", { title: "handbook" });
    }, rule);
    expect(found).toEqual([
      'error [acme/c] The title of the collection, "handbook", does not match /^[A-Z]/. Change the title.',
    ]);
  });
});

test("sites and groups have contents", () => {
  const found = checked((stack) => {
    const space = Space.fromId(stack, "space", "sp_1");
    const site = new Site(stack, "docs", { title: "Docs" });
    site.addSection("guides", { title: "Guides", path: "guides", spaces: [space] });
    site.addGroup("empty", { title: "Empty" });
    const group = site.addGroup("reference", { title: "Reference" });
    group
      .addGroup("inner", { title: "Inner" })
      .addSection("api", { title: "API", path: "api", spaces: [space] });
    new Site(stack, "plain", { title: "Plain" }).addSpace("en", { space });
    new Site(stack, "bare", { title: "Bare" });
    new Collection(stack, "collection", { title: "Nothing yet" });
  }, DocsChecks.sectionsHaveContent());
  expect(found).toEqual([
    "error [acme/docs/(groups)/empty] The group has no contents, so readers find nothing in it. Add a section or a space to it, or remove it.",
    "error [acme/bare] The site has no contents, so readers find nothing in it. Add a section or a space to it, or remove it.",
  ]);
});

describe("nothing is public", () => {
  const site = (stack: TerraformStack, id: string, props: object) => {
    const made = new Site(stack, id, { title: `Site ${id}`, ...props });
    made.addSpace("en", { space: Space.fromId(made, "space", "sp_1") });
    return made;
  };

  test("without a reason", () => {
    const found = checked((stack) => {
      site(stack, "a", { visibility: "public" });
      site(stack, "b", { visibility: "public", published: false });
      site(stack, "c", { visibility: "unlisted", published: true });
      site(stack, "d", { published: true });
      site(stack, "e", {});
      new PlainObject(stack, "f", "openapi_spec", {
        values: { slug: "petstore", source: { url: "https://acme.example/api.json" }, visibility: "public" },
      });
    }, DocsChecks.nothingPublic());
    expect(found).toEqual([
      "error [acme/a] The site is open to everybody (visibility: public), and the app gives no reason. Give the reason with DocsChecks.allowPublic, or choose another visibility.",
      "error [acme/d] The app publishes the site without visibility, so the service chooses who sees it. Set visibility.",
      "error [acme/f] The OpenAPI specification is open to everybody (visibility: public), and the app gives no reason. Give the reason with DocsChecks.allowPublic, or choose another visibility.",
    ]);
  });

  test("except with a reason, or on a list", () => {
    const found = checked(
      (stack) => {
        for (const id of ["a", "b", "c", "d"]) {
          const made = site(stack, id, { visibility: "public" });
          if (id === "c") DocsChecks.allowPublic(made, "Customers read it.");
          if (id === "d") DocsChecks.allowPublic(made, " ");
        }
      },
      DocsChecks.nothingPublic({ allow: ["acme/a", "Site b"] }),
    );
    expect(found.map((line) => line.slice(0, 14))).toEqual(["error [acme/d]"]);
  });
});

describe("a rule of one's own", () => {
  test("sees the objects of the app, also those of a layout, and reports errors and warnings", () => {
    const path = join(folder, "docsform.yaml");
    writeFileSync(
      path,
      `docsform: 1
organization: acme
spaces: { guides: { title: Guides }, french: { title: Français } }
sites:
  docs: { title: Docs, structure: [{ section: Guides, path: guides, spaces: [guides, { space: french, path: fr }] }] }
`,
    );
    const seen: unknown[] = [];
    const rule: DocsRule = ({ type, title, path: at, attributes, construct, contents }, report) => {
      seen.push([
        type,
        title,
        at,
        construct.node.path,
        Object.keys(attributes),
        contents.map((each) => each.type),
      ]);
      if (type === "site") report.warning("Is it finished?");
      if (type === "space" && attributes["language"] === undefined) report.error("No language.", "Set it.");
    };
    const app = newApp();
    const stack = new TerraformStack(app, "acme");
    DocsLayout.fromYaml(stack, "layout", path);
    // The checks come after the objects.
    DocsChecks.of(app).add(rule);
    expect(annotationsOf(app)).toEqual([
      "error [acme/layout/spaces/guides] No language. Set it.",
      "error [acme/layout/spaces/french] No language. Set it.",
      "warn [acme/layout/sites/docs] Is it finished?",
    ]);
    expect(seen).toEqual([
      ["space", "Guides", undefined, "acme/layout/spaces/guides", ["title"], []],
      ["space", "Français", undefined, "acme/layout/spaces/french", ["title"], []],
      ["site", "Docs", undefined, "acme/layout/sites/docs", ["title"], ["site_section"]],
      [
        "site_section",
        "Guides",
        "/guides",
        "acme/layout/sites/docs/guides",
        ["title", "path"],
        ["site_space"],
      ],
      ["site_space", "Français", "/guides/fr", "acme/layout/sites/docs/guides/fr", ["space", "path"], []],
    ]);
  });

  test("can be a warning, and is reported once in several syntheses", () => {
    const app = newApp();
    const rule: DocsRule = (_, report) => report.error("Never.");
    DocsChecks.of(app).warn(rule);
    new Space(stackIn(app), "a", { title: "A" });
    expect(annotationsOf(app)).toEqual(["warn [acme/a] Never."]);
    expect(annotationsOf(app)).toEqual(["warn [acme/a] Never."]);
  });

  test("does not see titles that only Terraform knows", () => {
    const titles: unknown[] = [];
    checked(
      (stack) =>
        new Space(stack, "a", {
          title: new TerraformVariable(stack, "title", { type: "string" }).stringValue,
        }),
      ({ title }) => titles.push(title),
    );
    expect(titles).toEqual([undefined]);
  });
});

test("checks belong to an app, a stack or another construct", () => {
  const app = newApp();
  const [one, two] = [stackIn(app, "one"), stackIn(app, "two")];
  const mark =
    (text: string): DocsRule =>
    (object, report) =>
      report.warning(`${text} ${object.title}`);
  expect(DocsChecks.of(one)).toBe(DocsChecks.of(one));
  DocsChecks.of(one).add(mark("stack"));
  const space = new Space(one, "a", { title: "A" });
  new Space(one, "other", { title: "Other" });
  DocsChecks.of(space).add(mark("object"));
  new Space(two, "b", { title: "B" });
  DocsChecks.of(app).add(mark("app"));
  new Space(stackIn(app, "three"), "c", { title: "C" });
  Annotations.of(one).addInfo("Not of a check.");
  expect(annotationsOf(app).filter((line) => line.startsWith("warn"))).toEqual([
    "warn [one/a] stack A",
    "warn [one/a] app A",
    "warn [one/a] object A",
    "warn [one/other] stack Other",
    "warn [one/other] app Other",
    "warn [two/b] app B",
    "warn [three/c] app C",
  ]);
});
