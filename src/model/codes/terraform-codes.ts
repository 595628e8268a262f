import type { CodeEntry } from "./code-entry.ts";

const incompleteRemedy =
  "The state is unchanged. Run the command again. If that does not help, use a token that sees all objects, or ask the service's support.";

const otherStateRemedy =
  "Use the token of a member of {stated}, and set `organization` in the provider block, or DOCSFORM_ORGANIZATION, to {stated}. To manage {used}, use a state of its own: another folder or another workspace. If the object was transferred to {used}, run `terraform state rm` and import it.";

const organizationRemedy =
  "Set `organization` in the provider block, or DOCSFORM_ORGANIZATION, to the id of your organization.";

/** Codes of the Terraform provider. */
export const terraformCodes = {
  "terraform/already-exists": {
    cases: {
      alone: {
        text: "{address} already exists: {object} {id}.",
        remedy:
          "To manage it here, import it: {command}\nTo replace it, remove create_before_destroy or use another name: two {objects} cannot have the same name at once.",
      },
      createdWith: {
        text: "{address} already exists: {object} {id}.",
        remedy:
          "The service created it together with {container}. Set its values in `{part}` of the resource of that, and remove this one.",
      },
    },
    remedy: "Import the object. The message shows the command.",
  },
  "terraform/ambiguous-name": {
    cases: {
      arguments: {
        text: "{count} {objects} match the arguments: {ids}.",
        remedy: "Set `id` to the id of the right one.",
      },
      name: {
        text: "{count} {objects} are called {name}: {ids}.",
        remedy: "Use the id of the right one{place}.",
      },
    },
    remedy: "Give the id of the right one.",
  },
  "terraform/bad-import-id": {
    message: {
      text: "{id} does not name the {scope} that the {object} is in.",
      remedy: "Write it as `<{scope}>/<{type}>`. Each part is an id, or a name that only one object has.",
    },
    remedy: "Write the parent and the object, separated by a slash, each by its id or by a unique name.",
  },
  "terraform/create-not-recorded": {
    message: {
      text: "The provider could not record the create on the disk ({reason}). Nothing was sent.",
      remedy: "Make {folder} a writable folder, or set TF_DATA_DIR to another folder.",
    },
    remedy: "Make the folder that the message names writable, or set TF_DATA_DIR to another folder.",
  },
  "terraform/external-owner": {
    message: { text: "{reason}", remedy: "{remedy}" },
    remedy: "Make the change in the other tool, or disconnect it.",
  },
  "terraform/imported-twice": {
    cases: {
      imported: {
        text: "Another resource already manages the {object} {id}.",
        remedy: "Remove the block of one of the two resources.",
      },
      planned:
        "Another resource of this configuration already manages the same object: {other}. The two would overwrite each other at every apply.",
    },
    remedy:
      "Remove the block of one of them. If the state contains that resource, run terraform state rm first.",
  },
  "terraform/incomplete-list": {
    cases: {
      object: {
        text: "The service's list of {objects} omits the {object} {id}, which a read by its id found. The provider does not know which other objects it omits.",
        remedy: incompleteRemedy,
      },
      contents: {
        text: "The service does not find the {objects} of the {scope} {scopeId}, but the {scope} exists. The provider does not know whether the {object} {id} is gone.",
        remedy: incompleteRemedy,
      },
    },
    remedy:
      "Run Terraform again. If that does not help, use a token that has access to all objects, or ask the service's support.",
  },
  "terraform/interrupted": {
    message: "Terraform was interrupted before the service responded.",
    remedy: "Run the command again.",
  },
  "terraform/name-taken": {
    cases: {
      inUse: {
        text: "{address}: the {object} {id} already has the {attribute} {value}, and only one can have it.",
        remedy:
          "To swap two names, first give one of them a third name in a separate apply. If you do not need the other object, delete it first.",
      },
      cycle: {
        text: "{object} gets the {wanted}, which {holder} still has. The plan renames them in a cycle, so none of them can be renamed first.",
        remedy: "First give one of them a third name in a separate apply.",
      },
    },
    remedy: "Give one of them a temporary name in an apply of its own, or delete the other one first.",
  },
  "terraform/newer-state": {
    message:
      "A newer version of the provider wrote the state of this {resource}: its schema has the version {found}, and this provider knows version {known}.",
    remedy: "Use the version of the provider that wrote the state, or a later one.",
  },
  "terraform/no-progress": {
    message: {
      text: "{call} was not tried again: no call has succeeded for {minutes} minutes, because the service limits the rate of requests (429).",
      remedy:
        "Check whether others use the same token, and run the command again later. `requests_per_second` in the provider block makes the provider slower.",
    },
    remedy: "Run the command again later.",
  },
  "terraform/no-such-object": {
    cases: {
      arguments: {
        text: "No {object} matches the arguments.",
        remedy: "Correct the arguments. The data source `{source}` lists all {objects}.",
      },
      import: {
        text: "There is no {object} {id} in the organization {organization}.",
        remedy: "Use its id, or a {fields} that only one {object} has.",
      },
      notCreatable: {
        text: "There is no {object}. {sentence} can only be imported.",
        remedy: "Remove the block. {origin}",
      },
    },
    remedy:
      "Correct the name or id: the data source that lists the type shows all objects. For a resource, remove the block, or invite the person.",
  },
  "terraform/not-configured": {
    cases: {
      never: "The provider is not configured.",
      unknown: "The values of {arguments} in the provider block are known only after an apply.",
    },
    remedy:
      "Set values that are known during the plan, or apply in two steps with `terraform apply -target=…`.",
  },
  "terraform/not-confirmed": {
    message: {
      text: "The response to the create of the {object} was lost, and nothing shows that the provider created it. This would {action} it.",
      remedy:
        "If it belongs to your configuration, confirm it: run `terraform state rm` with the address of its resource, if the state has it, and then `terraform import` with that address and the id.",
    },
    remedy: "Confirm the object with terraform import. Run terraform state rm before, if the state has it.",
  },
  "terraform/not-ordered": {
    message: {
      text: "This service has the API version {apiVersion}, which cannot put {objects} into this order.",
      remedy:
        "Order them in the app. In `{resource}`, list only objects that the service can order among each other.",
    },
    remedy: "Sort the siblings in the app, and list only siblings that the service keeps in one order.",
  },
  "terraform/not-siblings": {
    message: {
      text: "These ids are not among the siblings: {ids}.",
      remedy: "List only objects that are directly inside `{field}`, or at the top level if you omit it.",
    },
    remedy: "List only direct children.",
  },
  "terraform/other-organization": {
    message: "The {object} {id} now belongs to another organization: {organizationId}.",
    remedy: "Transfer it back in the app. Or remove its block and run `terraform state rm`.",
  },
  "terraform/own-access": {
    message: "A change of {attributes} would change the access of the token's own user.",
    remedy: "Change it in the app or with another user's token, or remove it here.",
  },
  "terraform/protected": {
    cases: {
      planned: {
        text: "{object} is protected against deletion, and this would {action} it.",
        remedy:
          "Set `deletion_protection = false` in its block and apply. Then {action} it. If you removed the block, add it again first.",
      },
      tainted: {
        text: "{object} is protected against deletion, and this would {action} it.",
        remedy:
          "Its resource is tainted, and Terraform plans a tainted resource as a new one. To keep the object, run `terraform untaint` with the address of its resource. To destroy the object, run the same command first. Set `deletion_protection = false` in its block and apply. Then {action} it. If you removed the block, add it again first.",
      },
    },
    remedy: "Set deletion_protection to false and apply that, then destroy or replace the object.",
  },
  "terraform/still-used": {
    message: {
      text: "{object} is still used by {uses}, which this configuration does not destroy.",
      remedy:
        "Let it use another object, or destroy it too: import it first if Terraform does not manage it. If this apply replaces {object}, add `lifecycle { create_before_destroy = true }` to its block. To delete the object all the same, set `{flag} = true` in its block, apply, and then delete it.",
    },
    remedy: "Change the reference, destroy the object that has it too, or set force_destroy.",
  },
  "terraform/timed-out": {
    cases: {
      create: {
        text: "The operation did not finish within the {limit} that `timeouts.create` allows{last}",
        remedy:
          "Raise `timeouts.create`, or remove it. The state contains everything that was done by then. The next apply continues from there.",
      },
      update: {
        text: "The operation did not finish within the {limit} that `timeouts.update` allows{last}",
        remedy:
          "Raise `timeouts.update`, or remove it. The state contains everything that was done by then. The next apply continues from there.",
      },
      delete: {
        text: "The operation did not finish within the {limit} that `timeouts.delete` allows{last}",
        remedy:
          "Raise `timeouts.delete`, or remove it. The state contains everything that was done by then. The next apply continues from there.",
      },
      read: {
        text: "The operation did not finish within the {limit} that `timeouts.read` allows{last}",
        remedy:
          "Raise `timeouts.read`, or remove it. A resource gets the new limit with the next apply. Run that apply with -refresh=false.",
      },
    },
    remedy: "Raise the timeout that the message names, or remove it.",
  },
  "terraform/too-many-deletes": {
    message: {
      text: "This run would delete or replace at least {count} objects, but `max_deletes` allows {maxDeletes}.",
      remedy:
        "Check the plan. If you want all of it, raise `max_deletes` in the provider block. This object is unchanged.",
    },
    remedy: "Review the plan. If you intend all deletes, raise max_deletes.",
  },
  "terraform/two-defaults": {
    message: {
      text: "Another resource of this configuration is the default in the same place: {other}. The two would overwrite each other at every apply.",
      remedy: "Set `{field} = true` in only one of them.",
    },
    remedy: "Set default = true in one of them.",
  },
  "terraform/unknown-type": {
    message: "This provider has no resource or data source {name}.",
    remedy: "Correct the type, or use a later version.",
  },
  "terraform/unreadable-state": {
    message: "The state of this {resource} cannot be read: {reason}.",
    remedy: "Restore a backup of the state. Or run `terraform state rm` and import the object again.",
  },
  "terraform/which-organization": {
    cases: {
      unknown: {
        text: "The token has no access to the organization {organization}: {failure}.",
        remedy:
          "Correct `organization` in the provider block or DOCSFORM_ORGANIZATION, or use the token of one of its members.",
      },
      unset: { text: "No organization is configured.", remedy: organizationRemedy },
      none: { text: "The token has access to no organization.", remedy: organizationRemedy },
      several: { text: "The token has access to {count} organizations: {ids}.", remedy: organizationRemedy },
    },
    remedy:
      "Name an organization that the token has access to: as organization in the provider block, or in DOCSFORM_ORGANIZATION.",
  },
  "terraform/wrong-organization": {
    cases: {
      only: {
        text: "The state has this object in the organization {stated}. But the provider uses the organization {used} at {service}, because the token has access to no other one. The provider keeps the state of all objects in {stated}, and has neither read nor changed them.",
        remedy: otherStateRemedy,
      },
      configured: {
        text: "The state has this object in the organization {stated}. But the provider uses the organization {used} at {service}, because the provider block or DOCSFORM_ORGANIZATION names it. The provider keeps the state of all objects in {stated}, and has neither read nor changed them.",
        remedy: otherStateRemedy,
      },
      unnamed: {
        text: "The organization {used} at {service} does not have this object, and the state does not name the object's organization. The provider uses {used} because the token has access to no other one, so it does not know whether the object is gone. The state is unchanged.",
        remedy:
          "If the object was in {used}, set `organization` in the provider block, or DOCSFORM_ORGANIZATION, to {used}, and run the command again. Otherwise do this with the object's organization, and use the token of one of its members.",
      },
    },
    remedy:
      "Use a token of a member of the state's organization, and name the organization: as organization in the provider block, or in DOCSFORM_ORGANIZATION.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
