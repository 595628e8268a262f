import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

// The names are found by syntax alone, because resolving the types takes minutes.

/** Reads a source file. Returns undefined if it does not exist. */
type ReadSource = (path: string) => string | undefined;

interface Declaration {
  readonly path: string;
  readonly node: ts.Node;
}

/** A name that a file declares or imports. */
interface NameIn {
  readonly path: string;
  readonly name: string;
}

/** The names that an entry exports and, for types, the names of members and parameters and the literal values. */
export function exportedNames(entries: readonly string[], read: ReadSource = readSource): readonly string[] {
  const parse = parserOf(read);
  const names = new Set<string>();
  const visited = new Set<ts.Node>();
  const open = entries.flatMap((path) => exportedFrom(path, parse(path), names));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const found = declarationOf(next, parse);
    if (found === undefined || visited.has(found.node)) continue;
    visited.add(found.node);
    names.add(next.name);
    open.push(...collect(found, names));
  }
  return [...names].sort();
}

function readSource(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

type Parse = (path: string) => ts.SourceFile | undefined;

function parserOf(read: ReadSource): Parse {
  const files = new Map<string, ts.SourceFile | undefined>();
  return (path) => {
    if (!files.has(path)) {
      const text = read(path);
      files.set(
        path,
        text === undefined ? undefined : ts.createSourceFile(path, text, ts.ScriptTarget.Latest),
      );
    }
    return files.get(path);
  };
}

function exportedFrom(path: string, file: ts.SourceFile | undefined, names: Set<string>): readonly NameIn[] {
  return (file?.statements ?? []).flatMap((statement) => {
    if (!ts.isExportDeclaration(statement)) {
      return isExported(statement) ? declaredNames(statement).map((name) => ({ path, name })) : [];
    }
    const { exportClause, moduleSpecifier } = statement;
    if (exportClause === undefined) return [];
    // The names of generated code are those of the provider's schema.
    if (ts.isNamespaceExport(exportClause)) {
      names.add(exportClause.name.text);
      return [];
    }
    return exportClause.elements.map(({ name, propertyName }) => {
      names.add(name.text);
      return { path: moduleAt(path, moduleSpecifier) ?? path, name: (propertyName ?? name).text };
    });
  });
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    );
  const { name } = statement as { readonly name?: ts.Node };
  return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
}

/** The path of an imported source file. Undefined: a library. */
function moduleAt(path: string, specifier: ts.Expression | undefined): string | undefined {
  if (specifier === undefined || !ts.isStringLiteral(specifier)) return undefined;
  return specifier.text.startsWith(".") ? join(dirname(path), specifier.text) : undefined;
}

/** The declaration of a name: in its file, or in the file that it is imported from. Generated code has none. */
function declarationOf({ path, name }: NameIn, parse: Parse): Declaration | undefined {
  if (path.includes("/generated/")) return undefined;
  for (const statement of parse(path)?.statements ?? []) {
    const node = nodeNamed(statement, name);
    if (node !== undefined) return { path, node };
    const imported = importedAs(statement, path, name);
    if (imported !== undefined) return declarationOf(imported, parse);
  }
  return undefined;
}

function nodeNamed(statement: ts.Statement, name: string): ts.Node | undefined {
  if (!declaredNames(statement).includes(name)) return undefined;
  if (!ts.isVariableStatement(statement)) return statement;
  return statement.declarationList.declarations.find((each) => isNamed(each, name));
}

function isNamed(declaration: ts.VariableDeclaration, name: string): boolean {
  return ts.isIdentifier(declaration.name) && declaration.name.text === name;
}

function importedAs(statement: ts.Statement, path: string, name: string): NameIn | undefined {
  if (!ts.isImportDeclaration(statement)) return undefined;
  const bindings = statement.importClause?.namedBindings;
  const from = moduleAt(path, statement.moduleSpecifier);
  if (bindings === undefined || from === undefined || !ts.isNamedImports(bindings)) return undefined;
  const found = bindings.elements.find((element) => element.name.text === name);
  return found === undefined ? undefined : { path: from, name: (found.propertyName ?? found.name).text };
}

/** Adds the names in a declaration, and returns the names of the types that it uses. The bodies of functions are ignored. */
function collect({ path, node }: Declaration, names: Set<string>): readonly NameIn[] {
  const used: NameIn[] = [];
  const visit = (part: ts.Node): void => {
    if (ts.isBlock(part) || ts.isArrowFunction(part) || ts.isFunctionExpression(part) || isPrivate(part))
      return;
    const name = shownName(part);
    if (name !== undefined) names.add(name);
    const type = usedType(part);
    if (type !== undefined) used.push({ path, name: type });
    ts.forEachChild(part, visit);
  };
  visit(node);
  return used;
}

function isPrivate(part: ts.Node): boolean {
  return (
    ts.isClassElement(part) &&
    ((part.name !== undefined && ts.isPrivateIdentifier(part.name)) ||
      (ts.getCombinedModifierFlags(part) & ts.ModifierFlags.Private) !== 0)
  );
}

/** The name of a member or a parameter, or the literal value of a type. */
function shownName(part: ts.Node): string | undefined {
  if (ts.isLiteralTypeNode(part) && ts.isStringLiteral(part.literal)) return part.literal.text;
  const isShown =
    ts.isTypeElement(part) ||
    ts.isClassElement(part) ||
    ts.isObjectLiteralElement(part) ||
    ts.isParameter(part);
  if (!isShown || part.name === undefined) return undefined;
  return ts.isIdentifier(part.name) || ts.isStringLiteral(part.name) ? part.name.text : undefined;
}

function usedType(part: ts.Node): string | undefined {
  if (ts.isTypeReferenceNode(part) && ts.isIdentifier(part.typeName)) return part.typeName.text;
  if (ts.isTypeQueryNode(part) && ts.isIdentifier(part.exprName)) return part.exprName.text;
  if (ts.isExpressionWithTypeArguments(part) && ts.isIdentifier(part.expression)) return part.expression.text;
  return undefined;
}
