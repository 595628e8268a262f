import * as z from "zod";
import { isJsonObject } from "../util/json.ts";
import type { ApiVersion } from "./endpoint.ts";

interface Mark {
  readonly apiVersions: readonly ApiVersion[];
  /** Whether a value exists only in these API versions. Absent: everything that the schema describes exists only in them. */
  readonly has?: (value: unknown) => boolean;
}

const marks = z.registry<Mark>();

/**
 * Marks a field that only these API versions have. With `values`: only these API versions know these values of the field. The plan, the
 * emulator and the contract tests read the mark.
 */
export function only<Schema extends z.ZodType>(
  apiVersions: ApiVersion | readonly ApiVersion[],
  schema: Schema,
  ...values: readonly z.infer<Schema>[]
): Schema {
  const has = (value: unknown) => (values as readonly unknown[]).includes(value);
  marks.add(schema as z.ZodType, {
    apiVersions: [apiVersions].flat(),
    ...(values.length === 0 ? {} : { has }),
  });
  return schema;
}

/** Marks the values that `has` accepts as known only to these API versions. */
export function onlyWhere<Schema extends z.ZodType>(
  apiVersions: ApiVersion | readonly ApiVersion[],
  schema: Schema,
  has: (value: unknown) => boolean,
): Schema {
  marks.add(schema as z.ZodType, { apiVersions: [apiVersions].flat(), has });
  return schema;
}

/** The API versions that have what the schema describes. Undefined: all. */
export function apiVersionsOf(schema: z.ZodType): readonly ApiVersion[] | undefined {
  const mark = marks.get(schema);
  if (mark !== undefined && mark.has === undefined) return mark.apiVersions;
  return isWrapped(schema) ? apiVersionsOf(schema.unwrap() as z.ZodType) : undefined;
}

/** Whether an API version has what the schema describes. */
export function isKnownTo(schema: z.ZodType, apiVersion: ApiVersion): boolean {
  return apiVersionsOf(schema)?.includes(apiVersion) !== false;
}

/** A part of a value that only other API versions have. */
export interface ForeignPart {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  /** The API versions that have it. */
  readonly apiVersions: readonly ApiVersion[];
}

/** The parts of a value that the schema accepts and the API version does not have. */
export function foreignParts(schema: z.ZodType, value: unknown, apiVersion: ApiVersion): ForeignPart[] {
  if (value === undefined) return [];
  const mark = marks.get(schema);
  const isMarked = mark !== undefined && (mark.has === undefined || mark.has(value));
  if (isMarked && !mark.apiVersions.includes(apiVersion))
    return [{ path: [], value, apiVersions: mark.apiVersions }];
  if (isWrapped(schema)) return foreignParts(schema.unwrap() as z.ZodType, value, apiVersion);
  return partsOf(schema, value).flatMap((part) =>
    foreignParts(part.schema, part.value, apiVersion).map((found) => ({
      ...found,
      path: [...part.path, ...found.path],
    })),
  );
}

interface Part extends Pick<ForeignPart, "path" | "value"> {
  readonly schema: z.ZodType;
}

/** The parts of a value, each with its own schema. */
function partsOf(schema: z.ZodType, value: unknown): readonly Part[] {
  if (schema instanceof z.ZodUnion) return variantOf(schema, value);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item: unknown, index) => ({
      path: [index],
      value: item,
      schema: schema.element as z.ZodType,
    }));
  }
  if (!(schema instanceof z.ZodObject) || !isJsonObject(value)) return [];
  return Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>).map(([name, field]) => ({
    path: [name],
    value: value[name],
    schema: field,
  }));
}

/** The first variant that accepts the value. */
function variantOf(schema: z.ZodUnion, value: unknown): readonly Part[] {
  const variants = schema.options as readonly z.ZodType[];
  const accepting = variants.find((variant) => variant.safeParse(value).success);
  return accepting === undefined ? [] : [{ path: [], value, schema: accepting }];
}

function isWrapped(schema: z.ZodType): schema is z.ZodOptional | z.ZodNullable {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;
}
