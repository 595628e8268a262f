import { readFileSync, rmSync } from "node:fs";
import { buildRelease } from "./release/build-release.ts";

// npm run release builds all files of a release of the Terraform provider (docs/decisions/015-executables-for-releases.md).

const folder = "dist-release";
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
rmSync(folder, { recursive: true, force: true });
for (const { name, bytes } of await buildRelease(folder, version))
  console.log(`${(bytes / 1e6).toFixed(1).padStart(7)} MB  ${folder}/${name}`);
