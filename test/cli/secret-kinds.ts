import { readLayout } from "../../src/layout/read-layout.ts";
import { type Address, addressOf, nameOfAddress } from "../../src/model/address.ts";
import { isKnownTo } from "../../src/model/api-version-marks.ts";
import { issuesOf } from "../../src/model/check-value.ts";
import { type DesiredObject, mapSecrets } from "../../src/model/desired-world.ts";
import type { Attribute } from "../../src/model/resource-type/attribute.ts";
import { writerOf } from "../../src/model/resource-type/writes.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import type { Json } from "../../src/util/json.ts";
import { certificateWith } from "../support/certificates.ts";
import { type Declaration, declare, newDeclaration, withAttributes } from "../support/declare-type.ts";
import { layoutText } from "../support/layout-text.ts";
import {
  canary,
  isSecretByItself,
  markedValueOf,
  replaced,
  secretValueOf,
  textsIn,
} from "../support/secret-values.ts";

/** A secret value in a layout: its attribute, its object, and the way in which the layout declares it. */
export interface Kind {
  readonly kind: string;
  /** The beginning of each of its texts. No output may show it. */
  readonly canary: string;
  address: Address;
  readonly type: ResourceType;
  readonly attribute: string;
  /** The value in clear text. */
  readonly value: Json;
  /** The attribute is always secret, so a pull without a layout hides the value too. */
  readonly isByItself: boolean;
  /** The layout contains the value in clear text, so no plan with it can be saved. */
  readonly isLiteral: boolean;
}

