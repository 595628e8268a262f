import type { CodeEntry } from "./code-entry.ts";

/** Codes of drift, and of the dangers of a plan. */
export const driftCodes = {
  "danger/access": {
    cause: "A step of the plan gives more people access, or gives some people more rights.",
    example: "spaces:\n  guides: { title: Guides, defaultLevel: admin }    # it was read",
    remedy:
      "Check who gets access. If you intend it, no action is needed: docsform shows the danger and does not refuse the plan.",
  },
  "danger/address": {
    cause: "A step of the plan changes or removes a URL that readers use.",
    example: "structure:\n  - { section: Guides, path: manuals, spaces: [guides] }    # it was path: guides",
    remedy: "Keep the former path, or expect that links from other sites no longer work.",
  },
  "danger/delete": {
    cause: "A step of the plan deletes an object.",
    example: "prune: [spaces]    # and the service has a space that the layout no longer declares",
    remedy: "Check that its contents may be deleted. Apply needs --allow-deletes.",
  },
  "danger/replace": {
    cause:
      "A step of the plan deletes an object and creates it again, because the service cannot change it in place.",
    example: "docsform plan    # after a change to a field that the service sets only at creation",
    remedy:
      "Check that its contents may be deleted, or undo the change in the layout. Apply needs --allow-deletes.",
  },
  "danger/unlist": {
    cause: "A step of the plan removes content from a navigation. Readers can still open its URL.",
    example:
      "structure:\n  - guides\n  - { space: guides-fr, path: fr, hidden: true }    # it was hidden: false",
    remedy:
      "If you intend it, no action is needed: docsform shows the danger and does not refuse the plan. To keep readers from the content, use draft: or condition:.",
  },
  "danger/unpublish": {
    cause: "A step of the plan hides content from its readers.",
    example: "sites:\n  docs: { title: Docs, published: false }",
    remedy: "If you intend it, no action is needed: docsform shows the danger and does not refuse the plan.",
  },
  "danger/visibility": {
    cause: "A step of the plan shows content to more people than before.",
    example: "sites:\n  docs: { title: Docs, visibility: public }",
    remedy:
      "Check that everyone in the new audience may read it. If you intend it, no action is needed: docsform shows the danger and does not refuse the plan.",
  },
  "drift/added": {
    cause: "The service has a new object in a place where the layout declares all objects.",
    example: "docsform drift    # after a space was created in the app, where the layout has prune: [spaces]",
    remedy: "Accept it into the layout with docsform accept, or let apply delete it.",
  },
  "drift/changed": {
    cause: "A field differs from its last applied value, on the service or in the layout.",
    example: "docsform drift    # after a space was renamed in the app",
    remedy: "Accept the live value with docsform accept, or let apply write the layout's value.",
  },
  "drift/moved": {
    cause: "The parent of an object, or its place among its siblings, differs from the last apply.",
    example: "docsform drift    # after a section was dragged to another place",
    remedy: "Accept the move with docsform accept, or let apply move the object back.",
  },
  "drift/removed": {
    cause: "An object of the last apply is missing from the service or from the layout.",
    example: "docsform drift    # after a space was deleted in the app",
    remedy:
      "If the service no longer has it, remove it from the layout with docsform accept, or let apply recreate it. If the layout no longer has it, apply deletes it.",
  },
  "drift/renamed": {
    cause: "A note: the name of an entry in the layout has changed since the last apply.",
    example: "spaces:\n  b: { title: Guides }    # it was a: { title: Guides }",
    remedy: "No action is needed: the next apply records the new name in the state.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
