import type { CodeEntry } from "./code-entry.ts";

const byItsId = "or refer to it by its id, such as {example}.";
const passObject = `Pass the object itself, ${byItsId}` as const;

/** Codes of constructs. */
export const constructsCodes = {
  "constructs/check-empty": {
    message: {
      text: "The {object} has no contents, so readers find nothing in it.",
      remedy: "Add a section or a space to it, or remove it.",
    },
    remedy: "Add a section or a space to it, or remove it.",
  },
  "constructs/check-public": {
    cases: {
      public: {
        text: "The {object} is open to everybody ({field}: {value}), and the app gives no reason.",
        remedy: "Give the reason with DocsChecks.allowPublic, or choose another {field}.",
      },
      unset: {
        text: "The app publishes the {object} without {field}, so the service chooses who sees it.",
        remedy: "Set {field}.",
      },
    },
    remedy: "Give the reason with DocsChecks.allowPublic, or let fewer people see the object.",
  },
  "constructs/check-title": {
    message: {
      text: 'The title of the {object}, "{title}", does not match {pattern}.',
      remedy: "Change the title.",
    },
    remedy: "Change the title.",
  },
  "constructs/cycle": {
    message: {
      text: "These objects wait for each other: {cycle}.",
      remedy: "Remove one of the parents or of the dependencies.",
    },
    remedy: "Remove one of the parents or of the dependencies in dependsOn.",
  },
  "constructs/former-id": {
    cases: {
      invalid: {
        text: "The former id {former} is neither an id nor a path.",
        remedy:
          "Give the id that the construct had, its path from the present parent (../old), or its whole path after a slash (/stack/old).",
      },
      otherStack: {
        text: "The former id {former} is outside the stack {stack}, and Terraform cannot move a resource to another state.",
        remedy:
          "Remove it. Let the former stack forget the object (removed), and import it here (importFrom). docsform apply needs neither.",
      },
      repeated: { text: "The construct has the former id {former} twice.", remedy: "Remove one of them." },
      same: {
        text: "The former id {former} is where the construct is now.",
        remedy: "Remove it, or give the id that the construct had before.",
      },
      stack: {
        text: "[{path}] A stack or an app has no former id: its id is not part of the addresses of resources.",
        remedy: "Give the former id to a construct inside the stack.",
      },
      twice: {
        text: "The former id {former} leads to {address}, which was {other} too.",
        remedy: "Keep it on the one that was there, and remove it from the other.",
      },
      used: {
        text: "The former id {former} leads to {address}, which is still in use: it is the address of {other}.",
        remedy: "Give {other} another id. Or, after an apply of every environment, remove the former id.",
      },
    },
    remedy:
      "Correct or remove the former id. An id that is in use cannot be the former id of another construct.",
  },
  "constructs/invalid-id": {
    cases: {
      empty: {
        text: "[{path}] {field} is empty.",
        remedy: "If it comes from a variable of the environment, set the variable.",
      },
      notId: {
        text: "[{path}] {id} is not the id of an object.",
        remedy: "Pass the id alone, such as 3sXk92LmPq0aTz7Yc1Vb.",
      },
      notText: {
        text: "[{path}] A construct in this one has no id.",
        remedy: "Pass an id before the properties, such as guides.",
      },
    },
    remedy: "Pass the id of the object alone, without the address around it.",
  },
  "constructs/invalid-layout": {
    message: "The layout is not valid.\n\n{problems}",
    remedy: "Correct the layout. docsform validate lists the same errors.",
  },
  "constructs/invalid-order": {
    cases: {
      arrangedTwice: { text: "arrange is called twice.", remedy: "List all objects in one call." },
      notListed: {
        text: "arrange must get a list of objects.",
        remedy: "Put the objects into brackets: arrange([guides, api]).",
      },
      unmanaged: {
        text: 'order is "unmanaged", and arrange sets an order.',
        remedy: "Leave out one of them.",
      },
      misplaced: {
        text: "arrange lists {member}, which is not directly inside this construct.",
        remedy: "Remove it from the list.",
      },
      otherSite: {
        text: "arrange lists {member}, which belongs to another site.",
        remedy: "Remove it from the list.",
      },
      twice: { text: "arrange lists {member} twice.", remedy: "Remove one of them." },
    },
    remedy: "List each object that is directly inside the construct once.",
  },
  "constructs/invalid-value": {
    cases: {
      missing: {
        text: "{field} is missing.",
        remedy: "Set it. If it comes from a variable of the environment, that variable may be unset.",
      },
      noScope: { text: "{object} has no scope.", remedy: "Remove scope." },
      notIgnorable: {
        text: "[{path}] {object} has no property {field} that ignore can list.",
        remedy: "{suggestion}",
      },
      partOfToken: {
        text: "{field} contains a piece of a value that only Terraform knows.",
        remedy:
          "Change such a value with Fn, such as Fn.substr(space.id, 0, 4), not with the methods of texts.",
      },
      oneOf: {
        text: "Exactly one of {fields} must be set.",
        remedy: "Set one of them, and remove the others.",
      },
      notOneOf: { text: "{field} must be one of {values}.", remedy: "" },
      notDuration: { text: "{field} must be a duration, such as 30s or 5m.", remedy: "" },
      notOrganization: {
        text: "{field} must be the id of an organization.",
        remedy: "If it comes from a variable of the environment, that variable may be empty.",
      },
      notUrl: { text: "{field} must be a URL that begins with http:// or https://.", remedy: "" },
      notWhole: { text: "{field} must be a whole number, at least {least}.", remedy: "" },
      circular: { text: "[{path}] {field} contains itself.", remedy: "" },
      notList: { text: "{field} must be a list.", remedy: "Put it into brackets: [ … ]." },
      notBoolean: { text: "[{path}] {field} must be true or false.", remedy: "" },
      notConstructs: { text: "[{path}] {field} must be a list of constructs.", remedy: "" },
      notMap: { text: "[{path}] {field} must be a map of settings.", remedy: "" },
      notNames: { text: "[{path}] {field} must be a list of the names of properties.", remedy: "" },
      notProvider: { text: "[{path}] {field} must be a provider, as an object.", remedy: "" },
      notText: { text: "[{path}] {field} must be text.", remedy: "" },
      unknown: { text: "{object} has no {field}.", remedy: "{suggestion}" },
    },
    remedy: "Correct the properties of the construct.",
  },
  "constructs/late-provider": {
    message: {
      text: "The app creates {provider} after the layout, which already has another provider.",
      remedy: "Create it before the layout.",
    },
    remedy: "Create the provider before the layout.",
  },
  "constructs/mixed-contents": {
    message: {
      text: "A site cannot have {these} beside {those}.",
      remedy: "Remove the {these} or the {those}.",
    },
    remedy: "Use sections and groups, or spaces alone.",
  },
  "constructs/no-content": {
    message: {
      text: "The service cannot publish a site without content.",
      remedy: "Add a section or a space, or remove published.",
    },
    remedy: "Add a section or a space, or remove published.",
  },
  "constructs/no-layout": {
    cases: {
      emptyFolder: "[{construct}] The folder {path} contains no .yaml or .yml file.",
      unreadable: {
        text: "[{construct}] The layout file {path} cannot be read. Paths are relative to the folder that the app runs in.",
        remedy: "Correct the path.",
      },
    },
    remedy: "Name a layout file, or a folder of layout files.",
  },
  "constructs/no-site": {
    message: `[{path}] site must be a site, as an object. ${passObject}`,
    remedy: "Pass the site object, or Site.fromId.",
  },
  "constructs/no-stack": {
    message: {
      text: "[{path}] This construct is not inside a stack, so no stack would contain it.",
      remedy: 'Create it in a TerraformStack: new Space(stack, "guides", …).',
    },
    remedy: "Pass a TerraformStack, or a construct inside one, as the first argument.",
  },
  "constructs/no-state": {
    cases: {
      invalid: {
        text: "[{construct}] {path} is not a state of docsform.",
        remedy: "Name a state, or set state: false to import nothing.",
      },
      unreadable: {
        text: "[{construct}] The state {path} cannot be read. Paths are relative to the folder that the app runs in.",
        remedy: "Correct the path, or set state: false to import nothing.",
      },
    },
    remedy: "Name a state, or set state: false to import nothing.",
  },
  "constructs/no-such-object": {
    cases: {
      meant: { text: "The layout declares no {address}. {meant}", remedy: "{meant}" },
      other: {
        text: "The layout declares no {address}. Use one of its addresses: {addresses}.",
        remedy: "Use one of its addresses: {addresses}.",
      },
    },
    remedy: "Correct the name.",
  },
  "constructs/not-in-terraform": {
    cases: {
      firstChild: {
        text: "Terraform cannot set {field} of the first {object}: the service creates it together with its parent.",
        remedy: "Put another {object} before it.",
      },
      firstChildKept: {
        text: "Terraform leaves {field} of the first {object} of {address} as it is: the service created it together with its parent.",
        remedy: "Change it in the app, or with docsform apply.",
      },
      ignored: {
        text: "{field} in the layout has no effect here: Terraform deletes every object that you remove from the app.",
        remedy: "Set the provider's max_deletes to limit how many objects one run deletes.",
      },
      incomplete: {
        text: "{address} has no {fields}, which Terraform needs to manage it.",
        remedy: "Add it. Or keep only id, so that Terraform does not manage the object.",
      },
      onlyNamed: {
        text: "{address} has no {fields}, which Terraform needs to manage it. So the app only refers to it by its id.",
        remedy: "Add {fields} to manage it.",
      },
    },
    remedy: "Remove it. The message names the alternative in Terraform.",
  },
  "constructs/not-unique": {
    cases: {
      default: { text: "{other} is already the default.", remedy: "Set default on only one of them." },
      name: {
        text: "{other} has the same {field}, and neither has a {distinguishing}.",
        remedy: "Give one of them a {distinguishing}.",
      },
      same: { text: "{other} is the same {object}.", remedy: "Remove one of them." },
      value: {
        text: "{other} has the same {field}.",
        remedy: "Give one of them another {field}.",
      },
    },
    remedy: "Give one of them another value.",
  },
  "constructs/other-library": {
    message: {
      text: '[{path}] The app uses {used}, but this construct is for {own}. Import the construct from "{entry}".',
      remedy: 'Import the construct from "{entry}".',
    },
    remedy: "Import the constructs from the package entry that the message names.",
  },
  "constructs/other-organization": {
    message: {
      text: "The layout is for the organization {layout}, but the provider is for {provider}.",
      remedy: "Use the same organization in both.",
    },
    remedy: "Use the same organization in both.",
  },
  "constructs/second-provider": {
    message: {
      text: "{provider} is already the provider of this stack.",
      remedy: "Give one of them an alias, and pass it as provider to the objects that use it.",
    },
    remedy: "Remove one of them, or give it an alias.",
  },
  "constructs/secret-in-clear": {
    message: "{field} is secret, but the synthesized files would contain it in clear text.",
    remedy: "Read the secret with !file PATH or !env NAME.",
  },
  "constructs/wrong-first-child": {
    cases: {
      missing: {
        text: "spaces is empty. The service creates a section together with its first space.",
        remedy: "Add a space.",
      },
      unsupported: {
        text: "You cannot set {field} of the first space.",
        remedy: "The service creates the first space together with the section. Put another space first.",
      },
    },
    remedy: "Add a space, or put another space first.",
  },
  "constructs/wrong-reference": {
    cases: {
      notObject: { text: "{field} must be {wanted}, as an object.", remedy: passObject },
      otherOrganization: {
        text: "{field} is {object}, which is in the organization {organization}.",
        remedy: "It must be in the organization {own}.",
      },
      otherProvider: {
        text: "{field} is {object}, which has the provider {provider}, not {own}.",
        remedy: `Give both the same provider, ${byItsId}`,
      },
      otherSite: {
        text: "{field} is {object}, which belongs to the site {site}.",
        remedy: "It must belong to the site {own}.",
      },
      wrongType: { text: "{field} must be {wanted}, but {object} is of the type {type}.", remedy: "" },
    },
    remedy: "Pass an object of the right type and place, or refer to it by its id with fromId.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
