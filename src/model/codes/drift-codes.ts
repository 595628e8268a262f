import type { CodeEntry } from "./code-entry.ts";

/** Codes of drift, and of what a plan or a drift makes different for people. */
export const driftCodes = {
  "danger/access": {
    cause: "Members of the organization get more rights, or more people get the rights of a team.",
    example: "spaces:\n  guides: { title: Guides, defaultLevel: admin }    # it was read",
    remedy:
      "Check who gets the rights. If you intend it, no action is needed: docsform does not refuse the plan.",
  },
  "danger/delete": {
    cause: "A step of the plan deletes an object.",
    example: "prune: [spaces]    # and the service has a space that the layout no longer declares",
    remedy: "Check that its contents may be deleted. Apply needs --allow-deletes.",
  },
  "danger/opens": {
    cause: "More people can read content that exists already.",
    example: "sites:\n  docs: { title: Docs, visibility: public }    # it was visitor-auth",
    remedy:
      "Check that everyone in the new audience may read it. If you intend it, no action is needed: docsform does not refuse the plan.",
  },
  "danger/other-content": {
    cause: "Readers find other content at a URL that they know.",
    example:
      "structure:\n  - { section: Guides, path: guides, spaces: [handbook] }    # it was spaces: [guides]",
    remedy:
      "Check that links to the URL still lead to what their readers expect. If you intend it, no action is needed: docsform does not refuse the plan.",
  },
  "danger/replace": {
    cause:
      "A step of the plan deletes an object and creates it again, because the service cannot change it in place.",
    example: "docsform plan    # after a change to a field that the service sets only at creation",
    remedy:
      "Check that its contents may be deleted, or undo the change in the layout. Apply needs --allow-deletes.",
  },
  "danger/sign-in": {
    cause: "People can become members of the organization or log in in another way.",
    example:
      "saml:\n  okta: { label: Okta, ssoURL: https://login.acme.example/saml }    # it was another URL",
    remedy:
      "Check that only the right people can join, and that members can still log in. If you intend it, no action is needed: docsform does not refuse the plan.",
  },
  "danger/url-ends": {
    cause: "A URL that readers know ends, and the service does not redirect it.",
    example: "sites:\n  docs: { title: Docs, basename: manuals }    # it was basename: docs",
    remedy: "Keep the former URL, or expect that links from other sites no longer work.",
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
  "effect/closes": {
    cause: "Fewer people can read content than before.",
    example: "sites:\n  docs: { title: Docs, published: false }",
    remedy: "No action is needed, if you intend it.",
  },
  "effect/ends-access": {
    cause: "Members of the organization get fewer rights, or fewer people can join or log in.",
    example: "spaces:\n  guides: { title: Guides, defaultLevel: read }    # it was admin",
    remedy: "No action is needed, if you intend it.",
  },
  "effect/lists": {
    cause: "The navigation of a site lists content that readers could open before.",
    example:
      "structure:\n  - guides\n  - { space: guides-fr, path: fr, hidden: false }    # it was hidden: true",
    remedy: "No action is needed, if you intend it.",
  },
  "effect/shows": {
    cause: "Readers see content that is new.",
    example:
      "structure:\n  - guides\n  - { space: guides-fr, path: fr }    # a new space in a published site",
    remedy: "No action is needed, if you intend it.",
  },
  "effect/unlists": {
    cause: "The navigation of a site no longer lists content. Readers can still open its URL.",
    example:
      "structure:\n  - guides\n  - { space: guides-fr, path: fr, hidden: true }    # it was hidden: false",
    remedy:
      "No action is needed, if you intend it. To keep readers from the content, use draft: or condition:.",
  },
  "effect/url-moves": {
    cause: "Readers find content at another URL. The service redirects the old one.",
    example: "structure:\n  - { section: Guides, path: manuals, spaces: [guides] }    # it was path: guides",
    remedy: "No action is needed, if you intend it.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
