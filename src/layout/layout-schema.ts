import * as z from "zod";
import { attributesIn } from "../model/key-field.ts";
import type { Attribute } from "../model/resource-type/attribute.ts";
import { isOnlyImported } from "../model/resource-type/creation.ts";
import type { ContentsField } from "../model/resource-type/layout-syntax.ts";
import { writerOf } from "../model/resource-type/writes.ts";
import type { ResourceType } from "../model/resource-type.ts";
import type { Json, JsonObject } from "../util/json.ts";
import { capital } from "../util/with-article.ts";
import {
  type FieldMeaning,
  isOrdered,
  type LayoutTypes,
  layoutTypesOf,
  syntaxOfType,
  type TypeSyntax,
} from "./layout-types.ts";
import { liftDefinitions } from "./lift-definitions.ts";
import { layoutName } from "./read-head.ts";

/** JSON Schema (2020-12) of the layout, for editors. It is as strict as possible without the values of variables. */
export function layoutJsonSchema(types: readonly ResourceType[]): JsonObject {
  const layoutTypes = layoutTypesOf(types);
  const definitions = types.map(
    ({ name }) => [name, objectSchema(layoutTypes, syntaxOfType(layoutTypes, name))] as const,
  );
  return liftDefinitions({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "docsform layout",
    description: "The organization of a documentation platform, as a team declares it.",
    type: "object",
    additionalProperties: false,
    patternProperties: ownFields,
    properties: {
      docsform: { description: "Version of the format.", const: 1 },
      environments: {
        description:
          "Differences of each environment, under names of your choice. --env NAME merges one of them over the rest of the layout.",
        type: "object",
        propertyNames: { pattern: layoutName.source },
        additionalProperties: {
          type: "object",
          additionalProperties: false,
          patternProperties: ownFields,
          properties: layoutFields(layoutTypes, inPart),
        },
      },
      ...layoutFields(layoutTypes, (name) => name),
    },
    $defs: {
      ...Object.fromEntries(definitions),
      ...Object.fromEntries(
        definitions.map(([name, schema]) => [inPart(name), loosened(layoutTypes, schema)]),
      ),
    },
  });
}

/** Fields that docsform ignores, for a team's own use, such as a place for anchors. */
const ownFields: JsonObject = { "^x-": { description: "For your own use: docsform does not read it." } };

/** The name of the definition for a part of an object, which is merged over an object that is declared elsewhere. */
function inPart(type: string): string {
  return `${type}-in-part`;
}

/** The schema of a part of an object, without required fields. Definitions inside a value's own schema stay as they are. */
function loosened(
  types: LayoutTypes,
  { required: _required, anyOf: _anyOf, ...schema }: JsonObject,
): JsonObject {
  const text = JSON.stringify(schema).replaceAll(/"#\/\$defs\/([^"]+)"/gu, (whole, name: string) =>
    types.byType.has(name) ? JSON.stringify(`#/$defs/${inPart(name)}`) : whole,
  );
  return JSON.parse(text) as JsonObject;
}

/** What an entry's key is. */
function keyWords({ layout }: ResourceType): string {
  const attribute = layout.kind === "map" ? layout.keyAttribute : undefined;
  return attribute === undefined ? "a key of your choice" : `its ${attribute}`;
}

/** The fields at the top of a layout that environments may have too. */
function layoutFields(types: LayoutTypes, definition: (type: string) => string): JsonObject {
  const maps = [...types.maps].map(([field, { type }]) => [
    field,
    {
      description: `${capital(type.label.many)}, each under ${keyWords(type)}. ${type.description}`,
      type: "object",
      additionalProperties: ref(definition(type.name)),
    },
  ]);
  return {
    name: {
      description:
        "Name of the layout (default: the name of its file). Its state is docsform.NAME.state.json.",
      type: "string",
      pattern: layoutName.source,
    },
    organization: organizationSchema(types, definition),
    variables: {
      description: "Variables, under names of your choice. A text uses one as ${name}.",
      type: "object",
      propertyNames: { pattern: "^[A-Za-z_][A-Za-z0-9_]*$" },
      additionalProperties: variable,
    },
    prune: {
      description: "Maps and lists whose undeclared objects docsform deletes.",
      type: "array",
      uniqueItems: true,
      items: { enum: [...types.prunable.keys()] },
    },
    safety: {
      description:
        "Limits for one apply: how much it may delete and change, as a share or a count, whether it may undo changes made on the service, and whether it may open something to more people.",
      type: "object",
      additionalProperties: false,
      properties: {
        maxDeletes: threshold,
        maxChanges: threshold,
        undo: {
          description:
            "Refuses each apply that undoes changes made on the service, unless --overwrite-live permits it.",
          const: "refuse",
        },
        opens: {
          description:
            "Refuses each apply that opens existing content to more people or gives members more rights, unless --allow-opens permits it.",
          const: "refuse",
        },
      },
    },
    ...Object.fromEntries(maps),
  };
}

function organizationSchema({ head }: LayoutTypes, definition: (type: string) => string): JsonObject {
  const description = "Id of the layout's organization";
  const id: JsonObject = { type: "string", minLength: 1 };
  if (head === undefined) return { description: `${description}.`, ...id };
  return {
    description: `${description}, or a map with its id and its settings.`,
    anyOf: [id, ref(definition(head.type.name))],
  };
}

const threshold: JsonObject = {
  anyOf: [
    { type: "string", pattern: "^\\d+(\\.\\d+)?\\s*%$" },
    { type: "integer", minimum: 0 },
  ],
};

