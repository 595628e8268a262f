import { existsSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { inject } from "vitest";
import { type AppLibrary, appLibraries } from "../../../src/constructs/as-code/app/project-files.ts";
import { isFullShare } from "../../support/laws.ts";

/** cdktf or cdktn, with its command line. */
export interface Flavor extends AppLibrary {
  /** The path of the command line's script. */
  readonly cli: string;
  /** The path of the Node that runs it. */
  readonly node: string;
}

const tools = resolve("test/cdktf/node_modules");

export const cdktf: Flavor = {
  ...appLibraries.cdktf,
  cli: `${tools}/cdktf-cli/bundle/bin/cdktf`,
  node: process.execPath,
};

export const cdktn: Flavor = {
  ...appLibraries.cdktn,
  cli: `${tools}/cdktn-cli/bin/cdktn`,
  get node() {
    return newerNode();
  },
};

/** cdktf, and in a run of the full share cdktn: docsform has the same sources for both, with other names. */
export const drawnFlavors = (): readonly Flavor[] => (isFullShare() ? [cdktf, cdktn] : [cdktf]);

/** The path of a TypeScript compiler of this major version. */
export const compilerOf = (major: 5 | 6): string => `${tools}/typescript-${major}/bin/tsc`;

/** The folder with the files that `cdktf init` writes for TypeScript. */
export const templateOf = (name: Flavor["name"]): string =>
  `${tools}/${name}-cli/bundle/templates/typescript`;

/** A PATH with the flavor's Node and a faster npx in front, for commands and for the programs that they start. */
export function pathOf({ node }: Flavor): string {
  return [join(inject("home"), "programs"), dirname(node), process.env["PATH"] ?? ""].join(delimiter);
}

/** The command line of cdktn refuses Node 20, so it runs on the newer Node that is installed with it. */
function newerNode(): string {
  const installed = `${tools}/node-${process.platform}-${process.arch}/bin/node`;
  if (existsSync(installed)) return installed;
  if (Number(process.versions.node.split(".")[0]) >= 22) return process.execPath;
  throw new Error("No Node 24 is packaged for this platform. Run the tests with Node 22 or later.");
}
