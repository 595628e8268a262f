import { TerraformStack, TerraformVariable, Testing } from "cdktf";
import type { Construct } from "constructs";
import { Collection } from "../../src/constructs/docs-collection.ts";
import { SamlProvider } from "../../src/constructs/docs-saml-provider.ts";
import { Site } from "../../src/constructs/docs-site.ts";
import { Space } from "../../src/constructs/docs-space.ts";
import { Team } from "../../src/constructs/docs-team.ts";
import { DocsProvider } from "../../src/constructs/generated/provider.ts";

/** The app of the guides, without its file. */
export class Documentation extends TerraformStack {
  readonly site: Site;
  readonly guides: Space;

  constructor(scope: Construct = Testing.app(), id = "acme") {
    super(scope, id);
    new DocsProvider(this, "provider", { organization: "Qm3vT8xLz1" });
    const handbook = new Collection(this, "handbook", { title: "Handbook", defaultLevel: "read" });
    this.guides = new Space(this, "guides", { title: "Guides", collection: handbook });
    const french = new Space(this, "guides-fr", {
      title: "Guides (français)",
      collection: handbook,
      language: "fr",
    });
    const api = new Space(this, "api", { title: "API reference" });
    this.site = new Site(this, "docs", { title: "Acme docs", visibility: "public", published: true });
    this.site.addSection("guides", {
      title: "Guides",
      path: "guides",
      icon: "book",
      spaces: [this.guides, { space: french, path: "fr" }],
    });
    const reference = this.site.addGroup("reference", { title: "Reference" });
    reference.addSection("api", { title: "API", path: "api", spaces: [api] });
    const writers = new Team(this, "writers", { title: "Writers", members: ["ada@example.com"] });
    const certificate = new TerraformVariable(this, "okta", { type: "string", sensitive: true });
    new SamlProvider(this, "okta-provider", {
      label: "Okta",
      certificate: certificate.stringValue,
      certificateVersion: 1,
      defaultTeam: writers,
    });
  }
}

/** An app with one stack, which these statements build. */
export function stackOf(build: (stack: TerraformStack) => void): TerraformStack {
  const stack = new TerraformStack(Testing.app(), "acme");
  new DocsProvider(stack, "provider", {});
  build(stack);
  return stack;
}
