import { join } from "node:path";
import { App, Fn, TerraformOutput, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { Collection, DocsProvider, OpenApiSpec, SamlProvider, Site, Space, Team } from "docsform/constructs";

/** The documentation of a company that does not exist: two shelves of spaces, a team, a public site. */
class Documentation extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    // The token stands in DOCSFORM_TOKEN, and in DOCSFORM_BASE_URL where the service is, if it is not the public one.
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
    // Terraform reads the certificate when it applies; it is neither in cdk.tf.json nor in the state.
    new SamlProvider(this, "okta", {
      label: "Okta",
      ssoURL: "https://acme.okta.example/app/sso/saml",
      entityID: "http://www.okta.example/exk1",
      certificate: Fn.file(join(__dirname, "okta.pem")),
      defaultTeam: writers,
      defaultRole: "read",
    });
    new OpenApiSpec(this, "petstore", {
      slug: "petstore",
      source: { url: "https://acme.example/openapi.json" },
      visibility: "public",
    });

    // What is added first stands first on the site.
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
