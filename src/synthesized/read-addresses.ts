import type { Address } from "../model/address.ts";
import { addressOf } from "../model/address.ts";
import type { CodeOf } from "../model/codes/code.ts";
import { providerPrefix } from "../model/terraform-names.ts";
import type { AppReading } from "./app-reading.ts";
import { addressOfResource, lastNameIn, revealedText } from "./evaluate.ts";
import { blocksOf, type JsonNode, jsonField, jsonText } from "./json-source.ts";
import type { Resolving } from "./place.ts";
import type { ResourceSchema } from "./schemas.ts";
import { firstChildAddress, type Stack, type StackResource } from "./stack.ts";
import { synthError } from "./synth-error.ts";

/** Reads the import blocks of a stack. Each gives an object its id. */
export function readImports(app: AppReading, stack: Stack): void {
  const resolving = app.resolvingOf(stack);
  for (const block of blocksOf(jsonField(stack.source.root, "import"))) {
    const to = targetIn(block, "to");
    if (to === undefined || !isOurs(to)) continue;
    const resource = stack.resources.get(to);
    if (resource === undefined) {
      report(resolving, block, "to", "unresolvable", `The stack declares no ${to} to import.`);
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
  if (node === undefined)
    return report(resolving, block, "id", "missing-field", "The import block has no id.", "Add id.");
  // Only the last part of the id is needed. The scope before it is declared elsewhere, and may be known only to Terraform.
  const value = lastNameIn(resolving, node);
  if (value === undefined) return undefined;
  const { type } = schema;
  const id = revealedText(value) ?? "";
  const hasScope = jsonText(node)?.includes("/") === true || id.includes("/");
  if (hasScope === (type.scope !== undefined) && id !== "") return id.slice(id.lastIndexOf("/") + 1);
  const form = type.scope === undefined ? "its id" : `<${type.scope}>/<${type.name}>, each by its id`;
  return report(
    resolving,
    block,
    "id",
    "invalid-value",
    `This id names no ${type.label.one}.`,
    `Write ${form}.`,
  );
}

/** Reports the removed blocks of a stack. docsform decides by other rules whether it deletes or forgets an object. */
export function refuseRemovals(app: AppReading, stack: Stack): void {
  for (const block of blocksOf(jsonField(stack.source.root, "removed"))) {
    const from = targetIn(block, "from") ?? "";
    if (!isOurs(from)) continue;
    const message = `docsform does not support the removed block of ${from}.`;
    const remedy =
      "Remove the block. docsform forgets an object that the app no longer declares, and deletes it only from ordered levels.";
    report(app.resolvingOf(stack), block, "from", "unsupported", message, remedy);
  }
}

/** Reads the moved blocks of a stack: the former address of an object → its address now. */
export function readMoves(
  app: AppReading,
  stack: Stack,
  schemas: ReadonlyMap<string, ResourceSchema>,
): ReadonlyMap<Address, Address> {
  const resolving = app.resolvingOf(stack);
  const moves = new Map<Address, Address>();
  for (const block of blocksOf(jsonField(stack.source.root, "moved"))) {
    const [from, to] = [targetIn(block, "from"), targetIn(block, "to")];
    if (from === undefined || to === undefined || !isOurs(from)) continue;
    if (typeIn(from) !== typeIn(to)) {
      const message = `docsform cannot move ${from} to ${to}: they are of different types.`;
      report(resolving, block, "from", "unsupported", message, "Remove the block, or apply with Terraform.");
      continue;
    }
    // An order and a publication have no identity of their own, so they have no address to move.
    const [before, after] = [addressesOf(resolving, from, schemas), addressesOf(resolving, to, schemas)];
    for (const [at, address] of before.entries())
      if (!stack.resources.has(from)) moves.set(address, after[at] as Address);
  }
  return moves;
}

function typeIn(name: string): string {
  return name.slice(0, name.indexOf("."));
}

/** The addresses of an object and of its first child. */
function addressesOf(
  resolving: Resolving,
  name: string,
  schemas: ReadonlyMap<string, ResourceSchema>,
): readonly Address[] {
  const schema = schemas.get(typeIn(name));
  if (schema?.kind !== "object") return [];
  const label = name.slice(name.indexOf(".") + 1);
  const { type, firstChild } = schema;
  return [
    addressOf(type.name, resolving.nameOf(resolving.stack, { name, label })),
    ...(firstChild === undefined ? [] : [firstChildAddress(resolving, firstChild, label)]),
  ];
}

function targetIn(block: JsonNode, field: string): string | undefined {
  return jsonText(jsonField(block, field))?.replace(/^\$\{(.*)\}$/s, "$1");
}

function isOurs(name: string): boolean {
  return name.startsWith(`${providerPrefix}_`);
}

function report(
  { report: emit, stack }: Resolving,
  block: JsonNode,
  field: string,
  code: CodeOf<"synth">,
  message: string,
  remedy?: string,
): undefined {
  emit(synthError(stack.source.at(jsonField(block, field) ?? block), code, message, remedy));
  return undefined;
}
