import type {
  AttributeChange,
  CreateStep,
  DeleteStep,
  ImportStep,
  MoveStep,
  PlanStep,
  PlanValue,
  ReplaceStep,
} from "../../plan/plan.ts";
import type { Palette } from "./palette.ts";
import { plainText } from "./plain-text.ts";
import { count, renderChanged, renderValue } from "./value.ts";

const marks = {
  create: { symbol: "+", tone: "added" },
  patch: { symbol: "~", tone: "changed" },
  move: { symbol: ">", tone: "moved" },
  delete: { symbol: "-", tone: "removed" },
  replace: { symbol: "±", tone: "removed" },
  import: { symbol: "=", tone: "faint" },
  forget: { symbol: ".", tone: "faint" },
} as const satisfies Record<PlanStep["action"], { symbol: string; tone: keyof Palette }>;

/** The ways in which docsform recognises an existing object. */
const foundBy = {
  pin: "pinned by its id",
  key: "found by its key",
  was: "found by its former name",
  "create key": "found by its create key",
  "fallback key": "found by its fallback key",
  contents: "found by its contents or its place",
} as const satisfies Record<ImportStep["matchedBy"], string>;

/** A step in one line: its mark, its action and object, and remarks about the whole step. */
export function markedHeadline(step: PlanStep, palette: Palette, deleted: DeletedIds): string {
  const { symbol, tone } = marks[step.action];
  return `${palette[tone](`${symbol} ${stepHeadline(step)}`)}${palette.faint(stepRemark(step, deleted))}`;
}

/** The mark of an action, in its colour. */
export function markOf(action: PlanStep["action"], palette: Palette): string {
  const { symbol, tone } = marks[action];
  return palette[tone](symbol);
}

/** `create site.docs "Docs"`. */
export function stepHeadline(step: PlanStep): string {
  return `${step.action} ${plainText(step.address)}${title(step)}`;
}

function title(step: PlanStep): string {
  return step.title === "" || step.title === step.address ? "" : ` ${JSON.stringify(plainText(step.title))}`;
}

/** The remark on a change that reverts a change of another user. */
const undoesText = "undoes a change made on the service";

/** The remark on a reverting step or change, in parentheses after a blank. Otherwise empty. */
export function undoing({ undoes }: { readonly undoes?: true }): string {
  return undoes === true ? ` (${undoesText})` : "";
}

/** Remarks about the whole step, in parentheses after a blank. Otherwise empty. */
export function stepRemark(step: PlanStep, deleted: DeletedIds): string {
  const from = step.renamedFrom === undefined ? "" : ` (renamed from ${plainText(step.renamedFrom)})`;
  return `${ownRemark(step, deleted)}${from}${"undoes" in step ? undoing(step) : ""}`;
}

function ownRemark(step: PlanStep, deleted: DeletedIds): string {
  switch (step.action) {
    case "create":
      return step.createdWith === undefined ? "" : ` (created together with ${plainText(step.createdWith)})`;
    case "delete":
      return inParentheses([...describeDeleted(step, deleted), ...losses(step)]);
    case "replace":
      return inParentheses([plainText(step.reason), ...losses(step)]);
    case "import":
      return ` (exists as ${plainText(step.id)}, ${foundBy[step.matchedBy]})`;
    case "forget":
      return step.reason === "gone"
        ? " (gone from the service)"
        : " (no longer declared; stays on the service)";
    case "patch":
    case "move":
      return "";
  }
}

/** The step's fields and places, one per line. Values longer than `most` characters are cut. */
export function stepDetails(step: PlanStep, most?: number): readonly string[] {
  switch (step.action) {
    case "create":
      return created(step, most);
    case "patch":
      return step.changes.map((change) => renderChange(change, most));
    case "replace":
      return [...step.changes.map((change) => renderChange(change, most)), ...stepPlace(step)];
    case "move":
      return [renderMove(step)];
    case "delete":
    case "import":
    case "forget":
      return [];
  }
}

function created(step: CreateStep, most: number | undefined): readonly string[] {
  const fields = Object.entries(step.attributes).map(([name, value]) => field(name, value, most));
  return [...fields, ...stepPlace(step)];
}

/** The place of a new object, as far as the step contains it. */
export function stepPlace(step: CreateStep | ReplaceStep): readonly string[] {
  return [
    ...(step.container === undefined ? [] : [place(step.container)]),
    ...(step.isDefault === true ? ["is the default among its siblings"] : []),
  ];
}

function place(container: PlanValue): string {
  return container === null ? "at the top level" : `in ${renderValue(container)}`;
}

function field(name: string, value: PlanValue, most: number | undefined): string {
  return `${plainText(name)}: ${renderValue(value, most)}`;
}

/** `title: "A" → "B"`. */
export function renderChange(change: AttributeChange, most?: number): string {
  const { attribute, sensitive } = change;
  const values = sensitive === true ? "(secret) → (secret)" : renderChanged(change, most);
  return `${plainText(attribute)}: ${values}${undoing(change)}`;
}

function renderMove(step: MoveStep): string {
  const at = (address: string | null) => (address === null ? "the top level" : plainText(address));
  const where = step.from === step.to ? `within ${at(step.to)}` : `${at(step.from)} → ${at(step.to)}`;
  if (step.after === undefined) return where;
  return `${where}, ${step.after === null ? "to the first place" : `after ${plainText(step.after)}`}`;
}

/** Ids of the objects that a plan deletes. They do not include objects that move out of a deleted one. */
export type DeletedIds = ReadonlySet<string>;

export function deletedIn(steps: readonly PlanStep[]): DeletedIds {
  return new Set(
    steps.flatMap((step) => (step.action === "delete" || step.action === "replace" ? [step.id] : [])),
  );
}

function describeDeleted({ expects, deletedWith }: DeleteStep, deleted: DeletedIds): readonly string[] {
  if (deletedWith !== undefined) return [`deleted together with ${plainText(deletedWith)}`];
  const inside = expects.contents.filter((id) => deleted.has(id)).length;
  return inside === 0 ? [] : [`deletes ${count(inside, "object")} inside it`];
}

function losses({ lostAttributes = [] }: DeleteStep | ReplaceStep): readonly string[] {
  return lostAttributes.length === 0
    ? []
    : [`loses its ${lostAttributes.map((name) => plainText(name)).join(", ")}`];
}

function inParentheses(remarks: readonly string[]): string {
  return remarks.length === 0 ? "" : ` (${remarks.join("; ")})`;
}
