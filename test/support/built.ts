import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
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

/** The package. The first process of tests that needs it builds it. */
export const builtPackage = once(async (): Promise<BuiltPackage> => {
  const bin = { docsform: "dist/bin/docsform.js" };
  const provider = "dist/provider/terraform-provider-docs";
  const folder = await builtByOne("package", async (built) => {
    await bundleCli(join(built, "dist/bin"), "1.2.3");
    await bundleProvider("src/bin/terraform-provider-docs.ts", join(built, provider));
    const manifest = { name: "docsform", version: "1.2.3", private: true, bin };
    writeFileSync(join(built, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  });
  return { folder, program: join(folder, bin.docsform), provider: dirname(join(folder, provider)) };
});

/**
 * The folder of this name. The first process of a run that asks for it builds it, and the others wait. If a build fails, its process throws, and one of
 * those that wait tries again.
 */
async function builtByOne(name: string, build: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(inject("builtFolder"), name);
  const complete = `${folder}.complete`;
  const claimed = `${folder}.claimed`;
  while (!existsSync(complete)) {
    if (!tryToMake(claimed)) {
      await setTimeout(50);
      continue;
    }
    try {
      // Another process may have completed it in between.
      if (existsSync(complete)) break;
      await build(folder);
      writeFileSync(complete, "");
    } finally {
      rmSync(claimed, { recursive: true });
    }
  }
  return folder;
}

/** Makes a folder, and says whether it did not exist. Only one process succeeds. */
function tryToMake(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** An empty folder that is removed at the end of the run. */
export function newBuiltFolder(name: string): string {
  return mkdtempSync(join(inject("builtFolder"), `${name}-`));
}
