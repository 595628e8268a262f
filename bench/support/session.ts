import { applyPlan } from "../../src/apply/apply-plan.ts";
import type { ApplyResult } from "../../src/apply/events.ts";
import { createJournal } from "../../src/apply/journal.ts";
import type { ApplyRuntime } from "../../src/apply/runtime.ts";
import { createClient } from "../../src/http/client.ts";
import { systemClock } from "../../src/http/system-clock.ts";
import { createUndiciTransport } from "../../src/http/undici-transport.ts";
import { readLayout } from "../../src/layout/read-layout.ts";
import { readLive } from "../../src/live/read-live.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import type { LiveWorld } from "../../src/model/live-world.ts";
import type { Lock } from "../../src/model/lock.ts";
import { Secret } from "../../src/model/secret.ts";
import { neededReads } from "../../src/plan/needed-reads.ts";
import type { Plan } from "../../src/plan/plan.ts";
import { planChanges } from "../../src/plan/plan-changes.ts";
import { createFileDisk } from "../../src/reconcile/disk/file-disk.ts";
import { hashSecret } from "../../src/reconcile/hash-secret.ts";
import { registry } from "../../src/resources/registry.ts";
import type { EmulatorProcess } from "./emulator-process.ts";

/** What the command line does, piece by piece, so that each can be measured by itself. */
export interface Session {
  read(desired: DesiredWorld, lock?: Lock): Promise<LiveWorld>;
  plan(desired: DesiredWorld, live: LiveWorld, lock?: Lock): Plan;
  /** With the journal and the lock on the disk, as the command line keeps them. */
  apply(plan: Plan): Promise<{ readonly result: ApplyResult; readonly lock: Lock | undefined }>;
  close(): Promise<void>;
}

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
  const disk = createFileDisk({ lock: "docsform.lock.json", journal: "journal.jsonl" }, folder);
  return {
    read: (desired, lock) =>
      readLive({
        client: client.readOnly(),
        types: registry,
        organizationId: service.organization,
        contentsOf: neededReads(registry, desired, lock),
        concurrency,
      }),
    plan: (desired, live, lock) => planned(desired, live, lock),
    apply: async (plan) => {
      let lock: Lock | undefined;
      const claim = await disk.claim();
      const runtime: ApplyRuntime = {
        types: registry,
        client,
        clock: systemClock,
        concurrency,
        horizonMs: 5000,
        lock: undefined,
        saveLock: async (next) => {
          lock = next;
          await claim.saveLock?.(next);
        },
        journal: createJournal(claim.journal, systemClock, "beac"),
        revealSecret: () => {
          throw new Error("There are no secrets here.");
        },
        hash: hashSecret,
        runId: "beac",
      };
      const result = await applyPlan(plan, runtime, () => {});
      await claim.release();
      if (result.outcome !== "done") throw new Error(`apply ended ${result.outcome}`);
      return { result, lock };
    },
    close: () => transport.close(),
  };
}

function planned(desired: DesiredWorld, live: LiveWorld, lock: Lock | undefined): Plan {
  const options = { salt: "5a17", hash: hashSecret, temporarySuffix: "t" };
  const { plan, diagnostics } = planChanges({ types: registry, desired, live, lock, options });
  if (plan === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return plan;
}

/** A layout that is known to be right. */
export function desiredOf(text: string): DesiredWorld {
  const { desired, diagnostics } = readLayout({
    sources: [{ file: "docs.yaml", text }],
    types: registry,
    environment: {},
    readFile: () => "",
  });
  if (desired === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return desired;
}
