import type { CodeEntry } from "./code-entry.ts";

const mustBeList = "{field} must be a list.";
const mustBeMap = "{field} must be a map: a key of your choice → an object.";
const noField = "{object} has no field {field}.";
const noVariable = "The layout declares no variable {name}.";
const escapeRemedy = "Write $${ for a literal ${.";

/** Codes of mistakes in layouts. */
export const layoutCodes = {
  "layout/container-cycle": {
    message: "These objects are inside each other: {addresses}.",
    remedy: "Move one of them out of the other.",
  },
  "layout/duplicate-address": {
    message: {
      text: "{address} is already declared at {place}.",
      remedy: "Give one of them another {field}, or pin it with id.",
    },
    remedy: "Give one of them another key or another path.",
  },
  "layout/git-sync": {
    cases: {
      kind: { text: "A node of the structure needs a type.", remedy: "Write type: with one of {kinds}." },
      place: {
        text: "A node of the type {kind} cannot be in {container}.",
        remedy: "It can hold nodes of these types: {held}.",
      },
      repeatedKey: {
        text: "The key {key} occurs at {place} too. Git Sync knows a node by its key.",
        remedy: "Give each node a key of its own.",
      },
      spaceBesideSections: {
        text: "A space cannot be beside sections.",
        remedy: "Move it into the children of a section.",
      },
      linkWithoutSection: {
        text: "An external link needs a site with sections.",
        remedy: "Put the spaces into a section, or remove the link.",
      },
      noDefault: {
        text: "None of the {what} of {container} is the default, which readers see first.",
        remedy: "Write default: true in one of them.",
      },
      severalDefaults: {
        text: "Of these {what}, the one at {place} is the default already.",
        remedy: "Remove default: true from one of the two.",
      },
      otherLanguage: {
        text: "The directory {directory} has another content.language at {place}.",
        remedy: "Write the same language in both, or use another directory.",
      },
    },
    remedy: "Correct the file as the message says. An import of Git Sync checks the same.",
  },
  "layout/git-sync-rest": {
    cases: {
      localizedTitle: {
        text: "docsform does not compare the localizedTitle of the space {title}.",
        remedy: "Compare it in the app.",
      },
      firstTitle: {
        text: "The first space of a new section gets the title of its space, not {title}.",
        remedy: "Rename it in the app, or put another space first.",
      },
      newSite: {
        text: "No live site has the title {title}, so the file declares a new one.",
        remedy: "If you mean a live site, name it with --site.",
      },
      otherTitle: {
        text: "The live variant has the title {live}, not {title}, and the service sets titles of new variants only.",
        remedy: "Rename it in the app, or write the live title into the file.",
      },
    },
    remedy: "docsform compares everything else in the file.",
  },
  "layout/invalid-item": {
    cases: {
      contents: {
        text: "An entry has one type: it cannot have the fields {fields} together.",
        remedy: "List the {name} in {field}, or remove one of the fields.",
      },
      noMap: { text: "This entry must be a map with the field {fields}.", remedy: "" },
      noType: { text: "This entry has no field {fields}, which gives its type.", remedy: "{meant}" },
      severalTypes: {
        text: "An entry has one type: it cannot have the fields {fields} together.",
        remedy: "Keep one of them.",
      },
    },
    remedy: "Begin the entry with the field that gives its type.",
  },
  "layout/invalid-value": {
    cases: {
      boolean: { text: "{field} must be true or false.", remedy: "" },
      entry: { text: "{field} must be a map of the fields of {object}.", remedy: "" },
      environment: {
        text: "{field} must be a map of this environment's differences.",
        remedy: "Write {field}: {} for no differences.",
      },
      environmentVariable: { text: "{field} must be the name of an environment variable.", remedy: "" },
      id: { text: "{field} must be the id of {object}, as text.", remedy: "" },
      ignore: { text: "{field} must be a list of the names of fields.", remedy: "" },
      itemOrId: { text: "{field} must be the name of {object}, or { id: … }.", remedy: "" },
      keyOfMap: { text: "{field} must be a key of {maps}, or { id: … }.", remedy: "" },
      keyOrId: { text: "{field} must be a key, or { id: … }.", remedy: "" },
      layout: { text: "A layout must be a map of fields.", remedy: "Start with docsform: 1." },
      list: { text: mustBeList, remedy: "Start each entry with a dash and a space: {entries}." },
      listNotMap: {
        text: mustBeMap,
        remedy: "Replace each dash with a key of your choice: {field}: { my-key: { … } }.",
      },
      map: { text: mustBeMap, remedy: "Write {field}: { my-key: { … } }, or {field}: {} for none." },
      name: {
        text: "The name {name} may contain only letters, digits, dots, dashes and underscores, at most 64, and must begin with a letter or a digit.",
        remedy: "",
      },
      noList: {
        text: mustBeList,
        remedy: "Write {field}: [] for an empty list, or remove it: docsform then does not manage it.",
      },
      notStorable: { text: "The service cannot store this value.", remedy: "" },
      onlyTrue: {
        text: "{field} can only be true.",
        remedy: "Remove it, and write {field}: true on another sibling.",
      },
      refusal: { text: '{field} must be "refuse".', remedy: "" },
      prune: { text: "{field} must be a list of the maps of this layout.", remedy: "" },
      safety: { text: "{field} must be a map with the fields {fields}.", remedy: "" },
      text: { text: "{field} must be text.", remedy: "" },
      threshold: { text: "{field} must be a share such as 30%, or a whole number.", remedy: "" },
      tooLong: { text: "{field} is too long.", remedy: "" },
      unquoted: { text: "{field} must be text.", remedy: "Put it in quotes." },
      variable: {
        text: "{field} must be a text, or a map of the fields {fields}.",
        remedy: "Write {field}: { env: {env} }.",
      },
      variableName: {
        text: "The name {name} may contain only letters, digits and underscores, and must not begin with a digit.",
        remedy: "",
      },
      was: { text: "{field} must be a map: the name of a field → its former value.", remedy: "" },
    },
    remedy: "Use a value that the message describes. docs/reference describes the values of every field.",
  },
  "layout/missing-contents": {
    message: {
      text: "{object} needs at least one {child}: the service creates both together.",
      remedy: "Add {field}.",
    },
    remedy: "Add the field that the message names.",
  },
  "layout/missing-field": {
    cases: {
      identity: {
        text: "{address} has neither {fields} nor id, so docsform cannot identify the {object}.",
        remedy: "Add {fields} or id.",
      },
      item: { text: "{object} needs {field}, which identifies it.", remedy: "Add {field}." },
      itemAfterFirst: {
        text: "Every {object} after the first needs {field}, which identifies it.",
        remedy: "Add {field}.",
      },
      organization: {
        text: "The layout does not name its organization.",
        remedy: "Write organization: and its id at the top.",
      },
      organizationId: { text: "{field} has no id.", remedy: "Write id: and its id." },
      toCreate: {
        text: "{address} has no {field}, which is required to create {object}.",
        remedy: "Add {field}, or the id of an existing {type}.",
      },
      version: {
        text: "The layout does not declare its format version.",
        remedy: "Write docsform: 1 at the top.",
      },
    },
    remedy: "Add it.",
  },
  "layout/mixed-contents": {
    message: {
      text: "{object} cannot be next to {sibling}.",
      remedy: "Write either {objects} or {siblings} here.",
    },
    remedy: "Put all of them into sections, or none.",
  },
  "layout/no-environment": {
    message: {
      text: "No environment is selected. The layout declares {names}.",
      remedy: "Select one: --env {first}.",
    },
    remedy: "Select one with --env NAME.",
  },
  "layout/not-a-long-text": {
    message: "!file reads secrets and long texts, and this field is neither.",
    remedy: "Write the text here, or declare a variable.",
  },
  "layout/not-nullable": {
    message: "null cannot clear {field}.",
    remedy: "Give it a value, or remove the field: docsform then does not manage it.",
  },
  "layout/not-unique": {
    message: {
      text: "{address} has the same {field} as {other} at {place}.",
      remedy: "Give one of them another {field}.",
    },
    remedy: "Give one of them another value.",
  },
  "layout/one-of": {
    cases: {
      none: {
        text: "{address} has none of {fields}, and needs one of them.",
        remedy: "Add one of them.",
      },
      several: {
        text: "{address} has several of {fields}, and can have only one of them.",
        remedy: "Keep one of them.",
      },
    },
    remedy: "Declare exactly one of them.",
  },
  "layout/secret-shown": {
    message: "Plans and other outputs show {value}, so it cannot be secret.",
    remedy: "Use a text that is not secret, or a variable without secret: true.",
  },
  "layout/token-in-layout": {
    message: "This value contains the token with which docsform calls the service.",
    remedy: "Remove it, and revoke the token if others could see it.",
  },
  "layout/too-much": {
    cases: {
      characters: "The layout has {characters} characters, and docsform reads at most {most}.",
      nesting: "The file has more than {most} levels of nesting.",
      tokens: "The file has more than {most} YAML tokens.",
      variables: {
        text: "With their variables replaced, the layout's texts have more than {most} characters.",
        remedy: "Use shorter variables, or fewer of them.",
      },
    },
    remedy: "Check that its files are layouts.",
  },
  "layout/two-defaults": {
    message: "{address} cannot be the default: {other} is the default already, at {place}.",
    remedy: "Keep one of them.",
  },
  "layout/unknown-environment": {
    cases: {
      none: {
        text: "The layout declares no environment {name}.",
        remedy: "Declare it under environments:, or remove --env.",
      },
      others: { text: "The layout declares no environment {name}.", remedy: "{suggestion}" },
    },
    remedy: "Declare it under environments:, or correct the name.",
  },
  "layout/unknown-field": {
    cases: {
      other: { text: noField, remedy: "{suggestion}" },
      topLevel: { text: noField, remedy: "Write it at the top level." },
    },
    remedy: "Correct the name. The message suggests the nearest one; docs/reference lists all of them.",
  },
  "layout/unknown-map": {
    message: { text: "prune: there is no map {name}.", remedy: "{suggestion}" },
    remedy: "Name a map, such as spaces.",
  },
  "layout/unknown-reference": {
    cases: {
      item: { text: "{field} refers to {name}, and no {object} has that name.", remedy: "{meant}" },
      itemOf: {
        text: "{field} refers to {name}, and no {object} has that name: there are {names}.",
        remedy: "{meant}",
      },
      key: { text: "{field} refers to {name}, which {maps} does not declare.", remedy: "{meant}" },
    },
    remedy: "Declare it, or write { id: … } for an object that the layout does not declare.",
  },
  "layout/unknown-variable": {
    cases: {
      declarable: {
        text: noVariable,
        remedy: `Declare it: variables: { {declarations} }. ${escapeRemedy}`,
      },
      given: {
        text: "--var or the environment sets the variable {name}, which the layout does not declare.",
        remedy: "{meant} Declare it under variables, or remove it.",
      },
      misspelled: { text: noVariable, remedy: "{meant}" },
      notDeclarable: { text: noVariable, remedy: escapeRemedy },
      unnamed: { text: "The name of a variable is missing.", remedy: escapeRemedy },
    },
    remedy: "Declare it under variables:, or write $${ for a literal ${.",
  },
  "layout/unknown-version": {
    message: "docsform does not know this version of the layout format.",
    remedy: "Write docsform: 1, or use a newer docsform.",
  },
  "layout/unset-variable": {
    cases: {
      environment: { text: "The environment variable {name} is not set, or it is empty.", remedy: "Set it." },
      noSource: {
        text: "The variable {name} has no value.",
        remedy: "Give its source: { env: {env} } or { default: … }. Or give --var {name}=….",
      },
      notSet: {
        text: "The variable {name} has no value: the environment variable {env} is not set, or it is empty.",
        remedy: "{meant} Set {env}, give --var {name}=…, or declare a default.",
      },
      unnamed: { text: "The name of a variable is missing.", remedy: "Write it after !env." },
    },
    remedy: "Set it. For a variable of the layout, you can also use --var or declare a default.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
