import { join } from "node:path";
import { App, Fn, TerraformOutput, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { Collection, DocsProvider, OpenApiSpec, SamlProvider, Site, Space, Team } from "docsform/constructs";

/** The documentation of a company that does not exist: two shelves of spaces, a team, a public site. */
class Documentation extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    // The token comes from DOCSFORM_TOKEN, and the URL of another service than the public one from DOCSFORM_BASE_URL.
    new DocsProvider(this, "docs");

    const handbook = new Collection(this, "handbook", { title: "Handbook", defaultLevel: "read" });
    const engineering = new Collection(this, "engineering", { title: "Engineering", parent: handbook });
    const guides = new Space(this, "guides", { title: "Guides", collection: handbook, emoji: "1f4d8" });
    const french = new Space(this, "guides-fr", {
      title: "Guides (français)",
      collection: handbook,
      language: "fr",
    });
    const api = new Space(this, "api", { title: "API reference", collection: engineering });
    const changelog = new Space(this, "changelog", { title: "Changelog", collection: handbook });

    const writers = new Team(this, "writers", {
      title: "Writers",
      members: ["ada@example.com", "grace@example.com"],
    });
    // Terraform reads the certificate during the apply: neither cdk.tf.json nor the state contains it.
    new SamlProvider(this, "okta", {
      label: "Okta",
      ssoUrl: "https://acme.okta.example/app/sso/saml",
      entityId: "http://www.okta.example/exk1",
      certificate: Fn.file(join(__dirname, "okta.pem")),
      defaultTeam: writers,
      defaultRole: "read",
    });
    new OpenApiSpec(this, "petstore", {
      slug: "petstore",
      source: { url: "https://acme.example/openapi.json" },
      visibility: "public",
    });

    // The site shows sections in the order of the code.
    const site = new Site(this, "site", { title: "Acme docs", visibility: "public", published: true });
    site.addSection("guides", {
      title: "Guides",
      path: "guides",
      icon: "book",
      default: true,
      spaces: [guides, { space: french, path: "fr", condition: "visitor.claims.unsigned.french" }],
    });
    const reference = site.addGroup("reference", { title: "Reference", icon: "code" });
    reference.addSection("api", { title: "API", path: "api", spaces: [api] });
    site.addSection("changelog", { title: "Changelog", path: "changelog", spaces: [changelog] });

    new TerraformOutput(this, "url", { value: site.urls.published });
  }
}

const app = new App();
new Documentation(app, "docs");
app.synth();
