import { fail } from "../../model/codes/app-words.ts";
import type { Code } from "../../model/codes/code.ts";
import { appObjects } from "./declared-objects.ts";
import { DocsOf } from "./docs-of.ts";
import type { AnyConstruct, AppOptions, AppProblem, Docs } from "./kit-types.ts";
import { type AppRead, readApp } from "./read-app.ts";
import { hasErrors } from "./synthesize.ts";

/** The documentation that an app of constructs declares, in readers' words. */
export interface DocsApp extends Docs {
  /** Warnings of the app. */
  readonly warnings: readonly AppProblem[];
}

/** Reads an app of constructs. */
export const DocsApp = {
  /** Synthesizes the app of a stack, and reads what the stack declares. Throws an error that lists every error of the app. */
  fromStack(stack: AnyConstruct, options: AppOptions = {}): DocsApp {
    const read = readApp(stack, options);
    const { path } = stack.node;
    const isShown = (construct: string | undefined) =>
      construct === undefined || construct.startsWith(`${path}/`);
    return docsIn(read, `The stack ${path}`, isShown);
  },

  /** Synthesizes an app, and reads what all of its stacks declare. Throws an error that lists every error of the app. */
  fromApp(app: AnyConstruct, options: AppOptions = {}): DocsApp {
    return docsIn(readApp(app, options), "The app");
  },
} as const;

function docsIn(read: AppRead, name: string, isShown?: (construct: string | undefined) => boolean): DocsApp {
  const problems = problemsOf(read);
  refuseErrors(problems);
  return Object.assign(new DocsOf(name, appObjects(read, isShown)), { warnings: problems });
}

/** The errors and warnings of the app of a construct. Use it to test the errors themselves. */
export function problemsIn(construct: AnyConstruct, options: AppOptions = {}): readonly AppProblem[] {
  return problemsOf(readApp(construct, options));
}

/** Throws an error that lists the problems if one of them is an error. */
export function refuseErrors(problems: readonly AppProblem[]): void {
  if (hasErrors(problems))
    throw fail("testing/app-errors", { problems: problems.map(problemText).join("\n") });
}

/** Errors of docsform alone: Terraform can deploy such an app, because it knows more values than the synthesis. */
const onlyForDocsform: readonly Code[] = [
  "synth/nothing-declared",
  "synth/unreadable-file",
  "synth/unresolvable",
  "synth/unset-variable",
  "synth/unsupported",
];

function problemsOf({ problems, diagnostics }: AppRead): readonly AppProblem[] {
  const found = diagnostics
    .filter(({ code }) => !onlyForDocsform.includes(code))
    .map(({ severity, message }) => ({ severity, message }));
  return [...problems, ...found];
}

function problemText({ construct, message }: AppProblem): string {
  return construct === undefined ? message : `[${construct}] ${message}`;
}
