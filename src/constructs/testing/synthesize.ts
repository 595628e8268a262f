import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fail } from "../../model/codes/app-words.ts";
import { canonicalJson, type Json } from "../../util/json.ts";
import type { AnyConstruct, AppProblem } from "./kit-types.ts";

/** A stack as Terraform JSON. */
export interface SynthesizedStack {
  readonly name: string;
  /** Path of its file in the folder of the synthesis. Paths in the stack are relative to the folder of this file. */
  readonly file: string;
  readonly text: string;
}

/** The result of a synthesis. */
export interface Synthesis {
  /** The folder with the assets. */
  readonly folder: string;
  readonly stacks: readonly SynthesizedStack[];
  readonly problems: readonly AppProblem[];
}

/** Parts of the constructs of cdktf that the kit uses. cdktn has the same. */
interface Construct extends AnyConstruct {
  readonly node: AnyConstruct["node"] & {
    readonly root: Construct;
    readonly metadata: readonly { readonly type: string; readonly data: unknown }[];
    findAll(): readonly Construct[];
    validate(): readonly string[];
  };
}
interface Stack extends Construct {
  readonly synthesizer: { synthesize(session: object): void };
  prepareStack(): void;
  toTerraform(): Json;
}
interface App extends Construct {
  readonly manifest: { readonly constructor: unknown };
  synth(): void;
}

/**
 * Synthesizes the app of a construct into a temporary folder, runs all aspects and validations, and collects the problems. `read`
 * gets the result while the folder exists.
 */
export function synthesize<Result>(construct: AnyConstruct, read: (synthesis: Synthesis) => Result): Result {
  const app = appOf(construct);
  const outdir = mkdtempSync(join(tmpdir(), "docsform-testing-"));
  try {
    const stacks = app.node.findAll().filter(isStack);
    for (const stack of stacks) stack.prepareStack();
    const session = sessionIn(app, outdir);
    for (const stack of stacks) runSynthesizer(stack, session);
    const problems = problemsOf(app);
    // An invalid stack may have no Terraform JSON.
    if (hasErrors(problems)) return read({ folder: outdir, stacks: [], problems });
    const texts = stacks.map((stack) => ({
      name: stack.node.id,
      file: join("stacks", stack.node.id, "cdk.tf.json"),
      text: sortedText(stack.toTerraform()),
    }));
    return read({ folder: outdir, stacks: texts, problems });
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** The text as cdktf writes it. */
function sortedText(value: Json): string {
  return JSON.stringify(JSON.parse(canonicalJson(value)), null, 2);
}

/** Whether one of the problems is an error. */
export function hasErrors(problems: readonly AppProblem[]): boolean {
  return problems.some(({ severity }) => severity === "error");
}

function appOf({ node }: AnyConstruct): App {
  const { root } = (node ?? {}) as Partial<Construct["node"]>;
  if (root === undefined || !isApp(root)) throw fail("testing/no-app");
  return root;
}

function isApp(construct: Construct): construct is App {
  return "manifest" in construct && "synth" in construct;
}

function isStack(construct: Construct): construct is Stack {
  return "synthesizer" in construct && "toTerraform" in construct;
}

/** The session of a synthesis into a folder. The app's own folder stays as it is. */
function sessionIn(app: App, outdir: string): object {
  const Manifest = app.manifest.constructor as new (version: string, outdir: string, hcl: boolean) => object;
  const manifest = new Manifest("testing", outdir, false);
  return { outdir, manifest, skipValidation: true, stacksPrepared: true };
}

/**
 * Runs the aspects, and writes the assets of a stack. The synthesizer throws if an annotation is an error. `problemsOf` reports that error.
 */
function runSynthesizer(stack: Stack, session: object): void {
  try {
    stack.synthesizer.synthesize(session);
  } catch (error) {
    if (!hasErrors(stack.node.findAll().flatMap(annotationsOf))) throw error;
  }
}

/** The problems of all constructs, each once: an aspect that visits a construct twice may report the same twice. */
function problemsOf(app: App): readonly AppProblem[] {
  const all = app.node
    .findAll()
    .flatMap((construct) => [...validationsOf(construct), ...annotationsOf(construct)]);
  return [...new Map(all.map((problem) => [JSON.stringify(problem), problem])).values()];
}

function validationsOf({ node }: Construct): readonly AppProblem[] {
  return node.validate().map((message) => problemAt(node, "error", message.trim()));
}

function problemAt(
  { path }: Construct["node"],
  severity: AppProblem["severity"],
  message: string,
): AppProblem {
  return { severity, construct: path, message };
}

const severities: Readonly<Record<string, AppProblem["severity"]>> = {
  "@cdktf/error": "error",
  "@cdktf/warn": "warning",
};

function annotationsOf({ node }: Construct): readonly AppProblem[] {
  return node.metadata.flatMap(({ type, data }) => {
    const severity = severities[type];
    return severity === undefined ? [] : [problemAt(node, severity, String(data))];
  });
}
