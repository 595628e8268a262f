import { type TerraformProvider, TerraformStack, Token } from "cdktf";
import type { IConstruct } from "constructs";
import type { Json } from "../util/json.ts";
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

/** The organization of a provider, or of the default provider of a construct's stack. The same for the default providers that set none. */
export function organizationKey(construct: IConstruct, given: TerraformProvider | undefined): Json {
  const provider = given ?? defaultProvider(TerraformStack.of(construct));
  if (!(provider instanceof DocsProvider)) return provider?.node.path ?? [null, null, null];
  const known = (value: string | undefined) =>
    Token.isUnresolved(value) ? provider.node.path : (value ?? null);
  const { organizationInput, baseUrlInput, tokenInput, aliasInput } = provider;
  if (organizationInput === undefined && aliasInput !== undefined) return provider.node.path;
  const organization = known(organizationInput);
  return [organization, known(baseUrlInput), organization === null ? known(tokenInput) : null];
}

/** The first default provider of each stack that has one. A search visits the whole stack. */
const defaults = new WeakMap<TerraformStack, DocsProvider>();

function defaultProvider(stack: TerraformStack): DocsProvider | undefined {
  const provider = defaults.get(stack) ?? defaultProviders(stack)[0];
  if (provider !== undefined) defaults.set(stack, provider);
  return provider;
}
