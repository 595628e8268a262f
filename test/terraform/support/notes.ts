import type { Notes } from "../../../src/terraform/session/notes.ts";

/** A store of records in memory that outlives a provider, as the files on the disk do. */
export function notesInMemory(texts: Map<string, string> = new Map()): Notes {
  const add = (name: string, line: string) => void texts.set(name, `${texts.get(name) ?? ""}${line}\n`);
  return {
    read: () => [...texts.values()],
    add,
    append: async (name, line) => add(name, line),
    remove: (name) => void texts.delete(name),
  };
}
