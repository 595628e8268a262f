import type { Notes } from "../../../src/terraform/session/attempted-creates.ts";

/** Notes that outlive a provider, as those on disk do. */
export function notesInMemory(texts: Map<string, string> = new Map()): Notes {
  return {
    read: () => [...texts.values()],
    add: (name, line) => void texts.set(name, `${texts.get(name) ?? ""}${line}\n`),
    remove: (name) => void texts.delete(name),
  };
}
