import { fail } from "../../model/codes/provider-words.ts";
import type { DocsformError } from "../../model/errors.ts";
import type { ProviderSettings } from "./settings.ts";

/**
 * Compares the organization of a state with the one that the provider reads and writes. In another organization, every object of the state
 * seems gone, or the same id is another object.
 */
export interface OrganizationCheck {
  /** The error about a state of this organization. undefined: it is the provider's, or the state names none. */
  errorFor(stated: string | undefined): Promise<DocsformError | undefined>;
  /** The error about an object that seems gone. undefined: its state or the settings name its organization. */
  errorForGone(stated: string | undefined): Promise<DocsformError | undefined>;
  /** Whether this is the first report about states of this organization. One report stands for all their objects. */
  isFirstReport(stated: string | undefined): boolean;
}

export function createOrganizationCheck(
  { organization, baseUrl }: Pick<ProviderSettings, "organization" | "baseUrl">,
  organizationId: () => Promise<string>,
): OrganizationCheck {
  const reported = new Set<string | undefined>();
  const isConfigured = organization !== undefined;
  return {
    errorFor: async (stated) => {
      const used = await organizationId();
      if (stated === undefined || stated === used) return undefined;
      const facts = { stated, used, service: baseUrl };
      return fail("terraform/wrong-organization", { case: isConfigured ? "configured" : "only", ...facts });
    },
    errorForGone: async (stated) => {
      if (stated !== undefined || isConfigured) return undefined;
      const facts = { used: await organizationId(), service: baseUrl };
      return fail("terraform/wrong-organization", { case: "unnamed", ...facts });
    },
    isFirstReport: (stated) => {
      const isFirst = !reported.has(stated);
      reported.add(stated);
      return isFirst;
    },
  };
}
