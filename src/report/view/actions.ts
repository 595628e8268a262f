import type { DeleteStep, ImportStep, PlanStep, ReplaceStep } from "../../model/plan/plan.ts";
import { effectsOf } from "../../model/plan/step-effects.ts";
import { count } from "../../util/count.ts";
import {
  changedFields,
  changeOnService,
  type FieldView,
  movedPlace,
  newFields,
  newPlace,
  type PlaceView,
} from "./field-view.ts";
import { type Names, renameIn } from "./names-view.ts";
import { attributesInLine, createdWords, movedWords, renamedWords, separated } from "./step-words.ts";

/** The color of a change. */
export type Tone = "added" | "changed" | "moved" | "removed" | "faint";

export type ActionName = PlanStep["action"];

/** An action as people read it. */
export interface ActionView {
  readonly name: ActionName;
  readonly symbol: string;
  readonly tone: Tone;
  /** `create site.docs`. */
  readonly word: string;
  /** `2 to create`. */
  readonly toDo: string;
  /** `This creates 2 objects`. */
  readonly does: string;
  /** Whether it deletes an object of the service. */
  readonly deletes: boolean;
  /**
   * Where a text of usual detail lists its steps: in the structure of the organization, in the list of dangers, which names all of them, or
   * in the summary of the state, which groups them.
   */
  readonly listedIn: "structure" | "dangers" | "state";
  /** Whether a short text shows its fields, as far as there is room. */
  readonly hasShortFields: boolean;
  /** Whether such steps of one object are one entry. */
  readonly isChange: boolean;
}

/** How a text lists steps that change only the state: as groups, with the addresses of all or some of them. */
export interface SummaryView {
  readonly heading: string;
  readonly names: "all" | "some";
}

/** Ids of the objects that a plan deletes. An object that moves out of a deleted one is not among them. */
export type DeletedIds = ReadonlySet<string>;

interface ActionRow<Step> {
  readonly view: Omit<ActionView, "name" | "deletes">;
  /** What its line says after the title of the object. */
  readonly words?: (step: Step, names: Names) => readonly string[];
  /** Remarks about the whole step. */
  readonly remarks?: (step: Step, deleted: DeletedIds, names: Names) => readonly string[];
  /** The fields that the words do not contain. */
  readonly fields?: (step: Step, names: Names) => readonly FieldView[];
  readonly place?: (step: Step) => PlaceView;
  readonly summary?: (step: Step) => SummaryView;
}

/** The ways in which docsform recognizes an existing object. */
const foundBy = {
  pin: "pinned by its id",
  key: "found by its key",
  was: "found by its former name",
  "create key": "found by its create key",
  "fallback key": "found by its fallback key",
  contents: "found by its contents or its place",
} as const satisfies Record<ImportStep["matchedBy"], string>;

