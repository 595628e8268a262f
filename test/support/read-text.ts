import { type LayoutRead, readLayout } from "../../src/layout/read-layout.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import { registry } from "../../src/resources/registry.ts";
import { organizationId } from "./declare-world.ts";

/** A layout of one file, with all types. `secret`: the text of each file that it names. */
export function readText(text: string, secret = ""): LayoutRead {
  const sources = [{ file: "docsform.yaml", text }];
  return readLayout({ sources, types: registry, environment: {}, readFile: () => secret });
}

/** The objects of a valid layout. Throws the errors of an invalid one. */
export function worldIn(text: string, secret?: string): DesiredWorld {
  const { desired, diagnostics } = readText(text, secret);
  if (desired === undefined)
    throw new Error(`${diagnostics.map(({ message }) => message).join("\n")}\n${text}`);
  return desired;
}

/** The objects of a layout of the tests' organization: `objects` follows the head. */
export function layoutWith(objects: string): DesiredWorld {
  return worldIn(`docsform: 1\norganization: ${organizationId}\n${objects}`);
}
