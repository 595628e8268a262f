/** `none`: the live value is the declared one. */
export type Side = "none" | "live" | "layout" | "both";

/** Who changed a value after the last apply, by which of the three values are equal. */
export function sideOf<Value>(
  { applied, declared, now }: Readonly<Record<"applied" | "declared" | "now", Value>>,
  isSame: (one: Value, other: Value) => boolean = Object.is,
): Side {
  if (isSame(declared, now)) return "none";
  if (isSame(applied, now)) return "layout";
  return isSame(applied, declared) ? "live" : "both";
}
