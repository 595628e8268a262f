import type { PlannedRun } from "../../engine/reconcile/planned.ts";
import type { Drift } from "../../engine/reconcile/reconciler.ts";
import type { ServiceDefaults } from "../../layout/synthesized/read-provider.ts";
import type { DesiredWorld } from "../../model/desired-world.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { SavedPlan } from "../../model/plan/saved-plan.ts";
import type { DriftView } from "../../report/view/drift-view.ts";
import type { PlanView } from "../../report/view/plan-view.ts";
import type { ExitCode } from "../exit-codes.ts";

/** What a command reports to the files that its options name. */
export interface Happenings {
  readonly layout: ReportedLayout;
  readonly plan: {
    readonly layout: ReportedLayout;
    readonly planned: PlannedRun;
    readonly saved: SavedPlan | undefined;
    readonly view: PlanView;
  };
  readonly drift: { readonly layout: ReportedLayout; readonly found: Drift; readonly view: DriftView };
  /** The end of the command, and the error that ended it. */
  readonly end: { readonly exitCode: ExitCode; readonly error?: unknown };
}

interface ReportedLayout {
  readonly desired: DesiredWorld;
  readonly files: readonly { readonly path: string }[];
  readonly warnings: readonly Diagnostic[];
  readonly service: ServiceDefaults;
}

/** Reports what happened, and ends when the files are written. */
export type Report = <Name extends keyof Happenings>(name: Name, happened: Happenings[Name]) => Promise<void>;
