import { type Json, jsonEquals } from "../../model/json.ts";
import { keyOf } from "../../model/object-key.ts";
import type { ObjectName } from "../../model/snapshot.ts";
import type { Notes } from "./attempted-creates.ts";

/** An object that leaves what it is inside of, as a plan has it. */
export interface PlannedMove {
  readonly type: string;
  readonly id: string;
  readonly from: string;
  /** null: the top. Absent: known when it is applied. */
  readonly to?: string | null;
}

/** An object that lets go of another one, as a plan has it: it is to refer to something else. */
export interface PlannedRelease {
  readonly type: string;
  readonly id: string;
  /** What it refers to now. */
  readonly of: ObjectName;
}

/** An object that takes a name that only one can have, as a plan has it; one that has another name gives that up. */
export interface PlannedRenaming extends ObjectName {
  /** Empty: the object is to be created. */
  readonly id: string;
  readonly attribute: string;
  /** The name that it takes. */
  readonly to: Json;
  /** When it was planned, milliseconds since the epoch. */
  readonly plannedAt: number;
}

/** An object that takes a name, which tells a plan: no two plans of one process have it take that name. */
export type NameTaker = Omit<PlannedRenaming, "plannedAt">;

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
  noteRelease(release: PlannedRelease): void;
  noteRenaming(renaming: PlannedRenaming): void;
  /**
   * What the plan gives an object for a name, by which another one takes that name: the last plan, of another process, that
   * has the other one take it. Terraform hands over no plan to what is changed in place.
   */
  renamingFor(taker: NameTaker, holder: ObjectName): PlannedRenaming | undefined;
  noteRemoval(object: ObjectName): void;
  /** Whether that plan deletes the object that has the name. */
  removesFor(taker: NameTaker, holder: ObjectName): boolean;
  /** What a plan has let go of an object. */
  referringTo(plan: string | undefined, object: ObjectName): readonly PlannedRelease[];
}

/** Planned moves in notes, one for each plan. Without notes, or where they cannot be written, nothing is remembered. */
export function openPlannedMoves(plan: string, notes: Notes | undefined): PlannedMoves {
  const add = (noted: PlannedMove | PlannedRelease | PlannedRenaming | PlannedRemoval): void => {
    try {
      notes?.add(plan, JSON.stringify({ plan, ...noted }));
    } catch {
      // The delete of the container then refuses, and names what is still inside.
    }
  };
  const read = <Named extends ObjectName>(
    wanted: string | undefined,
    isMeant: (each: Noted) => boolean,
  ): readonly Named[] => {
    if (wanted === undefined) return [];
    const found = linesOf(notes).filter(
      (each) => each?.plan === wanted && isMeant(each),
    ) as unknown as Named[];
    // The last one counts: a plan may look at an object more than once.
    return [...new Map(found.map((each) => [keyOf(each), each])).values()];
  };
  const renamings = (lines: ReturnType<typeof linesOf>): readonly NotedRenaming[] =>
    lines.filter((each) => each?.plannedAt !== undefined) as readonly NotedRenaming[];
  /** The last plan of another process that has an object take a name. */
  const planOf = (taker: NameTaker, lines: ReturnType<typeof linesOf>): string | undefined =>
    renamings(lines)
      .filter((each) => each.plan !== plan && each.attribute === taker.attribute)
      .filter((each) => keyOf(each) === keyOf(taker) && jsonEquals(each.to, taker.to))
      .sort((a, b) => a.plannedAt - b.plannedAt)
      .at(-1)?.plan;
  return {
    plan,
    note: add,
    noteRenaming: add,
    renamingFor: (taker, holder) => {
      const lines = linesOf(notes);
      const last = planOf(taker, lines);
      return renamings(lines).find(
        (each) => each.plan === last && each.attribute === taker.attribute && keyOf(each) === keyOf(holder),
      );
    },
    noteRemoval: ({ type, id }) => add({ type, id, isRemoved: true }),
    removesFor: (taker, holder) => {
      const lines = linesOf(notes);
      const last = planOf(taker, lines);
      return lines.some(
        (each) =>
          each?.plan === last && each?.isRemoved === true && keyOf(each as ObjectName) === keyOf(holder),
      );
    },
    outOf: (wanted, container) => read(wanted, ({ from }) => from === container),
    noteRelease: add,
    referringTo: (wanted, { type, id }) => read(wanted, ({ of }) => of?.type === type && of.id === id),
  };
}

type PlannedRemoval = ObjectName & { readonly isRemoved: true };
type Noted = { readonly plan: string; readonly to?: Json } & Partial<
  Omit<PlannedMove, "to"> & PlannedRelease & Omit<PlannedRenaming, "to"> & PlannedRemoval
>;
type NotedRenaming = PlannedRenaming & { readonly plan: string };

function linesOf(notes: Notes | undefined): readonly (Noted | undefined)[] {
  return (notes?.read() ?? []).flatMap((text) => text.split("\n")).map(parsed);
}

function parsed(line: string): Noted | undefined {
  try {
    return JSON.parse(line) as Noted;
  } catch {
    return undefined;
  }
}
