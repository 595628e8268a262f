import { dirname, isAbsolute, join } from "node:path";
import { type Address, addressOf } from "../../model/address.ts";
import { wordsOf } from "../../model/codes/layout-words.ts";
import { type DesiredValue, isReference, type Reference } from "../../model/desired-world.ts";
import type { SourcePosition } from "../../model/diagnostic.ts";
import { Secret } from "../../model/secret.ts";
import { providerPrefix } from "../../model/terraform-names.ts";
import type { TerraformSchema } from "../../model/terraform-schema.ts";
import { isJsonObject } from "../../util/json.ts";
import { didYouMean, suggestion } from "../../util/nearest.ts";
import { whyUnreadable } from "../read-value.ts";
import { reportToken } from "../reading.ts";
import {
  type Expression,
  type Interpolation,
  parseTemplate,
  type Template,
  withoutTexts,
} from "./expression.ts";
import { isSensitiveVariable } from "./hidden-app-parts.ts";
import { type JsonNode, jsonEntries, jsonField, jsonText } from "./json-source.ts";
import { outsideAddress } from "./outside-address.ts";
import {
  type Resolving,
  reportForeign,
  reportValue,
  type Sensitivity,
  undeclaredFacts,
  type ValuePlace,
} from "./place-in-app.ts";
import { firstChildAddress, type StackResource } from "./stack.ts";

/** Maximum number of value parts in all stacks of an app. */
export const mostParts = 1_000_000;

/** Maximum length of a chain of expressions in which each refers to the next. */
const longestChain = 100;

/** Maximum number of characters of one text. */
const longestText = 1_000_000;

/**
 * The value of a node, in Terraform's names and forms. The id of a declared object is a reference. Undefined: it cannot be resolved, and an
 * error was reported.
 */
export function evaluateNode(
  resolving: Resolving,
  node: JsonNode,
  sensitivity: Sensitivity = "plain",
): DesiredValue | undefined {
  const value = evaluate({ resolving, node, sensitivity, waiting: [] });
  const hasToken =
    value !== undefined && textsIn(value).some((text) => reportToken(resolving, at(resolving, node), text));
  return hasToken ? undefined : value;
}

/** The token of the service from the app. Undefined: it is not text, or an error was reported. */
export function tokenOf(resolving: Resolving, node: JsonNode): Secret | undefined {
  const value = evaluate({ resolving, node, sensitivity: "sensitive", waiting: [] });
  return value instanceof Secret ? value : undefined;
}

function at({ stack }: Resolving, node: JsonNode): SourcePosition {
  return stack.source.at(node);
}

function textsIn(value: DesiredValue): readonly string[] {
  if (value instanceof Secret) return [value.reveal()];
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value as Readonly<Record<string, DesiredValue>>).flatMap(textsIn);
}

/** The value of a node's text after the last slash; without a slash, of the whole text. */
export function lastNameIn(resolving: Resolving, node: JsonNode): DesiredValue | undefined {
  const template = parseTemplate(jsonText(node) ?? "");
  const at = template.findLastIndex((part) => typeof part === "string" && part.includes("/"));
  const part = template[at];
  if (typeof part !== "string") return evaluateNode(resolving, node);
  const last = [part.slice(part.lastIndexOf("/") + 1), ...template.slice(at + 1)].filter(
    (each) => each !== "",
  );
  return evaluateTemplate(
    { resolving, node, sensitivity: "plain", waiting: [] },
    last.length === 0 ? [""] : last,
  );
}

/** The address of the object that a resource declares. */
export function addressOfResource(
  resolving: Resolving,
  resource: StackResource,
  { type }: Pick<TerraformSchema, "type">,
): Address {
  return addressOf(type.name, resolving.nameOf(resolving.stack, resource));
}

function evaluate(place: ValuePlace): DesiredValue | undefined {
  const { node, waiting, resolving } = place;
  if (waiting.includes(node)) return reportValue(place, wordsOf("synth/unresolvable", { case: "cycle" }));
  resolving.budget.left -= 1;
  if (resolving.budget.left < 0 || waiting.length > longestChain)
    return reportValue(place, wordsOf("synth/unresolvable", { case: "tooMuch" }));
  if (node.kind === "scalar") return evaluateScalar(place, node.value);
  if (node.kind === "array") return allOf(node.items.map((item) => evaluate({ ...place, node: item })));
  const fields = [...node.entries.values()].filter(({ name }) => name !== "//");
  const values = allOf(fields.map((field) => evaluate({ ...place, node: field.value })));
  return values && Object.fromEntries(fields.map(({ name }, at) => [name, values[at] as DesiredValue]));
}