const variable: JsonObject = {
  anyOf: [
    { description: "The value.", type: "string" },
    {
      type: "object",
      additionalProperties: false,
      properties: {
        env: { description: "The environment variable that gives the value.", type: "string", minLength: 1 },
        default: { description: "The value if no other source gives one.", type: "string" },
        description: { description: "Purpose of the variable.", type: "string" },
        secret: {
          description: "Whether the value is secret. No output shows a text that contains a secret value.",
          type: "boolean",
        },
      },
    },
  ],
};

/** A key of a map, or an id. */
const reference: JsonObject = {
  anyOf: [
    { type: "string", minLength: 1 },
    { type: "object", additionalProperties: false, required: ["id"], properties: { id: { type: "string" } } },
  ],
};

/** Text with a variable can become any text. */
const interpolated: JsonObject = { type: "string", pattern: "\\$\\{" };

function objectSchema(types: LayoutTypes, syntax: TypeSyntax): JsonObject {
  const properties = [...syntax.fields].map(([field, meaning]) => [
    field,
    fieldSchema(types, syntax, meaning),
  ]);
  const required = requiredFields(syntax);
  return {
    description: syntax.type.description,
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(properties),
    ...(syntax.layout.kind === "item" ? { required: [syntax.layout.field] } : {}),
    ...(syntax.layout.kind === "head" ? { required: ["id"] } : {}),
    ...(required.length === 0 ? {} : { anyOf: [{ required: ["id"] }, { required }] }),
  };
}

/** The fields that an object without an id must declare. */
function requiredFields({ type, layout, fields, fieldOf }: TypeSyntax): readonly string[] {
  if (layout.kind === "head") return [];
  const key = attributesIn(type.identity.key);
  const required = Object.keys(type.attributes).filter((name) =>
    isOnlyImported(type)
      ? key.includes(name)
      : type.creation !== undefined && type.attributes[name]?.atCreate === "required",
  );
  const always = layout.kind === "item" ? (layout.required ?? []) : [];
  return [...new Set([...required, ...always])]
    .map(fieldOf)
    .filter((field) => fields.has(field) && field !== layout.field);
}

function fieldSchema(types: LayoutTypes, syntax: TypeSyntax, meaning: FieldMeaning): JsonObject {
  const { type, attributeNames } = syntax;
  switch (meaning.kind) {
    case "attribute":
      return attributeSchema(type, meaning);
    case "id":
      return {
        description: `Id of an existing ${type.label.one}, which this entry manages.`,
        type: "string",
        minLength: 1,
      };
    case "was":
      return {
        description: "Former values of the key fields.",
        type: ["object", "string"],
      };
    case "protect":
      return { description: "Whether docsform refuses to delete or replace the object.", type: "boolean" };
    case "ignore":
      return {
        description: "Fields that docsform sets at creation and does not change afterwards.",
        type: "array",
        items: { enum: [...new Set(attributeNames.keys())] },
      };
    case "container":
      return {
        description: `Parent of the ${type.label.one}; null for the top level.`,
        anyOf: [reference, { type: "null" }],
      };
    case "default":
      return { description: "Makes the object the default among its siblings.", const: true };
    case "contents":
      return contentsSchema(types, syntax, meaning.contents);
  }
}

function contentsSchema(types: LayoutTypes, syntax: TypeSyntax, contents: ContentsField): JsonObject {
  const inside = contents.types.map((name) => syntaxOfType(types, name));
  const short = inside.some(({ layout }) => layout.kind === "item" && layout.shorthand === true);
  const order = isOrdered(types, contents) ? ", in order" : "";
  const ownership = contents.owned === true ? " docsform deletes objects that this list omits." : "";
  return {
    description: `${whatIsIn(syntax, contents, inside)}${order}.${ownership}`,
    type: "array",
    items: { anyOf: [...inside.map((each) => ref(each.type.name)), ...(short ? [{ type: "string" }] : [])] },
  };
}

/** The description of a field of contents. If an object has several such fields, each description names its contents. */
function whatIsIn(syntax: TypeSyntax, contents: ContentsField, inside: readonly TypeSyntax[]): string {
  const { label } = syntax.type;
  if (syntax.contents.length === 1) return `Contents of the ${label.one}`;
  const labels = inside.map((each) => each.type.label.many);
  return `The ${contents.field} of the ${label.one}: its ${labels.join(", ")}`;
}

function attributeSchema(
  type: ResourceType,
  { name, attribute }: Extract<FieldMeaning, { kind: "attribute" }>,
): JsonObject {
  const description = `${attribute.description}${replaceWords(type, name, attribute)}`;
  const value = attribute.reference === undefined ? valueSchema(attribute) : reference;
  const options = [
    value,
    ...(acceptsText(value) ? [interpolated] : []),
    ...(attribute.nullable === true ? [{ type: "null" }] : []),
  ];
  return options.length === 1 ? { description, ...value } : { description, anyOf: options };
}

function replaceWords(type: ResourceType, name: string, { atCreate, onlyAtCreate }: Attribute): string {
  const isWritten = writerOf(type, name) !== undefined;
  if (isWritten || isOnlyImported(type) || atCreate === "no" || onlyAtCreate === true) return "";
  return ` A change replaces the ${type.label.one}.`;
}

function valueSchema(attribute: Attribute): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(attribute.schema, { io: "input", unrepresentable: "any" });
  return schema as { readonly [key: string]: Json };
}

/** Whether the schema accepts only text, and not every text. */
function acceptsText(schema: JsonObject): boolean {
  return schema["type"] === "string" && Object.keys(schema).length > 1;
}

function ref(type: string): JsonObject {
  return { $ref: `#/$defs/${type}` };
}
