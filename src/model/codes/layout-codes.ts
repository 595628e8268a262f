import type { CodeEntry } from "./code-entry.ts";

/** Codes of mistakes in layouts. */
export const layoutCodes = {
  "layout/container-cycle": {
    cause: "Objects are declared inside each other, so docsform cannot create any of them first.",
    example: "collections:\n  a: { title: A, collection: b }\n  b: { title: B, collection: a }",
    remedy: "Move one of them out of the other.",
  },
  "layout/duplicate-address": {
    cause: "Two entries of the layout have the same address, so a reference to it is ambiguous.",
    example:
      "structure:\n  - { section: API, path: api, spaces: [api] }\n  - { section: More, path: api, spaces: [more] }",
    remedy: "Give one of them another key or another path.",
  },
  "layout/duplicate-key": {
    cause: "A map of the layout, in one file or in several, has the same key twice.",
    example: "spaces:\n  api: { title: API }\n  api: { title: API 2 }",
    remedy: "Remove one of them, or give it another key.",
  },
  "layout/empty-file": {
    cause: "A layout file is empty, or contains only comments.",
    example: "# nothing yet",
    remedy: "Write docsform: 1 and your declarations, or remove the file.",
  },
  "layout/invalid-item": {
    cause: "An entry of a structure has no field that gives its type, or several such fields.",
    example: "structure:\n  - { title: API }",
    remedy: "Begin the entry with its type, such as section or group.",
  },
  "layout/invalid-key": {
    cause: "A key of a map must be a name, and this key is a list, a map or empty.",
    example: "spaces:\n  ? [a, b]\n  : { title: API }",
    remedy: "Write a name as the key.",
  },
  "layout/invalid-merge": {
    cause: "A YAML merge key (<<) has a value that is not a map.",
    example: "spaces:\n  api: { <<: API }",
    remedy: "Merge a map, or a list of maps.",
  },
  "layout/invalid-place": {
    cause: "An entry of a structure is in a place where the service does not allow its type.",
    example: "a group inside a group, on a service that does not allow it",
    remedy: "Move it to a place that the message names.",
  },
  "layout/invalid-value": {
    cause: "A value has the wrong type, is too long, is out of range, or is not one of the choices.",
    example: "sites:\n  docs: { title: Docs, visibility: everybody }",
    remedy: "Use a value that the message describes. docs/reference describes the values of every field.",
  },
  "layout/invalid-yaml": {
    cause: "The file is not valid YAML.",
    example: "spaces: { api: { title: API }",
    remedy: "Correct the place that the message shows: often a quote, a bracket or an indent.",
  },
  "layout/merge-conflict": {
    cause: "Git could not merge two changes of the file, and left both in it.",
    example:
      "<<<<<<< HEAD\nspaces: { api: { title: API } }\n=======\nspaces: { api: { title: Reference } }\n>>>>>>> main",
    remedy: "Keep the right lines, and remove the three marker lines that Git added.",
  },
  "layout/missing-contents": {
    cause: "An entry of a structure has no contents, and its type requires contents.",
    example: "structure:\n  - { section: API, path: api }",
    remedy: "Add the field that the message names.",
  },
  "layout/missing-field": {
    cause: "A required field is missing.",
    example: "spaces: { api: { title: API } }    # without docsform: 1 and organization:",
    remedy: "Add it.",
  },
  "layout/mixed-contents": {
    cause: "A structure mixes types of entries that the service does not allow side by side.",
    example: "structure:\n  - { section: API, path: api, spaces: [api] }\n  - guides",
    remedy: "Put all of them into sections, or none.",
  },
  "layout/no-environment": {
    cause: "The layout has several environments, and the command does not select one.",
    example: "docsform plan",
    remedy: "Select one with --env NAME.",
  },
  "layout/not-a-long-text": {
    cause: "!file reads secrets and long texts, and this field is neither.",
    example: "title: !file title.txt",
    remedy: "Write the text here, or declare a variable.",
  },
  "layout/not-in-rich-text": {
    cause:
      "The service stores this text as blocks, and its Markdown contains something that blocks cannot represent.",
    example: "a table or raw HTML in a rich text",
    remedy: "Use paragraphs, headings, lists, links, code, quotes and emphasis.",
  },
  "layout/not-nullable": {
    cause: "null clears a field, and this field cannot be empty.",
    example: "spaces:\n  api: { title: null }",
    remedy: "Give it a value, or remove the field: docsform then does not manage it.",
  },
  "layout/not-unique": {
    cause: "Two objects have the same value in a field that must be unique.",
    example: "sites:\n  a: { title: A, basename: docs }\n  b: { title: B, basename: docs }",
    remedy: "Give one of them another value.",
  },
  "layout/not-utf8": {
    cause: "The file contains bytes that are not UTF-8.",
    example: "a file that was saved as Latin-1 or UTF-16",
    remedy: "Save it as UTF-8.",
  },
  "layout/recursive-alias": {
    cause: "A YAML alias refers to something that contains the alias.",
    example: "spaces: &all { api: *all }",
    remedy: "Write the value out.",
  },
  "layout/secret-shown": {
    cause:
      "A secret is used where docsform shows the value: as a key, a name, an id, a reference or a choice.",
    example: "id: !env SPACE",
    remedy: "Use a text that is not secret, or a variable without secret: true.",
  },
  "layout/several-documents": {
    cause: "One file contains several YAML documents.",
    example: "docsform: 1\n---\nspaces: {}",
    remedy: "Put each document into a file of its own.",
  },
  "layout/token-in-layout": {
    cause:
      "A value contains the token with which docsform calls the service. Everyone who sees the value would have the token.",
    example: 'description: "token: gb_api_…"',
    remedy: "Remove it, and revoke the token if others could see it.",
  },
  "layout/too-many-aliases": {
    cause: "The aliases of a file expand to more values than docsform reads. This is a mistake or an attack.",
    example: "aliases of aliases of aliases",
    remedy: "Write the values out.",
  },
  "layout/too-much": {
    cause: "The layout is larger than docsform reads.",
    example: "docsform plan -f node_modules",
    remedy: "Check that its files are layouts.",
  },
  "layout/two-defaults": {
    cause: "Several siblings are declared as the default, and only one can be.",
    example: "two variants of a section with default: true",
    remedy: "Keep one of them.",
  },
  "layout/unknown-alias": {
    cause: "A YAML alias names an anchor that does not come before it.",
    example: "spaces: { api: *common }",
    remedy: "Put the anchor before the alias, or correct its name.",
  },
  "layout/unknown-environment": {
    cause: "--env names an environment that the layout does not declare.",
    example: "docsform plan --env stagin",
    remedy: "Declare it under environments:, or correct the name.",
  },
  "layout/unknown-field": {
    cause: "An object has no field of this name.",
    example: "spaces:\n  api: { tilte: API }",
    remedy: "Correct the name. The message suggests the nearest one; docs/reference lists all of them.",
  },
  "layout/unknown-map": {
    cause: "prune: names a map that a layout cannot have.",
    example: "prune: [space]",
    remedy: "Name a map, such as spaces.",
  },
  "layout/unknown-reference": {
    cause: "A field refers to an object that the layout does not declare.",
    example: "spaces:\n  api: { title: API, collection: refrence }",
    remedy: "Declare it, correct the name, or give the id of a live object.",
  },
  "layout/unknown-variable": {
    cause:
      "A text uses ${name}, and the layout does not declare that variable; or --var names an undeclared variable.",
    example: 'title: "Docs ${stage}"',
    remedy: "Declare it under variables:, or write $${ for a literal ${.",
  },
  "layout/unknown-version": {
    cause: "The value of docsform: is a format version that this version of docsform does not know.",
    example: "docsform: 2",
    remedy: "Write docsform: 1, or use a newer docsform.",
  },
  "layout/unset-variable": {
    cause: "The layout reads an environment variable that is not set and has no default.",
    example: "certificate: !env OKTA_PEM",
    remedy: "Set it. For a variable of the layout, you can also use --var or declare a default.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
