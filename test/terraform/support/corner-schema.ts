import type {
  Nesting,
  SchemaAttribute,
  SchemaBlock,
} from "../../../src/terraform/plugin/protobuf/schema-messages.ts";
import { typeBytes } from "../../../src/terraform/plugin/schema-type.ts";
import { type CtyType, cty } from "../../../src/terraform/plugin/values/cty-type.ts";

const attribute = (
  name: string,
  type: CtyType,
  flags: Partial<SchemaAttribute> = { optional: true },
): SchemaAttribute => ({
  name,
  type: typeBytes(type),
  ...flags,
});

const nested = (name: string, nesting: Nesting): SchemaAttribute => ({
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

/** The provider's configuration: the folder of its objects. */
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
    attribute("point", cty.object({ x: cty.number, y: cty.number })),
    attribute("password", cty.string, { optional: true, sensitive: true }),
    attribute("secret_wo", cty.string, { optional: true, writeOnly: true }),
    attribute("old", cty.string, { optional: true, deprecated: true }),
    nested("home", "single"),
    nested("offices", "list"),
    nested("depots", "set"),
  ],
  blockTypes: [
    { typeName: "rule", nesting: "list", block: rule },
    { typeName: "exception", nesting: "set", block: rule },
    { typeName: "default_rule", nesting: "single", block: rule },
  ],
};

/** A data source that returns its configuration. */
export const echoSchema: SchemaBlock = {
  attributes: [
    attribute("amount", cty.number),
    attribute("flag", cty.bool),
    attribute("text", cty.string),
    attribute("words", cty.list(cty.string)),
    attribute("seen", cty.bool, { computed: true }),
  ],
};
