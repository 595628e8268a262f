import type { CodeEntry } from "./code-entry.ts";

/** Codes of the Terraform provider, of constructs, and of synthesized apps. */
export const terraformCodes = {
  "constructs/invalid-layout": {
    cause: "The layout that an app reads has errors. The message lists them.",
    example: 'DocsLayout.fromYaml(stack, "layout", "docsform.yaml")',
    remedy: "Correct the layout. docsform validate lists the same errors.",
  },
  "constructs/no-layout": {
    cause: "The path that an app reads contains no layout.",
    example: 'DocsLayout.fromYaml(stack, "layout", "nowhere")',
    remedy: "Name a layout file, or a folder of layout files.",
  },
  "constructs/no-site": {
    cause: "The site of a construct is not a Site object.",
    example: 'new Section(this, "api", { site: "s1" })',
    remedy: "Pass the site object, or Site.fromId.",
  },
  "constructs/no-such-object": {
    cause: "A construct refers to an object that the layout or the app does not declare.",
    example: 'layout.get("space.nowhere")',
    remedy: "Correct the name.",
  },
  "constructs/not-in-terraform": {
    cause: "The layout uses a feature that Terraform does not have, or that works differently in Terraform.",
    example: "prune: [spaces]    # in a layout that an app reads",
    remedy: "Remove it. The message names the alternative in Terraform.",
  },
  "constructs/other-library": {
    cause: "A cdktf app uses the constructs for cdktn, or the reverse.",
    example: 'import { Space } from "docsform/constructs"    // in a cdktn app',
    remedy: "Import the constructs from the package entry that the message names.",
  },
  "constructs/secret-in-clear": {
    cause: "The layout contains a secret in clear text, which would end up in Terraform's state.",
    example: 'certificate: "-----BEGIN …"',
    remedy: "Read the secret with !file PATH or !env NAME.",
  },
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
  "synth/not-utf8": {
    cause: "A synthesized file contains bytes that are not UTF-8.",
    example: "docsform plan cdktf.out",
    remedy: "Synthesize the app again.",
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
  "terraform/imported-twice": {
    cause: "Two resources of a configuration manage the same object, and would undo each other's changes.",
    example: "terraform plan    # of two docs_site_publication of one site",
    remedy: "Remove the block of one of them. If the state has it, run terraform state rm first.",
  },
  "terraform/ambiguous-name": {
    cause: "A data source, or an import by name, matches several objects.",
    example: "a data source with a title that two objects have",
    remedy: "Give the id of the right one.",
  },
  "terraform/bad-import-id": {
    cause: "The import id does not name the object's parent.",
    example: "terraform import of a section by its name alone",
    remedy: "Write the parent and the object, separated by a slash, each by its id or by a unique name.",
  },
  "terraform/interrupted": {
    cause: "Terraform was interrupted before the response came.",
    example: "terraform apply    # and Ctrl-C",
    remedy: "Run Terraform again.",
  },
  "terraform/already-exists": {
    cause: "The object already exists, and a create would duplicate it.",
    example: "terraform apply    # of an object that was created in the app",
    remedy: "Import the object. The message shows the command.",
  },
  "terraform/malformed-message": {
    cause: "The provider cannot read a message from Terraform.",
    example: "a program other than Terraform that starts the provider",
    remedy: "Check that Terraform speaks protocol 6.",
  },
  "terraform/malformed-value": {
    cause: "The provider cannot read a value from Terraform.",
    example: "a program other than Terraform that starts the provider",
    remedy: "Check that Terraform speaks protocol 6.",
  },
  "terraform/name-taken": {
    cause: "A name that must be unique belongs to another object.",
    example: "two sections that swap their paths in one apply",
    remedy: "Give one of them a temporary name in an apply of its own, or delete the other one first.",
  },
  "terraform/incomplete-list": {
    cause: "An object of the state exists, but the service's list does not contain it.",
    example: "terraform plan    # while the service returns incomplete lists",
    remedy:
      "Run Terraform again. If that does not help, use a token that has access to all objects, or ask the service's support.",
  },
  "terraform/newer-state": {
    cause: "A newer version of the provider wrote the state.",
    example: "terraform plan    # with an older provider than before",
    remedy: "Use that version of the provider, or a later one.",
  },
  "terraform/protected": {
    cause: "The plan destroys or replaces an object, and deletion_protection is true in its state.",
    example: "terraform destroy    # of a block with deletion_protection = true",
    remedy: "Set deletion_protection to false and apply that, then destroy or replace the object.",
  },
  "terraform/no-client-certificate": {
    cause: "Terraform sent no certificate, so the provider cannot verify the connection.",
    example: "the provider, started by hand",
    remedy: "Run Terraform, which starts the provider, or start the provider with --debug.",
  },
  "terraform/no-such-object": {
    cause:
      "A data source, an import or a state names an object that the service does not have, or a resource declares an object that the service cannot create.",
    example: "a data source with an unknown title; a member who has left",
    remedy:
      "Correct the name or id: the data source that lists the type shows all objects. For a resource, remove the block, or invite the person.",
  },
  "terraform/not-configured": {
    cause: "Terraform uses the provider before it knows the provider's settings.",
    example: 'provider "docs" { token = random_password.x.result }',
    remedy: "Give the provider values that are known during the plan, or apply in two steps.",
  },
  "terraform/create-not-recorded": {
    cause: "The provider could not record a create on the disk, so it did not send it.",
    example: "terraform apply    # with a read-only .terraform",
    remedy: "Make the folder that the message names writable, or set TF_DATA_DIR to another folder.",
  },
  "terraform/not-ordered": {
    cause: "This API version of the service cannot sort the siblings as declared.",
    example: "an order, on a service that cannot sort",
    remedy: "Sort the siblings in the app, and list only siblings that the service keeps in one order.",
  },
  "terraform/not-siblings": {
    cause: "An order lists ids that are not direct children of the object that it orders.",
    example: "an order of a site with a section of another site",
    remedy: "List only direct children.",
  },
  "terraform/not-started-by-terraform": {
    cause: "A person or a script started the provider. Only Terraform can use it.",
    example: "npx terraform-provider-docs",
    remedy: "Declare the provider under required_providers, and run terraform init.",
  },
  "terraform/not-served": {
    cause: "This API version of the service cannot read what a data source shows.",
    example: "a data source of versions, on a service that speaks classic",
    remedy: "Remove the data source.",
  },
  "terraform/other-organization": {
    cause: "An object of Terraform's state was transferred to another organization.",
    example: "terraform plan    # after a space was transferred in the app",
    remedy: "Transfer it back in the app, or run terraform state rm.",
  },
  "terraform/own-access": {
    cause: "The configuration changes the access of the token's own user.",
    example: "terraform apply    # of the token's own user",
    remedy: "Change the access in the app, or with another user's token.",
  },
  "terraform/external-owner": {
    cause:
      "Another tool, such as Git Sync with its repository, manages this object and would overwrite the changes of Terraform.",
    example: "terraform plan    # that adds a section to a site whose structure is in a repository",
    remedy: "Make the change in the other tool, or disconnect it.",
  },
  "terraform/protocol-version": {
    cause: "This version of Terraform supports no plugin protocol that the provider supports.",
    example: "terraform 0.14",
    remedy: "Use Terraform 1.0 or later.",
  },
  "terraform/timed-out": {
    cause: "An operation took longer than its timeout allows.",
    example: 'timeouts { create = "1s" }',
    remedy: "Raise the timeout that the message names, or remove it.",
  },
  "terraform/too-many-deletes": {
    cause: "The run deletes or replaces more objects than the provider's max_deletes allows.",
    example: 'provider "docs" { max_deletes = 3 }',
    remedy: "Review the plan. If you intend all deletes, raise max_deletes.",
  },
  "terraform/two-defaults": {
    cause: "Two sibling resources of a configuration are the default, and only one of them can be.",
    example: "terraform plan    # of two sections of a site with default = true",
    remedy: "Set default = true in one of them.",
  },
  "terraform/unknown-type": {
    cause: "Terraform asks for a resource that this version of the provider does not have.",
    example: 'resource "docs_page" "start" {}',
    remedy: "Correct the type, or use a later version.",
  },
  "terraform/unreadable-state": {
    cause: "The provider cannot read the state of a resource.",
    example: "terraform plan    # after an edit of the state by hand",
    remedy: "Restore a backup. Or run terraform state rm and import the object again.",
  },
  "terraform/which-organization": {
    cause:
      "The provider names an organization that the token has no access to. Or it names none, and the token has access to none or to several.",
    example: 'provider "docs" {}',
    remedy:
      "Name an organization that the token has access to: as organization in the provider block, or in DOCSFORM_ORGANIZATION.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
