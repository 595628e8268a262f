import { spawnSync } from "node:child_process";
import { environment } from "./executable.ts";

/** The path of a Node of this major version: this process's Node, or the one of the npm package `node`. Undefined: neither is available. */
export function nodeOfLine(line: number): string | undefined {
  if (lineOf(process.versions.node) === line) return process.execPath;
  const reported = "process.stdout.write(process.execPath)";
  const args = ["--yes", "--package", `node@${line}`, "node", "-e", reported];
  const { status, stdout } = spawnSync("npx", args, { env: environment, encoding: "utf8" });
  return status === 0 && stdout !== "" ? stdout : undefined;
}

function lineOf(version: string): number {
  return Number.parseInt(version, 10);
}
