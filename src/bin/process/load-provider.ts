import { createHash, randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { proxyFrom } from "../../contract/http/proxy.ts";
import { systemClock } from "../../contract/http/system-clock.ts";
import { defaultConsistencyWindowMs, readConsistencyWindowMs } from "../../model/time-limits.ts";
import { registry } from "../../resources/registry.ts";
import { docsProvider } from "../../terraform/docs-provider-server.ts";
import type { ProviderLog } from "../../terraform/plugin/hclog.ts";
import type { ProviderServer } from "../../terraform/plugin/provider-server.ts";
import { type AttemptedCreates, openAttemptedCreates } from "../../terraform/session/attempted-creates.ts";
import { openPlannedMoves } from "../../terraform/session/planned-moves.ts";
import { noteFolder } from "./note-folder.ts";
import { preventWasmOptimization } from "./prevent-wasm-optimization.ts";

/** How long the notes about a plan's moves are kept, in milliseconds. A saved plan is seldom older. */
const movesKeptMs = 30 * 24 * 60 * 60 * 1_000;

/** A provider. `allReceived` runs when Terraform has received all responses. */
export interface LoadedProvider {
  readonly provider: ProviderServer;
  readonly allReceived: () => void;
}

/** Creates the provider with the environment, clock and files of this process. */
export function loadProvider(log: ProviderLog): LoadedProvider {
  preventWasmOptimization();
  const allAttemptedCreates: AttemptedCreates[] = [];
  const stopping = new AbortController();
  const onDefect = (error: unknown): void =>
    log.write("error", "A defect of the provider.", {
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  const provider = docsProvider({
    types: registry,
    environment: process.env,
    stop: () => stopping.abort(new Error("Terraform was interrupted")),
    onDefect,
    sessionHost: ({ token }) => {
      log.hide(token);
      const attemptedCreates = openAttemptedCreates(
        noteFolder(join(dataFolder(), "docsform-creates")),
        newId(),
        systemClock,
      );
      allAttemptedCreates.push(attemptedCreates);
      return {
        clock: systemClock,
        proxy: proxyFrom(process.env),
        random: Math.random,
        hash: (text, salt) => createHash("sha256").update(salt).update("\n").update(text).digest("hex"),
        newId,
        attemptedCreates,
        plannedMoves: openPlannedMoves(
          randomUUID(),
          noteFolder(join(dataFolder(), "docsform-moves"), { keptMs: movesKeptMs }),
          systemClock.now(),
        ),
        onEvent: ({ kind, ...fields }) => log.write("debug", `The service: ${kind}.`, fields),
        onPause: (ms) =>
          log.write("warn", `The service limits the rate of requests: all of them wait ${ms / 1_000} s.`, {
            ms,
          }),
        ...(log.enabled("trace") ? { trace: (line: string) => log.write("trace", line) } : {}),
        onDefect,
        stop: stopping.signal,
        consistencyWindowMs:
          readConsistencyWindowMs(process.env["DOCSFORM_CONSISTENCY_WINDOW_MS"]) ??
          defaultConsistencyWindowMs,
      };
    },
  });
  return { provider, allReceived: () => allAttemptedCreates.forEach((each) => each.confirmAll()) };
}

/** An id that no other process has. */
function newId(): string {
  return randomBytes(8).toString("hex");
}

/** Terraform's data folder in the working folder. Version control ignores it. */
function dataFolder(): string {
  return process.env["TF_DATA_DIR"] || ".terraform";
}
