import type { GuardRefusal } from "../../../model/plan/plan.ts";

type Permitted = Pick<GuardRefusal, "permittedBy" | "threshold">;

/** The flag that permits it on the command line. Undefined: there is none. */
export function flagFor({ permittedBy, threshold }: Permitted): string | undefined {
  return permittedBy ?? (threshold && `${threshold.flag} ${threshold.atLeast}`);
}

/** A refusal with this advice, and the flag that permits it, as its remedy. */
export function withAdvice<Refusal extends Permitted>(
  refusal: Refusal,
  advice: string,
): Refusal & { readonly remedy: string } {
  return { ...refusal, remedy: [advice, ...permitIn(refusal)].filter((text) => text !== "").join(" ") };
}

/** The remedy without the flag, for a text that names all flags together. */
export function adviceIn({ remedy, ...refusal }: Permitted & Pick<GuardRefusal, "remedy">): string {
  const [permit = ""] = permitIn(refusal);
  return permit !== "" && remedy.endsWith(permit) ? remedy.slice(0, -permit.length).trimEnd() : remedy;
}

function permitIn(refusal: Permitted): readonly string[] {
  const flag = flagFor(refusal);
  return flag === undefined ? [] : [`To permit it, add ${flag}.`];
}
