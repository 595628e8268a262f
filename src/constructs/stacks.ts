import { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { DocsProvider } from "./generated/provider.ts";

/** Whether two constructs stand in the same stack. */
export function isInOneStack(a: IConstruct, b: IConstruct): boolean {
  return TerraformStack.of(a) === TerraformStack.of(b);
}

/** The providers that resources of a construct's stack have by default: one, if nothing is wrong. */
export function defaultProviders(construct: IConstruct): readonly DocsProvider[] {
  return TerraformStack.of(construct)
    .allProviders()
    .filter((each): each is DocsProvider => each instanceof DocsProvider && each.aliasInput === undefined);
}
