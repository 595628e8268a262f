import { isMap, isScalar, isSeq, type Node } from "yaml";
import type { Words } from "../model/codes/fail.ts";
import { wordsOf } from "../model/codes/layout-words.ts";
import type { DesiredObject } from "../model/desired-world.ts";
import { errorAt } from "../model/diagnostic.ts";
import type { ContentsField } from "../model/resource-type/layout-syntax.ts";
import { didYouMean } from "../util/nearest.ts";
import { capital, withArticle } from "../util/with-article.ts";
import { checkCreatable } from "./check-objects.ts";
import { type LayoutTypes, syntaxOfType, type TypeSyntax, wordsForContents } from "./layout-types.ts";
import { type ContentsRead, readObject } from "./read-object.ts";
import type { LayoutReading, ReadObject } from "./reading.ts";
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
    const words =
      isScalar(list) && list.value === null
        ? wordsOf("layout/invalid-value", { case: "noList", field: field.name })
        : wordsOf("layout/invalid-value", {
            case: "list",
            field: field.name,
            entries: entriesOf(reading, contents),
          });
    reading.report(errorAt(valuePosition(field), words));
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

/** How the entries of a list begin. */
function entriesOf({ types }: LayoutReading, contents: ContentsField): string {
  const entries = contents.types.flatMap((type) => {
    const { layout } = syntaxOfType(types, type);
    return layout.kind === "item" ? [`- ${layout.field}: …`] : [];
  });
  return entries.join(" or ");
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
  checkSiblings(reading, syntax, siblings, at);
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
  const facts = { case: "noMap", fields: choiceOf(types) } as const;
  reading.report(errorAt(source.at(node), wordsOf("layout/invalid-item", facts)));
  return undefined;
}

/** One of the types may be meant as contents of another: people write `space` in a section for its only one. */
function severalTypes(types: LayoutTypes, found: readonly TypeSyntax[]): Words {
  const names = found.map(({ layout }) => layout.field);
  const inside = found.flatMap(({ contents }) => {
    const words = wordsForContents(types, contents);
    return names.flatMap((name) => (words.has(name) ? [{ name, field: words.get(name) ?? "" }] : []));
  });
  const [meant] = inside;
  const fields = names.join(" and ");
  return wordsOf(
    "layout/invalid-item",
    meant === undefined ? { case: "severalTypes", fields } : { case: "contents", fields, ...meant },
  );
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
    reading.report(errorAt(source.at(node), severalTypes(reading.types, found)));
    return undefined;
  }
  if (syntax !== undefined) return syntax;
  const known = types.map((each) => each.layout.field);
  const meant = fields.map((field) => didYouMean(field.name, known)).find((hint) => hint !== undefined);
  const facts = { case: "noType", fields: choiceOf(types), meant: meant ?? "" } as const;
  reading.report(errorAt(source.at(fields[0]?.key ?? node), wordsOf("layout/invalid-item", facts)));
  return undefined;
}

function choiceOf(types: readonly TypeSyntax[]): string {
  return types.map(({ layout }) => layout.field).join(" or ");
}

function checkSiblings(
  reading: LayoutReading,
  { type }: TypeSyntax,
  { typesBefore }: ContentSiblings,
  at: ReadObject["at"],
): void {
  const other = typesBefore.find((each) => each.type.order?.siblingSet !== type.order?.siblingSet);
  if (other === undefined) return;
  const facts = {
    object: capital(withArticle(type.label.one)),
    objects: type.label.many,
    sibling: withArticle(other.type.label.one),
    siblings: other.type.label.many,
  };
  reading.report(errorAt(at, wordsOf("layout/mixed-contents", facts)));
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
    const words = wordsOf("layout/missing-field", {
      case: "item",
      object: capital(withArticle(syntax.type.label.one)),
      field,
    });
    reading.report(errorAt(object.at, words));
  }
  if (!further) return;
  for (const name of requiredAfterFirst.filter((each) => !declared.has(each))) {
    const field = syntax.fieldOf(name);
    const facts = { case: "itemAfterFirst", object: syntax.type.label.one, field } as const;
    reading.report(errorAt(object.at, wordsOf("layout/missing-field", facts)));
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
  const facts = { object: capital(withArticle(label.one)), child: child.one, field };
  reading.report(errorAt(object.at, wordsOf("layout/missing-contents", facts)));
}
