import type { CodeEntry } from "./code-entry.ts";

const ambiguousRemedy = "Name the right one with `id:`, for example `id: {first}`.";
const nothingToCopyRemedy = "Name another one in {attribute}, or remove it to create an empty one.";

const notInDefaultRemedy = "Remove {attribute}, or make another {object} the default.";

/** Codes of planning: why there is no plan, notes of a plan, and why a plan no longer fits. */
export const planCodes = {
  "plan/ambiguous": {
    cases: {
      oneEntry: { text: "{address} matches several live objects: {ids}.", remedy: ambiguousRemedy },
      oneObject: { text: "{addresses} match the same live object: {ids}.", remedy: ambiguousRemedy },
      several: { text: "{addresses} match the same live objects: {ids}.", remedy: ambiguousRemedy },
      formerKey: {
        text: "{address} matches several live objects by its old key: {ids}.",
        remedy: ambiguousRemedy,
      },
    },
    cause:
      "Several live objects match one declared object, or several declared objects match the same live objects.",
    example: "two live spaces of the title API, and spaces: { api: { title: API } }",
    remedy: "Name the right one with id:.",
  },
  "plan/both-keys-exist": {
    message:
      "`was:` renames {address}, but an object with its old key ({before}) and one with its new key ({now}) both exist.",
    cause:
      "An entry has was:, so its object was renamed, but an object with the old key and an object with the new key both exist.",
    example: "spaces:\n  api: { title: API, was: { title: Reference } }    # both exist",
    remedy:
      "Remove was:, or pin the entry to one of the two with id:. If the two exchange their keys, write was: into the other entry too.",
  },
  "plan/cannot-change": {
    message: "{attribute} of {address} is {value} on the service, which has no operation to change it.",
    cause: "A declared value differs from the live one, and the service has no operation that changes it.",
    example: "a field that the service sets only at creation",
    remedy: "Declare the live value. If you mean another object, declare it under another key.",
  },
  "plan/cannot-compare": {
    message:
      "docsform cannot read {attribute} of {address} back, and no state records what was applied, so docsform does not change it.",
    cause:
      "A note: docsform cannot read a value back from the service, and no state records what was applied.",
    example: "docsform plan --no-state    # with an inline OpenAPI specification",
    remedy: "Keep a state: it records a hash of the value.",
  },
  "plan/cannot-create": {
    message: {
      text: "{address} does not exist{sought}, and the service has no operation that creates {objects}.",
      remedy: "{origin} If you mean an existing one, pin it with `id:`.",
    },
    cause:
      "A declared object does not exist, and the service has no operation that creates objects of its type.",
    example: "an object that only the app can create",
    remedy: "Create it in the app, then pin it with id:.",
  },
  "plan/cannot-set-on-first": {
    message: {
      text: "{address} is the first {object} of a new {parent}. The service creates both together, and does not accept {attribute} there.",
      remedy: "Remove its {attribute}, or put another {object} first that has none.",
    },
    cause:
      "The service creates the first child together with its new parent, and does not accept this field for the first child.",
    example:
      "structure:\n  - { section: Guides, path: guides, spaces: [{ space: guides, title: English }] }    # a new section",
    remedy: "Remove the field, or put a child that does not need the field first.",
  },
  "plan/container-cycle": {
    message: "The plan would put these objects inside each other: {objects}.",
    cause: "The plan would put objects inside each other.",
    example: "collections:\n  a: { title: A, collection: b }    # and b is live inside of a",
    remedy: "Declare the parent of each of them, null for none.",
  },
  "plan/cycle": {
    message: "These steps depend on each other: {steps}.",
    cause: "Steps of the plan depend on each other, so none of them can be the first.",
    example: "two objects that swap their names and places at once",
    remedy: "Apply a part of the change first.",
  },
  "plan/destroy-other-organization": {
    message:
      "The layout belongs to the organization {organizationId}, but the confirmation names {confirmed}.",
    cause: "A program destroys a layout and confirms it with the id of another organization.",
    example: 'await reconciler.planDestroy(desired, { organizationId: "the-test-organization" });',
    remedy: "Check that the layout's objects may be deleted, then pass the id of the layout's organization.",
  },
  "plan/empty-meanwhile": {
    message: "Readers see nothing of {address} from the first delete to the last create.",
    cause:
      "A note: a published site gets another kind of structure, and is empty between the deletes and the creates.",
    example: "docsform plan    # of sections for a site whose spaces are listed without sections",
    remedy: "Apply it when few people read, or create a second site beside it.",
  },
  "plan/external-owner": {
    message: "{reason}",
    cause: "A note: another tool, such as Git Sync with its repository, manages this object.",
    example: "docsform plan",
    remedy: "No action is needed. To change the object from the layout, disconnect the other tool.",
  },
  "plan/found": {
    cases: {
      one: "1 {object} found by its {key}; docsform did not create it. Confirm with `{confirmation}` ({address}).",
      several:
        "{objects} found by their {keys}; docsform did not create them. Confirm with `{confirmation}` ({addresses}).",
    },
    cause:
      "A note: docsform found live objects by a title, a path or an e-mail address. docsform did not create them, and changes none of them until you confirm them.",
    example: "docsform plan    # while the service has a space of the same title",
    remedy:
      "Confirm them with docsform import --found, or one of them with docsform import ADDRESS ID or id:.",
  },
  "plan/gone": {
    message: "{address} is pinned to {pin}, which the service does not have. There is nothing to delete.",
    cause: "A note of destroy: an entry is pinned to an object that the service does not have.",
    example: "docsform destroy",
    remedy: "No action is needed.",
  },
  "plan/imported-stays": {
    message:
      "{address} stays: docsform can only import {objects}, and destroy does not delete them. To delete undeclared ones, name the type under prune:.",
    cause:
      "A note of destroy: an object stays, because docsform can import objects of this type but not create them.",
    example: "docsform destroy    # of a layout with members:",
    remedy: "No action is needed. To delete undeclared objects of a type, name the type under prune:.",
  },
  "plan/not-in-default": {
    cases: {
      default: {
        text: "{address} declares {attribute} as {value}, which the service refuses for the default {object}.",
        remedy: notInDefaultRemedy,
      },
      defaultOfDefault: {
        text: "{address} declares {attribute} as {value}, which the service refuses for the default {object} of the default {parent}.",
        remedy: notInDefaultRemedy,
      },
    },
    cause:
      "The service refuses a value on the default variant of the default section, or on the default variant of a site without sections.",
    example: "hidden: true on the default variant of the default section",
    remedy: "Remove the value, or make another object the default.",
  },
  "plan/not-in-this-api-version": {
    cases: {
      attribute: {
        text: "{attribute} of {address} does not exist in the service's API version {apiVersion}, only in {versions}.",
        remedy: "Remove {attribute}.",
      },
      value: {
        text: "{value} in {attribute} of {address} does not exist in the service's API version {apiVersion}, only in {versions}.",
        remedy: "Choose another value of {attribute}.",
      },
    },
    cause: "A field or a value exists only in another API version.",
    example: "docsform plan --api-version classic    # with a field that only current has",
    remedy: "Remove it, or choose another value.",
  },
  "plan/not-served": {
    cases: {
      create: {
        text: "docsform cannot create {address}: the service's API version {apiVersion} has no {operation}.",
        remedy: "Create the {object} in the app, and pin it with `id:` if its key does not identify it.",
      },
      createOrCopy: {
        text: "docsform cannot create {address}: the service's API version {apiVersion} has no {operation}.",
        remedy:
          "Create the {object} in the app, and pin it with `id:` if its key does not identify it. Or create it as a copy of another one, with `{copy}:`.",
      },
      write:
        "docsform cannot change {attributes} of {address}: the service's API version {apiVersion} has no {operation}.",
      delete: {
        text: "docsform cannot delete {address}: the service's API version {apiVersion} has no {operation}.",
        remedy: "Delete it in the app, or declare it.",
      },
      move: {
        text: "docsform cannot move {address}: the service's API version {apiVersion} has no {operation}.",
        remedy: "Move it in the app, or declare its live place.",
      },
    },
    cause: "The plan needs an operation that this API version of the service does not have.",
    example: "docsform plan    # of an object that this service cannot create",
    remedy: "Make the change in the app, or remove it from the layout.",
  },
  "plan/nothing-to-copy": {
    cases: {
      itself: {
        text: "{address} does not exist, and the layout creates it as a copy of itself.",
        remedy: nothingToCopyRemedy,
      },
      missing: {
        text: "The layout creates {address} as a copy of {source}, and there is no such {object}.",
        remedy: nothingToCopyRemedy,
      },
    },
    cause: "The layout creates an object as a copy of itself, or of an object that does not exist.",
    example: "an entry that copies an unknown space",
    remedy: "Name another object, or remove the field.",
  },
  "plan/only-at-create": {
    message:
      "{attribute} of {address} has another value now. It matters only at creation, so docsform changes nothing.",
    cause:
      "A note: the value of a field that matters only at creation has changed. docsform changes nothing.",
    example: "a copied space whose source was changed in the layout",
    remedy: "No action is needed.",
  },
  "plan/open-meanwhile": {
    message:
      "The service can create {address} neither with all its limits nor as a draft (API version {apiVersion}). Until the next call, more people can see its content than the layout lets.",
    cause:
      "An API version without drafts creates a section or a variant without its condition, and visible in the navigation. docsform writes these values with the next call.",
    example:
      "sites.docs.structure: [{ section: Beta, condition: visitor.claims.beta, spaces: [beta] }]    # with --api-version classic",
    remedy: "Unpublish the site first, or declare the section after its content may be seen.",
  },
  "plan/outside-object": {
    cases: {
      none: {
        text: "The organization has no {object} with {values}.",
        remedy: "Correct the value, create the object, or name it by its id.",
      },
      several: {
        text: "Several objects of the organization are a {object} with {values}: {ids}.",
        remedy: "Name one of them by its id.",
      },
    },
    cause:
      "An app names an existing object by its title, path or another value, and not exactly one object has it.",
    example: 'Space.fromTitle(this, "legacy", "Old guides")',
    remedy: "Name the object by its id: Space.fromId.",
  },
  "plan/own-user-stays": {
    cases: {
      ownUser: "docsform does not delete {object}: the token belongs to this {person}.",
      unknownUser:
        "docsform does not delete {object}: the service does not show which user the token belongs to.",
    },
    cause: "A note: the plan would delete the token's own user, and docsform never deletes that user.",
    example: "docsform plan",
    remedy: "No action is needed.",
  },
  "plan/part-of-whole": {
    message: {
      text: "{flag} names {address}, a part of {scope}. docsform destroys {scope} only as a whole.",
      remedy: "Name {scope}, or remove {address} from the layout and apply.",
    },
    cause: "docsform destroy cannot delete only a part of this object.",
    example: "docsform destroy --target ADDRESS    # of a section",
    remedy: "Name the whole object, or remove the part from the layout and apply.",
  },
  "plan/pinned-replace": {
    message: "{address} is pinned to {pin}, but this change needs a new object: {reason}.",
    cause:
      "An entry is pinned to an id, and its change needs a new object. The new object would have another id.",
    example: "a pinned entry that moves to a parent where the service cannot move it",
    remedy: "Remove id: to let docsform replace the object, or undo the change.",
  },
  "plan/pinned-to-missing": {
    cases: {
      missing: "{address} is pinned to {id}, but the service has no {object} with that id.",
      transferred: {
        text: "{address} is pinned to {id}, which was transferred to the organization {organizationId}.",
        remedy: "Transfer it back, or remove it from the layout.",
      },
    },
    cause: "An entry is pinned to an id that the service does not have.",
    example: "spaces:\n  api: { id: gone, title: API }",
    remedy: "Correct the id. Or remove id:, and docsform finds or creates the object.",
  },
  "plan/pinned-twice": {
    message: "{address} and {other} are both pinned to {id}.",
    cause: "Two entries are pinned to one id.",
    example: "spaces:\n  a: { id: s1, title: A }\n  b: { id: s1, title: B }",
    remedy: "Pin each entry to an id of its own.",
  },
  "plan/possible-move": {
    message:
      "The plan creates {address}, although an object of the same name exists in another place: {objects}. If you mean that object, pin it with `id:`, or write its former place with `was:`.",
    cause: "A note: the plan creates an object, although an object of the same name exists in another place.",
    example: "a space that was moved to another collection in the app",
    remedy: "If you mean the existing object, pin it with id:, or write its former place with was:.",
  },
  "plan/possible-rename": {
    cases: {
      line: "If {created} is {object} under another name, write `{line}` into its entry. {more}",
      entry: "If {created} is {object} under another name, replace its entry with `{line}`. {more}",
      lines:
        "If {created} is one of these objects under another name, write the line of that object into its entry: {lines}. {more}",
      entries:
        "If {created} is one of these objects under another name, replace its entry with the line of that object: {lines}. {more}",
      more: "The same applies to {count} more: the JSON output has their lines (possibleMatches).",
    },
    cause:
      "A note: the layout has a new object, and another object of its type leaves the same place. docsform cannot know whether they are the same object.",
    example:
      "structure:\n  - { section: Handbook, path: handbook, spaces: [guides, api] }    # { section: Guides, path: guides, spaces: [api] } is gone",
    remedy:
      "If they are the same object, write the line that the note shows into the entry, for example was: guides. If not, no action is needed.",
  },
  "plan/recovered": {
    cases: {
      proven:
        "An interrupted run created {addresses}: the responses to the creates were lost, and the service shows that it created the objects then.",
      probable:
        "An earlier run probably created {address}: the response to the create was lost, and {id} has everything that was sent. docsform does not delete it or open it to more people before you confirm it with `{confirmation}`.",
    },
    cause:
      "A note: docsform found an object after the response to its create was lost. If the service does not show when it created the object, another person may have created it.",
    example: "docsform plan    # after a run that was killed during a create",
    remedy: "If the note asks for it, confirm the object with docsform import ADDRESS ID or id:.",
  },
  "plan/renamed": {
    message: "{address} was {before}: the layout has a new name for the same object.",
    cause: "A note: an entry has another name in the layout, and is the same object as before.",
    example: "spaces:\n  b: { title: Guides }    # it was a: { title: Guides }",
    remedy: "No action is needed.",
  },
  "plan/required-to-create": {
    message: {
      text: "{address} does not exist yet, and creating it needs {attribute}.",
      remedy: "Declare {attribute}, or pin an existing object with `id:`.",
    },
    cause:
      "A declared object does not exist yet, and creating it needs a field that the layout does not declare.",
    example: 'spaces:\n  api: { emoji: "1f600" }',
    remedy: "Declare the field, or pin an existing object with id:.",
  },
  "plan/undeclared-changed": {
    cases: {
      value:
        "{attribute} of {address} has changed from {before} to {after} since the last run that read it. The layout does not declare it, so docsform does not change it.",
      secret:
        "{attribute} of {address} has changed since the last run that read it. The layout does not declare it, so docsform does not change it.",
    },
    cause:
      "A note: a value that decides who sees an object has changed since a run last read it. The layout does not declare this value.",
    example: "docsform plan    # after a condition was set in the app",
    remedy:
      "If the new value is right, no action is needed: the next apply, or docsform accept, records it. If not, declare the right value.",
  },
  "plan/unknown-address": {
    message: {
      text: "{flag} names {address}, which neither the layout nor the state has.",
      remedy: "{meant}",
    },
    cause: "A flag that selects objects names an address that neither the layout nor the state has.",
    example: "docsform plan --target nowhere",
    remedy:
      "Correct the address. docsform graph lists the addresses of the layout, and docsform state list those of the state.",
  },
  "plan/unknown-object": {
    message: "{address} contains items that docsform does not manage or move: {items}.",
    cause: "A note: an object contains items that docsform does not manage or move, such as external links.",
    example: "docsform plan",
    remedy: "No action is needed.",
  },
  "plan/value-taken": {
    message: {
      text: "{address} declares {attribute} “{value}”, which {holder} has or gets from the service.",
      remedy: "Choose another {attribute}, or declare the {attribute} of {holder} too.",
    },
    cause:
      "A value that must be unique belongs to another object, or the service will give it to another object.",
    example: "a path that an undeclared section has",
    remedy: "Choose another value, or declare the other object's value too.",
  },
  "plan/value-warning": {
    message: "{address}, {attribute}: {warning}",
    cause:
      "A declared value is valid, but will not do for long or contains more than is used, such as a certificate that ends within 30 days or a chain of certificates.",
    example: "certificate: !file okta.pem    # ends in 10 days",
    remedy: "Do what the note says.",
  },
  "stale/appeared": {
    message: "The plan creates {address}, but {id} has appeared with the same key.",
    cause: "An object that the plan creates has appeared since the plan was made.",
    example: "docsform apply plan.json",
    remedy: "Plan again.",
  },
  "stale/changed": {
    cases: {
      attributes: "{address} has changed since the plan was made: {attributes}.",
      deleted:
        "The plan deletes {address}, but the object or its contents have changed since the plan was made.",
      key: "{id} matched {address} by its key, but has another key now.",
    },
    cause: "An object of the plan, its contents or its key has changed since the plan was made.",
    example: "docsform apply plan.json",
    remedy: "Plan again, and review the new plan.",
  },
  "stale/gone": {
    message: "{address} ({id}) no longer exists.",
    cause: "An object of the plan no longer exists.",
    example: "docsform apply plan.json",
    remedy: "Plan again.",
  },
  "stale/moved": {
    message: "{address} or one of its siblings has moved since the plan was made.",
    cause: "An object of the plan, or one of its siblings, has moved since the plan was made.",
    example: "docsform apply plan.json",
    remedy: "Plan again.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
