import type { EmulatedService } from "../../model/emulator-rules.ts";

/** A job that may have to wait for another one of its space. */
interface Turn {
  readonly space: string;
  readonly id: string;
}

interface Line {
  /** The job whose turn it is. */
  at: string;
  readonly waiting: { readonly id: string; readonly begin: () => void }[];
}

const lines = new WeakMap<EmulatedService, Map<string, Line>>();

/** Begins a job when those of its space that were asked for before are over; it says when it is over itself. */
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

/** A job that is gone, because another world was loaded, blocks no other. */
function isRunning(service: EmulatedService, { at }: Line): boolean {
  return service.get("git_job", at)?.["state"] === "running";
}
