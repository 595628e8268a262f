import { declaredIn } from "../../engine/reconcile/declared-in.ts";
import { wasInterrupted } from "../../engine/reconcile/edit-state.ts";
import { fail } from "../../model/codes/command-words.ts";
import type { DesiredWorld } from "../../model/desired-world.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { DocsformError } from "../../model/errors.ts";
import { lockLimits } from "../../model/time-limits.ts";
import { failureOf } from "../../report/failure.ts";
import { lockedByText } from "../../state/acquire-lock.ts";
import { createFileDisk } from "../../state/file-disk.ts";
import { noteAt } from "../../state/lock-file.ts";
import type { StatePlaces } from "../../state/state-places.ts";
import type { Context } from "../command-context.ts";
import type { Io } from "../io.ts";
import { type LoadedLayout, loadLayout } from "../load-layout.ts";
import type { ServiceSettings } from "../option-table.ts";
import { statePlacesOf } from "../places-of-state.ts";
import { wordsOfFormerState } from "../render/former-state.ts";
import { type Advice, advice, fineWords } from "./advice.ts";
import { doubtful, type Finding, failed, fine } from "./doctor-finding.ts";

/** Findings about this machine, this folder and the layout. `layout` is absent if docsform cannot read it. */
export interface LocalFindings {
  readonly findings: readonly Finding[];
  readonly layout?: LoadedLayout;
}

const leastNode = [20, 19] as const;

export function nodeFinding({ nodeVersion }: Pick<Io, "nodeVersion">): readonly Finding[] {
  if (nodeVersion === undefined) return [];
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  if (major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1]))
    return [fine("Node", nodeVersion)];
  const error = fail("cli/old-node", { version: nodeVersion, least: leastNode.join(".") });
  return [failed("Node", error)];
}

/** Findings about the layout, its state, its journal and its lock. */
export async function checkLocal(context: Context, settings: ServiceSettings): Promise<LocalFindings> {
  try {
    const layout = await loadLayout(context, settings);
    const { organizationId, objects } = layout.desired;
    const places = statePlacesOf(context.io, settings, layout.home);
    const found = fine("layout", fineWords.layout(objects.length, organizationId));
    return {
      layout,
      findings: [found, ...(await diskFindings(context, places, layout.desired, settings))],
    };
  } catch (error) {
    const isNone =
      error instanceof DocsformError && error.code === "cli/no-layout" && settings.file === undefined;
    if (isNone) return { findings: [doubtful("layout", adviceOf(error))] };
    return { findings: [notChosen(error) ?? failed("layout", error)] };
  }
}

/** The finding for a layout with several environments if the user chose none. It is not a failure. */
function notChosen(error: unknown): Finding | undefined {
  const { diagnostics } = failureOf(error);
  const found = diagnostics?.find(({ code }) => code === "layout/no-environment");
  return found && doubtful("layout", adviceOf(found));
}

function adviceOf({ message, remedy = "" }: Diagnostic | DocsformError): Advice {
  return { message, remedy };
}

async function diskFindings(
  { io }: Context,
  places: StatePlaces,
  desired: DesiredWorld,
  settings: ServiceSettings,
): Promise<readonly Finding[]> {
  try {
    const { organizationId } = desired;
    const disk = createFileDisk(places, io.files.folder, io.files.system);
    const remembered = await disk.read(organizationId, declaredIn(desired));
    const { state } = remembered;
    return [
      state === undefined || places.state === undefined
        ? doubtful("state", advice.noState)
        : fine("state", fineWords.state(places.state, Object.keys(state.objects).length)),
      ...(remembered.formerStates ?? []).map((former) =>
        doubtful("state", wordsOfFormerState(former, settings)),
      ),
      wasInterrupted(remembered)
        ? doubtful("journal", advice.interrupted)
        : fine("journal", fineWords.journal),
      ...lockFinding(io, places.lock),
    ];
  } catch (error) {
    return [failed("state", error)];
  }
}

function lockFinding({ files, clock }: Io, path: string): readonly Finding[] {
  if (files.read(path) === undefined) return [fine("lock", fineWords.lock)];
  const note = noteAt(files.system, files.full(path));
  const now = clock.now();
  const isAlive = note !== undefined && now - note.at <= lockLimits.deadMs;
  return [doubtful("lock", isAlive ? advice.locked(lockedByText(note, now)) : advice.deadLock)];
}

/** Only users of the provider need Terraform. */
export async function terraformFinding({ terraform }: Pick<Io, "terraform">): Promise<readonly Finding[]> {
  const version = await (await terraform?.())?.version();
  return [fine("terraform", version ?? fineWords.noTerraform)];
}
