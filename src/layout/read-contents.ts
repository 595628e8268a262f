import { isMap, isScalar, isSeq, type Node } from "yaml";
import type { DesiredObject } from "../model/desired-world.ts";
import { checkCreatable } from "./check-objects.ts";
import { faceOfType, type TypeFace } from "./layout-faces.ts";
import { didYouMean } from "./nearest.ts";
import { readObject } from "./read-object.ts";
import { errorAt, type Reading, type ReadObject } from "./reading.ts";
import { type Field, fieldsOf, valuePosition, type YamlSource } from "./yaml-source.ts";

/** What an object is written as, and the objects that it is inside of, outermost first. */
export interface Outer {
  readonly face: TypeFace;
  readonly object: DesiredObject;
  readonly within: readonly DesiredObject[];
}

/** Reads the list of what is inside an object, and all that is inside that. */
export function readContents(reading: Reading, outer: Outer, contents: Field | undefined): void {
  const before = reading.objects.length;
  if (contents !== undefined) readItems(reading, outer, contents);
  checkBirths(reading, outer, contents, reading.objects.slice(before));
}

function readItems(reading: Reading, outer: Outer, contents: Field): void {
  const { value: list, source } = contents;
  if (!isSeq(list)) {
    const message = `${contents.name} must be a list.`;
    const empty = isScalar(list) && list.value === null;
    const remedy = empty
      ? `Write ${contents.name}: [] for an empty one, or leave it out: then it is not managed.`
      : undefined;
    reading.report(errorAt(valuePosition(contents), "invalid-value", message, remedy));
    return;
  }
  const types = outer.face.face.contents?.types ?? [];
  const faces = types.map((type) => faceOfType(reading.faces, type));
  const seen: TypeFace[] = [];
  for (const [rank, item] of list.items.entries()) {
    const node = source.follow(item);
    const face =
      node === undefined ? undefined : readItem(reading, outer, source, node, { faces, seen, rank });
    if (face !== undefined) seen.push(face);
  }
}

/** What is known of the list that an item is in. */
interface Siblings {
  /** The types that may be in it. */
  readonly faces: readonly TypeFace[];
  /** The types of the items before. */
  readonly seen: readonly TypeFace[];
  readonly rank: number;
}

function readItem(
  reading: Reading,
  outer: Outer,
  source: YamlSource,
  node: Node,
  siblings: Siblings,
): TypeFace | undefined {
  const fields = itemFields(reading, source, node, siblings.faces);
  const face = fields === undefined ? undefined : typeOfItem(reading, source, node, fields, siblings.faces);
  if (fields === undefined || face === undefined) return undefined;
  const named = fields.find((field) => field.name === face.face.field);
  const at = source.at(named?.key ?? node);
  checkPlace(reading, outer, face, siblings, at);
  const within = [...outer.within, outer.object];
  const owned = outer.object.ownsContents;
  const { object, declared, contents } = readObject(reading, face, fields, {
    at,
    within,
    rank: siblings.rank,
    owned,
  });
  checkCreatable(reading, face, object, declared);
  checkRequired(reading, face, object, declared, siblings.seen.includes(face));
  readContents(reading, { face, object, within }, contents);
  return face;
}

/** The fields of an item; a bare string stands for the one field that names it. */
function itemFields(
  reading: Reading,
  source: YamlSource,
  node: Node,
  faces: readonly TypeFace[],
): readonly Field[] | undefined {
  if (isMap(node)) return fieldsOf(source, node, reading.report);
  const short = faces.find(({ face }) => face.kind === "item" && face.shorthand === true);
  if (short !== undefined && isScalar(node) && typeof node.value === "string") {
    return [{ name: short.face.field, source, key: node, value: node }];
  }
  const message = `This must be a map with the field ${choiceOf(faces)}.`;
  reading.report(errorAt(source.at(node), "invalid-item", message));
  return undefined;
}

function typeOfItem(
  reading: Reading,
  source: YamlSource,
  node: Node,
  fields: readonly Field[],
  faces: readonly TypeFace[],
): TypeFace | undefined {
  const found = faces.filter(({ face }) => fields.some((field) => field.name === face.field));
  const [face, second] = found;
  if (second !== undefined) {
    const names = found.map((each) => each.face.field).join(" and ");
    const message = `An item is one thing: it cannot have the fields ${names} at once.`;
    reading.report(errorAt(source.at(node), "invalid-item", message));
    return undefined;
  }
  if (face !== undefined) return face;
  const known = faces.map((each) => each.face.field);
  const remedy = fields.map((field) => didYouMean(field.name, known)).find((hint) => hint !== undefined);
  const at = source.at(fields[0]?.key ?? node);
  reading.report(
    errorAt(at, "invalid-item", `This item has no field ${choiceOf(faces)} to say what it is.`, remedy),
  );
  return undefined;
}

function choiceOf(faces: readonly TypeFace[]): string {
  return faces.map(({ face }) => face.field).join(" or ");
}

function checkPlace(
  reading: Reading,
  outer: Outer,
  face: TypeFace,
  { seen }: Siblings,
  at: ReadObject["at"],
): void {
  const { type } = face;
  const other = seen.find((each) => each.type.order?.siblingSet !== type.order?.siblingSet);
  if (other !== undefined) {
    const message = `A ${type.label.one} cannot stand beside a ${other.type.label.one}.`;
    const remedy = `Write either ${type.label.many} or ${other.type.label.many} here.`;
    reading.report(errorAt(at, "mixed-contents", message, remedy));
  }
  const rule = type.container;
  if (rule === undefined) return;
  const root = outer.face.type.name === type.scope;
  if (root ? rule.rootAllowed : rule.types.includes(outer.face.type.name)) return;
  const message = `A ${type.label.one} cannot be directly inside a ${outer.face.type.label.one}.`;
  reading.report(errorAt(at, "invalid-place", message));
}

function checkRequired(
  reading: Reading,
  face: TypeFace,
  object: DesiredObject,
  declared: ReadonlySet<string>,
  further: boolean,
): void {
  if (face.face.kind !== "item" || object.pin !== undefined || object.at === undefined) return;
  const { required = [], requiredAfterFirst = [] } = face.face;
  for (const name of required.filter((each) => !declared.has(each))) {
    const field = face.fieldOf(name);
    const message = `A ${face.type.label.one} needs ${field}: without it, it could not be told from others.`;
    reading.report(errorAt(object.at, "missing-field", message, `Add ${field}.`));
  }
  if (!further) return;
  for (const name of requiredAfterFirst.filter((each) => !declared.has(each))) {
    const field = face.fieldOf(name);
    const message = `Every ${face.type.label.one} after the first needs ${field}: without it, it could not be told from others.`;
    reading.report(errorAt(object.at, "missing-field", message, `Add ${field}.`));
  }
}

function checkBirths(
  reading: Reading,
  { face, object }: Outer,
  contents: Field | undefined,
  inside: readonly ReadObject[],
): void {
  const { births, label } = face.type;
  if (births === undefined || object.pin !== undefined || object.at === undefined) return;
  // A list that could not be read has been reported already.
  if (contents !== undefined && isSeq(contents.value) && contents.value.items.length > 0) return;
  if (inside.some((child) => child.object.type === births.type)) return;
  const child = faceOfType(reading.faces, births.type).type.label;
  const field = face.face.contents?.field ?? child.many;
  const message = `A ${label.one} needs at least one ${child.one}: it is created together with it.`;
  reading.report(errorAt(object.at, "missing-contents", message, `Add ${field}.`));
}
