/** Notes by name. Each is stored separately, so that several processes can write notes at once. */
export interface Notes {
  /** The text of every existing note. */
  read(): readonly string[];
  /** Adds a line to a note, and ensures that it outlives the process. */
  add(name: string, line: string): void;
  /** Adds a line to a note. Resolves when it is on the disk. */
  append(name: string, line: string): Promise<void>;
  remove(name: string): void;
}
