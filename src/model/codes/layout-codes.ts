import type { CodeEntry } from "./code-entry.ts";

/** Of what people write into layouts. */
export const layoutCodes = {
  "layout/container-cycle": {
    cause: "Objects are declared inside of each other, so that none could be made first.",
    example: "collections:\n  a: { title: A, collection: b }\n  b: { title: B, collection: a }",
    remedy: "Take one of them out of the other.",
  },
  "layout/duplicate-address": {
    cause:
      "Two entries of the layout have the same address, so that nobody can say which one a reference means.",
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
    cause: "A layout file holds nothing, or only comments.",
    example: "# nothing yet",
    remedy: "Write docsform: 1 and what you declare, or remove the file.",
  },
  "layout/invalid-item": {
    cause: "An entry of a structure has none of the words, or several of the words, that say what it is.",
    example: "structure:\n  - { title: API }",
    remedy: "Begin the entry with the word for what it is, such as section or group.",
  },
  "layout/invalid-key": {
    cause: "A key of a map is a list, a map or empty, where a name is wanted.",
    example: "spaces:\n  ? [a, b]\n  : { title: API }",
    remedy: "Write a name as the key.",
  },
  "layout/invalid-merge": {
    cause: "A merge key of YAML (<<) stands for something that is no map.",
    example: "spaces:\n  api: { <<: API }",
    remedy: "Merge a map, or a list of maps.",
  },
  "layout/invalid-place": {
    cause: "An entry of a structure stands where the service does not take its kind.",
    example: "a group inside of a group, on a service that has none",
    remedy: "Move it to a place that the message names.",
  },
  "layout/invalid-value": {
    cause: "A field has a value of the wrong kind, too long, out of its bounds or not among the choices.",
    example: "sites:\n  docs: { title: Docs, visibility: everybody }",
    remedy: "The message says what is taken; docs/reference tells it of each field.",
  },
  "layout/invalid-yaml": {
    cause: "The file cannot be read as YAML.",
    example: "spaces: { api: { title: API }",
    remedy: "Correct what the message points at: often a quote, a bracket or an indent.",
  },
  "layout/merge-conflict": {
    cause: "Git could not merge two changes of the file, and left both in it.",
    example:
      "<<<<<<< HEAD\nspaces: { api: { title: API } }\n=======\nspaces: { api: { title: Reference } }\n>>>>>>> main",
    remedy:
      "Write what shall hold in the place of both, and remove the three lines that Git put around them.",
  },
  "layout/missing-contents": {
    cause: "An entry of a structure must hold something, and holds nothing.",
    example: "structure:\n  - { section: API, path: api }",
    remedy: "Add the field that the message names.",
  },
  "layout/missing-field": {
    cause: "A field that is always wanted is not there.",
    example: "spaces: { api: { title: API } }    # without docsform: 1 and organization:",
    remedy: "Add it.",
  },
  "layout/mixed-contents": {
    cause: "One structure holds kinds of entries that the service does not take beside each other.",
    example: "structure:\n  - { section: API, path: api, spaces: [api] }\n  - guides",
    remedy: "Put all of them into sections, or none.",
  },
  "layout/no-environment": {
    cause: "The layout is for several environments, and none of them is chosen.",
    example: "docsform plan",
    remedy: "Choose one with --env NAME.",
  },
  "layout/not-a-long-text": {
    cause: "!file is for secrets and long texts, and this field is neither.",
    example: "title: !file title.txt",
    remedy: "Write the text here, or declare a variable.",
  },
  "layout/not-in-rich-text": {
    cause: "A text is stored as blocks, and its Markdown has something that the blocks cannot hold.",
    example: "a table or raw HTML in a rich text",
    remedy: "Use paragraphs, headings, lists, links, code, quotes and emphasis.",
  },
  "layout/not-nullable": {
    cause: "null clears a field, and this one cannot be empty.",
    example: "spaces:\n  api: { title: null }",
    remedy: "Give it a value, or leave it out: then it is not managed.",
  },
  "layout/not-unique": {
    cause: "Two objects have the same value in a field that must differ.",
    example: "sites:\n  a: { title: A, basename: docs }\n  b: { title: B, basename: docs }",
    remedy: "Give one of them another value.",
  },
  "layout/not-utf8": {
    cause: "The file holds bytes that are no UTF-8.",
    example: "a file that was saved as Latin-1 or UTF-16",
    remedy: "Save it as UTF-8.",
  },
  "layout/recursive-alias": {
    cause: "An alias of YAML stands for something that it is in.",
    example: "spaces: &all { api: *all }",
    remedy: "Write out what is meant.",
  },
  "layout/secret-shown": {
    cause:
      "A secret stands where docsform shows the value: as a key, a name, an id, a reference or a choice.",
    example: "id: !env SPACE",
    remedy: "Write a text that is no secret, or a variable without secret: true.",
  },
  "layout/several-documents": {
    cause: "One file holds several documents of YAML.",
    example: "docsform: 1\n---\nspaces: {}",
    remedy: "Give each a file of its own.",
  },
  "layout/token-in-layout": {
    cause:
      "A value holds the token with which docsform calls the service: whoever sees the value would have it.",
    example: 'description: "token: gb_api_…"',
    remedy: "Take it out, and revoke the token if others could see it.",
  },
  "layout/too-many-aliases": {
    cause: "The aliases of a file stand for more than docsform reads: a mistake, or an attack.",
    example: "aliases of aliases of aliases",
    remedy: "Write out what is meant.",
  },
  "layout/too-much": {
    cause: "The layout is larger than any that docsform reads.",
    example: "docsform plan -f node_modules",
    remedy: "Check that its files are layouts.",
  },
  "layout/two-defaults": {
    cause: "One of several siblings can be the default, and several say that they are.",
    example: "two variants of a section with default: true",
    remedy: "Keep one of them.",
  },
  "layout/unknown-alias": {
    cause: "An alias of YAML names an anchor that does not come before it.",
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
    remedy: "Correct the name; the message says the nearest one, docs/reference all of them.",
  },
  "layout/unknown-map": {
    cause: "prune: names something that is no map of a layout.",
    example: "prune: [space]",
    remedy: "Name a map, such as spaces.",
  },
  "layout/unknown-reference": {
    cause: "A field names an object that the layout does not declare.",
    example: "spaces:\n  api: { title: API, collection: refrence }",
    remedy: "Declare it, correct the name, or give the id of a live one.",
  },
  "layout/unknown-variable": {
    cause:
      "A text uses ${name}, and the layout declares no such variable; or --var names none of the layout's.",
    example: 'title: "Docs ${stage}"',
    remedy: "Declare it under variables:, or write $${ for the sign itself.",
  },
  "layout/unknown-version": {
    cause: "docsform: names a version of layouts that this docsform does not know.",
    example: "docsform: 2",
    remedy: "Write docsform: 1, or use a newer docsform.",
  },
  "layout/unreadable-file": {
    cause:
      "A file that !file names is not there, cannot be read, or is outside of the folders where it may be.",
    example: "certificate: !file /etc/ssl/okta.pem",
    remedy: "Put it below the layout's folder, or permit its folder with --files-from DIR.",
  },
  "layout/unset-variable": {
    cause: "A variable of the environment that the layout reads is not set, and there is no default.",
    example: "certificate: !env OKTA_PEM",
    remedy: "Set it; of a variable of the layout, --var or a default will do.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
