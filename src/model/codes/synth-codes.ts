import type { CodeEntry } from "./code-entry.ts";

/** Codes of synthesized apps. */
export const synthCodes = {
  "synth/app-error": {
    cause: "A stack of the app reports an error.",
    example: "Annotations.of(this).addError(…)",
    remedy: "Correct it in the app, and synthesize the app again.",
  },
  "synth/app-warning": {
    cause: "A stack of the app reports a warning.",
    example: "Annotations.of(this).addWarning(…)",
    remedy: "Read the app's own message.",
  },
  "synth/invalid-json": {
    cause: "A synthesized file is not JSON.",
    example: "docsform plan cdktf.out    # after a synthesis that was interrupted",
    remedy: "Synthesize the app again.",
  },
  "synth/invalid-value": {
    cause: "A field of a resource has a value that the service does not accept.",
    example: 'new Site(this, "docs", { title: "" })',
    remedy: "Correct it in the app. The message describes the accepted values.",
  },
  "synth/missing-field": {
    cause: "A required field of a resource or block is missing.",
    example: "import { to = … }",
    remedy: "Add it.",
  },
  "synth/no-organization": {
    cause: "Neither the provider nor the environment names the organization of the app.",
    example: 'new DocsProvider(this, "docs")    # without DOCSFORM_ORGANIZATION',
    remedy: "Give organization to the provider, or set DOCSFORM_ORGANIZATION.",
  },
  "synth/not-siblings": {
    cause: "An order lists objects that are not direct children of the object that it orders.",
    example: "an order of a site that lists a section of another site",
    remedy: "List only direct children that the app declares.",
  },
  "synth/nothing-declared": {
    cause: "No stack of the app declares a resource of this service.",
    example: "docsform plan cdktf.out    # of an app for another service",
    remedy: "Name the app that declares documentation.",
  },
  "synth/order-ignored": {
    cause:
      "A note: docsform cannot resolve an order of siblings before the siblings exist, and ignores the order.",
    example: "an order that lists computed ids",
    remedy: "Refer to the siblings by their resources.",
  },
  "synth/several-organizations": {
    cause: "The stacks of the app belong to different organizations.",
    example: "docsform plan cdktf.out",
    remedy: "Name one stack at a time: docsform plan cdktf.out/stacks/NAME.",
  },
  "synth/too-much": {
    cause: "The app is larger than docsform reads.",
    example: "docsform plan cdktf.out",
    remedy: "Split it into several apps.",
  },
  "synth/duplicate": {
    cause: "Two resources declare the same object.",
    example: "a second resource for a variant that its section already declares",
    remedy: "Remove one of them.",
  },
  "synth/two-orders": {
    cause: "Two resources declare the order of the same siblings.",
    example: "two orders for one site",
    remedy: "Keep one of them.",
  },
  "synth/unknown-field": {
    cause: "A resource has no field of this name.",
    example: 'addOverride("tilte", "API")',
    remedy: "Correct the name. The message suggests the nearest one.",
  },
  "synth/unknown-resource": {
    cause: "The provider has no resource of this type.",
    example: "a docs_page in cdk.tf.json",
    remedy: "Correct the type, or use a version of docsform that has it.",
  },
  "synth/unreadable-file": {
    cause: "A file that an expression reads does not exist or cannot be read.",
    example: 'Fn.file("okta.pem")',
    remedy: "Put it where the app expects it, or permit its folder with --files-from DIR.",
  },
  "synth/unresolvable": {
    cause:
      "docsform cannot compute an expression, because its value is known only after the object exists, or because docsform does not support it.",
    example: "description: site.id",
    remedy: "Write the value itself, or use Terraform.",
  },
  "synth/unset-variable": {
    cause: "A variable of the app has neither a value nor a default.",
    example: 'new TerraformVariable(this, "pem", {})',
    remedy: "Set TF_VAR_name in the environment.",
  },
  "synth/unsupported": {
    cause: "The app uses a Terraform feature that docsform does not read, such as count or for_each.",
    example: "resource.count = 3",
    remedy: "Change the app so that it declares each resource separately, or use Terraform.",
  },
  "synth/wrong-type": {
    cause: "A field refers to an object of the wrong type.",
    example: "spaceId: site.id",
    remedy: "Refer to an object of the right type.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
