import type { Json } from "../../model/json.ts";

/** The same value, not to be changed. Any JSON is so already. */
export type DeepReadonly<Value> = Json extends Value
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
    : Value;
