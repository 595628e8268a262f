import type { Json } from "../../util/json.ts";

/** A read-only version of a type. JSON types are read-only already. */
export type DeepReadonly<Value> = Json extends Value
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
    : Value;
