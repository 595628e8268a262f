/** Appends texts to a file, and writes waiting ones together. */
export interface GroupCommit {
  /** Resolves when the text is on the disk. */
  append(text: string): Promise<void>;
  /** Resolves when no write to the disk is under way, whether it succeeded or failed. */
  idle(): Promise<void>;
}

/** Writes all waiting texts together, because the disk needs as long for many lines as for one. */
export function groupCommit(write: (text: string) => Promise<void>): GroupCommit {
  let waiting = "";
  let next: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();
  const commit = async () => {
    const text = waiting;
    waiting = "";
    next = undefined;
    last = write(text);
    await last;
  };
  return {
    append(text) {
      waiting += text;
      next ??= last.then(commit, commit);
      return next;
    },
    idle: () =>
      (next ?? last).then(
        () => undefined,
        () => undefined,
      ),
  };
}
