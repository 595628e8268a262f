import fc from "fast-check";
import type { StoreDump } from "../../../src/emulator/dump.ts";
import type { Emulator } from "../../../src/emulator/new-emulator.ts";
import type { Consent } from "../../../src/engine/plan/guard/consent.ts";
import type { Address } from "../../../src/model/address.ts";
import type { DesiredWorld } from "../../../src/model/desired-world.ts";
import type { EmulatorPolicy } from "../../../src/model/emulator-rules.ts";
import type { ApiVersion } from "../../../src/model/endpoint.ts";
import { type Permission, permissions } from "../../../src/model/plan/permission-flags.ts";
import type { MemoryDisk } from "../../../src/state/memory-disk.ts";
import { present } from "../../../src/util/present.ts";
import { buildWorld } from "../../support/build-world.ts";
import { declareWorld } from "../../support/declare-world.ts";
import { layoutSpec, liveSpec } from "../../support/draw-world.ts";
import { createKillable, type Killable } from "../../support/killable.ts";
import { policy } from "../../support/policies.ts";
import { prunable } from "../../support/scenario.ts";
import { createTestService, seededRandom, type TestService } from "../../support/service.ts";
import { stateOfIds } from "../../support/states.ts";
import type { WorldSpec } from "../../support/world-spec.ts";
import { type ChangeLog, openChangeLog } from "./change-log.ts";

/** The world before the disturbance: the live objects and who created them, the layout, and the permissions. */
export interface Opening {
  readonly live: WorldSpec;
  readonly wanted: WorldSpec;
  /**
   * Who created the live objects. `new`: other users, and there is no state. `kept`: another layout, and the state records that if there is one.
   * `same`: this layout.
   */
  readonly history: "new" | "kept" | "same";
  readonly keepsState: boolean;
  readonly apiVersion: ApiVersion;
  readonly policy: EmulatorPolicy;
  readonly seed: number;
  readonly concurrency: number;
  readonly prune: readonly string[];
  readonly permitted: readonly Permission[];
}

const all = Object.keys(permissions) as Permission[];

export const opening: fc.Arbitrary<Opening> = fc.record({
  live: liveSpec,
  wanted: layoutSpec,
  history: fc.constantFrom("new", "kept", "same"),
  keepsState: fc.constantFrom(true, true, true, false),
  apiVersion: fc.constantFrom<ApiVersion>("classic", "current"),
  policy,
  seed: fc.nat(),
  concurrency: fc.constantFrom(1, 4, 50),
  prune: fc.constantFrom([], [], [], prunable),
  // Half of the worlds have all permissions, so that the runs get beyond the guards.
  permitted: fc.oneof(fc.constant(all), fc.subarray(all)),
});

const nothing: WorldSpec = {
  collections: [],
  spaces: [],
  teams: [],
  saml: null,
  specs: [],
  site: null,
  further: [],
};

/** A world without live objects. */
const emptyOpening = opening.map((given): Opening => ({ ...given, live: nothing, history: "new" }));

/** An opening in which other users or an earlier run may have created objects. In a quarter of them the layout creates everything. */
export const anyOpening = fc.oneof({ weight: 3, arbitrary: opening }, { weight: 1, arbitrary: emptyOpening });

/** A world with its service, disk, layout and record of changes. */
export interface Stage {
  readonly service: TestService;
  readonly process: Killable;
  readonly changeLog: ChangeLog;
  readonly disk: MemoryDisk;
  readonly consent: Consent;
  readonly keepsState: boolean;
  readonly concurrency: number;
  /** The present layout. */
  desired: DesiredWorld;
  /** Runs before each request of a run. Requests are numbered from 1. */
  atRequest: (request: number) => void;
  /** `type id` of the objects that neither lists nor reads by id show. */
  hidden: ReadonlySet<string>;
  /** Whether reads may be old for longer than docsform waits. Then the test ignores what the run reports about them. */
  readsAreOld: boolean;
  /** Runs an action of another user. */
  others(act: (emulator: Emulator) => void): void;
}

/** After a lost response, a run claims what was made at about the time of its call. Other users made these objects a day before. */
function makeOlder(emulator: Emulator): void {
  const text = JSON.stringify(emulator.dump());
  emulator.load(JSON.parse(text.replaceAll("2026-01-01T", "2025-12-31T")) as StoreDump);
}

export function setUp(given: Opening, leavesContract = false): Stage {
  const process = createKillable();
  let requests = 0;
  const service = createTestService({
    apiVersion: given.apiVersion,
    policy: given.policy,
    random: seededRandom(given.seed),
    ...(leavesContract && { watch: "none" as const }),
    transport: (emulator) => {
      const send = process.transport(emulator);
      return (request) => {
        requests += 1;
        stage.atRequest(requests);
        return send(request);
      };
    },
  });
  const ids = buildWorld(service.emulator, given.live);
  makeOlder(service.emulator);
  const changeLog = openChangeLog(service.emulator);
  const stage: Stage = {
    service,
    process: {
      ...process,
      start: (kill) => {
        requests = 0;
        process.start(kill);
      },
      get kills() {
        return process.kills;
      },
    },
    changeLog,
    disk: process.disk({
      keepsState: given.keepsState,
      ...(given.history !== "new" && given.keepsState && { state: stateOfIds(ids) }),
    }),
    consent: { allow: new Set(given.permitted) },
    keepsState: given.keepsState,
    concurrency: given.concurrency,
    desired: layoutOf(given, ids),
    atRequest: () => {},
    hidden: new Set(),
    readsAreOld: false,
    others: (act) => {
      changeLog.snapshot("ours");
      act(service.emulator);
      changeLog.snapshot("others");
    },
  };
  return stage;
}

/** The layout. Without a state, it pins the site in every second world, because most objects depend on the site. */
function layoutOf(
  { live, wanted, history, seed, prune, apiVersion }: Opening,
  ids: ReadonlyMap<Address, string>,
): DesiredWorld {
  const sitePin = history === "new" && seed % 2 === 0 ? ids.get("site.docs") : undefined;
  return declareWorld(history === "same" ? live : wanted, { ...present({ sitePin }), prune, apiVersion });
}
