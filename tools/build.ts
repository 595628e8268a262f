import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { bundleCli } from "./build/bundle-cli.ts";
import { bundleConstructs } from "./build/bundle-constructs.ts";
import { bundleProvider } from "./build/bundle-provider.ts";

// The library is compiled file by file, so that stack traces stay recognizable; the executables are bundled, so that
// they start fast, and the constructs too, so that CommonJS can require them (docs/decisions/003-constructs-packaging.md).

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const provider = "terraform-provider-docs";

rmSync("dist", { recursive: true, force: true });
execFileSync("npx", ["tsc", "-p", "tsconfig.build.json"], { stdio: "inherit" });
await bundleCli("dist/bin", version);
await bundleConstructs("dist/constructs");
await bundleProvider(`src/bin/${provider}.ts`, `dist/provider/${provider}`);
