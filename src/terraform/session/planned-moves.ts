import { keyOf, type ObjectKey } from "../../model/object-key.ts";
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
  /** The first child that has the reference. Absent: the object itself. */
  readonly child?: ObjectName;
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

/** The destroy of an object in plans. */
export interface PlannedRemoval {
  /** The last of the plans. */
  readonly plan: string;
  /** Whether the delete may take others along. */
  readonly isForced: boolean;
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
  /** Notes an object that this plan destroys. `isForced`: its delete may take others along. */
  noteRemoval(object: ObjectName, isForced: boolean): void;
  /** Takes the note about the removal of an object back. */
  noteKeptAfterAll(object: ObjectName): void;
  /** Whether the plan destroys the object. */
  removes(plan: string | undefined, object: ObjectName): boolean;
  /** Notes an object that this plan keeps and that its resource protects. */
  noteProtected(object: ObjectName): void;
  /** The objects that the plan keeps and that their resources protect. */
  protectedIn(plan: string | undefined): readonly ObjectName[];
  /**
   * How the holder of a name is destroyed by the plans of other processes in which `taker` takes that name. They are those since the last
   * apply, and Terraform does not say which of them it applies. Undefined: one of them keeps or forgets the holder.
   */
  removalFor(taker: NameTaker, holder: ObjectName): PlannedRemoval | undefined;
  /** Notes that this process applies a plan. Earlier plans are then obsolete. */
  noteApply(at: number): void;
  /** Notes that an instance of this plan owns a slot in which the plan destroys another one. */
  noteKept(slot: string, owner: string): void;
  /** The instance that the plan keeps in the slot. */
  ownerOfKept(plan: string | undefined, slot: string): string | undefined;
  /** The objects whose reference to an object a plan changes. */
  referringTo(plan: string | undefined, object: ObjectName): readonly PlannedRelease[];
}

/**
 * Planned moves in notes, one note per plan. Without notes, or if they cannot be written, nothing is recorded. `startedAt`: when this process
 * started, in milliseconds since the epoch.
 */
