import type { CodeEntry } from "./code-entry.ts";

/** Codes of the kit for testing apps of constructs. */
export const testingCodes = {
  "testing/app-errors": {
    message: { text: "The app has errors.\n{problems}", remedy: "" },
    cause:
      "The app that a test synthesizes is not valid. The message lists every error with the path of its construct.",
    example: 'DocsApp.fromStack(stack)    // with new Space(stack, "guides", { title: "" })',
    remedy: "Correct the app. To test the errors themselves, call problemsIn.",
  },
  "testing/cannot-edit": {
    message: { text: "Users of the service cannot edit {objects} like that: {change}.", remedy: "" },
    cause: "A test edits an object of the emulated service in a way that the service has no operation for.",
    example: 'await docs.edit(type, "Guides", { in: "API" })',
    remedy: "Call another operation with call, or seed the service with the tables of a dump.",
  },
  "testing/closed": {
    message: { text: "The emulated service is closed.", remedy: "Close it at the end of the test." },
    cause: "A test uses an emulated service after it has closed it.",
    example: "await docs.close(); await docs.plan(app)",
    remedy: "Close it at the end of the test.",
  },
  "testing/differs": {
    message: { text: "{object} differs.\n{differences}", remedy: "" },
    cause: "An object of the app has other values than the test expects.",
    example: 'const it = docs.site("Docs").has({ visibility: "unlisted" })',
    remedy: "Correct the app or the test.",
  },
  "testing/found": {
    message: { text: "{place} has {object}, which the test does not expect.", remedy: "" },
    cause: "The app declares an object that a test excludes.",
    example: 'docs.hasNo("space", { title: "Draft" })',
    remedy: "Remove the object from the app, or correct the test.",
  },
  "testing/no-app": {
    message: {
      text: "The construct is not in an app.",
      remedy: "Create the stack in an app, such as Testing.app().",
    },
    cause: "A test passes something else than an app or a part of an app.",
    example: "DocsApp.fromStack(new Documentation())",
    remedy: "Create the stack in an app, such as Testing.app().",
  },
  "testing/no-contents": {
    cases: {
      contains: { text: "{object} contains {instead}, and the test expects {expected}.", remedy: "" },
      shows: { text: "{object} does not show {expected}. It shows {instead}.", remedy: "" },
    },
    cause: "A part of a site has other contents, or another order, than the test expects.",
    example: 'const it = docs.site("Docs").contains("Guides", "API")',
    remedy: "Correct the app or the test.",
  },
  "testing/not-applied": {
    message: {
      text: "The apply ended with the outcome {outcome}.{failures}",
      remedy: "",
    },
    cause: "An apply on the emulated service did not do everything.",
    example: "await docs.apply(app)",
    remedy: "Plan again: the steps that are left show what is missing.",
  },
  "testing/not-found": {
    message: { text: "{place} has no {wanted}.\n{instead}", remedy: "" },
    cause:
      "A test expects an object that the app does not declare. The message lists what the app has instead.",
    example: 'const it = docs.space("Guide")',
    remedy: "Correct the app or the test.",
  },
  "testing/other-organization": {
    message: {
      text: "The app is for the organization {app}, but the emulated service has {service}.",
      remedy: "Start a service of its own for each organization.",
    },
    cause: "A test plans an app on the emulated service of another organization.",
    example: 'const docs = await emulated({ organization: "other" })',
    remedy: "Start a service of its own for each organization.",
  },
  "testing/refused": {
    message: {
      text: "The guards refuse the plan.\n{refusals}",
      remedy: 'If a person is missing, name the address in emulated({ members: ["ada@example.com"] }).',
    },
    cause: "A test applies a plan that a guard refuses, such as one that deletes.",
    example: "await docs.apply(appWithoutTheSpace)",
    remedy: 'Allow it, as a person would after reading the plan: { allow: ["deletes"] }.',
  },
  "testing/several": {
    message: {
      text: "{place} has {count} {wanted}, and the test expects {expected}.\n{objects}",
      remedy: "",
    },
    cause: "A test means one object, or a number of objects, and the app declares another number of them.",
    example: 'const it = docs.space("Guides")',
    remedy: "Name more values of the object, or correct the number.",
  },
  "testing/unknown-name": {
    cases: {
      attribute: { text: "{object} has no {name}. {suggestion}", remedy: "" },
      type: { text: "No type of object is called {name}. {suggestion}", remedy: "" },
    },
    cause: "A test names a type or an attribute that does not exist, so it could never find anything.",
    example: 'docs.has("space", { titel: "Guides" })',
    remedy: "Correct the name.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
