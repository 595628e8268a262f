import type { Address } from "../model/address.ts";
import type { DesiredWorld } from "../model/desired-world.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { readLayout } from "./read-layout.ts";
import { type LayoutToWrite, type LayoutWritten, writeLayout } from "./write-layout.ts";

/** A layout that docsform wrote from a snapshot and read again. */
export interface LayoutPulled extends LayoutWritten {
  /** Undefined: the layout is not valid, and the diagnostics say why. */
  readonly desired: DesiredWorld | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Id of the live object of each address. */
  readonly ids: ReadonlyMap<Address, string>;
}

/** Writes a snapshot as YAML, for callers that store the id of each address beside it. */
export function writePulled(output: Omit<LayoutToWrite, "ids">): LayoutPulled {
  const written = writeLayout({ ...output, ids: "ambiguous" });
  // Addresses do not depend on the ids in the layout, so the same layout with all ids shows which address has which id.
  const named = read(output, writeLayout({ ...output, ids: "all" }).text);
  const pins = (named.desired?.objects ?? []).map(({ address, pin }) => [address, pin ?? ""] as const);
  return { ...written, ...read(output, written.text), ids: new Map(pins) };
}

function read({ types }: Pick<LayoutToWrite, "types">, text: string) {
  const { desired, diagnostics } = readLayout({
    sources: [{ file: "layout", text }],
    types,
    environment: {},
    readFile: (path) => {
      throw new TypeError(`A layout that was written from what is live names the file ${path}`);
    },
  });
  return { desired, diagnostics };
}
