import { keyOf } from "../../model/object-key.ts";
import type { ObjectName } from "../../model/snapshot.ts";
import { type Json, jsonEquals } from "../../util/json.ts";
import type { Notes } from "./notes.ts";

/** An object that leaves its container in a plan. */
export interface PlannedMove {
  readonly type: string;
  readonly id: string;
  readonly from: string;
  /** null: the top. Absent: only the apply knows it. */
  readonly to?: string | null;
}

/** An object whose reference to another object a plan changes. */
export interface PlannedRelease {
  readonly type: string;
  readonly id: string;
  /** The object that it refers to now. */
  readonly of: ObjectName;
}

/** An object that takes a unique name in a plan. An existing object gives up its old name. */
export interface PlannedRenaming extends ObjectName {
  /** Empty: the plan creates the object. */
  readonly id: string;
  readonly attribute: string;
  /** The new name. */
  readonly to: Json;
  /** Time of the plan, in milliseconds since the epoch. */
  readonly plannedAt: number;
}

/** An object that takes a name. It identifies a plan, because only one plan of a process has the object take that name. */
export type NameTaker = Omit<PlannedRenaming, "plannedAt">;

/**
 * The moves of plans, passed from the process that plans to the one that applies. Terraform deletes a container before it changes the
 * contents, so the delete needs to know which objects leave. It destroys a resource without saying which other one owns the object now.
 */
export interface PlannedMoves {
  /** The id of this process's plan. */
  readonly plan: string;
  note(move: PlannedMove): void;
  /** The objects that a plan moves out of a container. */
  outOf(plan: string | undefined, container: string): readonly PlannedMove[];
  noteRelease(release: PlannedRelease): void;
  noteRenaming(renaming: PlannedRenaming): void;
  /**
   * The planned new name of an object whose present name `taker` takes. It comes from the last plan of another process in which `taker`
   * takes that name, because Terraform passes no plan to updates in place.
   */
  renamingFor(taker: NameTaker, holder: ObjectName): PlannedRenaming | undefined;
  noteRemoval(object: ObjectName): void;
  /** Whether that plan deletes the holder of the name. */
  removesFor(taker: NameTaker, holder: ObjectName): boolean;
  /** Notes that an instance of this plan owns a slot in which the plan destroys another one. */
  noteKept(slot: string, owner: string): void;
  /** The instance that the plan keeps in the slot. */
  ownerOfKept(plan: string | undefined, slot: string): string | undefined;
  /** The objects whose reference to an object a plan changes. */
  referringTo(plan: string | undefined, object: ObjectName): readonly PlannedRelease[];
}

/** Planned moves in notes, one note per plan. Without notes, or if they cannot be written, nothing is recorded. */
export function openPlannedMoves(plan: string, notes: Notes | undefined): PlannedMoves {
  const add = (
    noted: PlannedMove | PlannedRelease | PlannedRenaming | PlannedRemoval | PlannedOwner,
  ): void => {
    try {
      notes?.add(plan, JSON.stringify({ plan, ...noted }));
    } catch {
      // The delete of the container then refuses, and names the contents.
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
    // The last note of an object counts, because Terraform may plan an object more than once.
    return [...new Map(found.map((each) => [keyOf(each), each])).values()];
  };
  const renamings = (lines: ReturnType<typeof linesOf>): readonly NotedRenaming[] =>
    lines.filter((each) => each?.plannedAt !== undefined) as readonly NotedRenaming[];
  /** The last plan of another process in which an object takes a name. */
  const planOf = (taker: NameTaker, lines: ReturnType<typeof linesOf>): string | undefined =>
    renamings(lines)
      .filter((each) => each.plan !== plan && each.attribute === taker.attribute)
      .filter((each) => keyOf(each) === keyOf(taker) && jsonEquals(each.to, taker.to))
      .sort((a, b) => a.plannedAt - b.plannedAt)
      .at(-1)?.plan;
  const kept = new Map<string, ReadonlyMap<string, string>>();
  /** The owners of the slots that another process's plan keeps. That process has ended, so one read serves all destroys. */
  const keptIn = (wanted: string | undefined): ReadonlyMap<string, string> => {
    if (wanted === undefined) return new Map();
    const known = kept.get(wanted) ?? ownersIn(linesOf(notes).filter((each) => each?.plan === wanted));
    kept.set(wanted, known);
    return known;
  };
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
    noteKept: (slot, owner) => add({ slot, owner }),
    ownerOfKept: (wanted, slot) => keptIn(wanted).get(slot),
    noteRelease: add,
    referringTo: (wanted, { type, id }) => read(wanted, ({ of }) => of?.type === type && of.id === id),
  };
}

type PlannedRemoval = ObjectName & { readonly isRemoved: true };

/** The instance that a plan keeps in a slot in which it destroys another one. */
interface PlannedOwner {
  readonly slot: string;
  readonly owner: string;
}

type Noted = { readonly plan: string; readonly to?: Json } & Partial<
  Omit<PlannedMove, "to"> & PlannedRelease & Omit<PlannedRenaming, "to"> & PlannedRemoval & PlannedOwner
>;
type NotedRenaming = PlannedRenaming & { readonly plan: string };

function ownersIn(lines: ReturnType<typeof linesOf>): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap((each) => (each?.owner === undefined ? [] : [[each.slot ?? "", each.owner] as const])),
  );
}

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
