import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as { bin: { docsform: string } };

/** The bundled executable of the package. */
export const executable = resolve(manifest.bin.docsform);

/** The environment of measured processes, without extra certificates, which Node reads at every start. */
export const environment: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name !== "NODE_EXTRA_CA_CERTS"),
);
