import ts from "typescript";
import { bare, kindOf, operandsOf, partsOf } from "./nodes.ts";

/** The replacement of a part of a file. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Operation = (node: ts.Node) => Edit | undefined;

const operations: Readonly<Record<string, Operation>> = {
  dropped: drop,
  negated: (node) => put(node, `!(${node.getText()})`),
  swapped: swap,
};

/** Operations with an argument, such as `only then`. */
const operationsWith: Readonly<Record<string, (node: ts.Node, rest: string) => Edit | undefined>> = {
  only: (node, name) => {
    const part = partsOf(node).get(name);
    return part && put(node, part.getText());
  },
  operator: (node, operator) => {
    if (!ts.isBinaryExpression(node)) return undefined;
    return put(
      node,
      operandsOf(node)
        .map((each) => parenthesized(each.getText()))
        .join(` ${operator} `),
    );
  },
  method: (node, name) => {
    const callee = ts.isCallExpression(node) ? node.expression : undefined;
    return callee && ts.isPropertyAccessExpression(callee) ? put(callee.name, name) : undefined;
  },
};

/** The edit of a node by an operation. undefined: the operation does not apply to the node. */
export function editOf(node: ts.Node, operation: string): Edit | undefined {
  const text = textOf(operation);
  if (text !== undefined) return put(node, filled(node, text));
  const [, word = "", rest = ""] = /^(\S+) (.+)$/u.exec(operation) ?? [];
  return operations[operation]?.(node) ?? operationsWith[word]?.(node, rest);
}

const plain = /^(?:\(\) => )?(?:true|false|undefined|null|-?\d+|""|\[\]|\{\})$/u;

/** Replaces `$$` in a text by the node, and `$1`, `$2` and so on by its parts. */
function filled(node: ts.Node, text: string): string {
  const parts = [...partsOf(node).values()];
  return text.replace(/\$(\$|[1-9])/gu, (_, hole) => {
    const filling = hole === "$" ? node : parts[Number(hole) - 1];
    const own = filling?.getText() ?? "";
    return filling !== undefined && ts.isExpression(filling) ? parenthesized(own) : own;
  });
}

/** The text that replaces a node: a text in backquotes, or a value without names. undefined: the operation is another one. */
export function textOf(operation: string): string | undefined {
  if (plain.test(operation)) return operation;
  return /^`([^]*)`$/u.exec(operation)?.[1];
}

function put(node: ts.Node, text: string): Edit {
  return {
    start: node.getStart(),
    end: node.getEnd(),
    text: fitsWithoutParentheses(node, text) ? text : parenthesized(text),
  };
}

/** Whether a text needs no parentheses in the place of the node. */
function fitsWithoutParentheses(node: ts.Node, text: string): boolean {
  const { parent } = node;
  if (!ts.isExpression(node)) return true;
  if (ts.isArrowFunction(parent)) return !text.startsWith("{");
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.expression !== node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return true;
  const isValue = "initializer" in parent && parent.initializer === node;
  return (
    isValue || ts.isReturnStatement(parent) || ts.isArrayLiteralExpression(parent) || ts.isIfStatement(parent)
  );
}

function parenthesized(text: string): string {
  return isOperand(text) ? text : `(${text})`;
}

function isOperand(text: string): boolean {
  if (text.startsWith("...")) return true;
  if (text.startsWith("{")) return false;
  const file = ts.createSourceFile("text.ts", text, ts.ScriptTarget.Latest, false);
  const [only] = file.statements;
  return (
    file.statements.length === 1 &&
    only !== undefined &&
    ts.isExpressionStatement(only) &&
    ts.isLeftHandSideExpression(only.expression)
  );
}

function drop(node: ts.Node): Edit | undefined {
  const whole = outer(node);
  const { parent } = whole;
  if (ts.isVariableDeclaration(node)) {
    const statement = parent.parent;
    return ts.isVariableStatement(statement) ? drop(statement) : undefined;
  }
  if (ts.isBinaryExpression(parent)) return dropOperand(parent, whole);
  const list = listWith(parent, whole);
  if (list !== undefined) return dropFrom(list, whole);
  return dropAlone(parent, whole);
}

/** Drops a node that is not in a list, with the syntax that introduces it, such as `else` or `=`. */
function dropAlone(parent: ts.Node, node: ts.Node): Edit | undefined {
  if (ts.isTemplateSpan(parent))
    return { start: node.getFullStart() - 2, end: parent.literal.getStart() + 1, text: "" };
  if (ts.isReturnStatement(parent))
    return { start: parent.getStart(), end: parent.getEnd(), text: "return;" };
  if ("initializer" in parent && parent.initializer === node && !ts.isPropertyAssignment(parent)) {
    const before = parent.getChildren().find((each) => each.kind === ts.SyntaxKind.EqualsToken);
    return before && { start: before.getStart(), end: node.getEnd(), text: "" };
  }
  if (ts.isIfStatement(parent) && parent.elseStatement === node)
    return { start: parent.thenStatement.getEnd(), end: node.getEnd(), text: "" };
  return ts.isStatement(node) ? { start: node.getStart(), end: node.getEnd(), text: "{}" } : undefined;
}

function dropOperand(parent: ts.BinaryExpression, operand: ts.Node): Edit {
  let whole = parent;
  while (kindOf(whole) === undefined && ts.isBinaryExpression(whole.parent)) whole = whole.parent;
  const left = operandsOf(whole)
    .filter((each) => each !== operand)
    .map((each) => each.getText());
  const [only = ""] = left;
  const operator = ` ${whole.operatorToken.getText()} `;
  return put(whole, left.length === 1 ? only : left.map(parenthesized).join(operator));
}

function listWith(parent: ts.Node, node: ts.Node): ts.NodeArray<ts.Node> | undefined {
  return Object.values(parent).find(
    (each): each is ts.NodeArray<ts.Node> => Array.isArray(each) && each.includes(node),
  );
}

function dropFrom(list: ts.NodeArray<ts.Node>, node: ts.Node): Edit {
  const at = list.indexOf(node);
  const next = list[at + 1];
  const before = list[at - 1];
  if (ts.isStatement(node) || ts.isClassElement(node) || ts.isCaseOrDefaultClause(node))
    return { start: node.getStart(), end: node.getEnd(), text: "" };
  if (next !== undefined) return { start: node.getStart(), end: next.getStart(), text: "" };
  return { start: before === undefined ? node.getStart() : before.getEnd(), end: node.getEnd(), text: "" };
}

function swap(node: ts.Node): Edit | undefined {
  const parts = partsOf(node);
  const pairs = [
    ["operand 1", "operand 2"],
    ["then", "else"],
    ["argument 1", "argument 2"],
    ["element 1", "element 2"],
  ] as const;
  for (const [one, other] of pairs) {
    const first = parts.get(one);
    const second = parts.get(other);
    if (first === undefined || second === undefined) continue;
    const [a, b] = [outer(first), outer(second)];
    const between = node.getSourceFile().text.slice(a.getEnd(), b.getStart());
    const inside = parenthesizedUnlessStatement(b) + between + parenthesizedUnlessStatement(a);
    return { start: a.getStart(), end: b.getEnd(), text: inside };
  }
  return undefined;
}

function outer(node: ts.Node): ts.Node {
  return ts.isParenthesizedExpression(node.parent) ? outer(node.parent) : node;
}

function parenthesizedUnlessStatement(node: ts.Node): string {
  return ts.isStatement(node) || ts.isSpreadElement(node)
    ? node.getText()
    : parenthesized(bare(node).getText());
}
