import { isMap, isScalar, isSeq, type Node } from "yaml";
import type { DesiredObject } from "../model/desired-world.ts";
import { didYouMean } from "../model/nearest.ts";
import type { ContentsField } from "../model/resource-type/layout-syntax.ts";
import { capital, withArticle } from "../model/with-article.ts";
import { checkCreatable } from "./check-objects.ts";
import { syntaxOfType, type TypeSyntax } from "./layout-syntax.ts";
import { type ContentsRead, readObject } from "./read-object.ts";
import { type LayoutReading, layoutErrorAt, type ReadObject } from "./reading.ts";
import { mapFields, valuePosition, type YamlField, type YamlSource } from "./yaml-source.ts";

/** An object whose contents docsform reads, with its syntax and the objects whose entries contain it, outermost first. */
export interface ParentEntry {
  readonly syntax: TypeSyntax;
  readonly object: DesiredObject;
  readonly within: readonly DesiredObject[];
}

/** Reads the contents of an object, at any depth. */
export function readContents(
  reading: LayoutReading,
  parent: ParentEntry,
  all: readonly ContentsRead[],
): void {
  const before = reading.objects.length;
  for (const { contents, field } of all) readItems(reading, parent, contents, field);
  checkFirstChild(reading, parent, all, reading.objects.slice(before));
}

function readItems(
  reading: LayoutReading,
  parent: ParentEntry,
  contents: ContentsField,
  field: YamlField,
): void {
  const { value: list, source } = field;
  if (!isSeq(list)) {
    const message = `${field.name} must be a list.`;
    const empty = isScalar(list) && list.value === null;
    const remedy = empty
      ? `Write ${field.name}: [] for an empty list, or remove it: docsform then does not manage it.`
      : listRemedy(reading, contents);
    reading.report(layoutErrorAt(valuePosition(field), "invalid-value", message, remedy));
    return;
  }
  const types = contents.types.map((type) => syntaxOfType(reading.types, type));
  const typesBefore: TypeSyntax[] = [];
  for (const [rank, item] of list.items.entries()) {
    const node = source.follow(item);
    const syntax =
      node === undefined ? undefined : readItem(reading, parent, source, node, { types, typesBefore, rank });
    if (syntax !== undefined) typesBefore.push(syntax);
  }
}

/** The remedy that shows the form of the list. */
function listRemedy({ types }: LayoutReading, contents: ContentsField): string {
  const fields = contents.types.flatMap((type) => {
    const { layout } = syntaxOfType(types, type);
    return layout.kind === "item" ? [`- ${layout.field}: …`] : [];
  });
  return `Start each entry with a dash and a space: ${fields.join(" or ")}.`;
}

/** The list that an item is in. */
interface ContentSiblings {
  /** The types that the list may contain. */
  readonly types: readonly TypeSyntax[];
  /** The types of the items before this one. */
  readonly typesBefore: readonly TypeSyntax[];
  readonly rank: number;
}

function readItem(
  reading: LayoutReading,
  parent: ParentEntry,
  source: YamlSource,
  node: Node,
  siblings: ContentSiblings,
): TypeSyntax | undefined {
  const fields = itemFields(reading, source, node, siblings.types);
  const syntax = fields === undefined ? undefined : typeOfItem(reading, source, node, fields, siblings.types);
  if (fields === undefined || syntax === undefined) return undefined;
  const named = fields.find((field) => field.name === syntax.layout.field);
  const at = source.at(named?.key ?? node);
  checkPlace(reading, parent, syntax, siblings, at);
  const within = [...parent.within, parent.object];
  const owned = parent.object.owns.includes(syntax.type.name);
  const { object, declared, contents } = readObject(reading, syntax, fields, {
    at,
    within,
    rank: siblings.rank,
    owned,
  });
  checkCreatable(reading, syntax, object, declared);
  checkRequired(reading, syntax, object, declared, siblings.typesBefore.includes(syntax));
  readContents(reading, { syntax, object, within }, contents);
  return syntax;
}

/** The fields of an item. A bare string stands for the one field that identifies its type. */
function itemFields(
  reading: LayoutReading,
  source: YamlSource,
  node: Node,
  types: readonly TypeSyntax[],
): readonly YamlField[] | undefined {
  if (isMap(node)) return mapFields(source, node, reading.report);
  const short = types.find(({ layout }) => layout.kind === "item" && layout.shorthand === true);
  if (short !== undefined && isScalar(node) && typeof node.value === "string") {
    return [{ name: short.layout.field, source, key: node, value: node }];
  }
  const message = `This entry must be a map with the field ${choiceOf(types)}.`;
  reading.report(layoutErrorAt(source.at(node), "invalid-item", message));
  return undefined;
}

