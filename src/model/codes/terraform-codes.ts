import type { CodeEntry } from "./code-entry.ts";

/** Of the Terraform provider, of constructs, and of what an app synthesised. */
export const terraformCodes = {
  "constructs/invalid-layout": {
    cause: "The layout that an app reads is wrong; the message lists what is.",
    example: 'DocsLayout.fromYaml(stack, "layout", "docsform.yaml")',
    remedy: "Correct the layout; docsform validate shows the same.",
  },
  "constructs/no-layout": {
    cause: "The path that an app reads a layout from holds none.",
    example: 'DocsLayout.fromYaml(stack, "layout", "nowhere")',
    remedy: "Name a layout file, or a folder of them.",
  },
  "constructs/no-site": {
    cause: "A construct that goes into a site was given something else.",
    example: 'new Section(this, "api", { site: "s1" })',
    remedy: "Give the object itself, or Site.fromId.",
  },
  "constructs/no-such-object": {
    cause: "A construct refers to an object that the layout or the app does not have.",
    example: "the object nowhere of a layout",
    remedy: "Correct the name.",
  },
  "constructs/not-in-terraform": {
    cause: "The layout says something that Terraform cannot do, or does in its own way.",
    example: "prune: [spaces]    # in a layout that an app reads",
    remedy: "Take it out; the message says what Terraform has instead.",
  },
  "constructs/other-library": {
    cause: "An app of cdktf uses the constructs for cdktn, or the reverse.",
    example: 'import { Space } from "docsform/constructs"    // in an app of cdktn',
    remedy: "Import them from the entry that the message names.",
  },
  "constructs/secret-in-clear": {
    cause: "A secret is written in the layout itself, and would stand in Terraform's state.",
    example: 'certificate: "-----BEGIN …"',
    remedy: "Write !file and a path, or !env and the name of a variable.",
  },
  "synth/app-error": {
    cause: "A stack of the app says itself that it is wrong.",
    example: "Annotations.of(this).addError(…)",
    remedy: "Put it right in the app, and synthesise it again.",
  },
  "synth/app-warning": {
    cause: "A stack of the app warns of something.",
    example: "Annotations.of(this).addWarning(…)",
    remedy: "See what the app says.",
  },
  "synth/invalid-json": {
    cause: "A file that was synthesised is not JSON.",
    example: "docsform plan cdktf.out    # after a synthesis that was interrupted",
    remedy: "Synthesise the app again.",
  },
  "synth/invalid-value": {
    cause: "A field of a resource has a value that the service does not take.",
    example: 'new Site(this, "docs", { title: "" })',
    remedy: "Correct it in the app; the message says what is taken.",
  },
  "synth/missing-field": {
    cause: "A field of a resource or block that is always wanted is not there.",
    example: "import { to = … }",
    remedy: "Add it.",
  },
  "synth/no-organization": {
    cause: "Neither the provider nor the environment says which organization the app is for.",
    example: 'new DocsProvider(this, "docs")    # without DOCSFORM_ORGANIZATION',
    remedy: "Give organization to the provider, or set DOCSFORM_ORGANIZATION.",
  },
  "synth/not-siblings": {
    cause: "An order names objects that are not directly inside of what it orders.",
    example: "an order of a site that lists a section of another one",
    remedy: "List nothing but what the app declares there.",
  },
  "synth/not-utf8": {
    cause: "A file that was synthesised holds bytes that are no UTF-8.",
    example: "docsform plan cdktf.out",
    remedy: "Synthesise the app again.",
  },
  "synth/nothing-declared": {
    cause: "No stack of the app declares anything of this service.",
    example: "docsform plan cdktf.out    # of an app for something else",
    remedy: "Name the app that declares documentation.",
  },
  "synth/order-left-alone": {
    cause: "A note: an order of siblings is declared that docsform cannot know before they exist.",
    example: "an order of ids that are computed",
    remedy: "Name the siblings by the resources themselves.",
  },
  "synth/several-organizations": {
    cause: "The stacks of the app are for different organizations.",
    example: "docsform plan cdktf.out",
    remedy: "Name one stack at a time: docsform plan cdktf.out/stacks/NAME.",
  },
  "synth/too-much": {
    cause: "The app is larger than any that docsform reads.",
    example: "docsform plan cdktf.out",
    remedy: "Part it into several.",
  },
  "synth/duplicate": {
    cause: "Two resources declare one and the same object.",
    example: "a site space for the space that its section is made with",
    remedy: "Remove one of them.",
  },
  "synth/two-orders": {
    cause: "Two resources declare the order inside of one object.",
    example: "two orders for one site",
    remedy: "Keep one of them.",
  },
  "synth/unknown-field": {
    cause: "A resource has no field of this name.",
    example: 'addOverride("tilte", "API")',
    remedy: "Correct the name; the message says the nearest one.",
  },
  "synth/unknown-resource": {
    cause: "The provider has no resource of this type.",
    example: "a docs_page in cdk.tf.json",
    remedy: "Correct the type, or use the docsform of the version that has it.",
  },
  "synth/unreadable-file": {
    cause: "A file that an expression reads is not there or cannot be read.",
    example: 'Fn.file("okta.pem")',
    remedy: "Put it where the app expects it, or permit its folder with --files-from DIR.",
  },
  "synth/unresolvable": {
    cause:
      "An expression stands for what is known only when the object exists, or for what docsform does not compute.",
    example: "description: site.id",
    remedy: "Write the value itself, or use Terraform.",
  },
  "synth/unset-variable": {
    cause: "A variable of the app has neither a value nor a default.",
    example: 'new TerraformVariable(this, "pem", {})',
    remedy: "Set TF_VAR_name in the environment.",
  },
  "synth/unsupported": {
    cause: "The app uses something of Terraform that docsform does not read, such as count or for_each.",
    example: "resource.count = 3",
    remedy: "Let the app write out each resource by itself, or use Terraform.",
  },
  "synth/wrong-type": {
    cause: "A field that takes the id of one kind of object was given that of another.",
    example: "spaceId: site.id",
    remedy: "Give the right object.",
  },
  "terraform/imported-twice": {
    cause: "Two resources of a configuration manage the same object, and would undo each other.",
    example: "terraform plan    # of two docs_site_publication of one site",
    remedy: "Remove the block of one of them; have Terraform forget it first if it is in the state.",
  },
  "terraform/ambiguous-name": {
    cause: "A data source, or an import by name, fits several objects.",
    example: "a data source that gives a title which two have",
    remedy: "Give the id of the right one.",
  },
  "terraform/bad-import-id": {
    cause: "The id of an import does not say inside of what the object is.",
    example: "terraform import of a section by its name alone",
    remedy: "Write both, parted by a slash, each by its id or by a name that only one has.",
  },
  "terraform/interrupted": {
    cause: "Terraform was interrupted before this was known.",
    example: "terraform apply    # and Ctrl-C",
    remedy: "Run it again.",
  },
  "terraform/is-there-already": {
    cause: "What is to be created is there already, and would be doubled.",
    example: "terraform apply    # of what somebody made in the app",
    remedy: "Import it; the message gives the command.",
  },
  "terraform/malformed-message": {
    cause: "A message of Terraform cannot be read.",
    example: "another program than Terraform that starts the provider",
    remedy: "Check that Terraform speaks protocol 6.",
  },
  "terraform/malformed-value": {
    cause: "A value that Terraform sent cannot be read.",
    example: "another program than Terraform that starts the provider",
    remedy: "Check that Terraform speaks protocol 6.",
  },
  "terraform/name-taken": {
    cause: "A name that only one object may have belongs to another one.",
    example: "two sections that swap their paths in one apply",
    remedy:
      "Give one of them a third name in an apply of its own, or delete the one that is not wanted first.",
  },
  "terraform/incomplete-list": {
    cause: "An object of the state is there, and the service's list of its kind leaves it out.",
    example: "terraform plan    # while the service answers lists that are not whole",
    remedy: "Run it again. If that does not help, use a token that sees all, or ask the service's support.",
  },
  "terraform/newer-state": {
    cause: "The state was written by a newer version of the provider.",
    example: "terraform plan    # with an older provider than before",
    remedy: "Use the version that wrote it, or a later one.",
  },
  "terraform/protected": {
    cause: "An object whose state has deletion_protection is to be destroyed or replaced.",
    example: "terraform destroy    # of a block with deletion_protection = true",
    remedy: "Set deletion_protection to false and apply that, then destroy or replace it.",
  },
  "terraform/no-client-certificate": {
    cause: "Terraform gave no certificate, so that its connection could not be told from anyone else's.",
    example: "the provider, started by hand",
    remedy: "Let Terraform start the provider, or start it with --debug.",
  },
  "terraform/no-such-object": {
    cause:
      "A data source, an import or a state names an object that the service does not have; or a resource that nobody can create does.",
    example: "a data source that gives a title which none has; a member who has left",
    remedy:
      "Correct it; the data source of all of the kind shows what there is. For a resource: remove the block, or invite the person.",
  },
  "terraform/not-configured": {
    cause: "The provider is used before its settings are known.",
    example: 'provider "docs" { token = random_password.x.result }',
    remedy: "Give it values that are known when planning, or apply in two steps.",
  },
  "terraform/not-noted": {
    cause: "What is to be created cannot be noted on the disk first, so nothing was sent.",
    example: "terraform apply    # with a read-only .terraform",
    remedy:
      "Make the folder that the message names writable, or give Terraform another one with TF_DATA_DIR.",
  },
  "terraform/not-ordered": {
    cause: "This API version of the service cannot bring siblings into the declared order.",
    example: "an order, on a service that cannot sort",
    remedy: "Put them into their order in the app, and list what is ordered among itself.",
  },
  "terraform/not-siblings": {
    cause: "An order lists ids that are not directly inside of what it orders.",
    example: "an order of a site with a section of another one",
    remedy: "List what is directly inside of it.",
  },
  "terraform/not-started-by-terraform": {
    cause: "The provider was started by hand; it does nothing on its own.",
    example: "npx terraform-provider-docs",
    remedy: "Name it under required_providers, and run terraform init.",
  },
  "terraform/not-told": {
    cause: "This API version of the service does not tell what a data source reads.",
    example: "a data source of versions, on a service that speaks classic",
    remedy: "Leave the data source out.",
  },
  "terraform/other-organization": {
    cause: "An object that Terraform's state knows was handed over to another organization.",
    example: "terraform plan    # after a space was transferred in the app",
    remedy: "Hand it back in the app, or let Terraform forget it: terraform state rm.",
  },
  "terraform/own-access": {
    cause: "The configuration changes what the user may do whom the token acts for.",
    example: "terraform apply    # of the token's own user",
    remedy: "Change it in the app, or with the token of somebody else.",
  },
  "terraform/owned-elsewhere": {
    cause:
      "Something else keeps this object as it wants it, such as a repository by Git Sync, and writing it would fight with that.",
    example: "terraform plan    # that adds a section to a site whose structure is in a repository",
    remedy: "Make the change where it is kept, or end the synchronization.",
  },
  "terraform/protocol-version": {
    cause: "Terraform offers no protocol that the provider speaks.",
    example: "terraform 0.14",
    remedy: "Use Terraform 1.0 or later.",
  },
  "terraform/timed-out": {
    cause: "An operation took longer than its timeouts allow.",
    example: 'timeouts { create = "1s" }',
    remedy: "Raise the timeout that the message names, or leave it out.",
  },
  "terraform/too-many-deletes": {
    cause: "More objects would be deleted or replaced than max_deletes of the provider allows.",
    example: 'provider "docs" { max_deletes = 3 }',
    remedy: "Look at the plan. If all of it is wanted, raise max_deletes.",
  },
  "terraform/two-defaults": {
    cause: "Two resources of a configuration are to be the default in the same place.",
    example: "terraform plan    # of two sections of a site with default = true",
    remedy: "Set default = true in one of them.",
  },
  "terraform/unknown-type": {
    cause: "Terraform asks for a resource that this version of the provider does not have.",
    example: 'resource "docs_page" "start" {}',
    remedy: "Correct the type, or use a later version.",
  },
  "terraform/unreadable-state": {
    cause: "The state of a resource cannot be read.",
    example: "terraform plan    # after the state was edited by hand",
    remedy: "Restore a backup, or forget it (terraform state rm) and import the object again.",
  },
  "terraform/which-organization": {
    cause:
      "The provider names an organization that the token does not see; or it names none, and the token does not see exactly one.",
    example: 'provider "docs" {}',
    remedy:
      "Name one that the token sees, as organization in the provider block or in DOCSFORM_ORGANIZATION.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
