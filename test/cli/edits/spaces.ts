import { below, cut, deletes, type Edit, edited, everywhere, prune, put } from "./edit.ts";

const sevenMore = ["onboarding", "runbooks", "style", "roadmap", "cli", "security", "events", "notes"];

export const editsOfSpaces: readonly Edit[] = [
  {
    what: "a space gets another title",
    change: edited(put("title: Tutorials,", "title: First steps,")),
    steps: ["1 patch space"],
  },
  {
    what: "a space gets another key",
    change: edited(everywhere(/\bapi-1\b/g, "api-legacy")),
    steps: [],
    renamed: { "space.api-1": "space.api-legacy" },
  },
  {
    what: "a space gets another key and another title",
    change: edited(put("  cli: { title: Command line", "  terminal: { title: Terminal")),
    needs: [
      {
        flag: "--allow-create",
        code: "guard/create-beside",
        danger: "They may be the same objects under new names.",
      },
    ],
    steps: ["1 create space", "1 forget space"],
    forgotten: ["space.cli"],
  },
  {
    what: "a space gets another key and another title, with `was:`",
    change: edited(put("  cli: { title: Command line", "  terminal: { was: Command line, title: Terminal")),
    steps: ["1 patch space"],
    renamed: { "space.cli": "space.terminal" },
  },
  {
    what: "a space moves to another collection",
    change: edited(put("title: Security, collection: engineering", "title: Security, collection: internal")),
    steps: ["1 move space"],
  },
  {
    what: "a space gets an icon in place of its emoji, and another language",
    change: edited(
      put('emoji: "1f4d8", language: en', 'emoji: null, icon: "https://acme.example/book.png", language: de'),
    ),
    steps: ["1 patch space"],
  },
  {
    what: "a new space is a copy of another one",
    change: edited(below("  api: {", "  api-4: { title: API 4, collection: engineering, copyOf: api }")),
    steps: ["1 create space"],
  },
  {
    what: "a space is no longer declared",
    change: edited(cut("  events: {")),
    steps: ["1 forget space"],
    forgotten: ["space.events"],
  },
  {
    what: "a space is deleted",
    change: edited(cut("  events: {"), prune("spaces")),
    needs: [deletes(1)],
    steps: ["1 delete space"],
    deleted: ["space.events"],
  },
  {
    what: "a third of the spaces is no longer declared",
    change: edited(cut("styleguide: style", ...sevenMore.map((key) => `  ${key}: {`))),
    needs: [
      {
        flag: "--allow-forget",
        code: "guard/too-many-forgotten",
        danger: "The plan would forget 8 of 25 spaces, which stay on the service",
      },
    ],
    steps: ["8 forget space"],
    forgotten: sevenMore.map((key) => `space.${key}`),
  },
  {
    what: "a space from the app is declared by its id, with another title",
    inTheApp: [{ operation: "createSpace", body: { title: "Drafts of Ada" } }],
    change: edited(below("  events: {", "  drafts: { id: NEW, title: Drafts }")),
    steps: ["1 import space", "1 patch space"],
  },
  {
    what: "a space from the app is declared by its title, with more access",
    inTheApp: [{ operation: "createSpace", body: { title: "Drafts" } }],
    change: edited(below("  events: {", "  drafts: { title: Drafts, defaultLevel: read }")),
    needs: [
      {
        flag: "--allow-import",
        code: "guard/import",
        danger:
          "docsform did not create these objects, and no person has confirmed that they belong to this layout",
      },
    ],
    steps: ["1 patch space"],
  },
  {
    what: "a space that was deleted in the app is still declared",
    inTheApp: [{ operation: "deleteSpaceById", of: { spaceId: "space.events" } }],
    needs: [
      {
        flag: "--allow-recreate",
        code: "guard/recreate",
        danger: "the plan recreates them without their contents",
      },
    ],
    steps: ["1 create space"],
    deleted: ["space.events"],
  },
  {
    what: "a title changes in the app, and to another one in the layout",
    inTheApp: [{ operation: "updateSpaceById", of: { spaceId: "space.faq" }, body: { title: "FAQ" } }],
    change: edited(put("title: Questions,", "title: Answers,")),
    needs: [
      {
        flag: "--overwrite-live",
        code: "guard/both-changed",
        danger: "The service and the layout have both changed these values since the last apply",
      },
    ],
    steps: ["1 patch space"],
  },
  {
    what: "a collection gets another title",
    change: edited(put("title: Engineering,", "title: Developers,")),
    steps: ["1 patch collection"],
  },
  {
    what: "a collection gets another key",
    change: edited(everywhere(/\bengineering\b/g, "developers")),
    steps: [],
    renamed: { "collection.engineering": "collection.developers" },
  },
  {
    what: "a collection moves to the top level",
    change: edited(put("title: Engineering, parent: product", "title: Engineering, parent: null")),
    steps: ["1 move collection"],
  },
  {
    what: "last year's spaces move to an archive",
    change: edited(
      below("  internal: {", "  archive: { title: Archive, defaultLevel: null }"),
      put("title: Release notes 2024", "title: Release notes 2024, collection: archive"),
      put("title: Events 2024", "title: Events 2024, collection: archive"),
      put("title: Roadmap 2025, collection: internal", "title: Roadmap 2025, collection: archive"),
    ),
    steps: ["1 create collection", "3 move space"],
  },
  {
    what: "a collection is deleted, and its spaces stay",
    change: edited(
      cut("  internal: {"),
      prune("collections"),
      everywhere(/collection: internal/g, "collection: product"),
    ),
    needs: [deletes(1)],
    steps: ["4 move space", "1 delete collection"],
    deleted: ["collection.internal"],
  },
  {
    what: "one collection gives members more access, and another one gives none",
    change: edited(
      put("title: Product, defaultLevel: read", "title: Product, defaultLevel: edit"),
      put("parent: product, defaultLevel: comment", "parent: product, defaultLevel: null"),
    ),
    steps: ["2 patch collection"],
  },
  {
    what: "a translation is added",
    change: edited(below("  start-fr: {", "  start-ja: { space: start, sourceLanguage: en, language: ja }")),
    steps: ["1 create translation"],
  },
  {
    what: "a translator gets other instructions",
    change: edited(put("Address readers formally.", "Address readers by their first names.")),
    steps: ["1 patch translation"],
  },
  {
    what: "a translation is removed",
    change: edited(cut("start-fr: {", "translations:"), prune("translations")),
    needs: [deletes(1)],
    steps: ["1 delete translation"],
    deleted: ["translation.start-fr"],
  },
];