function typeOfItem(
  reading: LayoutReading,
  source: YamlSource,
  node: Node,
  fields: readonly YamlField[],
  types: readonly TypeSyntax[],
): TypeSyntax | undefined {
  const found = types.filter(({ layout }) => fields.some((field) => field.name === layout.field));
  const [syntax, second] = found;
  if (second !== undefined) {
    const names = found.map((each) => each.layout.field).join(" and ");
    const message = `An entry has one type: it cannot have the fields ${names} together.`;
    reading.report(layoutErrorAt(source.at(node), "invalid-item", message));
    return undefined;
  }
  if (syntax !== undefined) return syntax;
  const known = types.map((each) => each.layout.field);
  const remedy = fields.map((field) => didYouMean(field.name, known)).find((hint) => hint !== undefined);
  const at = source.at(fields[0]?.key ?? node);
  reading.report(
    layoutErrorAt(
      at,
      "invalid-item",
      `This entry has no field ${choiceOf(types)}, which gives its type.`,
      remedy,
    ),
  );
  return undefined;
}

function choiceOf(types: readonly TypeSyntax[]): string {
  return types.map(({ layout }) => layout.field).join(" or ");
}

function checkPlace(
  reading: LayoutReading,
  parent: ParentEntry,
  syntax: TypeSyntax,
  { typesBefore }: ContentSiblings,
  at: ReadObject["at"],
): void {
  const { type } = syntax;
  const other = typesBefore.find((each) => each.type.order?.siblingSet !== type.order?.siblingSet);
  if (other !== undefined) {
    const message = `${capital(withArticle(type.label.one))} cannot be next to ${withArticle(other.type.label.one)}.`;
    const remedy = `Write either ${type.label.many} or ${other.type.label.many} here.`;
    reading.report(layoutErrorAt(at, "mixed-contents", message, remedy));
  }
  const rule = type.container;
  if (rule === undefined) return;
  const isTopLevel = parent.syntax.type.name === type.scope;
  if (isTopLevel ? rule.rootAllowed : rule.types.includes(parent.syntax.type.name)) return;
  const message = `${capital(withArticle(type.label.one))} cannot be directly inside ${withArticle(parent.syntax.type.label.one)}.`;
  reading.report(layoutErrorAt(at, "invalid-place", message));
}

function checkRequired(
  reading: LayoutReading,
  syntax: TypeSyntax,
  object: DesiredObject,
  declared: ReadonlySet<string>,
  further: boolean,
): void {
  if (syntax.layout.kind !== "item" || object.pin !== undefined || object.at === undefined) return;
  const { required = [], requiredAfterFirst = [] } = syntax.layout;
  for (const name of required.filter((each) => !declared.has(each))) {
    const field = syntax.fieldOf(name);
    const message = `${capital(withArticle(syntax.type.label.one))} needs ${field}, which identifies it.`;
    reading.report(layoutErrorAt(object.at, "missing-field", message, `Add ${field}.`));
  }
  if (!further) return;
  for (const name of requiredAfterFirst.filter((each) => !declared.has(each))) {
    const field = syntax.fieldOf(name);
    const message = `Every ${syntax.type.label.one} after the first needs ${field}, which identifies it.`;
    reading.report(layoutErrorAt(object.at, "missing-field", message, `Add ${field}.`));
  }
}

function checkFirstChild(
  reading: LayoutReading,
  { syntax, object }: ParentEntry,
  all: readonly ContentsRead[],
  inside: readonly ReadObject[],
): void {
  const { firstChild, label } = syntax.type;
  if (firstChild === undefined || object.pin !== undefined || object.at === undefined) return;
  const isOfFirstChild = ({ types }: ContentsField) => types.includes(firstChild.type);
  // An invalid list is reported already.
  const list = all.find(({ contents }) => isOfFirstChild(contents))?.field.value;
  if (isSeq(list) && list.items.length > 0) return;
  if (inside.some((child) => child.object.type === firstChild.type)) return;
  const child = syntaxOfType(reading.types, firstChild.type).type.label;
  const field = syntax.contents.find(isOfFirstChild)?.field ?? child.many;
  const message = `${capital(withArticle(label.one))} needs at least one ${child.one}: the service creates both together.`;
  reading.report(layoutErrorAt(object.at, "missing-contents", message, `Add ${field}.`));
}