function allOf(values: readonly (DesiredValue | undefined)[]): readonly DesiredValue[] | undefined {
  return values.includes(undefined) ? undefined : (values as readonly DesiredValue[]);
}

function evaluateScalar(
  place: ValuePlace,
  value: string | number | boolean | null,
): DesiredValue | undefined {
  if (typeof value === "string") return evaluateTemplate(place, parseTemplate(value));
  if (value === null || place.sensitivity === "plain") return value;
  return literalSecret(place, String(value));
}

function literalSecret({ resolving, node }: ValuePlace, text: string, parts: readonly string[] = []): Secret {
  const { start, end } = node;
  resolving.hiddenParts.push({ file: resolving.stack.source.file, start, end });
  return new Secret(text, { kind: "literal" }, parts);
}

function evaluateTemplate(place: ValuePlace, template: Template): DesiredValue | undefined {
  const [only] = template;
  if (template.length === 1 && only !== undefined && typeof only !== "string")
    return evaluateInterpolation(place, only);
  const joined = joinParts(place, template);
  if (joined === undefined) return undefined;
  const { text, secrets } = joined;
  if (place.sensitivity === "sensitive") return literalSecret(place, text, secrets);
  return secrets.length > 0 ? new Secret(text, { kind: "literal" }, secrets) : text;
}

function joinParts(place: ValuePlace, template: Template) {
  let text = "";
  const secrets: string[] = [];
  for (const part of template) {
    const value = typeof part === "string" ? part : evaluateInterpolation(place, part);
    if (value === undefined) return undefined;
    const inText = textIn(place, typeof part === "string" ? part : part.text, value);
    if (inText === undefined) return undefined;
    if (value instanceof Secret) secrets.push(...value.texts());
    text += inText;
    if (text.length > longestText)
      return reportValue(place, wordsOf("synth/unresolvable", { case: "tooLong" }));
  }
  return { text, secrets };
}

/** The text of a plain or secret value. Undefined: the value is null, a list, a map or a reference. */
export function revealedText(value: DesiredValue): string | undefined {
  if (value instanceof Secret) return value.reveal();
  return value === null || typeof value === "object" ? undefined : String(value);
}

/** The text of a value inside a longer text. Undefined: it has none, and an error was reported. */
function textIn(place: ValuePlace, expression: string, value: DesiredValue): string | undefined {
  const text = revealedText(value);
  if (text !== undefined) return text;
  const facts = { case: isReference(value) ? "idInText" : "notText", text: expression } as const;
  return reportValue(place, wordsOf("synth/unresolvable", facts));
}

function evaluateInterpolation(place: ValuePlace, part: Interpolation): DesiredValue | undefined {
  const isSensitive = place.sensitivity === "sensitive";
  return evaluateExpression(place, part.expression, isSensitive ? withoutTexts(part.text) : part.text);
}

function evaluateExpression(
  place: ValuePlace,
  expression: Expression,
  text: string,
): DesiredValue | undefined {
  switch (expression.kind) {
    case "literal":
      return expression.value;
    case "template":
      return evaluateTemplate(place, expression.template);
    case "list":
      return allOf(expression.items.map((item) => evaluateExpression(place, item, text)));
    case "call":
      return evaluateCall(place, expression, text);
    case "traversal":
      return evaluateTraversal(place, expression.root, expression.path, text);
    case "other":
      return reportValue(place, wordsOf("synth/unresolvable", { case: "expression", text }));
  }
}

/** Maximum number of characters of a file. Any value may use Terraform's `file` function, so all values have the same limit. */
const mostFromFile = 5_000_000;

