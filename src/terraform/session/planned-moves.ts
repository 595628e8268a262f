import type { Notes } from "./attempted-creates.ts";

/** An object that leaves what it is inside of, as a plan has it. */
export interface PlannedMove {
  readonly type: string;
  readonly id: string;
  readonly from: string;
  /** null: the top. Absent: known when it is applied. */
  readonly to?: string | null;
}

/**
 * What plans move, remembered from the process that plans to the one that applies: Terraform deletes a container before it
 * changes what was inside, so who deletes it must know what leaves.
 */
export interface PlannedMoves {
  /** Names what this process plans. */
  readonly plan: string;
  note(move: PlannedMove): void;
  /** What a plan moves out of a container. */
  outOf(plan: string | undefined, container: string): readonly PlannedMove[];
}

/** Planned moves in notes, one for each plan. Without notes, or where they cannot be written, nothing is remembered. */
export function openPlannedMoves(plan: string, notes: Notes | undefined): PlannedMoves {
  return {
    plan,
    note: (move) => {
      try {
        notes?.add(plan, JSON.stringify({ plan, ...move }));
      } catch {
        // Whoever deletes the container then says what is still inside.
      }
    },
    outOf: (wanted, container) => {
      if (wanted === undefined) return [];
      const lines = (notes?.read() ?? []).flatMap((text) => text.split("\n"));
      const moves = lines.map(parsed).filter((each) => each?.plan === wanted && each.from === container);
      // The last one counts: a plan may look at an object more than once.
      return [...new Map(moves.map((move) => [`${move?.type} ${move?.id}`, move as NotedMove])).values()];
    },
  };
}

type NotedMove = PlannedMove & { readonly plan: string };

function parsed(line: string): NotedMove | undefined {
  try {
    return JSON.parse(line) as NotedMove;
  } catch {
    return undefined;
  }
}
