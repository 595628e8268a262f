import { wordsOf } from "../../../model/codes/plan-words.ts";
import type { DesiredValue } from "../../../model/desired-world.ts";
import { isServed } from "../../../model/endpoint.ts";
import { keyOf } from "../../../model/object-key.ts";
import { noteOf } from "../../../model/plan/errors-and-notes.ts";
import type { PlanNote } from "../../../model/plan/plan.ts";
import { isOwnUser, namesOfPerson } from "../../../model/resource-type/identity.ts";
import { Secret } from "../../../model/secret.ts";
import type { LiveObject } from "../../../model/snapshot.ts";
import type { DecideInputs } from "./decisions.ts";
import { titleOfLive } from "./object-names.ts";
import { isPruned } from "./pruned.ts";

/** Whether the object is the token's own user. If docsform deleted that user, it could do nothing more. */
export function isOwnUserOf({ types, live: { world } }: DecideInputs, { type, id }: LiveObject): boolean {
  const { currentUser, arePeople } = types.get(type);
  // If the service does not show the token's user, it may be any of these people.
  const isKnown = currentUser === undefined || isServed(currentUser.endpoint, world.apiVersion);
  return (arePeople === true && !isKnown) || isOwnUser(types.get(type), id, world.currentUser);
}

/** Notes about people who stay although the layout prunes their type. */
export function ownUserNotes(inputs: DecideInputs): readonly PlanNote[] {
  return inputs.types.all
    .filter((type) => type.arePeople === true && isPruned(inputs.desired.world, type))
    .flatMap((type) => inputs.live.ofType(type.name))
    .filter((live) => isOwnUserOf(inputs, live) && !inputs.matches.byLive.has(keyOf(live)))
    .map((live) => noteOf(wordsOf("plan/own-user-stays", ownUserFacts(inputs, live))));
}

function ownUserFacts({ types, live: { world } }: DecideInputs, live: LiveObject) {
  const type = types.get(live.type);
  const object = `${titleOfLive(types, live)} (${live.id})`;
  return isOwnUser(type, live.id, world.currentUser)
    ? ({ case: "ownUser", object, person: type.label.one } as const)
    : ({ case: "unknownUser", object } as const);
}

/** Returns whether the layout names a person as a part of another object, by id or by key. Pruning keeps such a person. */
export function namedPeople({ types, desired }: DecideInputs): (live: LiveObject) => boolean {
  const named = new Set<string>();
  for (const object of desired.world.objects) {
    const { attributes } = types.get(object.type);
    for (const [name, value] of Object.entries(object.attributes))
      if (attributes[name]?.namesPeople === true && Array.isArray(value))
        for (const each of value as readonly DesiredValue[])
          named.add((each instanceof Secret ? each.reveal() : String(each as string)).toLowerCase());
  }
  return (live) => {
    const type = types.get(live.type);
    return type.arePeople === true && namesOfPerson(type, live).some((each) => named.has(each));
  };
}
