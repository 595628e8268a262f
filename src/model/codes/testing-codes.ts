import type { CodeEntry } from "./code-entry.ts";

/** Codes of the kit for testing apps of constructs. */
export const testingCodes = {
  "testing/app-errors": {
    message: { text: "The app has errors.\n{problems}", remedy: "" },
    remedy: "Correct the app. To test the errors themselves, call problemsIn.",
  },
  "testing/cannot-edit": {
    message: { text: "Users of the service cannot edit {objects} like that: {change}.", remedy: "" },
    remedy: "Call another operation with call, or seed the service with the tables of a dump.",
  },
  "testing/closed": {
    message: { text: "The emulated service is closed.", remedy: "Close it at the end of the test." },
    remedy: "Close it at the end of the test.",
  },
  "testing/differs": {
    message: { text: "{object} differs.\n{differences}", remedy: "" },
    remedy: "Correct the app or the test.",
  },
  "testing/found": {
    message: { text: "{place} has {object}, which the test does not expect.", remedy: "" },
    remedy: "Remove the object from the app, or correct the test.",
  },
  "testing/no-app": {
    message: {
      text: "The construct is not in an app.",
      remedy: "Create the stack in an app, such as Testing.app().",
    },
    remedy: "Create the stack in an app, such as Testing.app().",
  },
  "testing/no-contents": {
    cases: {
      contains: { text: "{object} contains {instead}, and the test expects {expected}.", remedy: "" },
      shows: { text: "{object} does not show {expected}. It shows {instead}.", remedy: "" },
    },
    remedy: "Correct the app or the test.",
  },
  "testing/not-applied": {
    message: {
      text: "The apply ended with the outcome {outcome}.{failures}",
      remedy: "",
    },
    remedy: "Plan again: the steps that are left show what is missing.",
  },
  "testing/not-found": {
    message: { text: "{place} has no {wanted}.\n{instead}", remedy: "" },
    remedy: "Correct the app or the test.",
  },
  "testing/other-organization": {
    message: {
      text: "The app is for the organization {app}, but the emulated service has {service}.",
      remedy: "Start a service of its own for each organization.",
    },
    remedy: "Start a service of its own for each organization.",
  },
  "testing/refused": {
    message: {
      text: "The guards refuse the plan.\n{refusals}",
      remedy: 'If a person is missing, name the address in emulated({ members: ["ada@example.com"] }).',
    },
    remedy: 'Allow it, as a person would after reading the plan: { allow: ["deletes"] }.',
  },
  "testing/several": {
    message: {
      text: "{place} has {count} {wanted}, and the test expects {expected}.\n{objects}",
      remedy: "",
    },
    remedy: "Name more values of the object, or correct the number.",
  },
  "testing/unknown-name": {
    cases: {
      attribute: { text: "{object} has no {name}. {suggestion}", remedy: "" },
      type: { text: "No type of object is called {name}. {suggestion}", remedy: "" },
    },
    remedy: "Correct the name.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
