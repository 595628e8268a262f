import type { CodeEntry } from "./code-entry.ts";

/** Codes of drift, and of what a plan or a drift makes different for people. */
export const driftCodes = {
  "danger/access": {
    remedy:
      "Check who gets the rights. If you intend it, no action is needed: docsform does not refuse the plan.",
  },
  "danger/delete": {
    remedy: "Check that its contents may be deleted. Apply needs --allow-deletes.",
  },
  "danger/opens": {
    remedy:
      "Check that everyone in the new audience may read it. If you intend it, no action is needed: docsform does not refuse the plan.",
  },
  "danger/other-content": {
    remedy:
      "Check that links to the URL still lead to what their readers expect. If you intend it, no action is needed: docsform does not refuse the plan.",
  },
  "danger/replace": {
    remedy:
      "Check that its contents may be deleted, or undo the change in the layout. Apply needs --allow-deletes.",
  },
  "danger/sign-in": {
    remedy:
      "Check that only the right people can join, and that members can still log in. If you intend it, no action is needed: docsform does not refuse the plan.",
  },
  "danger/url-ends": {
    remedy: "Keep the former URL, or expect that links from other sites no longer work.",
  },
  "drift/added": {
    remedy: "Accept it into the layout with docsform accept, or let apply delete it.",
  },
  "drift/changed": {
    remedy: "Accept the live value with docsform accept, or let apply write the layout's value.",
  },
  "drift/moved": {
    remedy: "Accept the move with docsform accept, or let apply move the object back.",
  },
  "drift/removed": {
    remedy:
      "If the service no longer has it, remove it from the layout with docsform accept, or let apply recreate it. If the layout no longer has it, apply deletes it.",
  },
  "drift/renamed": {
    remedy: "No action is needed: the next apply records the new name in the state.",
  },
  "effect/closes": {
    remedy: "No action is needed, if you intend it.",
  },
  "effect/ends-access": {
    remedy: "No action is needed, if you intend it.",
  },
  "effect/lists": {
    remedy: "No action is needed, if you intend it.",
  },
  "effect/shows": {
    remedy: "No action is needed, if you intend it.",
  },
  "effect/unlists": {
    remedy:
      "No action is needed, if you intend it. To keep readers from the content, use draft: or condition:.",
  },
  "effect/url-moves": {
    remedy: "No action is needed, if you intend it.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
