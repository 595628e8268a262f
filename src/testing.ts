// The kit for testing apps of constructs. It works with cdktf and cdktn, and in every test framework.
export { DocsApp, problemsIn } from "./constructs/testing/docs-app.ts";
export { emulated, planApp } from "./constructs/testing/emulated.ts";
export type {
  AppDrift,
  ApplyAppOptions,
  AppPlan,
  DriftedValue,
  EmulatedDocs,
  EmulatedOptions,
  PlannedRefusal,
  PlannedStep,
  ServedDocs,
  ValueChange,
} from "./constructs/testing/emulated-types.ts";
export type {
  AnyConstruct,
  AppOptions,
  AppProblem,
  DeclaredObject,
  Docs,
  ExpectedValues,
  Wanted,
} from "./constructs/testing/kit-types.ts";
