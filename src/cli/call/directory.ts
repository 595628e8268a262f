import type { OperationTable } from "../../contract/operations/system.ts";
import { fail } from "../../model/codes/command-words.ts";
import { type Endpoint, effectOf } from "../../model/endpoint.ts";
import { didYouMean } from "../../util/nearest.ts";
import { commandTable } from "../command-table.ts";
import { renderExamples } from "../help/add-help.ts";
import type { OutputJson } from "../print-result.ts";
import { kebabCase } from "./kebab-case.ts";

/** An operation under its names on the command line. */
export interface NamedOperation {
  readonly system: string;
  readonly name: string;
  readonly endpoint: Endpoint;
}

/** The operations of the service by their names on the command line, in the order of the table. */
export type Directory = ReadonlyMap<string, ReadonlyMap<string, NamedOperation>>;

export function directoryOf(table: OperationTable): Directory {
  const systems = Object.entries(table).map(([key, { operations }]) => {
    const system = kebabCase(key);
    const named = Object.entries(operations).map(([name, endpoint]): [string, NamedOperation] => [
      kebabCase(name),
      { system, name: kebabCase(name), endpoint },
    ]);
    return [system, new Map(named)] as const;
  });
  return new Map(systems);
}

/** The operations of a system. Throws `cli/unknown-operation` with the nearest name. */
export function systemIn(directory: Directory, system: string): ReadonlyMap<string, NamedOperation> {
  const found = directory.get(system);
  if (found !== undefined) return found;
  const meant = operationById(directory, system);
  if (meant === undefined)
    throw fail("cli/unknown-operation", {
      case: "system",
      system,
      meant: didYouMean(system, directory.keys()) ?? "",
    });
  throw fail("cli/unknown-operation", {
    case: "byId",
    system,
    meantSystem: meant.system,
    meantOperation: meant.name,
  });
}

/** The operation with this id in the published contract. */
function operationById(directory: Directory, id: string): NamedOperation | undefined {
  return [...directory.values()]
    .flatMap((operations) => [...operations.values()])
    .find(({ endpoint }) => endpoint.operation === id);
}

/** The operation of this name. Throws `cli/unknown-operation` with the nearest name. */
export function operationIn(directory: Directory, system: string, name: string): NamedOperation {
  const operations = systemIn(directory, system);
  const found = operations.get(name);
  if (found !== undefined) return found;
  const meant = didYouMean(name, operations.keys()) ?? "";
  throw fail("cli/unknown-operation", { case: "operation", operation: name, system, meant });
}

export function renderSystems(directory: Directory): string {
  const lines = [...directory].map(([system, operations]): [string, string] => [
    system,
    [...operations.keys()].join(", "),
  ]);
  return `Usage: docsform call SYSTEM OPERATION [options]\n       docsform call METHOD PATH [options]\n\nSystems and their operations:\n${inColumns(lines)}\ndocsform call SYSTEM describes the operations of a system. docsform call SYSTEM OPERATION --help describes the options of an operation. docsform call METHOD PATH calls what has no name here.\n\n${renderExamples(commandTable.call.examples)}`;
}

export function renderOperations(system: string, operations: ReadonlyMap<string, NamedOperation>): string {
  const lines = [...operations.values()].map(({ name, endpoint }): [string, string] => [
    name,
    `${endpoint.summary ?? endpoint.operation}${requiredFlags[effectOf(endpoint)]}`,
  ]);
  return `Usage: docsform call ${system} OPERATION [options]\n\n${inColumns(lines)}`;
}

const requiredFlags = { read: "", write: " (--write)", delete: " (--write --yes)" } as const;

function inColumns(lines: readonly (readonly [string, string])[]): string {
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, text]) => `  ${name.padEnd(width)}  ${text}\n`).join("");
}

/** The operations as JSON output. */
export function directoryJson(operations: Iterable<NamedOperation>): OutputJson<"call">["operations"] {
  return [...operations].map(({ system, name, endpoint }) => ({
    system,
    operation: name,
    id: endpoint.operation,
    method: endpoint.method,
    path: endpoint.path,
    effect: effectOf(endpoint),
    summary: endpoint.summary ?? "",
  }));
}
