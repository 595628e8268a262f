import { createHash } from "node:crypto";
import ts from "typescript";

// How a place names a node of a declaration: "if 2" is its second `if`, and "&& 1 operand 2" is the second operand of its first chain of `&&`.
// Each kind of node is counted by itself, in the order of the text.

/** The parts of a node by their names: an `if` has a `condition`, and a call has `argument 1`. */
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
  // `a && b && c` is two nodes. Only the outer one counts, with three operands.
  const isInner = chained.has(operator) && ts.isBinaryExpression(parent) && parent.left === node;
  return isInner && parent.operatorToken.getText() === operator ? undefined : operator;
}

/** The node without the parentheses around it. */
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

/** Returns the parts of a node if it is of this kind. */
function partsFor<T extends ts.Node>(
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

const partRules: readonly ((node: ts.Node) => NamedParts | undefined)[] = [
  partsFor(ts.isIfStatement, (node) => [
    ["condition", node.expression],
    ["then", node.thenStatement],
    ["else", node.elseStatement],
  ]),
  partsFor(ts.isConditionalExpression, (node) => [
    ["condition", node.condition],
    ["then", node.whenTrue],
    ["else", node.whenFalse],
  ]),
  partsFor(
    (node) => ts.isForOfStatement(node) || ts.isForInStatement(node),
    (node) => [
      ["list", node.expression],
      ["body", node.statement],
    ],
  ),
  partsFor(ts.isForStatement, (node) => [
    ["condition", node.condition],
    ["body", node.statement],
  ]),
  partsFor(
    (node) => ts.isWhileStatement(node) || ts.isDoStatement(node),
    (node) => [
      ["condition", node.expression],
      ["body", node.statement],
    ],
  ),
  partsFor(ts.isTryStatement, (node) => [
    ["body", node.tryBlock],
    ["catch", node.catchClause?.block],
    ["finally", node.finallyBlock],
  ]),
  partsFor(ts.isBinaryExpression, (node) => numbered("operand", operandsOf(node))),
  partsFor((node) => ts.isCallExpression(node) || ts.isNewExpression(node), calledParts),
  partsFor(ts.isArrayLiteralExpression, (node) => numbered("element", node.elements)),
  partsFor(ts.isTemplateExpression, (node) =>
    numbered(
      "hole",
      node.templateSpans.map((span) => span.expression),
    ),
  ),
  partsFor(ts.isElementAccessExpression, (node) => [
    ["receiver", node.expression],
    ["key", node.argumentExpression],
  ]),
  partsFor(ts.isPrefixUnaryExpression, (node) => [["value", node.operand]]),
  partsFor(ts.isPropertyAccessExpression, (node) => [["receiver", node.expression]]),
  (node) =>
    ts.isFunctionLike(node) && "body" in node ? [["body", node.body as ts.Node | undefined]] : undefined,
  (node) => ("initializer" in node ? [["value", node.initializer as ts.Node | undefined]] : undefined),
  (node) => ("expression" in node ? [["value", node.expression as ts.Node | undefined]] : undefined),
];

export function partsOf(node: ts.Node): Parts {
  const parts =
    partRules.reduce<NamedParts | undefined>((found, rule) => found ?? rule(node), undefined) ?? [];
  return new Map(parts.flatMap(([name, part]) => (part === undefined ? [] : [[name, bare(part)] as const])));
}

/** The nodes of a declaration that a place can name, by their kinds, in the order of the text. */
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
 * A short hash of a node's shape, and of its number among the nodes with the same shape in the declaration. So a node that is added or removed
 * does not move a mutant to another node unnoticed. The shape omits names, texts and types, so renaming, rewording and formatting keep the
 * mark. It also omits blocks, because their statements have marks of their own. `ofKind`: all nodes of the kind in the declaration.
 */
export function markOf(node: ts.Node, ofKind: readonly ts.Node[]): string {
  const shape = shapeOf(node);
  const same = ofKind.filter((each) => shapeOf(each) === shape);
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