function evaluateCall(
  place: ValuePlace,
  { name, args }: Extract<Expression, { kind: "call" }>,
  text: string,
): DesiredValue | undefined {
  const [path] = args;
  if (name !== "file" || path === undefined || args.length !== 1)
    return reportValue(place, wordsOf("synth/unresolvable", { case: "call", text }));
  const { stack, readFile } = place.resolving;
  const found = evaluateExpression({ ...place, sensitivity: "plain" }, path, text);
  if (found === undefined) return undefined;
  if (typeof found !== "string")
    return reportValue(place, wordsOf("synth/unresolvable", { case: "path", text }));
  try {
    const content = readFile(found, stack.source.file, mostFromFile);
    if (place.sensitivity === "plain") return content;
    const full = isAbsolute(found) ? found : join(dirname(stack.source.file), found);
    return new Secret(content, { kind: "file", path: full });
  } catch (error) {
    const facts = { path: found, ...whyUnreadable(error) };
    return reportValue(place, wordsOf("synth/unreadable-file", facts));
  }
}

function evaluateTraversal(
  place: ValuePlace,
  root: string,
  path: readonly string[],
  text: string,
): DesiredValue | undefined {
  const [name = "", ...rest] = path;
  if (root === "var") return valueAtPath(place, valueOfVariable(place, name), rest, text);
  if (root === "local") return valueAtPath(place, valueOfLocal(place, name), rest, text);
  if (root === "path" && name === "module" && rest.length === 0) return ".";
  if (root === "data" && name === "terraform_remote_state") return valueOfOtherStack(place, rest, text);
  if (root === "data" && name.startsWith(`${providerPrefix}_`)) return valueOfData(place, name, rest, text);
  if (root.startsWith(`${providerPrefix}_`)) return valueOfResource(place, root, name, rest, text);
  return reportForeign(place, root, text);
}

function valueOfVariable(place: ValuePlace, name: string): DesiredValue | undefined {
  const { stack, environment } = place.resolving;
  const declared = stack.variables.get(name)?.value;
  if (declared === undefined) return reportUndeclared(place, "variable", name, stack.variables.keys());
  const sensitivity = isSensitiveVariable(declared) ? "sensitive" : place.sensitivity;
  const environmentName = `TF_VAR_${name}`;
  const given = Object.hasOwn(environment, environmentName) ? environment[environmentName] : undefined;
  if (given !== undefined) {
    if (sensitivity === "sensitive") return new Secret(given, { kind: "environment", name: environmentName });
    return typedVariable(place, name, given, jsonText(jsonField(declared, "type")) ?? "string");
  }
  const fallback = jsonEntries(declared).get("default")?.value;
  if (fallback !== undefined) return evaluateNext(place, fallback, { sensitivity });
  return reportValue(place, wordsOf("synth/unset-variable", { name }));
}

function reportUndeclared(
  place: ValuePlace,
  kind: "variable" | "local",
  name: string,
  declared: Iterable<string>,
): undefined {
  const facts = { case: "undeclared", kind, name, suggestion: suggestion(name, declared) } as const;
  return reportValue(place, wordsOf("synth/unresolvable", facts));
}

/** The value of a variable from the environment, in the variable's type. Types other than text are JSON. */
function typedVariable(
  place: ValuePlace,
  name: string,
  given: string,
  type: string,
): DesiredValue | undefined {
  if (type === "string" || type === "any") return given;
  try {
    return JSON.parse(given) as DesiredValue;
  } catch {
    return reportValue(place, wordsOf("synth/invalid-value", { case: "variable", name, type }));
  }
}

function valueOfLocal(place: ValuePlace, name: string): DesiredValue | undefined {
  const { locals } = place.resolving.stack;
  const entry = locals.get(name);
  if (entry !== undefined) return evaluateNext(place, entry.value);
  return reportUndeclared(place, "local", name, locals.keys());
}

/** An output of another stack of the app. cdktf adds one for each value that a stack takes from another one. */
function valueOfOtherStack(
  place: ValuePlace,
  [state = "", what, name = "", ...rest]: readonly string[],
  text: string,
): DesiredValue | undefined {
  const resolving = place.resolving.stateNamed(state);
  if (resolving === undefined || what !== "outputs") return reportForeign(place, "data", text);
  const { stack } = resolving;
  const node = jsonField(stack.outputs.get(name)?.value, "value");
  if (node === undefined) {
    const facts = { case: "output", text, stack: stack.name, name } as const;
    return reportValue(place, wordsOf("synth/unresolvable", facts));
  }
  const value = valueAtPath(place, evaluateNext(place, node, { resolving }), rest, text);
  if (value === undefined || !resolving.isOfOtherOrganization || referencesIn(value).length === 0)
    return value;
  const facts = { case: "otherOrganization", text, stack: stack.name } as const;
  return reportValue(place, wordsOf("synth/unresolvable", facts));
}

