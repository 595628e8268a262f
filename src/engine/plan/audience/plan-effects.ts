import type { Address } from "../../../model/address.ts";
import { type Danger, dangerKinds, type Effect, type Plan, type PlanStep } from "../../../model/plan/plan.ts";
import { deletesObject } from "../../../model/plan/step-effects.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import { isJsonObject } from "../../../util/json.ts";
import { present } from "../../../util/present.ts";
import { compareAudiences, type Difference } from "../../audience/compare-audiences.ts";
import { titleOfLive } from "../decide/object-names.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import { type AnyEffect, type Describing, describeDifference } from "./describe-difference.ts";
import type { PlannedWorlds } from "./planned-worlds.ts";
import { undoneDifferences } from "./undone-differences.ts";

/** What a plan makes different for people. */
export interface PlanEffects {
  readonly dangers: readonly Danger[];
  readonly effects: readonly Effect[];
  /** Effects of steps that undo what a person closed or opened on the service. */
  readonly undone: readonly AnyEffect[];
}

interface Assembled extends Pick<Plan, "steps" | "nodes" | "existing"> {
  /** The worlds before and after the steps. */
  readonly worlds: () => PlannedWorlds | undefined;
}

/** `whole`: the context with all decisions. */
export function effectsOfPlan(whole: PlanContext, assembled: Assembled): PlanEffects {
  const worlds = assembled.worlds();
  const described = (found: Difference) =>
    describeDifference(found, describing(whole, worlds as PlannedWorlds));
  const undone = worlds === undefined ? [] : undoneDifferences(whole, assembled, worlds).map(described);
  const isUndone = new Set(undone.map(nameOf));
  const differences = worlds === undefined ? [] : differencesIn(whole.types, worlds).map(described);
  const marked = differences.map((each) =>
    isUndone.has(nameOf(each)) ? { ...each, undoes: true as const } : each,
  );
  return {
    ...divided([...deletions(whole, assembled.steps), ...marked]),
    undone: undone.map((each) => ({ ...each, undoes: true })),
  };
}

function nameOf({ kind, address, attribute }: AnyEffect): string {
  return [kind, address, attribute].join("\n");
}

function differencesIn(
  types: TypeIndex,
  { live, planned, changed, sources }: PlannedWorlds,
): readonly Difference[] {
  return compareAudiences({ before: live, after: planned, types, changed: changed.keys(), sources });
}

/** Divides effects into the dangers, the worst first, and the others. */
export function divided(found: readonly AnyEffect[]): Pick<PlanEffects, "dangers" | "effects"> {
  return {
    dangers: found
      .filter(isDanger)
      .sort((one, other) => dangerKinds.indexOf(one.kind) - dangerKinds.indexOf(other.kind)),
    effects: found.filter((each): each is Effect => !isDanger(each)),
  };
}

function isDanger(effect: AnyEffect): effect is Danger {
  return (dangerKinds as readonly string[]).includes(effect.kind);
}

/** The id of a new object is its address. */
function describing(
  { names, types, decisions, live: index }: PlanContext,
  worlds: PlannedWorlds,
): Describing {
  const { live, planned, changed } = worlds;
  return {
    causes: changed,
    named: (key) => {
      const object = planned.get(key) ?? live.get(key);
      // Something may refer to an object that the service does not show.
      const [type = "", id = ""] = key.split("\n");
      const isNew = decisions.created.has(id as Address) && index.get(type, id) === undefined;
      const address = isNew ? (id as Address) : names.ofLive({ type, id });
      return { address, type, id, title: object === undefined ? id : titleOfLive(types, object) };
    },
    urlOf: (key) => {
      const object = live.get(key);
      return object && urlOf(types, object);
    },
  };
}

/** The deletes and replaces, each as a danger of its own. */
function deletions(context: PlanContext, steps: readonly PlanStep[]): readonly Danger[] {
  return steps.flatMap((step, at): Danger[] => {
    if (!deletesObject(step)) return [];
    const { action: kind, address, type, title, id } = step;
    const live = context.live.get(type, id);
    return [
      { kind, steps: [at], address, type, title, ...present({ url: live && urlOf(context.types, live) }) },
    ];
  });
}

/** The URL where readers find an object now, if the service shows one. */
export function urlOf(types: TypeIndex, { type, computed = {} }: LiveObject): string | undefined {
  for (const [name, { publicAddress }] of Object.entries(types.get(type).computed ?? {})) {
    const value = computed[name];
    const url = publicAddress !== undefined && isJsonObject(value) ? value[publicAddress] : undefined;
    if (typeof url === "string" && url !== "") return url;
  }
  return undefined;
}
