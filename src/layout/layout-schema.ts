import * as z from "zod";
import type { Json, JsonObject } from "../model/json.ts";
import type { Attribute, ResourceType } from "../model/resource-type.ts";
import { type Faces, type FieldMeaning, faceOfType, facesOf, type TypeFace } from "./layout-faces.ts";

/** JSON Schema (2020-12) of the layout, for editors. It is as strict as it can be without variables being known. */
export function layoutJsonSchema(types: readonly ResourceType[]): JsonObject {
  const faces = facesOf(types);
  const maps = [...faces.maps].map(([field, { type }]) => [
    field,
    {
      description: `${type.label.many}, by keys of your choice. ${type.description}`,
      type: "object",
      additionalProperties: ref(type.name),
    },
  ]);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "docsform layout",
    description: "A documentation platform's organization, declared.",
    type: "object",
    additionalProperties: false,
    properties: {
      docsform: { description: "Version of the format.", const: 1 },
      organization: {
        description: "Id of the organization that the layout is for.",
        type: "string",
        minLength: 1,
      },
      prune: {
        description: "Maps whose undeclared objects are deleted.",
        type: "array",
        uniqueItems: true,
        items: { enum: [...faces.maps.keys()] },
      },
      safety: {
        description: "How much one apply may delete and change: a share or a count.",
        type: "object",
        additionalProperties: false,
        properties: { maxDeletes: threshold, maxChanges: threshold },
      },
      ...Object.fromEntries(maps),
    },
    $defs: Object.fromEntries(
      types.map((type) => [type.name, objectSchema(faces, faceOfType(faces, type.name))]),
    ),
  };
}

const threshold: JsonObject = {
  anyOf: [
    { type: "string", pattern: "^\\d+(\\.\\d+)?\\s*%$" },
    { type: "integer", minimum: 0 },
  ],
};

/** A key of a map, or an id. */
const reference: JsonObject = {
  anyOf: [
    { type: "string", minLength: 1 },
    { type: "object", additionalProperties: false, required: ["id"], properties: { id: { type: "string" } } },
  ],
};

/** Text with a variable in it may become anything. */
const interpolated: JsonObject = { type: "string", pattern: "\\$\\{" };

function objectSchema(faces: Faces, face: TypeFace): JsonObject {
  const properties = [...face.fields].map(([field, meaning]) => [field, fieldSchema(faces, face, meaning)]);
  const required = requiredFields(face);
  return {
    description: face.type.description,
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(properties),
    ...(face.face.kind === "item" ? { required: [face.face.field] } : {}),
    ...(required.length === 0 ? {} : { anyOf: [{ required: ["id"] }, { required }] }),
  };
}

/** What must be declared unless the object is pinned. */
function requiredFields({ type, face, fields, fieldOf }: TypeFace): readonly string[] {
  const creatable = type.creation !== undefined;
  const required = Object.keys(type.attributes).filter(
    (name) => creatable && type.attributes[name]?.atCreate === "required",
  );
  const always = face.kind === "item" ? (face.required ?? []) : [];
  return [...new Set([...required, ...always])]
    .map(fieldOf)
    .filter((field) => fields.has(field) && field !== face.field);
}

function fieldSchema(
  faces: Faces,
  { type, face, attributeNames }: TypeFace,
  meaning: FieldMeaning,
): JsonObject {
  switch (meaning.kind) {
    case "attribute":
      return attributeSchema(meaning.attribute);
    case "id":
      return {
        description: `Id of the ${type.label.one} that exists and that this is.`,
        type: "string",
        minLength: 1,
      };
    case "was":
      return {
        description: "Former values of the fields that it is recognised by.",
        type: ["object", "string"],
      };
    case "protect":
      return { description: "Whether deletion and replacement are refused.", type: "boolean" };
    case "ignore":
      return {
        description: "Fields that are sent at creation and left to others afterwards.",
        type: "array",
        items: { enum: [...new Set(attributeNames.keys())] },
      };
    case "container":
      return {
        description: `What the ${type.label.one} is in; null for the top.`,
        anyOf: [reference, { type: "null" }],
      };
    case "default":
      return { description: "It is the default among its siblings.", const: true };
    case "contents":
      return contentsSchema(faces, type, face.contents);
  }
}

function contentsSchema(
  faces: Faces,
  type: ResourceType,
  contents: ResourceType["layout"]["contents"],
): JsonObject {
  const inside = (contents?.types ?? []).map((name) => faceOfType(faces, name));
  const short = inside.some(({ face }) => face.kind === "item" && face.shorthand === true);
  const ownership = contents?.owned === true ? " What is not declared here is deleted." : "";
  return {
    description: `What is in the ${type.label.one}, in order.${ownership}`,
    type: "array",
    items: { anyOf: [...inside.map((each) => ref(each.type.name)), ...(short ? [{ type: "string" }] : [])] },
  };
}

function attributeSchema(attribute: Attribute): JsonObject {
  const { description } = attribute;
  const value = attribute.reference === undefined ? valueSchema(attribute) : reference;
  const options = [
    value,
    ...(acceptsText(value) ? [interpolated] : []),
    ...(attribute.nullable === true ? [{ type: "null" }] : []),
  ];
  return options.length === 1 ? { description, ...value } : { description, anyOf: options };
}

function valueSchema(attribute: Attribute): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(attribute.schema, { io: "input", unrepresentable: "any" });
  return schema as { readonly [key: string]: Json };
}

/** Whether the schema is about text alone and refuses some of it. */
function acceptsText(schema: JsonObject): boolean {
  return schema["type"] === "string" && Object.keys(schema).length > 1;
}

function ref(type: string): JsonObject {
  return { $ref: `#/$defs/${type}` };
}
