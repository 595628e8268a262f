import ts from "typescript";

/** The declarations of a file that a place can name: those at its top level, and the members of its classes. */
export function symbolsOf(file: ts.SourceFile): ReadonlyMap<string, ts.Node> {
  return new Map(file.statements.flatMap(declaredBy));
}

type Declared = readonly (readonly [symbol: string, declaration: ts.Node])[];

function declaredBy(statement: ts.Statement): Declared {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => [name.getText(), statement]);
  // The last of several overloads has the body. It replaces the others in the map.
  if (ts.isFunctionDeclaration(statement)) return [[statement.name?.text ?? "default", statement]];
  if (!ts.isClassDeclaration(statement)) return [];
  const own = statement.name?.text ?? "default";
  return [[own, statement], ...statement.members.flatMap((member) => memberOf(own, member))];
}

function memberOf(own: string, member: ts.ClassElement): Declared {
  const name = ts.isConstructorDeclaration(member) ? "constructor" : member.name?.getText();
  return name === undefined ? [] : [[`${own}.${name}`, member]];
}
