import { resolve } from "node:path";
import type { State } from "../model/state.ts";
import { present } from "../util/present.ts";
import { acquireLock } from "./acquire-lock.ts";
import type { Disk, Remembered } from "./disk.ts";
import { durableFiles } from "./durable-file.ts";
import { type FileSystem, machineFiles } from "./file-system.ts";
import { openJournal, readJournal } from "./journal-file.ts";
import { openLockFile } from "./lock-file.ts";
import { formerStates, otherLayoutsBeside } from "./other-states.ts";
import { refuseOtherState } from "./same-state.ts";
import { readState } from "./state-file.ts";
import type { StatePlaces } from "./state-places.ts";
import { serializeState } from "./state-text.ts";

/** Stores the state and the journal as files. Paths are relative to `folder`, or to the working directory of the process. */
export function createFileDisk(places: StatePlaces, folder = ".", system: FileSystem = machineFiles): Disk {
  const at = (path: string) => resolve(folder, path);
  const files = durableFiles(system);
  const { state, journal, lock, layout } = places;
  return {
    read: async (organizationId, isDeclared): Promise<Remembered> => {
      const found = readState(files, folder, places, organizationId);
      const { lines, isCut } = readJournal(files, folder, places);
      return {
        state: found,
        keepsState: state !== undefined,
        journal: lines,
        ...(isCut && { isJournalCut: true }),
        otherLayouts: otherLayoutsBeside(files, system, folder, places, organizationId),
        ...(found === undefined && {
          formerStates: formerStates(files, system, folder, places, { organizationId, isDeclared }),
        }),
      };
    },
    lock: async (request) => {
      for (const path of [state, journal]) if (path !== undefined) files.tryReplacing(at(path));
      const acquired = await acquireLock(openLockFile(system, at(lock)), request);
      const which = { layout, ...present({ source: places.source, environment: places.environment }) };
      const head = { ...which, run: request.id, at: request.clock.now() };
      const { store, close } = openJournal(files, at(journal), head);
      return {
        journal: store,
        ...(state === undefined
          ? {}
          : {
              saveState: async (next: State, expected: State | undefined) => {
                refuseOtherState(readState(files, folder, places, next.organization), expected);
                files.replace(at(state), serializeState(next, places));
              },
            }),
        isValid: () => acquired.isValid(),
        release: async () => {
          close();
          acquired.release();
        },
      };
    },
  };
}
