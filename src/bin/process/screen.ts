import type { Screen } from "../../cli/io.ts";
import type { Clock } from "../../util/clock.ts";

/** The lines at the bottom of a terminal that docsform redraws in place. */
export interface OwnScreen extends Screen {
  /** Prints lines above the redrawn ones. */
  readonly above: (lines: string) => void;
  /** Shows nothing while other work uses the terminal. */
  aside<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Clears the redrawn lines for good. */
  close(): void;
}

/** The terminal, with its current size. */
export interface Terminal {
  readonly columns: () => number;
  readonly rows: () => number;
  readonly write: (text: string) => void;
}

/** Replaces the text that it wrote before. */
interface Drawing {
  (text: string): void;
  clear(): void;
}

const redrawnEveryMs = 100;

/** Between these sequences a terminal does not refresh its display, so that nothing flickers. */
const atOnce = { begin: "\u001B[?2026h", end: "\u001B[?2026l" };

/** Opens the screen. It loads the drawing library when there are lines to show. */
export function openScreen(
  terminal: Terminal,
  clock: Pick<Clock, "every">,
  load: (terminal: Terminal) => Promise<Drawing> = loadDrawing,
): OwnScreen {
  let pending: string[] | undefined;
  const write = (text: string): void => {
    if (pending === undefined) terminal.write(`${atOnce.begin}${text}${atOnce.end}`);
    else pending.push(text);
  };
  const shown: ((columns: number) => readonly string[])[] = [];
  let drawing: Drawing | undefined;
  let loading: Promise<void> | undefined;
  let stop: (() => void) | undefined;
  let isAside = false;

  const draw = (): void => {
    if (drawing === undefined || isAside) return;
    const lines = shown.toReversed().flatMap((each) => each(terminal.columns()));
    if (lines.length === 0) drawing.clear();
    else drawing(lines.join("\n"));
  };
  const clear = (): void => drawing?.clear();
  const end = (lines: (typeof shown)[number]): void => {
    const at = shown.indexOf(lines);
    if (at >= 0) shown.splice(at, 1);
    if (shown.length === 0) stop?.();
    draw();
  };
  return {
    show(lines) {
      shown.push(lines);
      if (shown.length === 1) stop = clock.every(redrawnEveryMs, draw);
      loading ??= load({ ...terminal, write }).then((loaded) => {
        drawing = loaded;
        draw();
      });
      return () => end(lines);
    },
    above(lines) {
      pending = [];
      clear();
      pending.push(lines);
      draw();
      const all = pending.join("");
      pending = undefined;
      if (drawing === undefined || isAside) terminal.write(all);
      else write(all);
    },
    async aside(work) {
      isAside = true;
      clear();
      try {
        return await work();
      } finally {
        isAside = false;
        draw();
      }
    },
    close() {
      stop?.();
      isAside = true;
      clear();
    },
  };
}

async function loadDrawing({ columns, rows, write }: Terminal): Promise<Drawing> {
  const { createLogUpdate } = await import("log-update");
  const stream = {
    write,
    get columns() {
      return columns();
    },
    get rows() {
      return rows();
    },
  };
  // The cursor stays visible, so a killed process leaves nothing to restore.
  return createLogUpdate(stream as unknown as NodeJS.WritableStream, { showCursor: true });
}
