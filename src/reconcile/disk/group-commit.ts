/** Appends that wait for the disk, together where they can. */
export interface GroupCommit {
  /** Resolves when the text is on the disk. */
  append(text: string): Promise<void>;
  /** Resolves when nothing is on its way to the disk, whether it got there or not. */
  idle(): Promise<void>;
}

/** Appends as much as has come together in one go: the disk takes as long for many lines as for one. */
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
