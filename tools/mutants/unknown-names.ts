import ts from "typescript";

/**
 * The names in a text that are unknown in the place of a node: variables that are not in its scope, and members that occur nowhere in the
 * sources. `$$`, `$1` and the like are not names.
 */
export function unknownNames(
  node: ts.Node,
  text: string,
  occurs: (name: string) => boolean,
): readonly string[] {
  const used = namesIn(parse(text));
  if (used.length === 0) return [];
  const inScope = new Set(scopeOf(node));
  const declared = new Set(used.filter(isDeclaration).map((name) => name.text));
  return used
    .filter((name) => !isDeclaration(name))
    .filter((name) =>
      isMember(name)
        ? !occurs(name.text)
        : !declared.has(name.text) && !inScope.has(name.text) && !(name.text in globalThis),
    )
    .map((name) => name.text);
}

function namesIn(text: ts.Node): readonly ts.Identifier[] {
  const names: ts.Identifier[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isTypeNode(node)) return;
    if (ts.isIdentifier(node) && node.text !== "" && !/^\$[$1-9]$/u.test(node.text)) names.push(node);
    ts.forEachChild(node, visit);
  };
  visit(text);
  return names;
}

function isDeclaration(name: ts.Identifier): boolean {
  const { parent } = name;
  return (
    (ts.isParameter(parent) || ts.isVariableDeclaration(parent) || ts.isBindingElement(parent)) &&
    parent.name === name
  );
}

function isMember(name: ts.Identifier): boolean {
  const { parent } = name;
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === name) ||
    (ts.isPropertyAssignment(parent) && parent.name === name) ||
    (ts.isLabeledStatement(parent) && parent.label === name) ||
    (ts.isBindingElement(parent) && parent.propertyName === name)
  );
}

/** Parses a text that is an expression, statements, or a part of an object. */
function parse(text: string): ts.SourceFile {
  const ways = [`(${text})`, text, `({${text}})`].map((each) =>
    ts.createSourceFile("text.ts", each, ts.ScriptTarget.Latest, true),
  );
  const isWhole = ({ text: whole }: ts.SourceFile) =>
    ts.transpileModule(whole, { reportDiagnostics: true }).diagnostics?.length === 0;
  return ways.find(isWhole) ?? (ways[1] as ts.SourceFile);
}

/** The names in the scope of a node. Reads no file but the node's own. */
function scopeOf(node: ts.Node): readonly string[] {
  const file = node.getSourceFile();
  const options: ts.CompilerOptions = { noLib: true, noResolve: true, types: [] };
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(options),
    getSourceFile: (name) => (name.endsWith(file.fileName) ? file : undefined),
    fileExists: (name) => name.endsWith(file.fileName),
  };
  const checker = ts.createProgram([file.fileName], options, host).getTypeChecker();
  return checker.getSymbolsInScope(node, ts.SymbolFlags.Value | ts.SymbolFlags.Alias).map(({ name }) => name);
}
