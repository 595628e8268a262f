import { type FoundMoves, findMoves } from "../../terraform/tfplan/find-moves.ts";
import { movedBlocks } from "../../terraform/tfplan/hcl.ts";
import type { Context } from "../command-context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { printResult } from "../print-result.ts";
import { type BlocksSettings, checkOut, readTerraformPlan, writeBlocks } from "./terraform-plan-command.ts";

/** Writes the `moved` blocks with which a plan of Terraform moves resources instead of deleting and creating them. */
export async function terraformMoves(
  context: Context,
  settings: BlocksSettings,
  path: string | undefined,
): Promise<ExitCode> {
  checkOut(context.io, settings);
  const plan = readTerraformPlan(context, "moves", path);
  const found = findMoves(context.types, plan);
  const { moves, undecided, deleted, created, throughLocals } = found;
  const hcl = movedBlocks(moves);
  const text = writeBlocks(context.io, settings, { hcl, notes: notesOf(found), summary: summaryOf(found) });
  printResult(context, settings, {
    of: "terraform",
    json: { moves, undecided, deleted, created, throughLocals, file: settings.out ?? null },
    text,
  });
  return exitCodes.done;
}

function summaryOf({ moves }: FoundMoves): string {
  return moves.length === 0
    ? "The plan creates nothing that it also deletes."
    : `${moves.length} ${moves.length === 1 ? "resource moves" : "resources move"} instead of a delete and a create.`;
}

function notesOf({ undecided, deleted, created, throughLocals, others }: FoundMoves): readonly string[] {
  return [
    ...undecided.flatMap((group) => [
      "Undecided, because these are alike. Write the moved blocks that you want:",
      ...group.deleted.map((name) => `  from ${name}`),
      ...group.created.map((name) => `  to   ${name}`),
    ]),
    ...list(
      throughLocals.length === 0
        ? "Still deleted, because nothing that the plan creates is alike:"
        : "Still deleted, unless one of the unknown resources is alike:",
      deleted,
    ),
    ...list("Still created, because nothing that the plan deletes is alike:", created),
    ...againThroughLocals(throughLocals),
    ...(others === 0
      ? []
      : [
          `The plan also creates or deletes ${others} resources of other providers, which docsform does not know.`,
        ]),
  ];
}

/** What to do about resources that refer through local values. */
export function againThroughLocals(names: readonly string[]): readonly string[] {
  return list(
    "Unknown, because these refer to objects through local values, which a plan does not contain. Keep the blocks above, plan again, and run the command again:",
    names,
  );
}

/** A heading and names below it. Empty if there are no names. */
export function list(heading: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [heading, ...names.map((name) => `  ${name}`)];
}
