import type { Clock } from "../../util/clock.ts";
import type { ServiceClient } from "./service-client.ts";

/** The time since the last success. Waits that the service asked for count only after a call failed in spite of them. */
export function idleTime({
  client: { stats },
  clock,
}: {
  readonly client: Pick<ServiceClient, "stats">;
  readonly clock: Clock;
}) {
  let since = { at: clock.now(), requestedWaitMs: stats.requestedWaitMs };
  let wereInVain = false;
  return {
    begin: () => {
      since = { at: clock.now(), requestedWaitMs: stats.requestedWaitMs };
      wereInVain = false;
    },
    gaveUpWaiting: () => {
      wereInVain = true;
    },
    ms: () => clock.now() - since.at - (wereInVain ? 0 : stats.requestedWaitMs - since.requestedWaitMs),
  };
}
