import { fail } from "../../model/codes/provider-words.ts";
import { protectionField, type TerraformSchema } from "../../model/terraform-schema.ts";
import type { CtyObject } from "../plugin/values/cty-value.ts";
import { textOfField } from "./object-values.ts";
import { resourceAddress } from "./resource-names.ts";

/** Whether the state of an object protects it. */
export function isProtectedInState(state: CtyObject): boolean {
  return state[protectionField] === true;
}

/** Refuses to destroy or to replace an object that its state protects. */
export function refuseProtected(
  schema: TerraformSchema,
  state: CtyObject,
  what: "destroy" | "replace",
): void {
  if (!isProtectedInState(state)) return;
  throw fail("terraform/protected", { case: "planned", object: addressAndId(schema, state), action: what });
}

/**
 * Refuses during an apply to destroy an object that its state protects: no plan shows the provider that a tainted resource is destroyed.
 */
export function refuseProtectedAtLast(schema: TerraformSchema, state: CtyObject): void {
  if (isProtectedInState(state))
    throw fail("terraform/protected", {
      case: "tainted",
      object: addressAndId(schema, state),
      action: "destroy",
    });
}

/** The resource of an object, with its id. */
export function addressAndId(schema: TerraformSchema, state: CtyObject): string {
  return `${resourceAddress(schema, state)} (${textOfField(state, "id") ?? "not created yet"})`;
}
