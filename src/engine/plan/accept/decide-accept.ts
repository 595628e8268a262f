import type { Address } from "../../../model/address.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import { keyOf } from "../../../model/object-key.ts";
import { errorOf } from "../../../model/plan/errors-and-notes.ts";
import { gapsIn } from "../../../model/plan/plan.ts";
import { decideLayout } from "../decide/decide-layout.ts";
import { knownNames } from "../decide/known-names.ts";
import { whoChanged } from "../decide/who-changed.ts";
import { matchWithoutDead } from "../match/match-layout.ts";
import { type PlanInputs, planOf } from "../pipeline.ts";
import { orderLayout } from "../steps/order-layout.ts";
import { indexDesired } from "../world/desired-index.ts";
import { secretTextsOf, withoutIn, withoutSecretNames } from "../world/secret-texts.ts";
import { acceptAttributes, acceptContainers, acceptDefaults } from "./accept-attributes.ts";
import { acceptLists } from "./accept-lists.ts";
import { acceptAdded, acceptRemoved } from "./accept-objects.ts";
import { acceptReferred } from "./accept-referred.ts";
import type { AcceptDecision, AcceptedDifference, AcceptRequest } from "./accept-request.ts";
import type { Deciding } from "./deciding.ts";
import { rememberedNotes } from "./remembered-notes.ts";

/** Decides which changes the layout accepts from the service. It is a pure function. */
export function decideAccept(inputs: PlanInputs, request: AcceptRequest): AcceptDecision {
  const { matched, dead } = matchWithoutDead(inputs);
  const ordered = orderLayout(decideLayout(matched, inputs));
  const { plan, diagnostics } = planOf(ordered, inputs.selection);
  if (plan === undefined) return { diagnostics };
  const gaps = gapsIn(plan.guard.refusals).map(({ message, remedy }) =>
    errorOf(wordsOf("live/incomplete-list", { case: "refusal", problem: message, remedy })),
  );
  if (gaps.length > 0) return { diagnostics: [...diagnostics, ...gaps] };
  const desired = indexDesired(inputs.desired);
  const { types, live, matches } = matched;
  const secrets = secretTextsOf(inputs);
  const deciding: Deciding = {
    inputs: { ...inputs, state: matches.state },
    types,
    desired,
    live,
    plan,
    request,
    dead: new Set(dead.map(({ address }) => address)),
    liveOf: (address) => matches.byAddress.get(address)?.live,
    addressOf: (object) => matches.byLive.get(keyOf(object))?.desired.address,
    who: whoChanged({
      types,
      desired,
      live,
      matches,
      state: matches.state,
      hash: inputs.options.hash,
      comparesReplacements: true,
    }),
    nameOf: knownNames({ types, live, matches, state: matches.state }),
    secrets,
    accepted: [],
    remaining: [],
  };
  const values = acceptAttributes(deciding);
  const moved = acceptContainers(deciding);
  const removed = acceptRemoved(deciding, { values, moved });
  const added = acceptAdded(deciding);
  const referred = acceptReferred(deciding, added, values);
  const lists = acceptLists(deciding, { removed, added: added.inside, moved });
  const defaults = acceptDefaults(deciding, removed);
  const isEntry = (address: Address) => desired.get(address)?.scope === undefined;
  return {
    diagnostics,
    state: matches.state,
    steps: plan.steps,
    edits: {
      values,
      containers: [...moved].filter((address) => isEntry(address)),
      defaults,
      lists,
      added: [...added.entries, ...referred],
      removed: [...removed].filter((address) => isEntry(address)),
    },
    accepted: deciding.accepted.map((found) => withoutSecretTitle(found, secrets)),
    remaining: deciding.remaining.map((found) => withoutSecretTitle(found, secrets)),
    remembered: rememberedNotes(deciding),
    ids: new Map([...matches.byAddress].map(([address, match]) => [address, match.live.id])),
  };
}

function withoutSecretTitle<Found extends AcceptedDifference>(
  found: Found,
  secrets: readonly string[],
): Found {
  return withoutIn(withoutSecretNames(found, secrets), ["title"], secrets);
}
