import { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { failInApp } from "./problem-text.ts";
import { stackMovesOf } from "./stack-moves.ts";

/**
 * The ids that a construct had before. Terraform knows a resource by its address, which follows from the ids on the path of its construct.
 * So if a construct gets another id or another parent, the addresses of all resources below it change, and without more Terraform would
 * delete their objects and create new ones. With a former id, the synthesis writes a `moved` block for each of these resources, and
 * Terraform and docsform keep the objects.
 *
 * It has the form of `Tags.of(scope).add(…)` and `Aspects.of(scope).add(…)`, because it works like them: it applies to any construct,
 * also to one of a library, and to everything below it. Objects also have it as the property `formerId`.
 */
export class FormerId {
  readonly #construct: IConstruct;

  private constructor(construct: IConstruct) {
    this.#construct = construct;
  }

  /** The former ids of a construct. Throws for a stack or an app, whose id is not part of any address. */
  static of(construct: IConstruct): FormerId {
    const isInStack = construct.node.scopes.some((scope) => TerraformStack.isStack(scope));
    if (!isInStack || TerraformStack.isStack(construct))
      throw failInApp("constructs/former-id", { case: "stack", path: construct.node.path });
    return new FormerId(construct);
  }

  /**
   * Adds an id that the construct had under the same parent: `handbook`. If it had another parent in the stack, add the path from its
   * present parent: `../handbook` if that is inside the former one, `products/handbook` if it was in a construct of the present one.
   * Or add the whole path, as errors print it, after a slash: `/acme/products/handbook`. `.` says that what is below the construct was
   * directly in its parent, before the construct was put around it.
   *
   * Former ids of constructs inside each other combine. Remove a former id when every environment has been applied with it.
   */
  add(formerId: string): this {
    stackMovesOf(this.#construct).addFormerId(this.#construct, formerId);
    return this;
  }
}
