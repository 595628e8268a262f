import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { once } from "../../../src/util/once.ts";
import { newBuiltFolder } from "../../support/built.ts";
import { npmProgram, npxScript } from "../../support/fast-npx.ts";
import type { Environment, Job } from "./recipe.ts";

/** The result of a job. The code is that of the first failed script, or 0. */
export interface JobRun {
  readonly code: number;
  /** The output of both streams of all scripts, in the order of arrival. */
  readonly output: string;
}

/** Runs the job's scripts in the folder one after the other, as a runner does, until one fails. */
export async function runJob(
  { scripts }: Job,
  { folder, environment }: { readonly folder: string; readonly environment: Environment },
): Promise<JobRun> {
  let code = 0;
  let output = "";
  for (const { lines, isAlways, environment: own } of scripts) {
    if (code !== 0 && !isAlways) continue;
    const ran = await runBash(lines, folder, { ...basicEnvironment(), ...own, ...environment });
    output += ran.output;
    code ||= ran.code;
  }
  return { code, output };
}

/** The environment of a runner with its usual programs, without the variables of the test. */
function basicEnvironment(): Environment {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return {
    PATH: [
      fastPrograms(),
      dirname(process.execPath),
      ...folders.filter((folder) => !folder.includes("node_modules")),
    ].join(delimiter),
    CI: "true",
    CHECKPOINT_DISABLE: "1",
    NPM_CONFIG_OFFLINE: "true",
    NPM_CONFIG_AUDIT: "false",
    NPM_CONFIG_FUND: "false",
    NPM_CONFIG_UPDATE_NOTIFIER: "false",
  };
}

/** A folder with a faster `npx` and `npm`. */
const fastPrograms = once(() => {
  const folder = newBuiltFolder("programs");
  writeFileSync(join(folder, "npx"), npxScript(), { mode: 0o755 });
  writeFileSync(join(folder, "npm"), npmScript(newBuiltFolder("installed")), { mode: 0o755 });
  return folder;
});

/**
 * A script for `npm`. The first job with a package-lock.json runs `npm ci`, and later jobs get a copy of what it installed. The only package is a
 * relative link, and all clones are equally deep. npm does everything else.
 */
const npmScript = (kept: string): string => `#!/usr/bin/env bash
set -e
[ "$1" = ci ] || exec ${npmProgram("npm")} "$@"
installed="${kept}/$(sha256sum < package-lock.json | cut -c 1-64)"
if [ -d "$installed" ]; then exec cp -aT "$installed" node_modules; fi
${npmProgram("npm")} "$@"
cp -aT node_modules "$installed"
`;

function runBash(lines: string, cwd: string, env: Environment): Promise<JobRun> {
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", lines], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (piece: Buffer) => {
        output += piece.toString();
      });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
