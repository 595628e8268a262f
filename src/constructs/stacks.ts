import { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { DocsProvider } from "./generated/provider.ts";

/** The providers that layouts created, because their stacks had none. */
export const providersOfLayouts = new WeakSet<DocsProvider>();

export function isInOneStack(a: IConstruct, b: IConstruct): boolean {
  return TerraformStack.of(a) === TerraformStack.of(b);
}

/** The default providers of a construct's stack. A valid app has one at most. */
export function defaultProviders(construct: IConstruct): readonly DocsProvider[] {
  return TerraformStack.of(construct)
    .allProviders()
    .filter((each): each is DocsProvider => each instanceof DocsProvider && each.aliasInput === undefined);
}
