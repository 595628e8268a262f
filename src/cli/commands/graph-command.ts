import { nameOfAddress } from "../../model/address.ts";
import { fail } from "../../model/codes/command-words.ts";
import type { DesiredWorld } from "../../model/desired-world.ts";
import type { DocsformError } from "../../model/errors.ts";
import { didYouMean } from "../../util/nearest.ts";
import type { Context } from "../command-context.ts";
import type { SettingsOfCommand } from "../command-table.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { loadLayout } from "../load-layout.ts";
import { printResult, warn } from "../print-result.ts";
import { renderMermaid, renderTree } from "../render/graph-formats.ts";
import { partOfGraph } from "../render/part-of-graph.ts";
import { type LayoutGraph, layoutGraph, renderDot } from "../render/render-graph.ts";

const formats = { dot: renderDot, mermaid: renderMermaid, tree: renderTree } as const;

type GraphSettings = SettingsOfCommand<"graph">;

/** Prints the dependencies in a layout, or in a part of it. */
export async function graph(context: Context, settings: GraphSettings): Promise<ExitCode> {
  const { desired, files, warnings } = await loadLayout(context, settings);
  warn(context, settings, warnings, files);
  const whole = layoutGraph(context.types, desired);
  const roots = rootsFrom(context, settings, desired, whole);
  const found = roots.length === 0 ? whole : partOfGraph(whole, roots);
  printResult(context, settings, { of: "graph", json: found, text: formats[settings.format](found) });
  return exitCodes.done;
}

function rootsFrom(
  { types }: Context,
  { address = [], site }: GraphSettings,
  desired: DesiredWorld,
  { addresses }: LayoutGraph,
): readonly string[] {
  for (const each of address) if (!addresses.includes(each)) throw unknownAddress(each, addresses);
  if (site === undefined) return address;
  const owners = new Set(types.flatMap((type) => type.reads.flatMap((read) => read.of ?? [])));
  const named = desired.objects.find(
    (object) =>
      owners.has(object.type) &&
      (nameOfAddress(object.address) === site || object.attributes["title"] === site),
  );
  if (named !== undefined) return [...address, named.address];
  throw fail("cli/which-site", { case: "layout", name: site });
}

function unknownAddress(address: string, addresses: readonly string[]): DocsformError {
  return fail("cli/unknown-address", { case: "graph", address, meant: didYouMean(address, addresses) ?? "" });
}
