import type { ProviderDiagnostic } from "../plugin/protobuf/messages.ts";
import { type Provider, providerFailure } from "../provider.ts";

/**
 * Reports a state of another organization than the provider's, once for all its objects: Terraform stops after the first error of a plan.
 * undefined: the state is of the provider's organization.
 */
export async function reportOtherOrganization(
  provider: Provider,
  stated: string | undefined,
  summary: string,
): Promise<readonly ProviderDiagnostic[] | undefined> {
  const check = provider.configured.session?.organizationCheck;
  const error = await check?.errorFor(stated);
  if (error === undefined) return undefined;
  return check?.isFirstReport(stated) === true ? [providerFailure(provider, error, summary)] : [];
}
