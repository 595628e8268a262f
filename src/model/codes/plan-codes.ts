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
    remedy: "Name the right one with id:.",
  },
  "plan/both-keys-exist": {
    message:
      "`was:` renames {address}, but an object with its old key ({before}) and one with its new key ({now}) both exist.",
    remedy:
      "Remove was:, or pin the entry to one of the two with id:. If the two exchange their keys, write was: into the other entry too.",
  },
  "plan/cannot-change": {
    message: "{attribute} of {address} is {value} on the service, which has no operation to change it.",
    remedy: "Declare the live value. If you mean another object, declare it under another key.",
  },
  "plan/cannot-compare": {
    message:
      "docsform cannot read {attribute} of {address} back, and no state records what was applied, so docsform does not change it.",
    remedy: "Keep a state: it records a hash of the value.",
  },
  "plan/cannot-create": {
    message: {
      text: "{address} does not exist{sought}, and the service has no operation that creates {objects}.",
      remedy: "{origin} If you mean an existing one, pin it with `id:`.",
    },
    remedy: "Create it in the app, then pin it with id:.",
  },
  "plan/cannot-set-on-first": {
    message: {
      text: "{address} is the first {object} of a new {parent}. The service creates both together, and does not accept {attribute} there.",
      remedy: "Remove its {attribute}, or put another {object} first that has none.",
    },
    remedy: "Remove the field, or put a child that does not need the field first.",
  },
  "plan/container-cycle": {
    message: "The plan would put these objects inside each other: {objects}.",
    remedy: "Declare the parent of each of them, null for none.",
  },
  "plan/cycle": {
    message: "These steps depend on each other: {steps}.",
    remedy: "Apply a part of the change first.",
  },
  "plan/destroy-other-organization": {
    message:
      "The layout belongs to the organization {organizationId}, but the confirmation names {confirmed}.",
    remedy: "Check that the layout's objects may be deleted, then pass the id of the layout's organization.",
  },
  "plan/empty-meanwhile": {
    message: "Readers see nothing of {address} from the first delete to the last create.",
    remedy: "Apply it when few people read, or create a second site beside it.",
  },
  "plan/external-owner": {
    message: "{reason}",
    remedy: "No action is needed. To change the object from the layout, disconnect the other tool.",
  },
  "plan/found": {
    cases: {
      one: "1 {object} found by its {key}; docsform did not create it. Confirm with `{confirmation}` ({address}).",
      several:
        "{objects} found by their {keys}; docsform did not create them. Confirm with `{confirmation}` ({addresses}).",
    },
    remedy:
      "Confirm them with docsform import --found, or one of them with docsform import ADDRESS ID or id:.",
  },
  "plan/gone": {
    message: "{address} is pinned to {pin}, which the service does not have. There is nothing to delete.",
    remedy: "No action is needed.",
  },
  "plan/imported-stays": {
    message:
      "{address} stays: docsform can only import {objects}, and destroy does not delete them. To delete undeclared ones, name the type under prune:.",
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
    remedy: "Name another object, or remove the field.",
  },
  "plan/only-at-create": {
    message:
      "{attribute} of {address} has another value now. It matters only at creation, so docsform changes nothing.",
    remedy: "No action is needed.",
  },
  "plan/open-meanwhile": {
    message:
      "The service can create {address} neither with all its limits nor as a draft (API version {apiVersion}). Until the next call, more people can see its content than the layout lets.",
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
    remedy: "Name the object by its id: Space.fromId.",
  },
  "plan/own-user-stays": {
    cases: {
      ownUser: "docsform does not delete {object}: the token belongs to this {person}.",
      unknownUser:
        "docsform does not delete {object}: the service does not show which user the token belongs to.",
    },
    remedy: "No action is needed.",
  },
  "plan/part-of-whole": {
    message: {
      text: "{flag} names {address}, a part of {scope}. docsform destroys {scope} only as a whole.",
      remedy: "Name {scope}, or remove {address} from the layout and apply.",
    },
    remedy: "Name the whole object, or remove the part from the layout and apply.",
  },
  "plan/pinned-replace": {
    message: "{address} is pinned to {pin}, but this change needs a new object: {reason}.",
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
    remedy: "Correct the id. Or remove id:, and docsform finds or creates the object.",
  },
  "plan/pinned-twice": {
    message: "{address} and {other} are both pinned to {id}.",
    remedy: "Pin each entry to an id of its own.",
  },
  "plan/possible-move": {
    message:
      "The plan creates {address}, although an object of the same name exists in another place: {objects}. If you mean that object, pin it with `id:`, or write its former place with `was:`.",
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
    remedy: "If the note asks for it, confirm the object with docsform import ADDRESS ID or id:.",
  },
  "plan/renamed": {
    message: "{address} was {before}: the layout has a new name for the same object.",
    remedy: "No action is needed.",
  },
  "plan/required-to-create": {
    message: {
      text: "{address} does not exist yet, and creating it needs {attribute}.",
      remedy: "Declare {attribute}, or pin an existing object with `id:`.",
    },
    remedy: "Declare the field, or pin an existing object with id:.",
  },
  "plan/undeclared-changed": {
    cases: {
      value:
        "{attribute} of {address} has changed from {before} to {after} since the last run that read it. The layout does not declare it, so docsform does not change it.",
      secret:
        "{attribute} of {address} has changed since the last run that read it. The layout does not declare it, so docsform does not change it.",
    },
    remedy:
      "If the new value is right, no action is needed: the next apply, or docsform accept, records it. If not, declare the right value.",
  },
  "plan/unknown-address": {
    message: {
      text: "{flag} names {address}, which neither the layout nor the state has.",
      remedy: "{meant}",
    },
    remedy:
      "Correct the address. docsform graph lists the addresses of the layout, and docsform state list those of the state.",
  },
  "plan/unknown-object": {
    message: "{address} contains items that docsform does not manage or move: {items}.",
    remedy: "No action is needed.",
  },
  "plan/value-taken": {
    message: {
      text: "{address} declares {attribute} “{value}”, which {holder} has or gets from the service.",
      remedy: "Choose another {attribute}, or declare the {attribute} of {holder} too.",
    },
    remedy: "Choose another value, or declare the other object's value too.",
  },
  "plan/value-warning": {
    message: "{address}, {attribute}: {warning}",
    remedy: "Do what the note says.",
  },
  "stale/appeared": {
    message: "The plan creates {address}, but {id} has appeared with the same key.",
    remedy: "Plan again.",
  },
  "stale/changed": {
    cases: {
      attributes: "{address} has changed since the plan was made: {attributes}.",
      deleted:
        "The plan deletes {address}, but the object or its contents have changed since the plan was made.",
      key: "{id} matched {address} by its key, but has another key now.",
    },
    remedy: "Plan again, and review the new plan.",
  },
  "stale/gone": {
    message: "{address} ({id}) no longer exists.",
    remedy: "Plan again.",
  },
  "stale/moved": {
    message: "{address} or one of its siblings has moved since the plan was made.",
    remedy: "Plan again.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
