import type { CtyType } from "./cty-type.ts";
import { type CtyObject, type CtyValue, isUnknown } from "./cty-value.ts";
import type { CtyNumber } from "./numbers.ts";

/** Whether two values of the type are equal for Terraform. The order of keys, and of the elements of a set, does not matter. */
export function sameValue(a: CtyValue, b: CtyValue, type: CtyType): boolean {
  return a === b || canonicalText(a, type) === canonicalText(b, type);
}

/** Text that is equal for equal values of the type. */
function canonicalText(value: CtyValue, type: CtyType): string {
  if (value === null) return "null";
  if (isUnknown(value)) return `unknown ${value.refinements?.join() ?? ""}`;
  switch (type.kind) {
    case "string":
      return JSON.stringify((value as string).normalize("NFC"));
    case "number":
    case "bool":
      return String(value as CtyNumber | boolean);
    case "list":
      return `[${elements(value, type.element).join(",")}]`;
    case "set":
      return `[${elements(value, type.element).sort().join(",")}]`;
    case "map": {
      const entries = Object.entries(value as CtyObject).sort(([one], [other]) => (one < other ? -1 : 1));
      return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalText(each, type.element)}`).join(",")}}`;
    }
    case "object": {
      const names = Object.keys(type.attributes).sort();
      const part = (name: string) => (value as CtyObject)[name] ?? null;
      return `{${names.map((name) => canonicalText(part(name), type.attributes[name] as CtyType)).join(",")}}`;
    }
  }
}

function elements(value: CtyValue, type: CtyType): string[] {
  return (value as readonly CtyValue[]).map((element) => canonicalText(element, type));
}