/** The references in a value, at any depth. */
export function referencesIn(value: DesiredValue | undefined): readonly Reference[] {
  if (typeof value !== "object" || value === null || value instanceof Secret) return [];
  if (isReference(value)) return [value];
  return Object.values(value as Readonly<Record<string, DesiredValue>>).flatMap(referencesIn);
}

/** The id of an existing object that a data source finds. docsform finds the object when it has read the service. */
function valueOfData(
  place: ValuePlace,
  type: string,
  [label = "", attribute, ...rest]: readonly string[],
  text: string,
): DesiredValue | undefined {
  const { resolving } = place;
  const source = resolving.stack.data.get(`${type}.${label}`);
  if (source?.schema.kind !== "object" || attribute !== "id" || rest.length > 0)
    return reportForeign(place, "data", text);
  const id = jsonField(source.body, "id");
  if (id !== undefined) return evaluateNext(place, id);
  const address = outsideAddress(source.schema.type.name, `${resolving.stack.name}/${label}`);
  resolving.outside.set(address, { resolving, source });
  return { $ref: address };
}

/** The value of a node that an expression refers to. */
function evaluateNext(
  place: ValuePlace,
  node: JsonNode,
  further: Partial<Pick<ValuePlace, "resolving" | "sensitivity">> = {},
): DesiredValue | undefined {
  return evaluate({ ...place, ...further, node, waiting: [...place.waiting, place.node] });
}

/** The part of a value at a path of fields. */
function valueAtPath(
  place: ValuePlace,
  value: DesiredValue | undefined,
  path: readonly string[],
  text: string,
): DesiredValue | undefined {
  let found = value;
  for (const step of path) {
    if (found === undefined) return undefined;
    const isMap = isJsonObject(found) && !(found instanceof Secret) && !isReference(found);
    const fields = isMap ? (found as Readonly<Record<string, DesiredValue>>) : {};
    if (!Object.hasOwn(fields, step)) {
      const facts = { case: "noField", text, field: step } as const;
      return reportValue(place, wordsOf("synth/unresolvable", facts));
    }
    found = fields[step];
  }
  return found;
}

function valueOfResource(
  place: ValuePlace,
  type: string,
  label: string,
  path: readonly string[],
  text: string,
): DesiredValue | undefined {
  const { resolving } = place;
  const { resources } = resolving.stack;
  const resource = resources.get(`${type}.${label}`);
  if (resource === undefined) {
    const name = `${type}.${label}`;
    const meant = didYouMean(name, resources.keys()) ?? "";
    const facts = { case: "resource", text, resource: name, meant } as const;
    return reportValue(place, wordsOf("synth/unresolvable", facts));
  }
  const [attribute = "", ...rest] = path;
  const own = idOf(resolving, resource, attribute);
  if (own !== undefined && rest.length === 0) return own;
  const node = declaredNode(resource, attribute);
  if (node !== undefined) return valueAtPath(place, evaluateNext(place, node), rest, text);
  return reportValue(place, wordsOf("synth/unresolvable", undeclaredFacts(resource, attribute, text)));
}

/** A reference to the object, or to its first child, whose id the attribute is. Undefined: the attribute is no such id. */
function idOf(resolving: Resolving, resource: StackResource, attribute: string): Reference | undefined {
  const { schema } = resource;
  if (schema.kind !== "object") return undefined;
  if (attribute === "id") return { $ref: addressOfResource(resolving, resource, schema) };
  if (schema.firstChild === undefined || attribute !== schema.firstChild.idField) return undefined;
  return { $ref: firstChildAddress(resolving, schema.firstChild, resource.label) };
}

function declaredNode({ schema, body }: StackResource, attribute: string): JsonNode | undefined {
  // The id of a final write is the id of its object.
  const name = schema.kind === "final" && attribute === "id" ? schema.objectField : attribute;
  return name === "//" ? undefined : jsonField(body, name);
}
