import { DocsformError } from "../../model/errors.ts";
import { protectionField, type TerraformSchema } from "../../model/terraform-schema.ts";
import type { CtyObject } from "../../tfplugin/values/cty-value.ts";
import { resourceAddress } from "./names.ts";
import { textOfField } from "./object-apply.ts";

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
  if (isProtectedInState(state)) throw protectedObject(addressAndId(schema, state), what);
}

/** The error for a protected object. `first`: what the user has to do before anything else. */
export function protectedObject(object: string, what: "destroy" | "replace", first = ""): DocsformError {
  return new DocsformError(
    "terraform/protected",
    `${object} is protected against deletion, and this would ${what} it.`,
    {
      remedy: `${first}Set \`${protectionField} = false\` in its block and apply. Then ${what} it. If you removed the block, add it again first.`,
    },
  );
}

/**
 * Refuses during an apply to destroy an object that its state protects: no plan shows the provider that a tainted resource is destroyed.
 */
export function refuseProtectedAtLast(schema: TerraformSchema, state: CtyObject): void {
  if (isProtectedInState(state))
    throw protectedObject(
      addressAndId(schema, state),
      "destroy",
      `Its resource is tainted, and Terraform plans a tainted resource as a new one. To keep the object, run \`terraform untaint\` with the address of its resource. To destroy the object, run the same command first. `,
    );
}

function addressAndId(schema: TerraformSchema, state: CtyObject): string {
  return `${resourceAddress(schema, state)} (${textOfField(state, "id") ?? ""})`;
}
