import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../src/contract/http/http-client.ts";
import { operations } from "../../src/contract/operations/operations.ts";
import type { StoreDump } from "../../src/emulator/dump.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import { createEmulator } from "../../src/emulator/new-emulator.ts";
import { openReconciler } from "../../src/engine/reconcile/reconciler.ts";
import { readLayout } from "../../src/layout/read-layout.ts";
import { DiagnosticsError } from "../../src/model/errors.ts";
import { Secret } from "../../src/model/secret.ts";
import { registry } from "../../src/resources/registry.ts";
import { createFileDisk } from "../../src/state/file-disk.ts";
import { usualPlaces } from "../../src/state/state-places.ts";
import { everythingAllowed } from "../support/run-layout.ts";
import { createVirtualClock } from "../support/virtual-clock.ts";

// This file also runs in the process of fuzz-process.ts, where no test functions exist.

const acme = new URL("../../examples/acme/", import.meta.url);
const example = (path: string) => readFileSync(new URL(path, acme), "utf8");

/** Applies the example, and returns the final state and the longest journal. */
export async function filesOfRun(
  organizationId: string,
): Promise<{ readonly state: string; readonly journal: string }> {
  const folder = mkdtempSync(join(tmpdir(), "docsform-left-"));
  const places = usualPlaces({ folder: "." });
  let journal = "";
  const token = "token-canary-77c0";
  const clock = createVirtualClock(Date.now());
  const emulator = createEmulator({
    types: registry,
    operations,
    organizationId,
    token,
    apiVersion: "current",
    clock,
    random: Math.random,
    observe: () => {
      const path = join(folder, places.journal);
      const now = existsSync(path) ? readFileSync(path, "utf8") : "";
      if (now.length > journal.length) journal = now;
    },
  });
  try {
    emulator.load(JSON.parse(example("seed.json")) as StoreDump);
    const { desired, diagnostics } = readLayout({
      sources: [{ file: "docsform.yaml", text: example("docsform.yaml") }],
      types: registry,
      environment: {},
      readFile: example,
    });
    if (desired === undefined) throw new DiagnosticsError(diagnostics);
    const reconciler = openReconciler({
      types: registry,
      client: createClient({
        baseUrl: "http://127.0.0.1",
        token: new Secret(token, { kind: "literal" }),
        transport: emulatorTransport(emulator),
        clock,
        random: Math.random,
      }),
      disk: createFileDisk(places, folder),
      clock,
      random: { hex: (bytes) => "5d".repeat(bytes) },
      secrets: (source) => (source.kind === "file" ? example(source.path) : undefined),
    });
    const planned = await reconciler.plan(desired);
    if (planned.plan === undefined) throw new DiagnosticsError(planned.diagnostics);
    const { outcome } = await reconciler.apply(planned, everythingAllowed).result;
    if (outcome !== "done") throw new Error(`The apply of the example ended as ${outcome}.`);
    return { state: readFileSync(join(folder, places.state ?? ""), "utf8"), journal };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
