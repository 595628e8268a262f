import type { Address } from "../../model/address.ts";
import { keyOf } from "../../model/object-key.ts";
import { indexTypes } from "../../model/type-index.ts";
import { whoChanged } from "../decide/who-changed.ts";
import { indexDesired } from "../desired-index.ts";
import { knownNames } from "../known-names.ts";
import { indexLive } from "../live-index.ts";
import { pairObjects } from "../pair/pair.ts";
import { gapsIn } from "../plan.ts";
import { type PlanInputs, planChanges } from "../plan-changes.ts";
import { deadPins, withoutDead } from "../tell/dead-pins.ts";
import { callingNoSecret, secretTextsOf, withoutIn } from "../tell/secret-texts.ts";
import type { Asked, Decided, Difference } from "./asked.ts";
import type { Deciding } from "./deciding.ts";
import { rememberedNotes } from "./remembered-notes.ts";
import { takeAttributes, takeContainers, takeDefaults } from "./take-attributes.ts";
import { takeLists } from "./take-lists.ts";
import { takeAdded, takeRemoved } from "./take-objects.ts";

const unreadWhole = { severity: "error", code: "live/incomplete-list" } as const;

/** Decides what a layout takes over from the service. Pure. */
export function decideTakeOver(inputs: PlanInputs, asked: Asked): Decided {
  const types = indexTypes(inputs.types);
  const live = indexLive(inputs.live, types);
  const dead = deadPins(inputs.desired, live);
  const { plan, diagnostics } = planChanges({ ...inputs, desired: withoutDead(inputs.desired, dead) });
  if (plan === undefined) return { diagnostics };
  const gaps = gapsIn(plan.guard.refusals).map(({ message, remedy }) => ({
    ...unreadWhole,
    message,
    remedy,
  }));
  if (gaps.length > 0) return { diagnostics: [...diagnostics, ...gaps] };
  const desired = indexDesired(inputs.desired);
  const pairing = pairObjects({
    types,
    desired: indexDesired(withoutDead(inputs.desired, dead)),
    live,
    state: inputs.state,
    recovered: inputs.recovered,
  });
  const secrets = secretTextsOf(inputs);
  const deciding: Deciding = {
    inputs: { ...inputs, state: pairing.state },
    types,
    desired,
    live,
    plan,
    asked,
    dead: new Set(dead.map(({ address }) => address)),
    liveOf: (address) => pairing.byAddress.get(address)?.live,
    addressOf: (object) => pairing.byLive.get(keyOf(object))?.desired.address,
    who: whoChanged({
      types,
      desired,
      live,
      pairing,
      state: pairing.state,
      hash: inputs.options.hash,
      comparesMadeAnew: true,
    }),
    nameOf: knownNames({ types, live, pairing, state: pairing.state }),
    secrets,
    taken: [],
    left: [],
  };
  const values = takeAttributes(deciding);
  const moved = takeContainers(deciding);
  const removed = takeRemoved(deciding, { values, moved });
  const added = takeAdded(deciding);
  const lists = takeLists(deciding, { removed, added: added.inside, moved });
  const defaults = takeDefaults(deciding, removed);
  const isEntry = (address: Address) => desired.get(address)?.scope === undefined;
  return {
    diagnostics,
    state: pairing.state,
    steps: plan.steps,
    takeOver: {
      values: values.map(({ address, attribute }) => ({ address, attribute })),
      containers: [...moved].filter((address) => isEntry(address)),
      defaults,
      lists,
      added: added.entries,
      removed: [...removed].filter((address) => isEntry(address)),
    },
    taken: deciding.taken.map((found) => namingNoSecret(found, secrets)),
    left: deciding.left.map((found) => namingNoSecret(found, secrets)),
    remembered: rememberedNotes(deciding),
    ids: new Map([...pairing.byAddress].map(([address, pair]) => [address, pair.live.id])),
  };
}

function namingNoSecret<Found extends Difference>(found: Found, secrets: readonly string[]): Found {
  return withoutIn(callingNoSecret(found, secrets), ["title"], secrets);
}
