import type { StoreDump } from "../../emulator/dump.ts";
import { fetchLoopback } from "../../emulator/fetch-loopback.ts";
import { type RunningEmulator, startEmulator } from "../../emulator/server.ts";
import { fail } from "../../model/codes/command-words.ts";
import { isJsonObject } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import type { Context } from "../command-context.ts";
import type { SettingsOfCommand } from "../command-table.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { inFormat } from "../print-result.ts";

type EmulatorSettings = SettingsOfCommand<"emulator">;

/** Runs the emulator until a signal stops it. */
export async function emulator(
  { io, types, loadOperations }: Context,
  settings: EmulatorSettings,
): Promise<ExitCode> {
  const seed = settings.seed === undefined ? undefined : readSeed(io, settings.seed);
  const running = await start(settings, {
    types,
    operations: await loadOperations(),
    organizationId: settings.organization,
    token: settings.token,
    apiVersion: settings.apiVersion,
    clock: io.clock,
    random: () => io.random.fraction(),
    latencyMs: settings.latency,
    port: settings.port,
    ...present({ seed, role: settings.role }),
    ...(settings.fetch === "loopback" ? { fetchDocument: fetchLoopback } : {}),
  });
  const { url, organization, token } = running;
  io.stdout(`${JSON.stringify(inFormat("emulator", { url, organization, token }))}\n`);
  await stopped(io.signal);
  await running.close();
  if (settings.dump !== undefined) io.files.write(settings.dump, dumpText(running));
  return exitCodes.done;
}

async function start(
  settings: EmulatorSettings,
  options: Parameters<typeof startEmulator>[0],
): Promise<RunningEmulator> {
  try {
    return await startEmulator(options);
  } catch (cause) {
    throw fail("cli/emulator-port", { port: String(settings.port) }, { cause });
  }
}

function readSeed(io: Io, path: string): StoreDump {
  const text = io.files.read(path);
  const value = text === undefined ? undefined : parsed(text);
  // Accepts the file of `--dump` too, in which the store is one field.
  const store = isJsonObject(value) && isJsonObject(value["store"]) ? value["store"] : value;
  if (isJsonObject(store) && isJsonObject(store["tables"])) return store as unknown as StoreDump;
  throw fail("cli/bad-seed", { path });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function dumpText({ emulator: box }: RunningEmulator): string {
  return `${JSON.stringify({ store: box.dump(), log: box.log }, null, 2)}\n`;
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
