import type { EmulatedService } from "../../model/emulator-rules.ts";

/** A job that may wait for another job of its space. */
interface Turn {
  readonly space: string;
  readonly id: string;
}

interface Line {
  /** Id of the running job. */
  at: string;
  readonly waiting: { readonly id: string; readonly begin: () => void }[];
}

const lines = new WeakMap<EmulatedService, Map<string, Line>>();

/** Begins a job when the earlier jobs of its space are over. The job calls `done` at its end. */
export function inTurn(
  service: EmulatedService,
  { space, id }: Turn,
  begin: (done: () => void) => void,
): void {
  const ofService = lines.get(service) ?? new Map<string, Line>();
  lines.set(service, ofService);
  const line = ofService.get(space);
  const next = () => {
    const own = ofService.get(space);
    const first = own?.waiting.shift();
    if (own === undefined || first === undefined) {
      ofService.delete(space);
      return;
    }
    own.at = first.id;
    first.begin();
  };
  const start = () => begin(next);
  if (line !== undefined && isRunning(service, line)) line.waiting.push({ id, begin: start });
  else {
    ofService.set(space, { at: id, waiting: [] });
    start();
  }
}

/** Whether the job still runs. A job that disappeared with the load of another dump blocks no other. */
function isRunning(service: EmulatedService, { at }: Line): boolean {
  return service.get("git_job", at)?.["state"] === "running";
}
