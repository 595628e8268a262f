/** The object without the properties that are undefined. */
export function defined<T extends object>(values: { [Name in keyof T]: T[Name] | undefined }): T {
  const result: Partial<Record<string, unknown>> = {};
  for (const [name, value] of Object.entries(values)) if (value !== undefined) result[name] = value;
  return result as T;
}
