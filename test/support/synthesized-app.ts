import type { ApiVersion } from "../../src/model/endpoint.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";
import { certificateWith } from "./certificates.ts";

/** A certificate that no output may contain. */
export const canaryCertificate = certificateWith("MIIBcanary5d1fVmgAwIBAgIU");

/** Resources of one type, by name, with the values that constructs write. */
type Resources = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;

/** The parts of a stack other than its resources. */
export type StackParts = Readonly<Record<string, Json>>;

/** A stack in the form that cdktf writes: sorted keys, and metadata in each resource. */
export function stackJson(name: string, resources: Resources, parts: StackParts = {}): string {
  const stack: JsonObject = {
    "//": { metadata: { backend: "local", stackName: name, version: "0.21.0" }, outputs: {} },
    resource: Object.fromEntries(
      Object.entries(resources).map(([type, named]) => [
        type,
        Object.fromEntries(
          Object.entries(named).map(([label, body]) => [
            label,
            { "//": { metadata: { path: `${name}/${label}`, uniqueId: label } }, ...body },
          ]),
        ),
      ]),
    ),
    terraform: { required_providers: { docs: { source: "docsform/docs" } } },
    ...parts,
  };
  return JSON.stringify(sorted(stack), null, 2);
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const fields = value as JsonObject;
  return Object.fromEntries(
    Object.keys(fields)
      .sort()
      .map((key) => [key, sorted(fields[key] as Json)]),
  );
}

/** The manifest of an app with these stacks, in cdktf's folders. */
export function manifestJson(...stacks: readonly string[]): string {
  const entry = (name: string) => ({
    annotations: [],
    constructPath: name,
    dependencies: [],
    name,
    stackMetadataPath: `stacks/${name}/metadata.json`,
    synthesizedStackPath: `stacks/${name}/cdk.tf.json`,
    workingDirectory: `stacks/${name}`,
  });
  const entries = Object.fromEntries(stacks.map((name) => [name, entry(name)]));
  return JSON.stringify({ stacks: entries, version: "0.21.0" }, null, 2);
}

/** The files in `cdktf.out` of an app with one stack named `acme`. */
export function appFiles(stack: string): Readonly<Record<string, string>> {
  return {
    "cdktf.out/manifest.json": manifestJson("acme"),
    "cdktf.out/stacks/acme/cdk.tf.json": stack,
  };
}

/** A stack with a resource of every type, and with references in every form that an app can write. */
export function everyTypeStack(organization: string, apiVersion: ApiVersion): string {
  return stackJson("acme", everyType(apiVersion), {
    provider: { docs: [{ organization, max_deletes: 50 }] },
    variable: {
      stage: { type: "string", default: "beta" },
      certificate: { type: "string", sensitive: true },
      reviews: { type: "number", default: 1 },
    },
    locals: { label: "Okta ${var.stage}", path: "v${var.reviews}" },
    output: { guides: { value: "${docs_space.guides.id}" } },
  });
}

function everyType(apiVersion: ApiVersion): Resources {
  const siteId = "${docs_site.docs.id}";
  return {
    docs_collection: {
      handbook: { title: "Handbook", description: "How we work ($${always})", default_level: "read" },
      engineering: {
        title: "Engineering",
        parent_id: "${docs_collection.handbook.id}",
        default_level: "none",
      },
    },
    docs_space: {
      guides: {
        title: "Guides",
        parent_id: "${docs_collection.handbook.id}",
        emoji: "1f4d8",
        language: "en",
        merge_rules: { type: "rules", rules: [{ rule: "require_at_least_one_review" }] },
        deletion_protection: true,
        timeouts: { create: "3m" },
      },
      french: { title: "Guides ${var.stage}", language: "fr", default_level: "read" },
      api: { title: "API", icon: "https://acme.example/api.png", edit_mode: "locked" },
      notes: { title: "Notes of ${docs_space.api.title}" },
    },
    docs_team: { writers: { title: "Writers" }, readers: { title: "Readers", members: [] } },
    docs_saml_provider: {
      okta: {
        label: "${local.label}",
        sso_url: "https://acme.okta.example/app/sso/saml",
        entity_id: "http://www.okta.example/exk1",
        certificate_wo: "${var.certificate}",
        certificate_wo_version: 1,
        default_team_id: "${docs_team.writers.id}",
        default_role: "read",
      },
    },
    docs_openapi_spec: {
      petstore: {
        slug: "petstore",
        source: { url: "https://acme.example/openapi.json" },
        visibility: "public",
      },
    },
    docs_site: {
      docs: {
        title: "Acme docs",
        visibility: "public",
        proxy: "acme.example/docs",
        adaptive_content: { enabled: "true" },
        ...(apiVersion === "classic" ? { agents_context: "included" } : { default_level: "read" }),
        lifecycle: { ignore_changes: ["title"] },
      },
    },
    docs_site_section_group: {
      reference: { site_id: siteId, title: "Reference", icon: "code" },
      old: { site_id: siteId, title: "Old", parent_id: "${docs_site_section_group.reference.id}" },
    },
    docs_site_section: {
      guides: {
        site_id: siteId,
        title: "Guides",
        path: "guides",
        icon: "book",
        space_id: "${docs_space.guides.id}",
        default: true,
      },
      api: {
        site_id: "${docs_site_section.guides.site_id}",
        title: "API",
        path: "${local.path}",
        description: "Calls and answers",
        space_id: "${docs_space.api.id}",
        parent_id: "${docs_site_section_group.reference.id}",
        first_variant: {
          path: "${local.path}-calls",
          condition: "visitor.claims.unsigned.developer",
          ...(apiVersion === "classic" ? {} : { draft: "true" }),
        },
      },
      notes: { site_id: siteId, title: "Notes", path: "notes", space_id: "${docs_space.notes.id}" },
    },
    docs_site_space: {
      french: {
        site_id: siteId,
        parent_id: "${docs_site_section.guides.id}",
        space_id: "${docs_space.french.id}",
        path: "fr",
        condition: "visitor.claims.unsigned.french",
      },
    },
    docs_site_order: {
      top: {
        site_id: siteId,
        ids: [
          "${docs_site_section.notes.id}",
          "${docs_site_section_group.reference.id}",
          "${docs_site_section.guides.id}",
        ],
      },
      reference: {
        site_id: siteId,
        parent_id: "${docs_site_section_group.reference.id}",
        ids: ["${docs_site_section_group.old.id}", "${docs_site_section.api.id}"],
      },
      variants: {
        site_id: siteId,
        parent_id: "${docs_site_section.guides.id}",
        ids: ["${docs_site_section.guides.site_space_id}", "${docs_site_space.french.id}"],
      },
    },
    docs_site_publication: {
      live: {
        site_id: siteId,
        depends_on: ["docs_site_section.guides", "docs_site_section.api", "docs_site_order.top"],
      },
    },
  };
}