export function openPlannedMoves(plan: string, notes: Notes | undefined, startedAt: number): PlannedMoves {
  const add = (
    noted: PlannedMove | PlannedRelease | PlannedRenaming | PlannedFate | PlannedOwner | Applied,
  ): void => {
    try {
      notes?.add(plan, JSON.stringify({ plan, ...noted }));
    } catch {
      // The delete of the container then refuses, and names the contents.
    }
  };
  const ended = new Map<string, NotesOfPlan>();
  /** The notes of a plan. Another process's plan has ended, so one read of its notes serves all destroys. */
  const notedIn = (wanted: string | undefined): NotesOfPlan => {
    if (wanted === undefined) return notesOfPlan([]);
    const noted = ended.get(wanted) ?? notesOfPlan(linesIn(wanted, linesOf(notes)));
    if (wanted !== plan) ended.set(wanted, noted);
    return noted;
  };
  const read = <Named extends ObjectName>(
    wanted: string | undefined,
    isMeant: (each: Noted) => boolean,
  ): readonly Named[] => {
    const found = notedIn(wanted).lines.filter(isMeant) as unknown as Named[];
    // The last note of an object counts, because Terraform may plan an object more than once.
    return [...new Map(found.map((each) => [keyOf(each), each])).values()];
  };
  const renamings = (lines: ReturnType<typeof linesOf>): readonly NotedRenaming[] =>
    lines.filter((each) => each?.plannedAt !== undefined) as readonly NotedRenaming[];
  /** The plans of other processes since the last apply in which an object takes a name. */
  const plansOf = (taker: NameTaker, lines: ReturnType<typeof linesOf>): readonly string[] => {
    const applies = lines.filter((each): each is Noted & Applied => each?.appliedAt !== undefined);
    const isApply = (each: Noted): boolean =>
      each.plan === plan || applies.some((one) => one.plan === each.plan);
    const last = Math.max(...applies.map(({ appliedAt }) => appliedAt).filter((at) => at < startedAt));
    return renamings(lines)
      .filter((each) => each.plannedAt >= last && !isApply(each) && each.attribute === taker.attribute)
      .filter((each) => keyOf(each) === keyOf(taker) && jsonEquals(each.to, taker.to))
      .sort((a, b) => a.plannedAt - b.plannedAt)
      .map((each) => each.plan);
  };
  let isApplying = false;
  return {
    plan,
    note: add,
    noteRenaming: add,
    renamingFor: (taker, holder) => {
      const lines = linesOf(notes);
      const last = plansOf(taker, lines).at(-1);
      return renamings(lines).find(
        (each) => each.plan === last && each.attribute === taker.attribute && keyOf(each) === keyOf(holder),
      );
    },
    noteRemoval: ({ type, id }, isForced) =>
      add({ type, id, fate: "removed", ...(isForced && { isForced }) }),
    noteKeptAfterAll: ({ type, id }) => add({ type, id, fate: "kept" }),
    removalFor: (taker, holder) => {
      const lines = linesOf(notes);
      const plans = plansOf(taker, lines);
      const removals = plans.map((each) => removedIn(linesIn(each, lines)).get(keyOf(holder)));
      const last = plans.at(-1);
      if (last === undefined || removals.includes(undefined)) return undefined;
      return { plan: last, isForced: removals.every((isForced) => isForced === true) };
    },
    noteApply: (at) => {
      if (!isApplying) add({ appliedAt: at });
      isApplying = true;
    },
    removes: (wanted, object) => notedIn(wanted).removed.has(keyOf(object)),
    noteProtected: ({ type, id }) => add({ type, id, fate: "protected" }),
    protectedIn: (wanted) => read(wanted, ({ fate }) => fate === "protected"),
    outOf: (wanted, container) => read(wanted, ({ from }) => from === container),
    noteKept: (slot, owner) => add({ slot, owner }),
    ownerOfKept: (wanted, slot) => notedIn(wanted).owners.get(slot),
    noteRelease: add,
    referringTo: (wanted, { type, id }) => read(wanted, ({ of }) => of?.type === type && of.id === id),
  };
}

/** An object that a plan destroys, or keeps after all, or keeps and protects. */
type PlannedFate = ObjectName & { readonly fate: "removed" | "kept" | "protected"; readonly isForced?: true };

/** The instance that a plan keeps in a slot in which it destroys another one. */
interface PlannedOwner {
  readonly slot: string;
  readonly owner: string;
}

/** An apply of a plan by a process. */
interface Applied {
  readonly appliedAt: number;
}

type Noted = { readonly plan: string; readonly to?: Json } & Partial<
  Omit<PlannedMove, "to"> &
    PlannedRelease &
    Omit<PlannedRenaming, "to"> &
    PlannedFate &
    PlannedOwner &
    Applied
>;
type NotedRenaming = PlannedRenaming & { readonly plan: string };

interface NotesOfPlan {
  readonly lines: readonly Noted[];
  /** The instances that the plan keeps, by slot. */
  readonly owners: ReadonlyMap<string, string>;
  readonly removed: ReadonlyMap<ObjectKey, boolean>;
}

function notesOfPlan(lines: readonly Noted[]): NotesOfPlan {
  return {
    lines,
    owners: new Map(lines.flatMap(({ slot, owner }) => (owner === undefined ? [] : [[slot ?? "", owner]]))),
    removed: removedIn(lines),
  };
}

/** The objects that a plan destroys, and whether their deletes may take others along. The last note of an object counts. */
function removedIn(lines: readonly Noted[]): ReadonlyMap<ObjectKey, boolean> {
  const removed = new Map<ObjectKey, boolean>();
  for (const each of lines)
    if (each.fate === "removed") removed.set(keyOf(each as ObjectName), each.isForced === true);
    else if (each.fate === "kept") removed.delete(keyOf(each as ObjectName));
  return removed;
}

/** The notes of a plan. */
function linesIn(plan: string, lines: ReturnType<typeof linesOf>): readonly Noted[] {
  return lines.filter((each): each is Noted => each?.plan === plan);
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
