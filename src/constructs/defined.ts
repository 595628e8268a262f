/** The object without the properties that are undefined. */
export function defined<T extends object>(values: { [Name in keyof T]: T[Name] | undefined }): T {
  const result: Partial<Record<string, unknown>> = {};
  for (const [name, value] of Object.entries(values)) if (value !== undefined) result[name] = value;
  return result as T;
}

/** A value as Terraform has it where its fields are not fixed: a text. */
export function asJson(value: object | undefined): string | undefined {
  return value && JSON.stringify(value);
}
