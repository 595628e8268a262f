import { randomBytes } from "node:crypto";
import { createClient } from "../../src/contract/http/http-client.ts";
import { systemClock } from "../../src/contract/http/system-clock.ts";
import { createUndiciTransport } from "../../src/contract/http/undici-transport.ts";
import type { ApplyResult } from "../../src/engine/apply/apply-events.ts";
import type { PlannedRun } from "../../src/engine/reconcile/planned.ts";
import { openReconciler } from "../../src/engine/reconcile/reconciler.ts";
import { readLayout } from "../../src/layout/read-layout.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import { type Permission, permissions } from "../../src/model/plan/permission-flags.ts";
import { Secret } from "../../src/model/secret.ts";
import { registry } from "../../src/resources/registry.ts";
import { createFileDisk } from "../../src/state/file-disk.ts";
import type { EmulatorProcess } from "./emulator-process.ts";

/** The work of the command line after it has read the layout. */
export interface Session {
  plan(desired: DesiredWorld): Promise<PlannedRun>;
  /** Confirms the objects that the layout finds by their keys, so that the state contains their ids. */
  confirmFound(desired: DesiredWorld): Promise<number>;
  /** Applies with the journal and the state on the disk, as the command line does. */
  apply(planned: PlannedRun): Promise<ApplyResult>;
  close(): Promise<void>;
}

const allow = new Set(Object.keys(permissions) as Permission[]);

export function startSession(service: EmulatorProcess, folder: string, concurrency: number): Session {
  const transport = createUndiciTransport({ connections: concurrency });
  const client = createClient({
    baseUrl: service.url,
    token: new Secret(service.token, { kind: "literal" }),
    transport,
    clock: systemClock,
    random: Math.random,
    maxInFlight: concurrency,
  });
  const reconciler = openReconciler({
    types: registry,
    client,
    disk: createFileDisk(
      { layout: "bench", state: "docsform.state.json", journal: "journal.jsonl", lock: "run.lock" },
      folder,
    ),
    clock: systemClock,
    random: { hex: (bytes) => randomBytes(bytes).toString("hex") },
    concurrency,
  });
  return {
    plan: async (desired) => {
      const planned = await reconciler.plan(desired);
      if (planned.plan !== undefined) return planned;
      throw new Error(planned.diagnostics.map(({ message }) => message).join("\n"));
    },
    confirmFound: async (desired) => (await reconciler.confirmFound(desired)).length,
    apply: async (planned) => {
      // Before the final read, a run waits for the consistency window. The benchmark measures work, not waiting.
      const doing = { finalRead: false };
      const result = await reconciler.apply(planned, { allow }, doing).result;
      if (result.outcome !== "done" && result.outcome !== "nothing")
        throw new Error(`apply ended ${result.outcome}`);
      return result;
    },
    close: () => transport.close(),
  };
}

/** The desired world of a valid layout. */
export function desiredOf(text: string): DesiredWorld {
  const { desired, diagnostics } = readLayout({
    sources: [{ file: "docsform.yaml", text }],
    types: registry,
    environment: {},
    readFile: () => "",
  });
  if (desired === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return desired;
}
