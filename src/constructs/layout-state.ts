import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { layoutNameFrom } from "../layout/layout-name.ts";
import type { Address } from "../model/address.ts";
import type { DesiredWorld } from "../model/desired-world.ts";
import { stateVersion } from "../model/state.ts";
import { defaultLayoutName, usualStateName } from "../model/state-name.ts";
import { isJsonObject, type Json } from "../util/json.ts";
import { failInApp } from "./problem-text.ts";

/** A layout's files, and the paths that name them. */
interface LayoutPlace {
  readonly paths: readonly string[];
  readonly files: readonly { readonly file: string }[];
  /** Path of the state. false: none. Absent: the usual one beside the layout. */
  readonly state?: string | false;
}

/** The layout with the ids of the objects that docsform's state knows. An id that the layout has itself counts first. */
export function withIdsOfState(construct: string, world: DesiredWorld, place: LayoutPlace): DesiredWorld {
  const ids = idsInState(construct, world, place);
  if (ids.size === 0) return world;
  return {
    ...world,
    objects: world.objects.map((object) => {
      const pin = object.pin ?? ids.get(object.address);
      return pin === undefined ? object : { ...object, pin };
    }),
  };
}

function idsInState(
  construct: string,
  world: DesiredWorld,
  { paths, files, state }: LayoutPlace,
): ReadonlyMap<Address, string> {
  if (state === false) return new Map();
  const path = state ?? usualPath(world, paths, files);
  const value = stateAt(construct, path, state !== undefined);
  if (value === undefined) return new Map();
  const objects =
    isJsonObject(value) && value["docsformState"] === stateVersion ? value["objects"] : undefined;
  if (!isJsonObject(value) || !isJsonObject(objects))
    throw failInApp("constructs/no-state", { case: "invalid", construct, path });
  // The state of another organization says nothing about the objects of this one.
  if (value["organization"] !== world.organizationId) return new Map();
  return new Map(
    Object.entries(objects).flatMap(([address, entry]) =>
      isJsonObject(entry) && typeof entry["id"] === "string" ? [[address, entry["id"]] as const] : [],
    ),
  );
}

/** The path of the state beside the layout, as on the command line. */
function usualPath(world: DesiredWorld, paths: readonly string[], files: LayoutPlace["files"]): string {
  const found = files.map(({ file }) => file);
  const name = layoutNameFrom(found, paths[0] ?? ".");
  const layout = name === undefined ? defaultLayoutName : (world.name ?? name);
  return join(dirname(found[0] ?? "."), usualStateName(layout));
}

/** Undefined: there is no such file, and no option names it. */
function stateAt(construct: string, path: string, isNamed: boolean): Json | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    if (!isNamed && (cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw failInApp("constructs/no-state", { case: "unreadable", construct, path }, { cause });
  }
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    throw failInApp("constructs/no-state", { case: "invalid", construct, path }, { cause });
  }
}
