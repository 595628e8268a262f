import type { CodeEntry } from "./code-entry.ts";

/** Codes of saved plans. */
export const savedPlanCodes = {
  "saved-plan/changed": {
    message: "The plan's file has changed since docsform saved it. Nothing was written.",
    remedy: "Plan again, and review the new plan.",
    exitCode: 5,
  },
  "saved-plan/other-api-version": {
    message: "The plan is for the API version {planned}, but the service speaks {live}. Nothing was written.",
    remedy: "Plan again, and review the new plan.",
    exitCode: 5,
  },
  "saved-plan/other-layout": {
    cases: {
      environment: {
        text: "The plan is for the layout {planned} without an environment, not for the environment {environment}. Nothing was written.",
        remedy: "Remove --env, or plan again for that environment.",
      },
      name: "The plan is for the layout {planned}, but this layout is {layout}. Nothing was written.",
    },
    remedy: "Name the plan's layout with --file, or its state with --state.",
    exitCode: 5,
  },
  "saved-plan/other-plan": {
    cases: {
      hash: "The plan has the hash {hash}, but the expected hash is {expected}. Nothing was written.",
      changed: "The plan was changed after it was saved. Nothing was written.",
    },
    remedy: "Apply the plan that was reviewed, or plan again.",
    exitCode: 5,
  },
  "saved-plan/other-state": {
    cases: {
      unexpected: "The plan was made without a state, but the one here is {here}. Nothing was written.",
      missing: "The plan was made with the state {made}, but there is none here. Nothing was written.",
      other: "The plan was made with the state {made}, but the one here is {here}. Nothing was written.",
    },
    remedy:
      "If a run has applied changes since, plan again. Otherwise copy the state that the plan was made with here.",
    flagRemedy: "If the state has another path, name it with --state.",
    exitCode: 5,
  },
  "saved-plan/outdated": {
    cases: {
      steps:
        "The plan no longer fits: the service or the plan's file has changed. {differences}. Nothing was written.",
      order:
        "The plan no longer fits: the service or the plan's file has changed. Its order or its guards are different. Nothing was written.",
    },
    remedy: "Plan again, and review the new plan.",
    exitCode: 5,
  },
  "saved-plan/version": {
    message:
      "{path} has the format version {found}, but this docsform reads version {version}. Nothing was written.",
    remedy: "Use the version of docsform that wrote it. Or plan again with docsform plan --out FILE.",
    exitCode: 5,
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