/** What each action is to people, in the order of the totals. A new action is a row here. */
const rows: { readonly [Name in ActionName]: ActionRow<Extract<PlanStep, { readonly action: Name }>> } = {
  create: {
    view: {
      symbol: "+",
      tone: "added",
      word: "create",
      toDo: "to create",
      does: "creates",
      listedIn: "structure",
      // The layout contains the values of new objects.
      hasShortFields: false,
      isChange: false,
    },
    words: createdWords,
    remarks: ({ undoes }) => changeOnService(undoes, "deleted"),
    fields: (step, names) => newFields(step, attributesInLine(step, names)),
    place: newPlace,
  },
  patch: {
    view: {
      symbol: "~",
      tone: "changed",
      word: "change",
      toDo: "to change",
      does: "changes",
      listedIn: "structure",
      hasShortFields: true,
      isChange: true,
    },
    words: renamedWords,
    remarks: (step, _deleted, names) =>
      changeOnService(renameIn(step, names.headlineOf(step.type))?.undoes, "renamed"),
    fields: (step, names) => {
      const renamed = renameIn(step, names.headlineOf(step.type));
      return changedFields(step.changes.filter((change) => change !== renamed));
    },
  },
  move: {
    view: {
      symbol: ">",
      tone: "moved",
      word: "move",
      toDo: "to move",
      does: "moves",
      listedIn: "structure",
      hasShortFields: false,
      isChange: true,
    },
    words: movedWords,
    remarks: ({ undoes }) => changeOnService(undoes, "moved"),
    place: movedPlace,
  },
  replace: {
    view: {
      symbol: "±",
      tone: "removed",
      word: "replace",
      toDo: "to replace",
      does: "replaces",
      listedIn: "dangers",
      hasShortFields: true,
      isChange: false,
    },
    words: (step, names) => separated(createdWords(step, names), ["deleted and created again"]),
    remarks: (step) => [step.reason, ...losses(step), ...changeOnService(step.undoes, "moved")],
    fields: ({ changes }) => changedFields(changes),
    place: newPlace,
  },
  delete: {
    view: {
      symbol: "-",
      tone: "removed",
      word: "delete",
      toDo: "to delete",
      does: "deletes",
      listedIn: "dangers",
      hasShortFields: false,
      isChange: false,
    },
    remarks: (step, deleted) => [
      ...deletedContents(step, deleted),
      ...losses(step),
      ...changeOnService(step.undoes, "created"),
    ],
  },
  import: {
    view: {
      symbol: "=",
      tone: "faint",
      word: "import",
      toDo: "to import",
      does: "imports",
      listedIn: "state",
      hasShortFields: false,
      isChange: false,
    },
    remarks: ({ id, matchedBy }) => [`exists as ${id}, ${foundBy[matchedBy]}`],
    summary: () => ({ heading: "Records: imported, as the layout asks", names: "some" }),
  },
  record: {
    view: {
      symbol: "=",
      tone: "faint",
      word: "record",
      toDo: "to record",
      does: "records",
      listedIn: "state",
      hasShortFields: false,
      isChange: false,
    },
    remarks: ({ protect }) => [`records: ${protect ? "protected" : "no longer protected"}`],
    summary: ({ protect }) => ({
      heading: `Records: ${protect ? "protected" : "no longer protected"}`,
      names: "all",
    }),
  },
  forget: {
    view: {
      symbol: ".",
      tone: "faint",
      word: "forget",
      toDo: "to forget",
      does: "forgets",
      listedIn: "state",
      hasShortFields: false,
      isChange: false,
    },
    remarks: ({ reason }) => [forgotten[reason].remark],
    // docsform no longer manages a forgotten object. The user may not have meant that, so each is named.
    summary: ({ reason }) => ({ heading: forgotten[reason].heading, names: "all" }),
  },
};

const forgotten = {
  gone: {
    remark: "gone from the service",
    heading: "Forgotten, because they are gone from the service",
  },
  undeclared: {
    remark: "no longer declared; stays on the service",
    heading: "Forgotten and left on the service, because the layout no longer declares them",
  },
} as const;

function deletedContents({ expects, deletedWith }: DeleteStep, deleted: DeletedIds): readonly string[] {
  // Its line is below that of the object with which it is deleted.
  if (deletedWith !== undefined) return [];
  const deletedInside = expects.contents.filter((id) => deleted.has(id)).length;
  return deletedInside === 0 ? [] : [`deletes ${count(deletedInside, "object")} inside it`];
}

function losses({ lostAttributes = [] }: DeleteStep | ReplaceStep): readonly string[] {
  return lostAttributes.length === 0 ? [] : [`loses its ${lostAttributes.join(", ")}`];
}

/** The actions in the order of the totals. */
export const actionNames = Object.keys(rows) as readonly ActionName[];

const views = Object.fromEntries(
  actionNames.map((name) => [name, { name, deletes: effectsOf(name).deletes, ...rows[name].view }]),
) as Readonly<Record<ActionName, ActionView>>;

export function actionView(name: ActionName): ActionView {
  return views[name];
}

/** The row of a step's action. Pass only this step to its functions. */
export function rowOf(step: PlanStep): ActionRow<PlanStep> {
  return rows[step.action] as ActionRow<PlanStep>;
}
