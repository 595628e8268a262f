import type { Report, SourceText } from "../layout/yaml-source.ts";
import { type Address, addressOf } from "../model/address.ts";
import type { SourcePosition } from "../model/diagnostic.ts";
import { didYouMean } from "../model/nearest.ts";
import { providerPrefix } from "../model/terraform-names.ts";
import { type FirstChildSchema, objectName } from "../model/terraform-schema.ts";
import type { StackAnnotation } from "./annotations.ts";
import {
  blocksOf,
  type JsonEntry,
  type JsonNode,
  type JsonSource,
  jsonEntries,
  jsonField,
  jsonText,
  parseJsonSource,
} from "./json-source.ts";
import type { ResourceSchema } from "./schemas.ts";
import { synthError } from "./synth-error.ts";

/** One stack of an app, as it was synthesised. */
export interface StackText {
  /** The stack's name in the app. */
  readonly name: string;
  readonly source: SourceText;
  /** What the app said of it when it was synthesised. */
  readonly annotations?: readonly StackAnnotation[];
}

/** One resource of a stack that is ours. */
export interface StackResource {
  /** As Terraform calls it: `docs_space.guides`. */
  readonly name: string;
  readonly label: string;
  readonly schema: ResourceSchema;
  readonly body: JsonNode;
  readonly at: SourcePosition;
  /** Of the construct that it comes from, where the app told it. */
  readonly constructPath: string | undefined;
}

/** What a stack holds, by the names by which its expressions call it. */
export interface Stack {
  readonly name: string;
  readonly source: JsonSource;
  readonly resources: ReadonlyMap<string, StackResource>;
  readonly variables: ReadonlyMap<string, JsonEntry>;
  readonly locals: ReadonlyMap<string, JsonEntry>;
  /** What it shows to other stacks. */
  readonly outputs: ReadonlyMap<string, JsonEntry>;
  /** Configurations of our provider: `docs`, `docs.alias`. */
  readonly providers: ReadonlyMap<string, JsonNode>;
}

/** Opens a stack; what is not JSON, and resources that our provider does not have, are reported. */
export function openStack(
  { name, source: text }: StackText,
  schemas: ReadonlyMap<string, ResourceSchema>,
  report: Report,
): Stack | undefined {
  const source = parseJsonSource(text, report);
  if (source === undefined) return undefined;
  const { root } = source;
  return {
    name,
    source,
    resources: resourcesOf(source, schemas, report),
    variables: merged(jsonField(root, "variable")),
    locals: merged(jsonField(root, "locals")),
    outputs: merged(jsonField(root, "output")),
    providers: providersOf(root),
  };
}

function merged(node: JsonNode | undefined): ReadonlyMap<string, JsonEntry> {
  return new Map(blocksOf(node).flatMap((block) => [...jsonEntries(block)]));
}

function resourcesOf(
  source: JsonSource,
  schemas: ReadonlyMap<string, ResourceSchema>,
  report: Report,
): ReadonlyMap<string, StackResource> {
  const resources = new Map<string, StackResource>();
  for (const [type, { key, value }] of merged(jsonField(source.root, "resource"))) {
    if (!type.startsWith(`${providerPrefix}_`)) continue;
    const schema = schemas.get(type);
    if (schema === undefined) {
      const remedy =
        didYouMean(type, schemas.keys()) ?? `There are ${[...schemas.keys()].sort().join(", ")}.`;
      report(synthError(source.at(key), "unknown-resource", `There is no resource ${type}.`, remedy));
      continue;
    }
    for (const [label, entry] of merged(value)) {
      const [body = entry.value] = blocksOf(entry.value);
      const path = jsonText(jsonField(jsonField(jsonField(body, "//"), "metadata"), "path"));
      const name = `${type}.${label}`;
      resources.set(name, { name, label, schema, body, at: source.at(entry.key), constructPath: path });
    }
  }
  return resources;
}

function providersOf(root: JsonNode): ReadonlyMap<string, JsonNode> {
  const blocks = blocksOf(jsonField(jsonField(root, "provider"), providerPrefix));
  return new Map(
    blocks.map((block) => {
      const alias = jsonText(jsonField(block, "alias"));
      return [alias === undefined ? providerPrefix : `${providerPrefix}.${alias}`, block];
    }),
  );
}

/** Gives the name of an object in its address. */
export type NameOf = (stack: Stack, resource: Pick<StackResource, "name" | "label">) => string;

/** Names the objects of all stacks: by their labels, with the stack's name in front where a label is used twice. */
export function namesOfObjects(stacks: readonly Stack[]): NameOf {
  const count = new Map<string, number>();
  for (const { resources } of stacks)
    for (const { name, label, schema } of resources.values()) {
      const firstChild = schema.kind === "object" ? schema.firstChild : undefined;
      const names = firstChild === undefined ? [name] : [name, resourceOfChild(firstChild, label)];
      for (const each of names) count.set(each, (count.get(each) ?? 0) + 1);
    }
  return (stack, { name, label }) => ((count.get(name) ?? 0) > 1 ? `${stack.name}/${label}` : label);
}

const stateOfStack = "cross-stack-reference-input-";

/** The stack whose state cdktf reads under this name. Undefined: none of these, or more than one. */
export function stackOfState(stacks: readonly Stack[], name: string): Stack | undefined {
  if (!name.startsWith(stateOfStack)) return undefined;
  const wanted = name.slice(stateOfStack.length);
  // Names in Terraform hold no other signs, and cdktf leaves them out.
  const [stack, other] = stacks.filter((each) => each.name.replace(/[^\w-]/g, "") === wanted);
  return other === undefined ? stack : undefined;
}

/** The address of the child that is made with an object: the child's resource would have the same label. */
export function firstChildAddress(
  { nameOf, stack }: { readonly nameOf: NameOf; readonly stack: Stack },
  firstChild: FirstChildSchema,
  label: string,
): Address {
  const name = resourceOfChild(firstChild, label);
  const own = nameOf(stack, { name, label });
  return addressOf(firstChild.type.name, stack.resources.has(name) ? `${own}/first` : own);
}

function resourceOfChild({ type }: FirstChildSchema, label: string): string {
  return `${objectName(type)}.${label}`;
}
