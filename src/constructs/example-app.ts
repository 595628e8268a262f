/** What an example app depends on. */
interface ExampleAppNames {
  /** The package of the library. */
  readonly library: string;
  /** What the app imports docsform's constructs from. */
  readonly entry: string;
  /** The organization's id as a literal of TypeScript. */
  readonly organization: string;
}

/** A small first app with its test, by path: one of everything that a first site needs. This file loads no library. */
export function exampleApp({
  library,
  entry,
  organization,
}: ExampleAppNames): Readonly<Record<string, string>> {
  return {
    "main.ts": `import { App } from "${library}";
import { Documentation } from "./documentation";

const app = new App();
new Documentation(app, "docs");
app.synth();
`,
    "documentation.ts": `import { TerraformStack } from "${library}";
import type { Construct } from "constructs";
import { Collection, DocsProvider, Site, Space } from "${entry}";

export class Documentation extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    // The token comes from DOCSFORM_TOKEN.
    new DocsProvider(this, "provider", { organization: ${organization} });

    const handbook = new Collection(this, "handbook", { title: "Handbook" });

    // To refer to an object, pass it: handbook is the collection of both spaces.
    const firstSteps = new Space(this, "first-steps", {
      title: "First steps",
      collection: handbook,
      emoji: "1f44b",
    });
    const reference = new Space(this, "reference", { title: "Reference", collection: handbook });

    // A site shows spaces, in this order. Readers see it after it is published, with \`published: true\`.
    const site = new Site(this, "docs", { title: "Our documentation" });
    site.addSection("first-steps", { title: "First steps", path: "first-steps", spaces: [firstSteps] });
    site.addSection("reference", { title: "Reference", path: "reference", spaces: [reference] });
  }
}
`,
    "test/documentation.test.ts": `import { Testing } from "${library}";
import { DocsApp, emulated } from "docsform/testing";
import { expect, test } from "vitest";
import { Documentation } from "../documentation";

const app = () => new Documentation(Testing.app(), "docs");

test("readers find the first steps and the reference", () => {
  const docs = DocsApp.fromStack(app());
  docs.hasSpace({ title: "First steps", in: "Handbook" });
  const site = docs.site("Our documentation");
  site.contains("First steps", "Reference");
  site.section("/reference").shows("Reference");
});

test("a second apply changes nothing", async () => {
  const service = await emulated();
  try {
    await service.apply(app());
    expect((await service.plan(app())).lines).toEqual([]);
  } finally {
    await service.close();
  }
});
`,
  };
}
