import type { LaterJob } from "../model/emulator-rules.ts";

/** The result of waiting for background jobs. */
export interface SettleReport {
  /** Names of the finished jobs, in the order in which they finished. */
  readonly finished: readonly string[];
  readonly failed: readonly { readonly name: string; readonly message: string }[];
  /** Number of jobs that are not due yet. */
  readonly waiting: number;
}

/** Work of the service that continues after the response. */
export interface Jobs {
  /** Plans a job. Within `during`, it plans the job only if the request succeeds. */
  add(name: string, job: LaterJob<unknown>): void;
  /** Runs a request. If the request throws, its jobs are dropped. */
  during<T>(work: () => T): T;
  /** Runs the jobs that are due, and starts those that fetch something first. */
  advance(): void;
  /** Starts only the due jobs that fetch something first. */
  begin(): void;
  /** Waits until no job is due and none is running. */
  settle(): Promise<SettleReport>;
  clear(): void;
}

interface PlannedJob {
  readonly name: string;
  readonly at: number;
  readonly job: LaterJob<unknown>;
}

interface JobState {
  planned: PlannedJob[];
  /** The jobs of the request that is being served. */
  requested: PlannedJob[] | undefined;
  /** Number of calls of `clear`. A job that started before the last of them changes nothing. */
  clearings: number;
  readonly running: Set<Promise<void>>;
  finished: string[];
  failed: { readonly name: string; readonly message: string }[];
}

/** Creates the jobs of an emulator on this clock. `commit` runs a write completely or not at all. */
export function createJobs(now: () => number, commit: (work: () => void) => void): Jobs {
  const state: JobState = {
    planned: [],
    requested: undefined,
    clearings: 0,
    running: new Set(),
    finished: [],
    failed: [],
  };
  const advance = () => {
    for (let next = nextDue(state, now()); next !== undefined; next = nextDue(state, now())) {
      const { job } = next;
      if (job.fetch === undefined) finish(state, next, () => commit(() => job.commit(undefined)));
      else begin(state, next, commit);
    }
  };
  return {
    add: (name, job) => {
      const planned = { name, at: now() + (job.afterMs ?? 0), job };
      (state.requested ?? state.planned).push(planned);
    },
    during: (work) => during(state, work),
    advance,
    begin: () => {
      for (const next of state.planned.filter((each) => each.at <= now())) {
        if (next.job.fetch === undefined) continue;
        drop(state, next);
        begin(state, next, commit);
      }
    },
    settle: async () => {
      for (advance(); state.running.size > 0; advance()) await Promise.all(state.running);
      const report = { finished: state.finished, failed: state.failed, waiting: state.planned.length };
      state.finished = [];
      state.failed = [];
      return report;
    },
    clear: () => {
      state.planned = [];
      state.clearings += 1;
    },
  };
}

/** Removes and returns the earliest job that is due. Jobs for the same time run in the order in which they were planned. */
function nextDue(state: JobState, now: number): PlannedJob | undefined {
  const [first] = state.planned.filter((each) => each.at <= now).sort((a, b) => a.at - b.at);
  if (first !== undefined) drop(state, first);
  return first;
}

function drop(state: JobState, planned: PlannedJob): void {
  state.planned = state.planned.filter((each) => each !== planned);
}

function during<T>(state: JobState, work: () => T): T {
  const outer = state.requested;
  const asked: PlannedJob[] = [];
  state.requested = asked;
  try {
    const result = work();
    (outer ?? state.planned).push(...asked);
    return result;
  } finally {
    state.requested = outer;
  }
}

function begin(state: JobState, planned: PlannedJob, commit: (work: () => void) => void): void {
  const { job } = planned;
  const { clearings } = state;
  const write = (work: () => void) => {
    if (state.clearings === clearings) commit(work);
  };
  const fetch = async () => job.fetch?.();
  const work = fetch().then(
    (found) => finish(state, planned, () => write(() => job.commit(found))),
    (error: unknown) => {
      finish(state, planned, () => {
        write(() => job.failed?.(error));
        throw error;
      });
    },
  );
  state.running.add(work);
  void work.finally(() => state.running.delete(work));
}

function finish(state: JobState, { name }: PlannedJob, work: () => void): void {
  try {
    work();
    state.finished.push(name);
  } catch (error) {
    state.failed.push({ name, message: error instanceof Error ? error.message : String(error) });
  }
}
