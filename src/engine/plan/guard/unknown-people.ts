import type { DesiredObject, DesiredValue } from "../../../model/desired-world.ts";
import { namesOfPerson } from "../../../model/resource-type/identity.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import { Secret } from "../../../model/secret.ts";
import type { PlanContext } from "../decide/plan-context.ts";
import type { Guard } from "./guard.ts";
import { refuseFor } from "./refusal.ts";

/** Refuses to write people as a part of another object who are not in the organization: the service would refuse that. */
export const unknownPeople: Guard = (context, _steps, isSelected) => {
  const withPeople = new Set(context.types.all.filter(namesPeople).map(({ name }) => name));
  const missing = context.desired.world.objects
    .filter(({ address, type }) => withPeople.has(type) && isSelected(address))
    .map((object) => ({ object, people: missingIn(context, object) }))
    .filter(({ people }) => people.length > 0);
  return refuseFor(
    "guard/unknown-person",
    missing.map(({ object }) => object.address),
    { people: missing.map(({ object, people }) => `${people.join(", ")} in ${object.address}`) },
  );
};

function namesPeople({ attributes }: ResourceType): boolean {
  return Object.values(attributes).some((rule) => rule.namesPeople === true);
}

function missingIn({ types, live, decisions }: PlanContext, object: DesiredObject): readonly string[] {
  const person = types.all.find(({ arePeople }) => arePeople === true);
  const { attributes } = types.get(object.type);
  const changed = decisions.retained.get(object.address)?.changed;
  const written = Object.entries(object.attributes).filter(
    ([name]) => attributes[name]?.namesPeople === true && changed?.includes(name) !== false,
  );
  if (person === undefined || written.length === 0) return [];
  const isIncomplete = live.world.incompleteLists?.some((list) => list.types.includes(person.name)) === true;
  const people = live.ofType(person.name);
  // The token's own user is always in the list. So an empty one was not read.
  if (isIncomplete || people.length === 0) return [];
  const known = new Set(people.flatMap((each) => namesOfPerson(person, each)));
  return written
    .flatMap(([, value]) => (Array.isArray(value) ? (value as readonly DesiredValue[]) : []))
    .filter((name) => !known.has(textOf(name).toLowerCase()))
    .map((name) => (name instanceof Secret ? "(secret)" : textOf(name)));
}

function textOf(name: DesiredValue): string {
  return name instanceof Secret ? name.reveal() : String(name as string);
}
