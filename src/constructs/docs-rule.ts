import type { CheckedObject } from "./checked-object.ts";

/** Reports what a rule finds in an object. The synthesis prints it with the path of the construct. */
export interface CheckReport {
  /** Reports an error, which stops the synthesis. `remedy`: what to do about it, a sentence. */
  error(message: string, remedy?: string): void;
  /** Reports a warning. */
  warning(message: string, remedy?: string): void;
}

/** A rule for the objects of an app. It is called for each object. */
export type DocsRule = (object: CheckedObject, report: CheckReport) => void;
