import { systemClock } from "../../contract/http/system-clock.ts";
import { operations } from "../../contract/operations/operations.ts";
import { tablesOfMembers } from "../../contract/operations/people.ts";
import { createEmulator, type Emulator } from "../../emulator/new-emulator.ts";
import type { EmulatorRecord } from "../../model/emulator-rules.ts";
import type { ApiVersion } from "../../model/endpoint.ts";
import { present } from "../../util/present.ts";
import { types } from "./registered.ts";

/** The token of the emulator. It protects nothing. */
export const emulatedToken = "emulated-token";

/** The objects of an emulator at its start: the e-mail addresses of members, and the tables of a dump. */
export interface ServiceStart {
  readonly members?: readonly string[];
  readonly tables?: Readonly<Record<string, readonly EmulatorRecord[]>>;
  readonly apiVersion?: ApiVersion;
}

/** Creates an emulator. Its ids are the same in each run. */
export function createService(organizationId: string, start: ServiceStart): Emulator {
  const { members = [], tables = {}, apiVersion } = start;
  const emulator = createEmulator({
    operations,
    types: types.all,
    organizationId,
    token: emulatedToken,
    clock: systemClock,
    random: createRandom(),
    ...present({ apiVersion }),
  });
  const people = members.length === 0 ? {} : tablesOfMembers(members);
  emulator.load({ ...emulator.dump(), tables: { ...people, ...tables } });
  return emulator;
}

/** Numbers from 0 to 1, the same in each run (mulberry32). */
export function createRandom(): () => number {
  let state = 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
