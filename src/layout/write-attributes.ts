import { isKnownTo } from "../model/api-version-marks.ts";
import { satisfiesDeclared } from "../model/attribute-value.ts";
import { keyOf } from "../model/object-key.ts";
import type { Attribute } from "../model/resource-type/attribute.ts";
import { givesRights } from "../model/resource-type/opens.ts";
import { defaultValue } from "../model/resource-type/writes.ts";
import { containsText, isSecretValue } from "../model/secret-value.ts";
import type { LiveObject } from "../model/snapshot.ts";
import type { Json } from "../util/json.ts";
import { forbiddenAttributeNote } from "./forbidden-notes.ts";
import type { TypeSyntax } from "./layout-types.ts";
import { secretGap } from "./secret-gap.ts";
import { escapedDeeply, type LayoutWriting, noted, referenceTo } from "./writing.ts";

/** The attributes of an object by the names of their fields. `name` is for notes and variables. */
export function writeAttributes(
  writing: LayoutWriting,
  syntax: TypeSyntax,
  object: LiveObject,
  name: string,
): Map<string, unknown> {
  const attributes = new Map<string, unknown>();
  const derived = writing.derived.get(keyOf(object)) ?? [];
  const clashing = new Set(syntax.type.check?.(object.attributes).map((failure) => failure.attribute));
  for (const [attribute, rule] of Object.entries(syntax.type.attributes)) {
    if (syntax.layout.kind === "map" && syntax.layout.keyAttribute === attribute) continue;
    if (!isKnownTo(rule.schema, writing.apiVersion)) continue;
    if (clashing.has(attribute)) {
      const what = `${syntax.fieldOf(attribute)} of the ${syntax.type.label.one} ${name}`;
      noted(writing, `A layout cannot declare ${what} together with its other values, so pull omits it.`);
      continue;
    }
    if (derived.includes(attribute) || isAtDefault(syntax, object, attribute, rule)) continue;
    const value = writeAttribute(writing, syntax, object, { attribute, rule, name });
    if (value !== undefined) attributes.set(syntax.fieldOf(attribute), value);
  }
  return attributes;
}

/** Whether the service would give a new object the same value. */
function isAtDefault(
  { type }: TypeSyntax,
  { attributes, unreadAttributes = [] }: LiveObject,
  attribute: string,
  rule: Attribute,
): boolean {
  const usual = defaultValue(type, attribute);
  const live = attributes[attribute];
  if (usual === undefined || live === undefined || unreadAttributes.includes(attribute)) return false;
  return satisfiesDeclared(rule, usual, live);
}

interface AttributePlace {
  readonly attribute: string;
  readonly rule: Attribute;
  /** Name of the object, for variables and notes. */
  readonly name: string;
}

/** The value of an attribute in the layout. Undefined: the layout omits it. */
export function writeAttribute(
  writing: LayoutWriting,
  syntax: TypeSyntax,
  object: LiveObject,
  place: AttributePlace,
): unknown {
  const { attribute, rule, name } = place;
  const live = object.attributes[attribute];
  const what = `${syntax.fieldOf(attribute)} of the ${syntax.type.label.one} ${name}`;
  if (object.unreadAttributes?.includes(attribute)) return forbiddenAttributeNote(writing, what);
  if (rule.onlyAtCreate === true || object.inherited?.includes(attribute) === true) return undefined;
  if (live === undefined || live === null) return writeNothing(writing, rule, live, what);
  // With ids, the layout is for this organization alone.
  if (rule.foreignId === true && !writing.writesId(object))
    return noted(writing, `${what} is an id that no other organization has, so pull omits it.`);
  if (isSecretValue(rule, live) || containsText(live, writing.secretTexts))
    return secretGap(writing, object, { attribute, name, what, live });
  return writeValue(writing, object, rule, { live, what });
}

function writeNothing(
  writing: LayoutWriting,
  rule: Attribute,
  live: null | undefined,
  what: string,
): null | undefined {
  if (live === null && writesNoAccess(writing, rule)) return null;
  if (rule.unreadable === undefined) return undefined;
  return noted(writing, `docsform cannot read ${what} from the service, so pull omits it.`);
}

function writeValue(
  writing: LayoutWriting,
  object: LiveObject,
  { toLayout, schema, reference }: Attribute,
  { live, what }: { readonly live: Json; readonly what: string },
): unknown {
  const value = toLayout === undefined ? live : toLayout(live);
  if (value === null) return undefined;
  if (!schema.safeParse(value).success)
    return noted(writing, `A layout cannot declare the value of ${what}, so pull omits it.`);
  return reference !== undefined && typeof value === "string"
    ? referenceTo(writing, object, { type: reference.type, id: value })
    : escapedDeeply(value);
}

/** Whether the layout contains null for the attribute: for access, null means that it gives none. */
function writesNoAccess({ apiVersion }: LayoutWriting, { opens, nullable, schema }: Attribute): boolean {
  return givesRights(opens) && nullable === true && isKnownTo(schema, apiVersion);
}
