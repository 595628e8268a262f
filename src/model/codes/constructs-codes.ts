import type { CodeEntry } from "./code-entry.ts";

/** Codes of constructs. */
export const constructsCodes = {
  "constructs/invalid-layout": {
    message: "The layout is not valid.\n\n{problems}",
    cause: "The layout that an app reads has errors. The message lists them.",
    example: 'DocsLayout.fromYaml(stack, "layout", "docsform.yaml")',
    remedy: "Correct the layout. docsform validate lists the same errors.",
  },
  "constructs/no-layout": {
    cases: {
      emptyFolder: "The folder {path} contains no .yaml or .yml file.",
      unreadable: {
        text: "The layout file {path} cannot be read. Paths are relative to the folder that the app runs in.",
        remedy: "Correct the path.",
      },
    },
    cause: "The path that an app reads contains no layout.",
    example: 'DocsLayout.fromYaml(stack, "layout", "nowhere")',
    remedy: "Name a layout file, or a folder of layout files.",
  },
  "constructs/no-site": {
    message: "[{path}] site must be a site, as an object. {advice}",
    cause: "The site of a construct is not a Site object.",
    example: 'new Section(this, "api", { site: "s1" })',
    remedy: "Pass the site object, or Site.fromId.",
  },
  "constructs/no-such-object": {
    message: { text: "The layout declares no {address}. {advice}", remedy: "{advice}" },
    cause: "A construct refers to an object that the layout or the app does not declare.",
    example: 'layout.get("space.nowhere")',
    remedy: "Correct the name.",
  },
  "constructs/not-in-terraform": {
    cases: {
      firstChild: {
        text: "Terraform cannot set {field} of the first {object}: the service creates it together with its parent.",
        remedy: "Put another {object} before it.",
      },
      ignored: {
        text: "{field} in the layout has no effect here: Terraform deletes every object that you remove from the app.",
        remedy: "Set the provider's max_deletes to limit how many objects one run deletes.",
      },
      incomplete: {
        text: "{address} has no {fields}, which Terraform needs to manage it.",
        remedy: "Add it. Or keep only id, so that Terraform does not manage the object.",
      },
    },
    cause: "The layout uses a feature that Terraform does not have, or that works differently in Terraform.",
    example: "prune: [spaces]    # in a layout that an app reads",
    remedy: "Remove it. The message names the alternative in Terraform.",
  },
  "constructs/other-library": {
    message: {
      text: '[{path}] The app uses {used}, but this construct is for {own}. Import the construct from "{entry}".',
      remedy: 'Import the construct from "{entry}".',
    },
    cause: "A cdktf app uses the constructs for cdktn, or the reverse.",
    example: 'import { Space } from "docsform/constructs"    // in a cdktn app',
    remedy: "Import the constructs from the package entry that the message names.",
  },
  "constructs/secret-in-clear": {
    message: "{field} is secret, but the synthesized files would contain it in clear text.",
    cause: "The layout contains a secret in clear text, which would end up in Terraform's state.",
    example: 'certificate: "-----BEGIN …"',
    remedy: "Read the secret with !file PATH or !env NAME.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
