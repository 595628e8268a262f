import { type IResolvable, type TerraformResource, TerraformStack, Token, Tokenization } from "cdktf";
import type { IConstruct } from "constructs";
import { wordsOf } from "../model/codes/app-words.ts";
import { providerPrefix } from "../model/terraform-names.ts";
import { problemText } from "./problem-text.ts";
import { terraformAddress } from "./terraform-blocks.ts";

/** An object with a resource. */
interface Node extends IConstruct {
  readonly resource: TerraformResource & { readonly parentIdInput?: string | undefined };
}

/** The objects of a stack, by the addresses of their resources. */
const addresses = new WeakMap<TerraformStack, ReadonlyMap<string, Node>>();

/**
 * The problem of an object that waits for itself, through parents or `dependsOn`. The properties of a construct cannot express one, because
 * they name only objects that exist already. An assignment to `resource` can.
 */
export function cycleProblems(object: Node): readonly string[] {
  const cycle = cycleFrom(object, object, []);
  // One of the objects reports the cycle for all of them.
  if (cycle === undefined || cycle.some(({ node }) => node.path < object.node.path)) return [];
  const paths = [...cycle, object].map(({ node }) => node.path);
  return [problemText(wordsOf("constructs/cycle", { cycle: paths.join(" → ") }))];
}

function cycleFrom(object: Node, start: Node, waiting: readonly Node[]): readonly Node[] | undefined {
  const path = [...waiting, object];
  for (const next of waitsFor(object)) {
    if (next === start) return path;
    if (path.includes(next)) continue;
    const cycle = cycleFrom(next, start, path);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

/** The objects that this one waits for by its parent and `dependsOn`. */
function waitsFor({ resource }: Node): readonly Node[] {
  const { parentIdInput: parent, dependsOn = [] } = resource;
  // The structure of a site fills in a list of its own. It contains no cycle.
  const dependencies = Token.isUnresolved(dependsOn) ? [] : dependsOn;
  const texts = [...(parent === undefined ? [] : [parent]), ...dependencies];
  return texts.flatMap((text) => nodeNamed(resource, text) ?? []);
}

function nodeNamed(resource: TerraformResource, text: string): Node | undefined {
  const [name] = resourceName.exec(resolvedText(resource, text)) ?? [];
  return name === undefined ? undefined : nodesOf(TerraformStack.of(resource)).get(name);
}

const resourceName = new RegExp(`\\b${providerPrefix}_\\w+[.][\\w-]+`, "u");

/** The text with the tokens in it as Terraform will read them. */
function resolvedText(resource: TerraformResource, text: string): string {
  if (!Token.isUnresolved(text)) return text;
  const [token] = Tokenization.reverseString(text).tokens as readonly (IResolvable | undefined)[];
  if (token === undefined) return text;
  const context = { preparing: false, scope: resource, suppressBraces: true } as unknown;
  const resolved = String(token.resolve(context as Parameters<IResolvable["resolve"]>[0]));
  // The token of a dependency stands for another token.
  return resolvedText(resource, resolved);
}

function nodesOf(stack: TerraformStack): ReadonlyMap<string, Node> {
  const known = addresses.get(stack);
  if (known !== undefined) return known;
  const nodes = stack.node.findAll().filter((each): each is Node => "resource" in each);
  const byAddress = new Map(nodes.map((node) => [terraformAddress(node.resource), node]));
  addresses.set(stack, byAddress);
  return byAddress;
}
