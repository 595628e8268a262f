import type { DriftEntry, DriftReport } from "../../engine/plan/drift/find-drift.ts";
import { type Address, nameOfAddress } from "../../model/address.ts";
import { type Permission, permissions } from "../../model/plan/permission-flags.ts";
import type { GuardRefusal, NamesById, Plan, PlanStep } from "../../model/plan/plan.ts";
import { shortLabelOf } from "../../model/resource-type/type-names.ts";
import { count } from "../../util/count.ts";
import { isJsonObject, type Json, type JsonObject } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import type { AppObjects, ObjectFacts } from "./declared-objects.ts";
import { parentName } from "./declared-objects.ts";
import type {
  AppDrift,
  AppPlan,
  DriftedValue,
  PlannedRefusal,
  PlannedStep,
  ValueChange,
} from "./emulated-types.ts";
import { types } from "./registered.ts";

/** A plan as data, in readers' words. */
export function planData({ steps, guard, notes }: Plan, { all }: AppObjects): AppPlan {
  const words = readersWords(all, titlesIn(steps));
  const planned = steps.map(
    (step): PlannedStep => ({ ...words.named(step), action: step.action, changes: changesIn(words, step) }),
  );
  return {
    steps: planned,
    lines: planned.map(stepLine),
    refusals: guard.refusals.map(refusalData),
    notes: notes.map(({ message }) => message),
  };
}

/** Drift as data, in readers' words. */
export function driftData({ entries, drifted, neverApplied }: DriftReport, { all }: AppObjects): AppDrift {
  const words = readersWords(all, titlesIn(entries));
  const found = entries.map(
    (entry): DriftedValue => ({
      ...words.named(entry),
      change: entry.change,
      changedIn: entry.changedIn,
      ...present({ attribute: entry.attribute }),
      before: driftValue(words, entry, entry.before),
      after: driftValue(words, entry, entry.after),
    }),
  );
  const never = neverApplied.length === 0 ? [] : [`never applied: ${count(neverApplied.length, "object")}`];
  return { drifted, entries: found, lines: [...never, ...found.map(driftLine)] };
}

function titlesIn(named: readonly { readonly address: Address; readonly title: string }[]) {
  return new Map(named.map(({ address, title }) => [address, title]));
}

/** Names the objects and the values of a plan. */
interface ReadersWords {
  named(object: {
    readonly address: Address;
    readonly type: string;
    readonly title: string;
  }): Omit<PlannedStep, "action" | "changes">;
  titleOf(address: Address): string;
  value(value: Json | undefined, namesById?: NamesById): Json;
}

function readersWords(all: readonly ObjectFacts[], planned: ReadonlyMap<Address, string>): ReadersWords {
  const facts = new Map(all.map((each) => [each.address, each]));
  const titleOf = (address: Address) =>
    facts.get(address)?.title ?? planned.get(address) ?? nameOfAddress(address).replace(/^@/u, "");
  const value = (each: Json | undefined, namesById: NamesById = {}): Json => {
    if (each === undefined) return null;
    if (typeof each === "string" && Object.hasOwn(namesById, each)) return titleOf(namesById[each] ?? each);
    if (Array.isArray(each)) return each.map((item: Json) => value(item, namesById));
    if (!isJsonObject(each)) return each;
    if (typeof each["$ref"] === "string") return titleOf(each["$ref"]);
    if ("$secret" in each || "$hash" in each) return "(secret)";
    return Object.fromEntries(
      Object.entries(each).map(([name, part]) => [name, value(part, namesById)]),
    ) as JsonObject;
  };
  return {
    titleOf,
    value,
    named: ({ address, type, title }) => {
      const found = facts.get(address);
      const { path, construct } = found ?? {};
      return { type, title: found?.title ?? title, ...present({ path, construct }) };
    },
  };
}

function changesIn(words: ReadersWords, step: PlanStep): readonly ValueChange[] {
  switch (step.action) {
    case "create":
      return [
        ...Object.entries(step.attributes).map(([attribute, after]) =>
          changeOf(words, attribute, null, after),
        ),
        ...(isAbsent(step.container) ? [] : [changeOf(words, parentName, null, step.container)]),
      ];
    case "patch":
    case "replace":
      return step.changes.map(({ attribute, before, after, namesById, sensitive }) => ({
        attribute,
        before: sensitive === true ? hidden(before) : words.value(before, namesById),
        after: sensitive === true ? hidden(after) : words.value(after, namesById),
      }));
    case "move":
      return movesIn(words, step);
    case "delete":
    case "import":
    case "record":
    case "forget":
      return [];
  }
}

function isAbsent(value: Json | undefined): boolean {
  return value === undefined || value === null;
}

function hidden(value: Json): Json {
  return value === null ? null : "(secret)";
}

function changeOf(
  words: ReadersWords,
  attribute: string,
  before: Json,
  after: Json | undefined,
): ValueChange {
  return { attribute, before: words.value(before), after: words.value(after) };
}

function movesIn(words: ReadersWords, step: Extract<PlanStep, { action: "move" }>): readonly ValueChange[] {
  const title = (address: Address | null) => (address === null ? null : words.titleOf(address));
  const { from, to, after } = step;
  return [
    ...(from === to ? [] : [{ attribute: parentName, before: title(from), after: title(to) }]),
    ...(after === undefined ? [] : [{ attribute: "after", before: null, after: title(after) }]),
  ];
}

/** A value of a drift. The places of a moved object name its parent and the sibling before it. */
function driftValue(words: ReadersWords, { change, sensitive, namesById }: DriftEntry, value: Json): Json {
  if (sensitive === true) return hidden(value);
  if (change !== "moved" || !isJsonObject(value)) return words.value(value, namesById);
  const title = (address: Json | undefined) => (typeof address === "string" ? words.titleOf(address) : null);
  const { parent, after } = value;
  return { [parentName]: title(parent), ...(after === undefined ? {} : { after: title(after) }) };
}

function refusalData({ code, message, permittedBy }: GuardRefusal): PlannedRefusal {
  const names = Object.keys(permissions) as Permission[];
  const permission = names.find((name) => permissions[name].flag === permittedBy);
  return { code, message, ...present({ permission }) };
}

/** `section "Guides" (acme/docs/guides)` */
function objectWords({ type, title, construct }: Omit<PlannedStep, "action" | "changes">): string {
  const where = construct === undefined ? "" : ` (${construct})`;
  return `${shortLabelOf(types.get(type)).one} ${JSON.stringify(title)}${where}`;
}

function stepLine(step: PlannedStep): string {
  const changed = step.changes.map(({ attribute }) => attribute).join(", ");
  const isNew = step.action === "create";
  return `${step.action} ${objectWords(step)}${isNew || changed === "" ? "" : `: ${changed}`}`;
}

function driftLine(entry: DriftedValue): string {
  const { change, attribute, before, after } = entry;
  const values =
    attribute === undefined ? "" : `: ${attribute} ${JSON.stringify(before)} -> ${JSON.stringify(after)}`;
  return `${change} ${objectWords(entry)}${values}`;
}
