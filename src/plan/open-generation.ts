import type { Address } from "../model/address.ts";
import type { Call, Generation } from "../model/endpoint.ts";
import { canonicalJson, type Json } from "../model/json.ts";
import type { ResourceType } from "../model/resource-type.ts";
import { indexTypes } from "../model/type-index.ts";
import { callsOfNode } from "./calls-of-node.ts";
import type { GuardRefusal, Plan, PlanNode } from "./plan.ts";

/**
 * Decides for each generation, where nobody has said which one the service speaks and what was read leaves several, the newest
 * first. What is displayed is for the first in which there is a plan; where another generation's is different, nothing may be done.
 */
export function decideForEach<Result extends { readonly plan?: Plan }>(
  types: readonly ResourceType[],
  possible: readonly Generation[],
  decide: (generation: Generation) => Result,
): Result {
  const results = possible.map(decide);
  const [newest] = results as [Result];
  const plans = results.flatMap(({ plan }) => plan ?? []);
  const displayed = results.find(({ plan }) => plan !== undefined);
  if (displayed?.plan === undefined) return newest;
  const { plan } = displayed;
  const isSame = plans.length === results.length && isDoneAlike(types, plans);
  const refusals = isSame
    ? plan.guard.refusals
    : [...plan.guard.refusals, openGeneration(possible, differing(types, plans))];
  return { ...displayed, plan: { ...plan, isGenerationOpen: true, guard: { ...plan.guard, refusals } } };
}

function isDoneAlike(types: readonly ResourceType[], plans: readonly Plan[]): boolean {
  return (
    new Set(plans.map((plan) => textOf({ ...plan, generation: null, nodes: doneBy(types, plan) }))).size === 1
  );
}

/** Addresses at which the plans do something different. */
function differing(types: readonly ResourceType[], plans: readonly Plan[]): readonly Address[] {
  const [displayed, ...others] = plans.map((plan) => doneBy(types, plan));
  const texts = others.map((nodes) => new Set(nodes.map(textOf)));
  const different = (displayed ?? []).filter((node) => texts.some((known) => !known.has(textOf(node))));
  return [...new Set(different.map(({ address }) => address))];
}

/** The nodes with all that they send, which a plan does not show and which is not the same in all generations. */
function doneBy(types: readonly ResourceType[], plan: Plan): readonly SendingNode[] {
  const index = indexTypes(types);
  return plan.nodes.map((node) => ({
    ...node,
    sent: callsOfNode(index, plan, node).map((call) => sentBy(plan, call)),
  }));
}

type SendingNode = PlanNode & { readonly sent: readonly object[] };

function sentBy({ generation }: Plan, { endpoint, params, query, body }: Call): object {
  const { operation, generations: knowing } = endpoint;
  return { operation, isKnown: knowing?.includes(generation) !== false, params, query, body };
}

function textOf(value: object): string {
  return canonicalJson(JSON.parse(JSON.stringify(value)) as Json);
}

function openGeneration(possible: readonly Generation[], addresses: readonly Address[]): GuardRefusal {
  const flags = possible.map((generation) => `--generation ${generation}`);
  return {
    code: "guard/generation-open",
    message: `Nothing shows which generation of its interface this service speaks, and ${listOf(possible, "and")} take different plans.`,
    remedy: `Say which one it is with ${listOf(flags, "or")}; the lock remembers it.`,
    addresses,
  };
}

/** The newest last, as the names of generations stand everywhere. */
function listOf(newestFirst: readonly string[], word: "and" | "or"): string {
  const [last = "", ...others] = newestFirst;
  return [...others, last].join(` ${word} `);
}
