import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "esbuild";
import ts from "typescript";
import type { Mutant } from "./mutant.ts";
import { markOf, nodesOf, partsOf } from "./nodes.ts";
import { type Edit, editOf, textOf } from "./operations.ts";
import { symbolsOf } from "./symbols.ts";
import { unknownNames } from "./unknown-names.ts";

/** A mutant, and the file that it is in. */
export interface Placed {
  readonly mutant: Mutant;
  readonly file: string;
  /** The text of the function, or other declaration, that the rule is in. */
  readonly declaration: string;
  /** The file's text with the rule switched off. */
  readonly mutated: string;
}

/** A mutant does not fit the sources. */
export class Misplaced extends Error {}

/** Finds the place of each mutant. Throws a Misplaced that lists all mutants that do not fit the sources. */
export async function placeAll(root: string, mutants: readonly Mutant[]): Promise<readonly Placed[]> {
  const sources = new Sources(await readSources(root));
  const found = await Promise.all(
    mutants.map((mutant) => place(root, sources, mutant).catch((error: unknown) => misplaced(mutant, error))),
  );
  const problems = found.filter((each) => typeof each === "string");
  if (problems.length > 0)
    throw new Misplaced(`Mutants that do not fit the sources:\n${problems.join("\n")}`);
  return found.filter((each) => typeof each !== "string");
}

function misplaced({ rule, place }: Mutant, error: unknown): string {
  if (!(error instanceof Misplaced)) throw error;
  return `${rule} (${place}): ${error.message}`;
}

async function readSources(root: string): Promise<ReadonlyMap<string, string>> {
  const files = (await readdir(join(root, "src"), { recursive: true })).map((file) => `src/${file}`);
  const own = files.filter((file) => /(?<!\.test|\.fixture|\.d)\.ts$/u.test(file)).sort();
  return new Map(
    await Promise.all(own.map(async (file) => [file, await readFile(join(root, file), "utf8")] as const)),
  );
}

/** A place, parsed. */
interface Pointer {
  readonly symbol: string;
  readonly folder: string;
  readonly kind: string;
  readonly number: number;
  readonly part: string | undefined;
  readonly operation: string;
  readonly mark: string | undefined;
}

const form =
  /^(?<symbol>\S+)(?: in (?<folder>\S+))?: (?<kind>\S+) (?<number>\d+)(?: (?<part>.+?))? -> (?<operation>.+?)(?: #(?<mark>[0-9a-f]{4}))?$/su;

function parsePlace(place: string): Pointer {
  const found = form.exec(place)?.groups;
  if (found === undefined) throw new Misplaced("a place has the form `symbol: node -> operation #mark`.");
  const { symbol = "", folder = "", kind = "", number, part, operation = "", mark } = found;
  return { symbol, folder, kind, number: Number(number), part, operation, mark };
}

async function place(root: string, sources: Sources, mutant: Mutant): Promise<Placed> {
  const absent = mutant.killedBy.filter((path) => !existsSync(join(root, path)));
  // vitest fails if a test file does not exist, which would look like a killed mutant.
  if (absent.length > 0) throw new Misplaced(`there is no ${absent.join(" and no ")}.`);
  const pointer = parsePlace(mutant.place);
  const { file, declaration } = sources.find(pointer);
  const node = nodeIn(declaration, pointer);
  const text = textOf(pointer.operation);
  const unknown = text === undefined ? [] : unknownNames(node, text, (name) => sources.has(name));
  // An unknown name would make every test fail, which would look like a killed mutant.
  if (unknown.length > 0) throw new Misplaced(`${unknown.join(", ")} is not in scope there.`);
  const edit = editOf(node, pointer.operation);
  if (edit === undefined) throw new Misplaced(`“${pointer.operation}” does not apply to this node.`);
  await checkEdit(declaration, edit);
  return {
    mutant,
    file,
    declaration: declaration.getText(),
    mutated: applied(declaration.getSourceFile().text, edit),
  };
}

function nodeIn(declaration: ts.Node, { kind, number, part, mark }: Pointer): ts.Node {
  const ofKind = nodesOf(declaration).get(kind) ?? [];
  const node = ofKind[number - 1];
  if (node === undefined)
    throw new Misplaced(`the declaration has ${ofKind.length} nodes of the kind ${kind}.`);
  const markThere = markOf(node, ofKind);
  if (markThere !== mark) {
    const movedTo = ofKind.findIndex((each) => markOf(each, ofKind) === mark);
    throw new Misplaced(
      mark === undefined || movedTo < 0
        ? `#${markThere} is the mark of ${kind} ${number}, which is: ${node.getText()}`
        : `the node is ${kind} ${movedTo + 1} now.`,
    );
  }
  const found = part === undefined ? node : partsOf(node).get(part);
  if (found === undefined)
    throw new Misplaced(`the parts of the node are ${[...partsOf(node).keys()].join(", ") || "none"}.`);
  return found;
}

/** Throws if the edit breaks the syntax of the declaration, or changes nothing. */
async function checkEdit(declaration: ts.Node, edit: Edit): Promise<void> {
  // A class member compiles only inside its class, which declares the private names.
  const whole = ts.isClassElement(declaration) ? declaration.parent : declaration;
  const start = whole.getStart();
  const own = { start: edit.start - start, end: edit.end - start, text: edit.text };
  const [before, after] = await Promise.all([
    compiled(whole.getText()),
    compiled(applied(whole.getText(), own)).catch(() => undefined),
  ]);
  if (after === undefined) throw new Misplaced("the edit breaks the syntax.");
  if (after === before) throw new Misplaced("the edit changes nothing.");
}

async function compiled(text: string): Promise<string> {
  return (await transform(text, { loader: "ts", minifyWhitespace: true })).code;
}

function applied(text: string, { start, end, text: replacement }: Edit): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** The declarations of the sources. Parses a file when a place first names one of its declarations. */
class Sources {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #symbols = new Map<string, ReadonlyMap<string, ts.Node>>();
  /** The files that declare a name, at the top level or elsewhere. */
  readonly #declaring = new Map<string, Set<string>>();
  readonly #names = new Set<string>();

  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
    for (const [file, text] of texts) {
      for (const [name] of text.matchAll(/[\w$]+/gu)) this.#names.add(name);
      for (const [, name = ""] of text.matchAll(/\b(?:function\*?|class|const|let)\s+([\w$]+)/gu))
        this.#declaring.set(name, (this.#declaring.get(name) ?? new Set()).add(file));
    }
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  find({ symbol, folder }: Pointer): { readonly file: string; readonly declaration: ts.Node } {
    const files = [...(this.#declaring.get(symbol.split(".")[0] as string) ?? [])];
    const found = files
      .filter((file) => file.startsWith(`src/${folder}`))
      .flatMap((file) => {
        const declaration = this.#symbolsOf(file).get(symbol);
        return declaration === undefined ? [] : [{ file, declaration }];
      });
    const [only] = found;
    if (only === undefined) throw new Misplaced(`there is no ${symbol} in src/${folder}.`);
    if (found.length > 1)
      throw new Misplaced(`several files have it: ${found.map(({ file }) => file).join(", ")}.`);
    return only;
  }

  #symbolsOf(file: string): ReadonlyMap<string, ts.Node> {
    const text = this.#texts.get(file) ?? "";
    const known =
      this.#symbols.get(file) ?? symbolsOf(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
    this.#symbols.set(file, known);
    return known;
  }
}
