import * as z from "zod";

const description = z.string().describe("What the claim says about a visitor.");

const primitiveClaim = z.union([
  z.strictObject({ type: z.literal("boolean"), description }),
  // `enum`: the values that conditions compare with.
  z.strictObject({ type: z.literal("string"), description, enum: z.array(z.string()).optional() }),
  z.strictObject({ type: z.literal("number"), description }),
]);

/** The schema of one claim of a visitor. */
type Claim =
  | z.infer<typeof primitiveClaim>
  | { readonly type: "array"; readonly description: string; readonly items: z.infer<typeof primitiveClaim> }
  | {
      readonly type: "object";
      readonly description: string;
      readonly properties: Readonly<Record<string, Claim>>;
      readonly additionalProperties: false;
    };

const claim: z.ZodType<Claim> = z.lazy(() =>
  z.union([
    primitiveClaim,
    z.strictObject({ type: z.literal("array"), description, items: primitiveClaim }),
    z.strictObject({
      type: z.literal("object"),
      description,
      properties: z.record(z.string(), claim),
      additionalProperties: z.literal(false),
    }),
  ]),
);

/** The schema of claims without a signature. */
const unsignedClaims = z.strictObject({
  type: z.literal("object"),
  description: z.literal("Unsigned claims of the site visitor."),
  properties: z.record(z.string(), claim),
  additionalProperties: z.literal(false),
});

/** The schema of a site's visitor claims: a JSON Schema, draft 7, of a restricted form. */
export const adaptiveJsonSchema = z.strictObject({
  $schema: z.literal("http://json-schema.org/draft-07/schema#").optional(),
  type: z.literal("object"),
  properties: z.object({ unsigned: unsignedClaims.optional() }).catchall(claim),
  additionalProperties: z.literal(false),
});

export type AdaptiveClaims = Readonly<Record<string, Claim>>;
export type AdaptiveJsonSchema = z.infer<typeof adaptiveJsonSchema>;

/** The fields of a site's adaptive schema in a response. */
export const adaptiveSchemaObject = z.looseObject({
  object: z.literal("site-adaptive-schema"),
  jsonSchema: z.looseObject({}),
  updatedAt: z.string(),
});

/** A condition that the schema allows. */
export const templateCondition = z.looseObject({ description: z.string(), condition: z.string() });
