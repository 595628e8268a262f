import { readdirSync, readFileSync } from "node:fs";
import type { StoreDump } from "../../src/emulator/dump.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import { jumpingClock, openWorkbench, type Workbench } from "../cli/workbench.ts";
import { seededRandom } from "../support/service.ts";

/** What a folder of version 1 tells about: see the README beside. */
export type Situation = "planned" | "applied" | "changing" | "killed" | "part-failed" | "unknown";

/** The folder as it was left, and the service as it was then. */
export async function openYesterday(situation: Situation, apiVersion: ApiVersion): Promise<Workbench> {
  const { "service.json": service = "{}", ...files } = filesOf(situation, apiVersion);
  const bench = await openWorkbench(files, apiVersion, { clock: jumpingClock(), random: seededRandom(24) });
  bench.emulator.emulator.load(JSON.parse(service) as StoreDump);
  return bench;
}

function filesOf(situation: Situation, apiVersion: ApiVersion): Readonly<Record<string, string>> {
  const folder = new URL(`version-1/${apiVersion}/${situation}/`, import.meta.url);
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.pathname.length).replace(/^\/+/u, ""));
  return Object.fromEntries(
    paths.map((path) => [path.replace(/^dot-/u, "."), readFileSync(new URL(path, folder), "utf8")]),
  );
}
