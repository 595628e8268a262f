import { mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inject } from "vitest";
import { once } from "../../src/util/once.ts";
import { bundleCli } from "../../tools/build/bundle-cli.ts";
import { bundleProvider } from "../../tools/build/bundle-provider.ts";

/** The released package without its library. npm can install it. */
export interface BuiltPackage {
  readonly folder: string;
  /** The script of the command line, for Node. */
  readonly program: string;
  /** The folder of the Terraform provider. */
  readonly provider: string;
}

/** Builds the package. Each process of tests builds it once. */
export const builtPackage = once(async (): Promise<BuiltPackage> => {
  const folder = newBuiltFolder("docsform");
  const bin = { docsform: "dist/bin/docsform.js" };
  const provider = join(folder, "dist/provider/terraform-provider-docs");
  await bundleCli(join(folder, "dist/bin"), "1.2.3");
  await bundleProvider("src/bin/terraform-provider-docs.ts", provider);
  const manifest = { name: "docsform", version: "1.2.3", private: true, bin };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  return { folder, program: join(folder, bin.docsform), provider: dirname(provider) };
});

/** An empty folder that is removed at the end of the run. */
export function newBuiltFolder(name: string): string {
  return mkdtempSync(join(inject("builtFolder"), `${name}-`));
}
