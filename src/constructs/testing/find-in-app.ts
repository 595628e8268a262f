import { fail } from "../../model/codes/app-words.ts";
import { shortLabelOf } from "../../model/resource-type/type-names.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { nearest, suggestion } from "../../util/nearest.ts";
import { capital, withArticle } from "../../util/with-article.ts";
import { defaultName, namesText, type ObjectFacts, parentName } from "./declared-objects.ts";
import type { Wanted } from "./kit-types.ts";
import { matches, valueText } from "./match-values.ts";
import { types } from "./registered.ts";

/** Where a test looks: the objects, and the name of the place in a message. */
export interface SearchPlace {
  readonly name: string;
  readonly objects: readonly ObjectFacts[];
}

/** The type with this name. Throws if there is none. */
export function typeNamed(name: string): ResourceType {
  const type = types.find(name);
  if (type !== undefined) return type;
  const facts = {
    name,
    suggestion: suggestion(
      name,
      types.all.map((each) => each.name),
    ),
  };
  throw fail("testing/unknown-name", { case: "type", ...facts });
}

/** The one object of the type that is wanted. Throws if the place has none or several. */
export function findOne(place: SearchPlace, type: ResourceType, wanted: Wanted): ObjectFacts {
  const [found, ...others] = findAll(place, type, wanted);
  if (found === undefined) throw notFound(place, type, wanted);
  if (others.length === 0) return found;
  throw fail("testing/several", {
    place: place.name,
    count: others.length + 1,
    wanted: `${shortLabelOf(type).many} ${wantedText(wanted)}`,
    expected: "one",
    objects: listOf([found, ...others], namesText),
  });
}

/** Every object of the type that is wanted. */
export function findAll(
  { objects }: SearchPlace,
  type: ResourceType,
  wanted: Wanted,
): readonly ObjectFacts[] {
  checkNames(type, wanted);
  return objects.filter((object) => object.type === type && differencesFrom(object, wanted).length === 0);
}

/** The error for an object that the place does not have. It lists what the place has instead, the nearest first. */
export function notFound({ name, objects }: SearchPlace, type: ResourceType, wanted: Wanted): Error {
  const { one, many } = shortLabelOf(type);
  const candidates = nearestFirst(
    objects.filter((object) => object.type === type),
    wanted,
  );
  const list = listOf(candidates, (object) => candidateText(object, wanted));
  return fail("testing/not-found", {
    place: name,
    wanted: `${one} ${wantedText(wanted)}`,
    instead: candidates.length === 0 ? `It has no ${many} at all.` : `It has these ${many}:\n${list}`,
  });
}

/**
 * The differences between an object and what a test expects, one sentence for each value. If the test expects a title or a path: one empty
 * text if it differs.
 */
export function differencesFrom(object: ObjectFacts, wanted: Wanted): readonly string[] {
  if (typeof wanted === "string") {
    const isSame = isPath(wanted) ? isAtPath(object, wanted) : object.title === wanted;
    return isSame ? [] : [""];
  }
  return Object.entries(wanted)
    .filter(([name, value]) => !matches(object.values[name], value))
    .map(([name, value]) => `${name} is ${valueText(object.values[name])}, not ${valueText(value)}`);
}

/** Throws if a value has a name that objects of the type do not have: no object could match it. */
export function checkNames(type: ResourceType, wanted: Wanted): void {
  if (typeof wanted === "string") return;
  const known = [...Object.keys(type.attributes), parentName, defaultName];
  const name = Object.keys(wanted).find((each) => !known.includes(each));
  if (name === undefined) return;
  const object = capital(withArticle(type.label.one));
  throw fail("testing/unknown-name", {
    case: "attribute",
    object,
    name,
    suggestion: suggestion(name, known),
  });
}

/** What a test looks for, after the name of its type. */
export function wantedText(wanted: Wanted): string {
  if (typeof wanted === "string") return isPath(wanted) ? wanted : JSON.stringify(wanted);
  const { [parentName]: parent, ...values } = wanted;
  const named = Object.entries(values).map(([name, value]) => `${name} ${valueText(value)}`);
  return [
    ...(named.length === 0 ? [] : [`with ${named.join(", ")}`]),
    ...(parent === undefined ? [] : [`in ${valueText(parent)}`]),
  ].join(" ");
}

function isPath(wanted: string): boolean {
  return wanted.startsWith("/");
}

/** Whether the whole path of an object, or its own part of it, is the wanted one. */
function isAtPath({ path }: ObjectFacts, wanted: string): boolean {
  return path === wanted || path?.slice(path.lastIndexOf("/")) === wanted;
}

function candidateText(object: ObjectFacts, wanted: Wanted): string {
  if (typeof wanted === "string") return namesText(object);
  return `${namesText(object)}: ${differencesFrom(object, wanted).join("; ")}`;
}

/** Objects with fewer differences come first, and then the one with the nearest name. */
function nearestFirst(objects: readonly ObjectFacts[], wanted: Wanted): readonly ObjectFacts[] {
  const name = nameIn(wanted);
  const nameOf = ({ title, path = title }: ObjectFacts) =>
    name !== undefined && isPath(name) ? path : title;
  const meant = name === undefined ? undefined : nearest(name, objects.map(nameOf));
  const distance = (object: ObjectFacts) =>
    2 * differencesFrom(object, wanted).length - (nameOf(object) === meant ? 1 : 0);
  return [...objects].sort((a, b) => distance(a) - distance(b));
}

function nameIn(wanted: Wanted): string | undefined {
  if (typeof wanted === "string") return wanted;
  return Object.values(wanted).find((value) => typeof value === "string");
}

const mostListed = 10;

/** A line for each object, and the number of further ones. */
export function listOf(objects: readonly ObjectFacts[], text: (object: ObjectFacts) => string): string {
  const more = objects.length - mostListed;
  const lines = objects.slice(0, mostListed).map((object) => `  ${text(object)}`);
  return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join("\n");
}
