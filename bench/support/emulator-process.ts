import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { request } from "undici";
import type { LoggedRequest } from "../../src/emulator/wire.ts";
import { environment, executable } from "./executable.ts";

/** The organization of every emulator. */
export const organization = "Qm3vT8xLz1";

/** An emulator in its own process, so that the figures do not include its CPU and memory. */
export interface EmulatorProcess {
  readonly url: string;
  readonly token: string;
  readonly organization: string;
  /** The requests since the last call of this method, in the order of their arrival. */
  readLog(): Promise<readonly LoggedRequest[]>;
  stop(): Promise<void>;
}

const empty = {
  organization,
  apiVersion: "current",
  tables: { organization: [{ id: organization, title: "Bench" }] },
};

/** Starts the emulator with the objects of a seed, or only with the organization. */
export async function startEmulatorProcess(
  folder: string,
  options: { readonly seed?: string; readonly latencyMs?: number } = {},
): Promise<EmulatorProcess> {
  const file = join(folder, "seed.json");
  writeFileSync(file, options.seed ?? JSON.stringify(empty));
  const seed = ["--seed", file];
  const latency = ["--latency", String(options.latencyMs ?? 0)];
  const settings = ["--port", "0", "--organization", organization, ...latency, ...seed];
  const child = spawn(process.execPath, [executable, "emulator", ...settings], {
    stdio: ["ignore", "pipe", "ignore"],
    env: environment,
  });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const line = await firstLine(child.stdout);
  const ready = JSON.parse(line) as { url: string; token: string; organization: string };
  const control = async (method: "GET" | "DELETE") => {
    const headers = { authorization: `Bearer ${ready.token}` };
    const answer = await request(`${ready.url}/_emulator/log`, { method, headers });
    return await answer.body.json();
  };
  return {
    ...ready,
    readLog: async () => {
      const log = (await control("GET")) as readonly LoggedRequest[];
      await control("DELETE");
      return log;
    },
    stop: async () => {
      child.kill("SIGTERM");
      await gone;
    },
  };
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stream })) return line;
  throw new Error("The emulator ended before it was ready.");
}
