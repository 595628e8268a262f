import { worldLines } from "../../faults/world-lines.ts";
import type { DocsService } from "./docs-service.ts";

/** What a plan does with resources, as Terraform prints it. Hashes in names are left out. */
export function plannedChanges(output: string) {
  const named = (what: string): readonly string[] =>
    [...output.matchAll(new RegExp(`^  # (.+?)(?:_[0-9A-F]{8})? ${what}`, "gmu"))]
      .map(([, name]) => name as string)
      .sort();
  return {
    imported: named("will be imported").length,
    moved: [...output.matchAll(/^ {2}# (?:\S+ has moved to|\(moved from) /gmu)].length,
    created: named("will be created"),
    changed: named("will be updated in-place"),
    destroyed: [...named("will be destroyed"), ...named("must be replaced")],
  };
}

/** How the objects of a service differ from those of another one. `kept`: ids that count. */
export function worldDifference(service: DocsService, other: DocsService, kept: ReadonlySet<string>) {
  const [lines, others] = [service, other].map(({ running }) =>
    worldLines(running.emulator.dump(), kept),
  ) as [readonly string[], readonly string[]];
  return {
    more: lines.filter((line) => !others.includes(line)),
    fewer: others.filter((line) => !lines.includes(line)),
  };
}

/** The ids of all objects of a service. */
export function idsOf({ running }: DocsService): ReadonlySet<string> {
  return new Set(Object.values(running.emulator.dump().tables).flatMap((all) => all.map(({ id }) => id)));
}