/** A layout with secrets of every kind, and the sources of the secrets. */
export interface SecretLayout {
  readonly kinds: readonly Kind[];
  /** The text of the layout. The values of the secrets in `without` are replaced by values that are not secret. */
  text(without?: readonly Kind[]): string;
  readonly environment: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

/** A way to declare a text in a layout. A source of the secret has the `name`. */
interface Way {
  readonly how: string;
  readonly isLiteral?: true;
  readonly declare: (text: string, name: string) => DeclaredSecret;
}

interface DeclaredSecret {
  readonly yaml: string;
  /** The entry in the layout's `variables`. */
  readonly variable?: string;
  readonly from?: "environment" | "file";
}

const ofVariable = (name: string) => `{ env: ${name}, secret: true }`;
const fromFile: Way = {
  how: "from a file",
  declare: (_, name) => ({ yaml: `!file secrets/${name}`, from: "file" }),
};
const fromEnvironment: Way = {
  how: "from the environment",
  declare: (_, name) => ({ yaml: `!env ${name}`, from: "environment" }),
};
const ofVariableAlone: Way = {
  how: "from a secret variable alone",
  declare: (_, name) => ({ yaml: `"\${${name}}"`, variable: ofVariable(name), from: "environment" }),
};
const ofVariableInText: Way = {
  how: "from a secret variable in a longer text",
  declare: (_, name) => ({ yaml: `"See \${${name}}"`, variable: ofVariable(name), from: "environment" }),
};
const inVariable: Way = {
  how: "of a secret variable that the layout gives a value",
  isLiteral: true,
  declare: (text, name) => ({
    yaml: `"\${${name}}"`,
    variable: `{ default: ${JSON.stringify(text)}, secret: true }`,
  }),
};
const inLayout: Way = {
  how: "in the layout",
  isLiteral: true,
  declare: (text) => ({ yaml: JSON.stringify(text) }),
};

/** If a whole attribute is secret, the text beside the variable is secret too, and the layout contains it in clear text. */
const partlyInLayout: Way = { ...ofVariableInText, isLiteral: true };

/** A secret attribute is secret however its text is declared. Another text is not secret only because a file contains it. */
const waysByItself = [fromFile, fromEnvironment, ofVariableAlone, partlyInLayout, inVariable, inLayout];
const waysOfText = [fromEnvironment, ofVariableAlone, ofVariableInText, inVariable];

/** A kind, with the names and the texts of its places in the declared value. */
interface Placed {
  readonly kind: Kind;
  readonly texts: readonly PlacedText[];
}

interface PlacedText {
  readonly name: string;
  readonly text: string;
  readonly declaredText: DeclaredSecret;
  /** The YAML for this place if it must not be secret. */
  readonly plain: string;
}

/**
 * Declares objects of these types with secrets of every possible kind: each secret attribute in every way, and each other attribute that accepts
 * any text. With `literals`, some of them are in the layout in clear text.
 */
export function layoutWithSecrets(
  types: readonly ResourceType[],
  { organizationId, literals }: { readonly organizationId: string; readonly literals: boolean },
): SecretLayout {
  const writing: Writing = {
    types,
    organizationId,
    declaration: newDeclaration("current"),
    placed: [],
    aliases: 0,
  };
  const isUsed = (way: Way) => literals || way.isLiteral !== true;
  for (const type of types.filter(({ creation }) => creation !== undefined)) {
    placeSecrets(writing, type, waysByItself.filter(isUsed));
    placeTexts(writing, type, waysOfText.filter(isUsed));
  }
  for (const way of [inLayout, fromEnvironment].filter(isUsed)) placeAlias(writing, way);
  return addressed(types, layoutOf(writing));
}

interface Writing {
  readonly types: readonly ResourceType[];
  readonly organizationId: string;
  declaration: Declaration;
  readonly placed: Placed[];
  aliases: number;
}

/** Places a secret in each secret attribute, in one object for each way. */
function placeSecrets(writing: Writing, type: ResourceType, ways: readonly Way[]): void {
  for (const [attribute, rule] of Object.entries(type.attributes).filter(([, each]) =>
    isSecretByItself(each),
  ))
    for (const [at, way] of ways.entries()) {
      const address = anObject(writing, type, at);
      if (address === undefined) continue;
      const before = writing.declaration;
      place(writing, { type, address, attribute, way, found: secretValueOf(rule, markOf(writing)).value });
      // An attribute may refuse a secret that is only a part of its text.
      if (!isRead(writing)) undo(writing, before);
    }
}

/** Places secrets in the attributes that accept any text, in one object, with the ways in turn. */
function placeTexts(writing: Writing, type: ResourceType, ways: readonly Way[]): void {
  const address = declared(writing, type, 0);
  let at = 0;
  for (const [attribute, rule] of Object.entries(type.attributes)) {
    const found = isText(writing.types, { type, attribute, rule })
      ? markedValueOf(rule, markOf(writing))
      : undefined;
    const way = ways[at % ways.length];
    if (found === undefined || way === undefined) continue;
    const before = writing.declaration;
    place(writing, { type, address, attribute, way, found: found.value });
    if (isRead(writing)) at += 1;
    else undo(writing, before);
  }
}

interface AttributeOf {
  readonly type: ResourceType;
  readonly attribute: string;
  readonly rule: Attribute;
}

/** Whether the attribute accepts any text and refers to no existing object. */
function isText(types: readonly ResourceType[], { type, attribute, rule }: AttributeOf): boolean {
  const { layout } = type;
  const isKey = layout.kind === "map" && layout.keyAttribute === attribute;
  const isCreatedAlone = ownerOf(types, type) === undefined;
  const isSet = (isCreatedAlone && rule.atCreate !== "no") || writerOf(type, attribute) !== undefined;
  return (
    isSet &&
    !isKey &&
    !isSecretByItself(rule) &&
    rule.namesPeople !== true &&
    isKnownTo(rule.schema, "current")
  );
}

/** The type whose objects are created together with an object of this type. */
function ownerOf(types: readonly ResourceType[], { name }: ResourceType): ResourceType | undefined {
  return types.find(({ firstChild }) => firstChild?.type === name);
}

/** An object of the type with this number. Undefined: a container has no more objects. */
function anObject(writing: Writing, type: ResourceType, at: number): Address | undefined {
  const { declaration } = writing;
  if (at === 0) return declared(writing, type, 0);
  if (type.layout.kind !== "map" && type.container !== undefined)
    return at === 1 ? declared(writing, type, 1) : undefined;
  const first = declared(writing, type, 0);
  const address = addressOf(type.name, `s${at}`);
  // YAML writes a value that occurs twice in memory as an anchor and an alias.
  const object = structuredClone(declaration.objects.get(first) as DesiredObject);
  const attributes = Object.fromEntries(
    Object.entries(object.attributes).map(([name, value]) => [
      name,
      another(type.attributes[name], value, at),
    ]),
  );
  if (!declaration.objects.has(address)) declaration.objects.set(address, { ...object, address, attributes });
  return address;
}

/** Declares an object. An object that is created together with another one is declared by declaring that one. */
function declared({ types, declaration }: Writing, type: ResourceType, which: 0 | 1): Address {
  const owner = ownerOf(types, type);
  if (owner === undefined) return declare(declaration, type.name, { which });
  return addressOf(type.name, `${nameOfAddress(declare(declaration, owner.name, { which }))}/first`);
}

/** Another value if the type permits one: some attributes must differ between two objects. */
function another(rule: Attribute | undefined, value: DesiredObject["attributes"][string], at: number) {
  const [sample] = rule?.samples ?? [];
  if (typeof sample !== "string") return value;
  return [`${sample}-${at}`, `${sample}${at}`].find((text) => rule?.schema.safeParse(text).success) ?? value;
}

interface Placing {
  readonly type: ResourceType;
  readonly address: Address;
  readonly attribute: string;
  readonly way: Way;
  readonly found: Json;
}

function place(writing: Writing, { type, address, attribute, way, found }: Placing): void {
  const mark = markOf(writing);
  const rule = type.attributes[attribute] as Attribute;
  const texts: PlacedText[] = [];
  let value = found;
  for (const [path, text] of textsIn(found)) {
    if (!text.includes(canary(mark))) continue;
    const name = `SECRET_${mark}_${texts.length}`;
    const [, other] = textsIn(rule.samples[1] as Json)[0] ?? [];
    texts.push({ name, text, declaredText: way.declare(text, name), plain: JSON.stringify(other ?? "") });
    value = replaced(value, path, name);
  }
  writing.declaration = withAttributes(writing.declaration, address, { [attribute]: value });
  const kind: Kind = {
    kind: `${type.name}.${attribute} ${way.how}`,
    canary: canary(mark),
    address,
    type,
    attribute,
    value: found,
    isByItself: isSecretByItself(rule),
    isLiteral: way.isLiteral === true,
  };
  writing.placed.push({ kind, texts });
}

function undo(writing: Writing, before: Declaration): void {
  writing.declaration = before;
  writing.placed.pop();
}

/** A mark that is not the beginning of another one. */
function markOf({ placed }: Writing): string {
  return `${String(placed.length).padStart(2, "0")}x`;
}

function isRead(writing: Writing): boolean {
  return readSecrets(writing.types, layoutOf(writing)) !== undefined;
}

function readSecrets(types: readonly ResourceType[], layout: Omit<SecretLayout, "kinds">) {
  const { text, environment, files } = layout;
  const sources = [{ file: "docsform.yaml", text: text() }];
  return readLayout({ sources, types, environment, readFile: (path) => files[path] ?? "" }).desired;
}

/** The kinds with the final addresses of their objects, which are known once the layout is read. */
function addressed(types: readonly ResourceType[], layout: SecretLayout): SecretLayout {
  const objects = readSecrets(types, layout)?.objects ?? [];
  const holds = (object: DesiredObject, { type, attribute, canary: text }: Kind) =>
    object.type === type.name &&
    JSON.stringify(mapSecrets(object.attributes[attribute] ?? null, (secret) => secret.reveal())).includes(
      text,
    );
  for (const kind of layout.kinds) {
    const object = objects.find((each) => holds(each, kind));
    if (object === undefined) throw new Error(`No object has ${kind.kind}.`);
    kind.address = object.address;
  }
  return layout;
}

/** Places a secret and an alias of it, where nothing but the alias makes the second place secret. */
function placeAlias(writing: Writing, way: Way): void {
  const mark = markOf(writing);
  const { text, from, to } = aliasPlaces(writing, mark, way);
  const anchor = `alias${writing.aliases}`;
  writing.aliases += 1;
  const say = (yaml: string): DeclaredSecret => ({ ...way.declare(text, `SECRET_${mark}_0`), yaml });
  const anchored: Way = {
    ...way,
    declare: () => say(`&${anchor} ${way.declare(text, `SECRET_${mark}_0`).yaml}`),
  };
  place(writing, { ...from, address: declared(writing, from.type, 1), way: anchored, found: text });
  const alias: Way = { ...way, how: `${way.how}, as an alias`, declare: () => ({ yaml: `*${anchor}` }) };
  const again = markOf(writing);
  place(writing, { ...to, address: declared(writing, to.type, 1), way: alias, found: canary(again) });
  const [first, second] = writing.placed.slice(-2) as [Placed, Placed];
  // Without the layout, docsform does not know that the second place is secret.
  const isByItself = false;
  writing.placed.splice(
    -2,
    2,
    { ...first, kind: { ...first.kind, isByItself } },
    { ...second, kind: { ...second.kind, value: text, canary: first.kind.canary, isByItself } },
  );
  if (!isRead(writing)) throw new Error(`This layout is not read:\n${layoutOf(writing).text()}`);
}

/** A text, and an earlier and a later attribute that both accept it. */
function aliasPlaces(writing: Writing, mark: string, way: Way) {
  const texts = [canary(mark), certificateWith(canary(mark))];
  const [found] = texts.flatMap((text) => placesOfText(writing, text, way) ?? []);
  if (found === undefined) throw new Error("No two types take the text of an alias.");
  return found;
}

/** If the layout contains the text itself, the first attribute must be secret. */
function placesOfText({ types, aliases }: Writing, text: string, { isLiteral }: Way) {
  const all = types
    .filter(({ creation, layout }) => creation !== undefined && layout.kind === "map")
    .flatMap((type) =>
      Object.entries(type.attributes).flatMap(([attribute, rule]) =>
        issuesOf(rule, text).issues.length === 0 && rule.samples.length > 0
          ? [{ type, attribute, rule }]
          : [],
      ),
    );
  const from = all.find(({ rule }) => isLiteral !== true || rule.sensitive === true);
  const later = all.filter((each) => isText(types, each));
  const to = later.at(-1 - (aliases % later.length));
  if (from === undefined || to === undefined || types.indexOf(from.type) >= types.indexOf(to.type))
    return undefined;
  return { text, from, to };
}

function layoutOf({ declaration, placed, organizationId }: Writing): SecretLayout {
  const texts = placed.flatMap((each) => each.texts);
  const of = (from: DeclaredSecret["from"]) =>
    texts.filter(({ declaredText: printed }) => printed.from === from);
  const written = layoutText({
    organizationId,
    objects: [...declaration.objects.values()],
    prune: [],
    safety: {},
  });
  const variables = texts.flatMap(({ name, declaredText: { variable } }) =>
    variable === undefined ? [] : [`  ${name}: ${variable}`],
  );
  const [first = "", second = "", ...rest] = written.split("\n");
  return {
    kinds: placed.map(({ kind }) => kind),
    text: (without = []) => {
      let text = rest.join("\n");
      for (const each of placed)
        for (const { name, declaredText: printed, plain } of each.texts)
          text = text.replace(name, () => (without.includes(each.kind) ? plain : printed.yaml));
      return [first, second, ...(variables.length === 0 ? [] : ["variables:", ...variables]), text].join(
        "\n",
      );
    },
    environment: Object.fromEntries(of("environment").map(({ name, text }) => [name, text])),
    files: Object.fromEntries(of("file").map(({ name, text }) => [`secrets/${name}`, text])),
  };
}
