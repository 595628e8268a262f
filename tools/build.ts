import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { bundleCli } from "./build/bundle-cli.ts";
import { bundleConstructs } from "./build/bundle-constructs.ts";
import { bundleMarkdown } from "./build/bundle-markdown.ts";
import { bundleProvider } from "./build/bundle-provider.ts";
import { compile } from "./build/compile.ts";
import { bundledLicenses } from "./build/licenses.ts";

// tsc compiles the library file by file, so that stack traces show its files. Its Markdown libraries are many small packages, so they are
// bundled. The executables are bundled, so that they start fast. The constructs and their testing kit are bundled, so that CommonJS can
// require them (docs/decisions/001-bundled-executable.md and 003-constructs-packaging.md).

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const provider = "terraform-provider-docs";

rmSync("dist", { recursive: true, force: true });
compile("tsconfig.build.json");
await bundleMarkdown("dist");
await bundleCli("dist/bin", version);
await bundleConstructs("dist");
await bundleProvider(`src/bin/${provider}.ts`, `dist/provider/${provider}`);
writeFileSync("dist/THIRD-PARTY-LICENSES.txt", bundledLicenses());
