import type { EmulatedService } from "../../../model/emulator-rules.ts";

/** A job that may wait for another job of its space. */
interface QueuedJob {
  readonly space: string;
  readonly id: string;
}

interface JobQueue {
  /** Id of the running job. */
  runningId: string;
  readonly waiting: { readonly id: string; readonly begin: () => void }[];
}

const queues = new WeakMap<EmulatedService, Map<string, JobQueue>>();

/** Begins a job when the earlier jobs of its space are over. The job calls `done` at its end. */
export function queueJob(
  service: EmulatedService,
  { space, id }: QueuedJob,
  begin: (done: () => void) => void,
): void {
  const queuesOfService = queues.get(service) ?? new Map<string, JobQueue>();
  queues.set(service, queuesOfService);
  const queue = queuesOfService.get(space);
  const next = () => {
    const own = queuesOfService.get(space);
    const first = own?.waiting.shift();
    if (own === undefined || first === undefined) {
      queuesOfService.delete(space);
      return;
    }
    own.runningId = first.id;
    first.begin();
  };
  const start = () => begin(next);
  if (queue !== undefined && isRunning(service, queue)) queue.waiting.push({ id, begin: start });
  else {
    queuesOfService.set(space, { runningId: id, waiting: [] });
    start();
  }
}

/** Whether the job still runs. A job that disappeared with the load of another dump blocks no other. */
function isRunning(service: EmulatedService, { runningId }: JobQueue): boolean {
  return service.get("git_job", runningId)?.["state"] === "running";
}
