import { type CtyType, formatType } from "./cty-type.ts";
import { type CtyObject, type CtyValue, type TypedValue, Unknown } from "./cty-value.ts";
import { type CtyNumber, plainDecimal } from "./numbers.ts";

/** Whether two values of the type are the same to Terraform: the order of a set's elements and of keys does not matter. */
export function sameValue(a: CtyValue, b: CtyValue, type: CtyType): boolean {
  return a === b || canonicalText(a, type) === canonicalText(b, type);
}

/** Text that is equal for equal values of the type: for comparing, sorting and hashing. */
export function canonicalText(value: CtyValue, type: CtyType): string {
  if (value === null) return "null";
  if (value instanceof Unknown) return canonicalUnknown(value);
  switch (type.kind) {
    case "string":
      return JSON.stringify((value as string).normalize("NFC"));
    case "number":
      return canonicalNumber(value as CtyNumber);
    case "bool":
      return JSON.stringify(value);
    case "list":
      return `[${elements(value, () => type.element).join(",")}]`;
    case "set":
      return `[${elements(value, () => type.element)
        .sort()
        .join(",")}]`;
    case "tuple":
      return `[${elements(value, (index) => type.elements[index] as CtyType).join(",")}]`;
    case "map":
      return entries(value, () => type.element);
    case "object":
      return entries(value, (name) => type.attributes[name] as CtyType);
    case "dynamic":
      return canonicalTyped(value as TypedValue);
  }
}

function canonicalUnknown(value: Unknown): string {
  return `unknown${JSON.stringify(value.refinements ?? {})}`;
}

function canonicalNumber(value: CtyNumber): string {
  return plainDecimal(String(value)) ?? String(value);
}

function canonicalTyped(value: TypedValue): string {
  return `${formatType(value.type)}:${canonicalText(value.value, value.type)}`;
}

function elements(value: CtyValue, typeAt: (index: number) => CtyType): string[] {
  return (value as readonly CtyValue[]).map((element, index) => canonicalText(element, typeAt(index)));
}

function entries(value: CtyValue, typeAt: (key: string) => CtyType): string {
  const object = value as CtyObject;
  const texts = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(object[key] as CtyValue, typeAt(key))}`);
  return `{${texts.join(",")}}`;
}
