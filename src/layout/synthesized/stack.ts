import { type Address, addressOf } from "../../model/address.ts";
import { wordsOf } from "../../model/codes/layout-words.ts";
import { errorAt, type SourcePosition } from "../../model/diagnostic.ts";
import { providerPrefix } from "../../model/terraform-names.ts";
import { type FirstChildSchema, objectResourceName } from "../../model/terraform-schema.ts";
import { suggestion } from "../../util/nearest.ts";
import type { Report, SourceText } from "../yaml-source.ts";
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

/** One synthesized stack of an app. */
export interface StackText {
  /** The stack's name in the app. */
  readonly name: string;
  /** The stack's file: its path, and its text. */
  readonly source: SourceText;
  /** Errors and warnings that the app has added to the stack. */
  readonly annotations?: readonly StackAnnotation[];
}

/** One resource of docsform's provider in a stack. */
export interface StackResource {
  /** Name in Terraform: `docs_space.guides`. */
  readonly name: string;
  readonly label: string;
  readonly schema: ResourceSchema;
  readonly body: JsonNode;
  readonly at: SourcePosition;
  /** Path of the construct that it comes from. Undefined: the file does not contain it. */
  readonly constructPath: string | undefined;
}

/** The contents of a stack, by the names that its expressions use. */
export interface Stack {
  readonly name: string;
  readonly source: JsonSource;
  readonly resources: ReadonlyMap<string, StackResource>;
  /** Data sources of docsform's provider, by their names in Terraform. */
  readonly data: ReadonlyMap<string, StackResource>;
  readonly variables: ReadonlyMap<string, JsonEntry>;
  readonly locals: ReadonlyMap<string, JsonEntry>;
  /** Values for other stacks. */
  readonly outputs: ReadonlyMap<string, JsonEntry>;
  /** Configurations of docsform's provider: `docs`, `docs.alias`. */
  readonly providers: ReadonlyMap<string, JsonNode>;
}

/** Opens a stack. Reports resources that docsform's provider does not have. Undefined: the file is not JSON, and that was reported. */
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
    data: dataOf(source, schemas),
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
      const facts = { type, suggestion: suggestion(type, [...schemas.keys()].sort()) };
      report(errorAt(source.at(key), wordsOf("synth/unknown-resource", facts)));
      continue;
    }
    for (const [label, entry] of merged(value)) {
      resources.set(`${type}.${label}`, resourceOf(source, schema, type, [label, entry]));
    }
  }
  return resources;
}

/** The data sources of single objects. docsform ignores all others. */
function dataOf(
  source: JsonSource,
  schemas: ReadonlyMap<string, ResourceSchema>,
): ReadonlyMap<string, StackResource> {
  const data = new Map<string, StackResource>();
  for (const [type, { value }] of merged(jsonField(source.root, "data"))) {
    const schema = schemas.get(type);
    if (schema?.kind !== "object") continue;
    for (const [label, entry] of merged(value))
      data.set(`${type}.${label}`, resourceOf(source, schema, type, [label, entry]));
  }
  return data;
}

function resourceOf(
  source: JsonSource,
  schema: ResourceSchema,
  type: string,
  [label, entry]: readonly [string, JsonEntry],
): StackResource {
  const [body = entry.value] = blocksOf(entry.value);
  const constructPath = jsonText(jsonField(jsonField(jsonField(body, "//"), "metadata"), "path"));
  return { name: `${type}.${label}`, label, schema, body, at: source.at(entry.key), constructPath };
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

/** Returns the name of an object in its address. */
export type NameOf = (stack: Stack, resource: Pick<StackResource, "name" | "label">) => string;

/** Names the objects of all stacks by their labels. The stack's name precedes a label that occurs twice. */
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

const stateNamePrefix = "cross-stack-reference-input-";

/** The stack whose state cdktf reads under this name. Undefined: none of these stacks, or more than one. */
export function stackOfState(stacks: readonly Stack[], name: string): Stack | undefined {
  if (!name.startsWith(stateNamePrefix)) return undefined;
  const wanted = name.slice(stateNamePrefix.length);
  // cdktf omits characters that names in Terraform cannot have.
  const [stack, other] = stacks.filter((each) => each.name.replace(/[^\w-]/g, "") === wanted);
  return other === undefined ? stack : undefined;
}

/**
 * The address of an object's first child. It has the object's label, unless the stack has a resource of the child's type with that label.
 */
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
  return `${objectResourceName(type)}.${label}`;
}
