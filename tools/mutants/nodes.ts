import { createHash } from "node:crypto";
import ts from "typescript";

// The nodes of a declaration as a mutant names them: "if 2" is the second `if` in it, "&& 1 operand 2" what stands second in its first
// chain of `&&`. Only nodes of the same kind are counted, in the order of the text.

/** A part of a node, by its name: an `if` has a `condition`, a call `argument 1`. */
export type Parts = ReadonlyMap<string, ts.Node>;

const chained = new Set<string>(["&&", "||", "??", "+", ","]);

const kinds: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.IfStatement]: "if",
  [ts.SyntaxKind.ForStatement]: "for",
  [ts.SyntaxKind.ForInStatement]: "for",
  [ts.SyntaxKind.ForOfStatement]: "for",
  [ts.SyntaxKind.WhileStatement]: "while",
  [ts.SyntaxKind.DoStatement]: "while",
  [ts.SyntaxKind.ReturnStatement]: "return",
  [ts.SyntaxKind.ThrowStatement]: "throw",
  [ts.SyntaxKind.TryStatement]: "try",
  [ts.SyntaxKind.CaseClause]: "case",
  [ts.SyntaxKind.DefaultClause]: "case",
  [ts.SyntaxKind.ExpressionStatement]: "statement",
  [ts.SyntaxKind.VariableDeclaration]: "const",
  [ts.SyntaxKind.PropertyDeclaration]: "field",
  [ts.SyntaxKind.ConditionalExpression]: "?",
  [ts.SyntaxKind.AwaitExpression]: "await",
  [ts.SyntaxKind.YieldExpression]: "yield",
  [ts.SyntaxKind.SpreadElement]: "...",
  [ts.SyntaxKind.SpreadAssignment]: "...",
  [ts.SyntaxKind.ObjectLiteralExpression]: "object",
  [ts.SyntaxKind.ArrayLiteralExpression]: "array",
  [ts.SyntaxKind.PropertyAssignment]: "property",
  [ts.SyntaxKind.ShorthandPropertyAssignment]: "property",
  [ts.SyntaxKind.CallExpression]: "call",
  [ts.SyntaxKind.NewExpression]: "new",
  [ts.SyntaxKind.ArrowFunction]: "function",
  [ts.SyntaxKind.FunctionExpression]: "function",
  [ts.SyntaxKind.FunctionDeclaration]: "function",
  [ts.SyntaxKind.MethodDeclaration]: "function",
  [ts.SyntaxKind.Constructor]: "function",
  [ts.SyntaxKind.GetAccessor]: "function",
  [ts.SyntaxKind.SetAccessor]: "function",
  [ts.SyntaxKind.Parameter]: "parameter",
  [ts.SyntaxKind.BindingElement]: "binding",
  [ts.SyntaxKind.StringLiteral]: "string",
  [ts.SyntaxKind.NoSubstitutionTemplateLiteral]: "string",
  [ts.SyntaxKind.TemplateExpression]: "template",
  [ts.SyntaxKind.NumericLiteral]: "number",
  [ts.SyntaxKind.RegularExpressionLiteral]: "regex",
  [ts.SyntaxKind.TrueKeyword]: "true",
  [ts.SyntaxKind.FalseKeyword]: "false",
  [ts.SyntaxKind.PropertyAccessExpression]: ".",
  [ts.SyntaxKind.ElementAccessExpression]: "[]",
};

export function kindOf(node: ts.Node): string | undefined {
  if (ts.isPrefixUnaryExpression(node)) return ts.tokenToString(node.operator);
  if (!ts.isBinaryExpression(node)) return kinds[node.kind];
  const operator = node.operatorToken.getText();
  const { parent } = node;
  // Of `a && b && c`, which is two nodes, only the outer one counts: it has three operands.
  const isInner = chained.has(operator) && ts.isBinaryExpression(parent) && parent.left === node;
  return isInner && parent.operatorToken.getText() === operator ? undefined : operator;
}

/** What stands in brackets is what stands in them. */
export function bare(node: ts.Node): ts.Node {
  return ts.isParenthesizedExpression(node) ? bare(node.expression) : node;
}

export function operandsOf(node: ts.BinaryExpression): readonly ts.Node[] {
  const { left, right, operatorToken } = node;
  const isChain =
    chained.has(operatorToken.getText()) &&
    ts.isBinaryExpression(left) &&
    left.operatorToken.kind === operatorToken.kind;
  return isChain ? [...operandsOf(left), right] : [left, right];
}

type NamedParts = readonly (readonly [name: string, part: ts.Node | undefined])[];

/** The parts of one sort of node. */
function sort<T extends ts.Node>(
  isOf: (node: ts.Node) => node is T,
  parts: (node: T) => NamedParts,
): (node: ts.Node) => NamedParts | undefined {
  return (node) => (isOf(node) ? parts(node) : undefined);
}

