import { DocsformError } from "../../model/errors.ts";
import { protectionField, type TerraformSchema } from "../../model/terraform-schema.ts";
import type { CtyObject } from "../../tfplugin/values/cty-value.ts";
import { addressOf } from "./names.ts";
import { textOf } from "./object-apply.ts";

/** Whether the state of an object protects it. */
export function isProtected(state: CtyObject): boolean {
  return state[protectionField] === true;
}

/** Refuses to destroy or to replace an object that its state protects. */
export function refuseProtected(
  schema: TerraformSchema,
  state: CtyObject,
  what: "destroy" | "replace",
): void {
  if (isProtected(state))
    throw protectedObject(`${addressOf(schema, state)} (${textOf(state, "id") ?? ""})`, what);
}

/** The error of an object that is protected. */
export function protectedObject(object: string, what: "destroy" | "replace"): DocsformError {
  return new DocsformError(
    "terraform/protected",
    `${object} is protected against deletion, and this would ${what} it.`,
    {
      remedy: `Set \`${protectionField} = false\` in its block and apply that, then ${what} it. Where the block is gone, put it back first.`,
    },
  );
}
