import type { Client } from "../contract/http/http-client.ts";
import type { Consent } from "../engine/plan/guard/consent.ts";
import { openReconciler, type Reconciler } from "../engine/reconcile/reconciler.ts";
import type { SecretSource } from "../model/secret.ts";
import type { Disk } from "../state/disk.ts";
import { createFileDisk } from "../state/file-disk.ts";
import type { StatePlaces } from "../state/state-places.ts";
import { present } from "../util/present.ts";
import { capital } from "../util/with-article.ts";
import type { Context } from "./command-context.ts";
import { consistencyWindowMs } from "./consistency-window.ts";
import type { Io } from "./io.ts";
import {
  type OutputSettings,
  optionSets,
  optionTable,
  type PermissionSettings,
  type ServiceSettings,
} from "./option-table.ts";
import { waiting } from "./render/render-event.ts";

/** A reconciler with the given settings. */
export function reconcilerFor(
  context: Context,
  settings: ServiceSettings & OutputSettings,
  client: Client,
  disk: Disk,
): Reconciler {
  const { io, types } = context;
  const { concurrency, apiVersion } = settings;
  return openReconciler({
    types,
    client,
    clock: io.clock,
    random: io.random,
    concurrency,
    consistencyWindowMs: consistencyWindowMs(io.environment),
    secrets: (source) => secretAt(io, source),
    onWait: waitReporter(context, settings),
    disk,
    ...present({ apiVersion }),
  });
}

/** Reports a wait until reads must show earlier writes. */
export function waitReporter({ io, emit }: Context, { quiet }: OutputSettings): (waitMs: number) => void {
  return (waitMs) => {
    emit({ kind: "waiting", waitMs });
    if (quiet !== true) io.stderr(`${capital(waiting(waitMs))}.\n`);
  };
}

/** The disk for the state and the journal. Throws if the run uses one of their files otherwise. */
export function diskAt({ files }: Io, places: StatePlaces): Disk {
  if (places.state !== undefined) files.uses.write(places.state, "the state");
  files.uses.write(places.journal, "the journal");
  return createFileDisk(places, files.folder, files.system);
}

function secretAt({ environment, files }: Io, source: SecretSource): string | undefined {
  switch (source.kind) {
    case "environment":
      return environment[source.name];
    case "file":
      return files.read(source.path);
    case "literal":
    case "joined":
      return undefined;
  }
}

/** The permissions that the flags give. */
export function consentOf(settings: PermissionSettings): Consent {
  const given = optionSets.permissions.flatMap((name) => {
    const row = optionTable[name];
    return "permission" in row && settings[name] === true ? [row.permission] : [];
  });
  const { overwriteLiveAt = [], skipDeletes = false } = settings;
  return { allow: new Set(given), overwrite: new Set(overwriteLiveAt), skipDeletes };
}
