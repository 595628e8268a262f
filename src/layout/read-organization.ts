import { isMap } from "yaml";
import { wordsOf } from "../model/codes/layout-words.ts";
import { errorAt } from "../model/diagnostic.ts";
import { readObject } from "./read-object.ts";
import { readText } from "./read-value.ts";
import type { LayoutReading } from "./reading.ts";
import { mapFields, type YamlField } from "./yaml-source.ts";

/** Reads the id of the layout's organization, from the id alone or from a map of its settings. */
export function readOrganization(reading: LayoutReading, field: YamlField): string | undefined {
  const { head } = reading.types;
  const { source, value } = field;
  if (head === undefined || !isMap(value))
    return readText(reading, field, { case: "id", object: "an organization" });
  const at = source.at(field.key);
  const fields = mapFields(source, value, reading.report);
  if (!fields.some(({ name }) => name === "id")) {
    const facts = { case: "organizationId", field: field.name } as const;
    reading.report(errorAt(at, wordsOf("layout/missing-field", facts)));
    return undefined;
  }
  return readObject(reading, head, fields, { at, within: [], rank: 0, owned: false }).object.pin;
}
