import { createHash, randomUUID } from "node:crypto";
import { processHost } from "../../../src/bin/process/provider-host.ts";
import { systemClock } from "../../../src/contract/http/system-clock.ts";
import { docsProvider } from "../../../src/terraform/docs-provider-server.ts";
import { serveProvider } from "../../../src/terraform/plugin/serve-provider.ts";
import { openAttemptedCreates } from "../../../src/terraform/session/attempted-creates.ts";
import { openPlannedMoves } from "../../../src/terraform/session/planned-moves.ts";
import { upgradingTypes } from "./upgrading-types.ts";

void serveProvider({
  host: processHost(),
  address: "registry.terraform.io/docsform/docs",
  load: async () =>
    docsProvider({
      types: upgradingTypes,
      environment: process.env,
      stop: () => undefined,
      onDefect: (error) => {
        throw error;
      },
      sessionHost: () => ({
        clock: systemClock,
        random: Math.random,
        hash: (text, salt) => createHash("sha256").update(`${salt}\n${text}`).digest("hex"),
        newId: randomUUID,
        attemptedCreates: openAttemptedCreates(undefined, "", systemClock),
        plannedMoves: openPlannedMoves("", undefined, 0),
        onEvent: () => undefined,
        onDefect: (error) => {
          throw error;
        },
        stop: new AbortController().signal,
        consistencyWindowMs: 5_000,
      }),
    }),
});
