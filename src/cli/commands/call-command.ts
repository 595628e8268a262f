import { methods, operationAt } from "../../contract/client/by-path.ts";
import { unchecked } from "../../contract/client/derive.ts";
import { createListing } from "../../contract/client/listing.ts";
import { callsOf } from "../../contract/client/request-parts.ts";
import type { Client } from "../../contract/http/http-client.ts";
import { fail } from "../../model/codes/command-words.ts";
import { type Call, type Endpoint, effectOf } from "../../model/endpoint.ts";
import { plainJson, plainJsonLine } from "../../report/text/plain-text.ts";
import {
  directoryJson,
  directoryOf,
  type NamedOperation,
  operationIn,
  renderOperations,
  renderSystems,
  systemIn,
} from "../call/directory.ts";
import { type CallSettings, readFlags } from "../call/operation-command.ts";
import { readInput } from "../call/read-input.ts";
import type { Context } from "../command-context.ts";
import { endedAtQuestion } from "../ended-at-question.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { OutputSettings } from "../option-table.ts";
import { printResult } from "../print-result.ts";
import { withClient } from "../with-client.ts";

/** Calls one operation of the service. Without an operation, lists what docsform can call. */
export async function call(
  context: Context,
  settings: OutputSettings,
  words: readonly string[],
): Promise<ExitCode> {
  const [system, name] = words.filter((word, index) => index < 2 && !word.startsWith("-"));
  const method = methods.find((each) => each === system?.toUpperCase());
  if (method !== undefined && name !== undefined) return callByPath(context, method, name, words.slice(2));
  const [path = ""] = system?.split("?") ?? [];
  if (method !== undefined) throw fail("cli/wrong-usage", { case: "callByPath", method, path: "/orgs/ID" });
  if (path.startsWith("/")) throw fail("cli/wrong-usage", { case: "callByPath", method: "GET", path });
  const directory = directoryOf(await context.loadOperations());
  if (name === undefined) refuseLaterWords(words, system);
  if (system === undefined) {
    refuseUnknownFlag(words);
    const all = [...directory.values()].flatMap((operations) => [...operations.values()]);
    printResult(context, settings, {
      of: "call",
      json: { operations: directoryJson(all) },
      text: renderSystems(directory),
    });
    return exitCodes.done;
  }
  if (name === undefined) {
    const operations = systemIn(directory, system);
    refuseUnknownFlag(words);
    const json = { operations: directoryJson(operations.values()) };
    printResult(context, settings, { of: "call", json, text: renderOperations(system, operations) });
    return exitCodes.done;
  }
  return callOperation(context, operationIn(directory, system, name), words.slice(2));
}

/** Calls an operation by its method and its path. */
async function callByPath(
  context: Context,
  method: Endpoint["method"],
  target: string,
  words: readonly string[],
): Promise<ExitCode> {
  const isList =
    method === "GET" && words.some((word) => /^(?:--(?:all|page|limit)(?:=|$)|--help$|-h$)/u.test(word));
  const { endpoint, query } = operationAt(method, target, isList);
  return callOperation(context, { system: method, name: endpoint.path, endpoint }, words, query);
}

/** Refuses an operation after an option, because the options of an operation follow it. */
function refuseLaterWords(words: readonly string[], system: string | undefined): void {
  const option = words.slice(0, 2).findIndex((word) => flagsWithoutOperation.has(word));
  const later = words.slice(option + 1).find((word) => !word.startsWith("-") && word !== system);
  if (option !== -1 && later !== undefined) throw fail("cli/wrong-usage", { case: "callOrder", word: later });
}

const flagsWithoutOperation = new Set(["--json", "--no-color", "--quiet", "--verbose", "--help", "-h"]);

function refuseUnknownFlag(words: readonly string[]): void {
  const unknown = words.find((word) => word.startsWith("-") && !flagsWithoutOperation.has(word));
  if (unknown === undefined) return;
  throw fail("cli/wrong-usage", { case: "callOption", option: unknown.replace(/=.*$/su, "") });
}

async function callOperation(
  context: Context,
  operation: NamedOperation,
  words: readonly string[],
  query: Call["query"] = {},
): Promise<ExitCode> {
  const { io } = context;
  const { endpoint } = operation;
  const typed = readFlags(operation, words, io.stdout);
  const { settings } = typed;
  const named = callsOf(unchecked(endpoint))(readInput(io, endpoint, typed));
  const request = { ...named, query: { ...query, ...named.query } };
  await permit(context, settings, request);
  const connection = { ...settings, concurrency: 1 };
  await withClient(context, connection, {}, (client) => printResponse(context, settings, client, request));
  return exitCodes.done;
}

async function printResponse(
  { io }: Context,
  settings: CallSettings,
  client: Client,
  request: Call,
): Promise<void> {
  const { signal } = io;
  if (settings.all === true) {
    for await (const item of createListing(client, request, { signal })) {
      io.stdout(`${plainJsonLine(item)}\n`);
      // The reader has closed stdout, so docsform does not request the rest of the list.
      if (io.isRead?.() === false) return;
    }
    return;
  }
  const { body, alreadyDone } = await client.call(request, { signal });
  if (body !== null) io.stdout(`${plainJson(body)}\n`);
  if (alreadyDone && settings.quiet !== true) io.stderr("There was nothing to delete.\n");
}

/** Refuses a write without `--write`, and asks before a delete. */
async function permit({ io }: Context, settings: CallSettings, request: Call): Promise<void> {
  const { endpoint } = request;
  const effect = effectOf(endpoint);
  if (effect === "read") return;
  if (settings.write !== true) {
    throw fail("cli/write-not-permitted", { operation: endpoint.operation });
  }
  if (effect === "delete" && settings.yes !== true) await confirm(io, request);
}

async function confirm(io: Context["io"], request: Call): Promise<void> {
  const id = idIn(request);
  if (io.ask === undefined) throw fail("cli/not-interactive", { case: "call" });
  const typed = await io.ask(`${request.endpoint.operation} deletes ${id}. Type ${id} to continue: `);
  if (typed === undefined) throw endedAtQuestion();
  if (typed.trim() === id) return;
  throw fail("cli/declined", { case: "call" });
}

/** The last parameter of the path, or without parameters the last segment, identifies the deleted object. */
function idIn({ endpoint: { path }, params }: Call): string {
  const [, name] = [...path.matchAll(/\{(\w+)\}/gu)].at(-1) ?? [];
  return name === undefined ? path.slice(path.lastIndexOf("/") + 1) : (params[name] ?? "");
}