function numbered(name: string, nodes: readonly ts.Node[] = []): NamedParts {
  return nodes.map((node, at) => [`${name} ${at + 1}`, node]);
}

function calledParts({ expression: called, arguments: given }: ts.CallExpression | ts.NewExpression) {
  const first = ts.isPropertyAccessExpression(called)
    ? (["receiver", called.expression] as const)
    : (["callee", called] as const);
  return [first, ...numbered("argument", given)];
}

const sorts: readonly ((node: ts.Node) => NamedParts | undefined)[] = [
  sort(ts.isIfStatement, (node) => [
    ["condition", node.expression],
    ["then", node.thenStatement],
    ["else", node.elseStatement],
  ]),
  sort(ts.isConditionalExpression, (node) => [
    ["condition", node.condition],
    ["then", node.whenTrue],
    ["else", node.whenFalse],
  ]),
  sort(
    (node) => ts.isForOfStatement(node) || ts.isForInStatement(node),
    (node) => [
      ["list", node.expression],
      ["body", node.statement],
    ],
  ),
  sort(ts.isForStatement, (node) => [
    ["condition", node.condition],
    ["body", node.statement],
  ]),
  sort(
    (node) => ts.isWhileStatement(node) || ts.isDoStatement(node),
    (node) => [
      ["condition", node.expression],
      ["body", node.statement],
    ],
  ),
  sort(ts.isTryStatement, (node) => [
    ["body", node.tryBlock],
    ["catch", node.catchClause?.block],
    ["finally", node.finallyBlock],
  ]),
  sort(ts.isBinaryExpression, (node) => numbered("operand", operandsOf(node))),
  sort((node) => ts.isCallExpression(node) || ts.isNewExpression(node), calledParts),
  sort(ts.isArrayLiteralExpression, (node) => numbered("element", node.elements)),
  sort(ts.isTemplateExpression, (node) =>
    numbered(
      "hole",
      node.templateSpans.map((span) => span.expression),
    ),
  ),
  sort(ts.isElementAccessExpression, (node) => [
    ["receiver", node.expression],
    ["key", node.argumentExpression],
  ]),
  sort(ts.isPrefixUnaryExpression, (node) => [["value", node.operand]]),
  sort(ts.isPropertyAccessExpression, (node) => [["receiver", node.expression]]),
  (node) =>
    ts.isFunctionLike(node) && "body" in node ? [["body", node.body as ts.Node | undefined]] : undefined,
  (node) => ("initializer" in node ? [["value", node.initializer as ts.Node | undefined]] : undefined),
  (node) => ("expression" in node ? [["value", node.expression as ts.Node | undefined]] : undefined),
];

export function partsOf(node: ts.Node): Parts {
  const parts =
    sorts.reduce<NamedParts | undefined>((found, partsIn) => found ?? partsIn(node), undefined) ?? [];
  return new Map(parts.flatMap(([name, part]) => (part === undefined ? [] : [[name, bare(part)] as const])));
}

/** All nodes of a declaration that a mutant can name, each with its kind, in the order of the text. */
export function nodesOf(declaration: ts.Node): ReadonlyMap<string, readonly ts.Node[]> {
  const byKind = new Map<string, ts.Node[]>();
  const visit = (node: ts.Node) => {
    if (isType(node)) return;
    const kind = kindOf(node);
    if (kind !== undefined) byKind.set(kind, [...(byKind.get(kind) ?? []), node]);
    ts.forEachChild(node, visit);
  };
  visit(declaration);
  return byKind;
}

/**
 * A few letters that say which node is meant: they are made of its shape, and of which one it is among those of the declaration with the same
 * shape. So a node that comes or goes before it does not move a mutant unseen. Names, words and types are left out, so that what is
 * renamed, reworded or formatted keeps its mark; so are the blocks in it, whose statements have marks of their own.
 */
export function markOf(node: ts.Node, alike: readonly ts.Node[]): string {
  const shape = shapeOf(node);
  const same = alike.filter((each) => shapeOf(each) === shape);
  return createHash("sha256")
    .update(JSON.stringify([shape, same.indexOf(node), same.length]))
    .digest("hex")
    .slice(0, 4);
}

function shapeOf(node: ts.Node): string {
  const inner: string[] = [];
  if (ts.isIdentifier(node)) return node.text === "undefined" ? "undefined" : "name";
  if (ts.isPrivateIdentifier(node)) return "name";
  if (ts.isStringLiteralLike(node)) return "words";
  if (ts.isNumericLiteral(node)) return node.text;
  if (ts.isBlock(node)) return "{}";
  ts.forEachChild(node, (child) => {
    if (!isType(child)) inner.push(shapeOf(bare(child)));
  });
  const operator = ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node) ? node.operator : "";
  return `${ts.SyntaxKind[node.kind]}${operator}(${inner.join()})`;
}

function isType(node: ts.Node): boolean {
  const isNode = ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node);
  return isNode || ts.isTypeParameterDeclaration(node);
}
