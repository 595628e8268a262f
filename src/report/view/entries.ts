import type { Address } from "../../model/address.ts";
import { actionNames } from "./actions.ts";
import type { StepView } from "./step-view.ts";
import { isShownObject, separated } from "./step-words.ts";

/** One thing that a person made or changed: an object with its steps, and with the objects that its create makes too. */
export interface EntryView extends StepView {
  /** Absent: the entry is one step. */
  readonly steps?: readonly StepView[];
}

/** The entries of a plan, each once, in the order in which people read them. */
export interface PlanEntries {
  /** Deleted and replaced objects. */
  readonly deleted: readonly EntryView[];
  /** Entries that undo changes made on the service. */
  readonly undoing: readonly EntryView[];
  readonly rest: readonly EntryView[];
  /** Entries that change only the state. */
  readonly ofState: readonly EntryView[];
}

export function planEntries(steps: readonly StepView[]): PlanEntries {
  const entries: Record<keyof PlanEntries, EntryView[]> = { deleted: [], undoing: [], rest: [], ofState: [] };
  for (const entry of entriesOf(steps)) entries[partOf(entry)].push(entry);
  return entries;
}

function partOf({ action, summary, undone }: EntryView): keyof PlanEntries {
  if (action.deletes) return "deleted";
  if (summary !== undefined) return "ofState";
  return undone > 0 ? "undoing" : "rest";
}

export function stepsOf(entry: EntryView): readonly StepView[] {
  return entry.steps ?? [entry];
}

/** The changes of an object follow each other, and what is created with an object follows it somewhere. */
function entriesOf(steps: readonly StepView[]): readonly EntryView[] {
  const entries: EntryView[] = [];
  const created = new Map<Address, number>();
  for (const step of steps) {
    const place = hasNothingOfItsOwn(step) ? created.get(step.createdWith ?? "") : sameChange(entries, step);
    const known = place === undefined ? undefined : entries[place];
    if (place !== undefined && known !== undefined) {
      entries[place] = joined(known, step);
      continue;
    }
    if (!step.action.isChange) created.set(step.address, entries.length);
    entries.push(step);
  }
  return entries;
}

/** The place of the last entry, if it is another change of the step's object. */
function sameChange(entries: readonly EntryView[], { action, address }: StepView): number | undefined {
  const last = entries.at(-1);
  const isSame = action.isChange && last?.action.isChange === true && last.address === address;
  return isSame ? entries.length - 1 : undefined;
}

/** Whether the line of the object that it is created with can say all of it: that object shows what it shows. */
function hasNothingOfItsOwn(step: StepView): boolean {
  if (step.createdWith === undefined || step.title !== undefined) return false;
  // These are computed when they are read.
  const { fields, remarks, words } = step;
  return fields.length === 0 && remarks.length === 0 && words.every(isShownObject);
}

function joined(entry: EntryView, step: StepView): EntryView {
  const both = [entry, step];
  // The title is that after all steps, which a rename contains.
  const main = step.address === entry.address && rankOf(step) < rankOf(entry) ? step : entry;
  const { address, type, label, title, action } = main;
  return {
    address,
    type,
    label,
    title,
    action,
    place: undefined,
    summary: undefined,
    createdWith: entry.createdWith,
    steps: [...stepsOf(entry), step],
    get words() {
      return [main, ...both.filter((each) => each !== main)].map(({ words }) => words).reduce(separated);
    },
    get remarks() {
      return both.flatMap(({ remarks }) => remarks);
    },
    get fields() {
      return both.flatMap(({ fields }) => fields);
    },
    undone: entry.undone + step.undone,
  };
}

function rankOf({ action }: StepView): number {
  return actionNames.indexOf(action.name);
}
