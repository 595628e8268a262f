import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as { bin: { docsform: string } };

/** The bundled executable, as it is installed. */
export const executable = resolve(manifest.bin.docsform);

/** For processes that are measured: extra certificates are read at every start of Node, whatever it runs. */
export const environment: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name !== "NODE_EXTRA_CA_CERTS"),
);
