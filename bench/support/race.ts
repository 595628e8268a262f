import type { LoggedRequest } from "../../src/emulator/wire.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { type BareLoop, readsAround, startBareLoop } from "./bare-loop.ts";
import { organization, startEmulatorProcess } from "./emulator-process.ts";
import { inFolder } from "./folder.ts";
import { desiredOf, startSession } from "./session.ts";
import { median } from "./verdict.ts";

/** A layout that docsform applies to an empty organization, and the same calls without docsform. */
export interface Race {
  readonly layout: string;
  readonly concurrency: number;
  readonly latencyMs: number;
  readonly rounds: number;
  readonly bare: (loop: BareLoop) => Promise<void>;
}

/** The medians of the rounds, and the log of the last apply. */
export interface RaceResult {
  readonly applyMs: number;
  readonly bareMs: number;
  /** applyMs / bareMs. Both take turns, so that the speed of the machine is the same for both. */
  readonly ratio: number;
  readonly plan: Plan;
  readonly log: readonly LoggedRequest[];
}

/** Runs both in turn, each time on a new emulator. The first round warms up and does not count. */
export async function race(given: Race): Promise<RaceResult> {
  let last = await applyOnce(given);
  await bareOnce(given, last.log);
  const applyMs: number[] = [];
  const bareMs: number[] = [];
  for (let round = 0; round < given.rounds; round += 1) {
    last = await applyOnce(given);
    applyMs.push(last.ms);
    bareMs.push(await bareOnce(given, last.log));
  }
  return {
    applyMs: median(applyMs),
    bareMs: median(bareMs),
    ratio: median(applyMs) / median(bareMs),
    plan: last.plan,
    log: last.log,
  };
}

async function applyOnce(given: Race): Promise<{ ms: number; plan: Plan; log: readonly LoggedRequest[] }> {
  return await inFolder(async (folder) => {
    const service = await startEmulatorProcess(folder, { latencyMs: given.latencyMs });
    const session = startSession(service, folder, given.concurrency);
    try {
      const desired = desiredOf(given.layout);
      const planned = await session.plan(desired);
      await service.readLog();
      const began = performance.now();
      await session.apply(planned);
      const ms = performance.now() - began;
      return { ms, plan: planned.plan, log: await service.readLog() };
    } finally {
      await session.close();
      await service.stop();
    }
  });
}

async function bareOnce(given: Race, log: readonly LoggedRequest[]): Promise<number> {
  return await inFolder(async (folder) => {
    const service = await startEmulatorProcess(folder, { latencyMs: given.latencyMs });
    const loop = startBareLoop(service, folder, given.concurrency);
    try {
      const { before, after } = readsAround(log);
      const connected = `/v1/orgs/${organization}`;
      // docsform has open connections when its measurement starts, so the loop gets them too.
      await loop.read(Array.from({ length: given.concurrency }, () => connected));
      const began = performance.now();
      await loop.read(before);
      await given.bare(loop);
      await loop.read(after);
      return performance.now() - began;
    } finally {
      await loop.close();
      await service.stop();
    }
  });
}
