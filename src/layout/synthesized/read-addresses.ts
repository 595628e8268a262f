import type { Address } from "../../model/address.ts";
import { addressOf } from "../../model/address.ts";
import type { Words } from "../../model/codes/fail.ts";
import { wordsOf } from "../../model/codes/layout-words.ts";
import { errorAt } from "../../model/diagnostic.ts";
import { providerPrefix } from "../../model/terraform-names.ts";
import { suggestion } from "../../util/nearest.ts";
import type { AppReading } from "./app-reading.ts";
import { addressOfResource, lastNameIn, revealedText } from "./evaluate.ts";
import { blocksOf, type JsonNode, jsonField, jsonText } from "./json-source.ts";
import type { Resolving } from "./place-in-app.ts";
import type { ResourceSchema } from "./schemas.ts";
import { firstChildAddress, type NameOf, type Stack, type StackResource } from "./stack.ts";

/** Reads the import blocks of a stack. Each gives an object its id. */
export function readImports(app: AppReading, stack: Stack): void {
  const resolving = app.resolvingOf(stack);
  for (const block of blocksOf(jsonField(stack.source.root, "import"))) {
    const to = targetIn(block, "to");
    if (to === undefined || !isOurs(to)) continue;
    const resource = stack.resources.get(to);
    if (resource === undefined) {
      const facts = {
        case: "import",
        resource: to,
        suggestion: suggestion(to, stack.resources.keys()),
      } as const;
      report(resolving, block, "to", wordsOf("synth/unresolvable", facts));
      continue;
    }
    // An order and a publication have no identity of their own. docsform writes them in any case.
    if (resource.schema.kind !== "object") continue;
    const id = importedId(resolving, block, resource);
    if (id !== undefined) app.pins.set(addressOfResource(resolving, resource, resource.schema), id);
  }
}

function importedId(resolving: Resolving, block: JsonNode, { schema }: StackResource): string | undefined {
  const node = jsonField(block, "id");
  if (schema.kind !== "object") return undefined;
  if (node === undefined) {
    const facts = { case: "field", resource: "The import block", field: "id" } as const;
    return report(resolving, block, "id", wordsOf("synth/missing-field", facts));
  }
  // Only the last part of the id is needed. The scope before it is declared elsewhere, and may be known only to Terraform.
  const value = lastNameIn(resolving, node);
  if (value === undefined) return undefined;
  const { type } = schema;
  const id = revealedText(value) ?? "";
  const hasScope = jsonText(node)?.includes("/") === true || id.includes("/");
  if (hasScope === (type.scope !== undefined) && id !== "") return id.slice(id.lastIndexOf("/") + 1);
  const object = type.label.one;
  const words =
    type.scope === undefined
      ? wordsOf("synth/invalid-value", { case: "importedId", object })
      : wordsOf("synth/invalid-value", { case: "importedPath", object, scope: type.scope, type: type.name });
  return report(resolving, block, "id", words);
}

/** Reports the removed blocks of a stack. docsform decides by other rules whether it deletes or forgets an object. */
export function refuseRemovals(app: AppReading, stack: Stack): void {
  for (const block of blocksOf(jsonField(stack.source.root, "removed"))) {
    const from = targetIn(block, "from") ?? "";
    if (!isOurs(from)) continue;
    report(app.resolvingOf(stack), block, "from", wordsOf("synth/unsupported", { case: "removed", from }));
  }
}

/** Reads the moved blocks of all stacks: the former address of an object → its address now. */
export function readMoves(
  app: AppReading,
  stacks: readonly Stack[],
  schemas: ReadonlyMap<string, ResourceSchema>,
): ReadonlyMap<Address, Address> {
  const moved = stacks.flatMap((stack) => movedBlocks(app.resolvingOf(stack)));
  const moves = new Map<Address, Address>();
  for (const { resolving, from, to } of moved) {
    if (resolving.stack.resources.has(from)) continue;
    const isMovedElsewhere = moved.some((other) => other.from === from && other.resolving !== resolving);
    // An order and a publication have no identity of their own, so they have no address to move.
    const now = addressesOf(resolving, to, schemas, resolving.nameOf);
    for (const nameOf of formerNames(stacks.length > 1, isMovedElsewhere))
      for (const [at, address] of addressesOf(resolving, from, schemas, nameOf).entries())
        moves.set(address, now[at] as Address);
  }
  return moves;
}

/**
 * How the former address named an object: by its label or, if another stack had an object with the same label, with the stack's name
 * before it. The present stacks do not show which.
 */
function formerNames(hasStacks: boolean, isMovedElsewhere: boolean): readonly NameOf[] {
  const byStack: NameOf = (stack, { label }) => `${stack.name}/${label}`;
  const alone: NameOf = (_stack, { label }) => label;
  return [...(isMovedElsewhere ? [] : [alone]), ...(hasStacks ? [byStack] : [])];
}

interface MovedName {
  readonly resolving: Resolving;
  readonly from: string;
  readonly to: string;
}

function movedBlocks(resolving: Resolving): readonly MovedName[] {
  return blocksOf(jsonField(resolving.stack.source.root, "moved")).flatMap((block) => {
    const [from, to] = [targetIn(block, "from"), targetIn(block, "to")];
    if (from === undefined || to === undefined || !isOurs(from)) return [];
    if (typeIn(from) === typeIn(to)) return [{ resolving, from, to }];
    report(resolving, block, "from", wordsOf("synth/unsupported", { case: "moved", from, to }));
    return [];
  });
}

function typeIn(name: string): string {
  return name.slice(0, name.indexOf("."));
}

/** The addresses of an object and of its first child. */
function addressesOf(
  resolving: Resolving,
  name: string,
  schemas: ReadonlyMap<string, ResourceSchema>,
  nameOf: NameOf,
): readonly Address[] {
  const schema = schemas.get(typeIn(name));
  if (schema?.kind !== "object") return [];
  const label = name.slice(name.indexOf(".") + 1);
  const { type, firstChild } = schema;
  return [
    addressOf(type.name, nameOf(resolving.stack, { name, label })),
    ...(firstChild === undefined
      ? []
      : [firstChildAddress({ nameOf, stack: resolving.stack }, firstChild, label)]),
  ];
}

function targetIn(block: JsonNode, field: string): string | undefined {
  return jsonText(jsonField(block, field))?.replace(/^\$\{(.*)\}$/s, "$1");
}

function isOurs(name: string): boolean {
  return name.startsWith(`${providerPrefix}_`);
}

function report({ report: emit, stack }: Resolving, block: JsonNode, field: string, words: Words): undefined {
  emit(errorAt(stack.source.at(jsonField(block, field) ?? block), words));
  return undefined;
}
