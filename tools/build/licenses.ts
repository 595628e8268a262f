import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "esbuild";

const bundledFolders = new Set<string>();

/** Records which packages a bundle contains. */
export const recordPackages: Plugin = {
  name: "record-packages",
  setup(bundling) {
    bundling.initialOptions.metafile = true;
    bundling.onEnd(({ metafile }) => {
      for (const path of Object.keys(metafile?.inputs ?? {})) {
        const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(path) ?? [];
        if (folder !== undefined) bundledFolders.add(folder);
      }
    });
  },
};

/** The licenses of all packages that the bundles of this build contain, as their authors ask. */
export function bundledLicenses(): string {
  return [...bundledFolders].sort().map(licenseOf).join("\n\n");
}

function licenseOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    name: string;
    version: string;
  };
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/iu.test(entry));
  if (file === undefined) throw new Error(`${name} is bundled, but it has no license file.`);
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}
