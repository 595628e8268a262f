import { systemClock } from "../../src/contract/http/system-clock.ts";
import { operations } from "../../src/contract/operations/operations.ts";
import type { RunningEmulator } from "../../src/emulator/server.ts";
import { registry } from "../../src/resources/registry.ts";
import { startWatchedEmulator } from "./contract-watch.ts";
import { organizationId } from "./declare-world.ts";
import { seededRandom } from "./service.ts";

type Options = Parameters<typeof startWatchedEmulator>[0];

/** An emulator behind a port, on the machine's clock, for programs that a test starts. */
export function startTestServer(
  given: Pick<Options, "token" | "apiVersion"> & Partial<Options>,
): Promise<RunningEmulator> {
  const usual = {
    types: registry,
    operations,
    organizationId,
    clock: systemClock,
    random: seededRandom(1),
    port: 0,
  };
  return startWatchedEmulator({ ...usual, ...given });
}
