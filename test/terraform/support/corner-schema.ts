import type {
  FunctionDefinition,
  SchemaAttribute,
  SchemaBlock,
} from "../../../src/tfplugin/protobuf/schema-messages.ts";
import { typeBytes } from "../../../src/tfplugin/schema-type.ts";
import { type CtyType, cty } from "../../../src/tfplugin/values/cty-type.ts";

const attribute = (
  name: string,
  type: CtyType,
  flags: Partial<SchemaAttribute> = { optional: true },
): SchemaAttribute => ({
  name,
  type: typeBytes(type),
  ...flags,
});

const nested = (name: string, nesting: "single" | "list" | "set" | "map"): SchemaAttribute => ({
  name,
  optional: true,
  nestedType: {
    nesting,
    attributes: [attribute("street", cty.string, { required: true }), attribute("number", cty.number)],
  },
});

const rule: SchemaBlock = {
  attributes: [attribute("port", cty.number, { required: true }), attribute("note", cty.string)],
};

/** The provider's own configuration: a folder that holds its objects. */
export const configurationSchema: SchemaBlock = { attributes: [attribute("folder", cty.string)] };

/** A resource with every kind of attribute and block. */
export const thingSchema: SchemaBlock = {
  description: "A thing with **every** kind of attribute.",
  descriptionKind: "markdown",
  attributes: [
    attribute("id", cty.string, { computed: true }),
    attribute("label", cty.string, { computed: true, description: "`corner-` and the name." }),
    attribute("name", cty.string, { required: true }),
    attribute("kind", cty.string, { optional: true, description: "Changing it makes a new thing." }),
    attribute("amount", cty.number),
    attribute("flag", cty.bool),
    attribute("words", cty.list(cty.string)),
    attribute("labels", cty.set(cty.string)),
    attribute("settings", cty.map(cty.number)),
    attribute("point", cty.object({ x: cty.number, y: cty.number })),
    attribute("pair", cty.tuple([cty.string, cty.number])),
    attribute("anything", cty.dynamic),
    attribute("password", cty.string, { optional: true, sensitive: true }),
    attribute("secret_wo", cty.string, { optional: true, writeOnly: true }),
    attribute("old", cty.string, { optional: true, deprecated: true }),
    nested("home", "single"),
    nested("offices", "list"),
    nested("depots", "set"),
    nested("branches", "map"),
  ],
  blockTypes: [
    { typeName: "rule", nesting: "list", block: rule },
    { typeName: "exception", nesting: "set", block: rule },
    { typeName: "default_rule", nesting: "single", block: rule },
    { typeName: "named_rule", nesting: "map", block: rule },
    { typeName: "limits", nesting: "group", block: { attributes: [attribute("most", cty.number)] } },
  ],
};

/** A data source that answers what it is given. */
export const echoSchema: SchemaBlock = {
  attributes: [
    attribute("input", cty.dynamic, { required: true }),
    attribute("output", cty.dynamic, { computed: true }),
  ],
};

/** An ephemeral resource. */
export const ticketSchema: SchemaBlock = {
  attributes: [
    attribute("holder", cty.string, { required: true }),
    attribute("ticket", cty.string, { computed: true }),
  ],
};

export const reverseFunction: FunctionDefinition = {
  summary: "Reverses a text",
  parameters: [{ name: "text", type: typeBytes(cty.string) }],
  return: { type: typeBytes(cty.string) },
};

export const countFunction: FunctionDefinition = {
  summary: "Counts its arguments",
  variadicParameter: { name: "values", type: typeBytes(cty.dynamic), allowNullValue: true },
  return: { type: typeBytes(cty.number) },
};
