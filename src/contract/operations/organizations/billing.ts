import type { ApiVersion } from "../../../model/endpoint.ts";
import type { JsonObject } from "../../../util/json.ts";

/** The billing of an organization with a plan and without problems. */
export function usualBilling(apiVersion: ApiVersion): JsonObject {
  return { ...commonFields, ...(apiVersion === "current" ? currentFields : {}) };
}

const commonFields = {
  interval: "monthly",
  endDate: "2026-12-31T00:00:00.000Z",
  hasPaymentFailed: false,
  isScheduledToCancel: false,
  pricing: {
    members: { plus_2024: { monthly: 8, yearly: 6.5 }, pro_2024: { monthly: 15, yearly: 12 } },
    sites: { premium: { monthly: 79, yearly: 65 }, ultimate: { monthly: 299, yearly: 249 } },
  },
  usageAddons: { ai: { enabled: true } },
};

/** Further fields in the current API version. */
const currentFields = {
  canCheckout: true,
  canChangeInterval: true,
  canUseSAML: false,
  creditsBundle: null,
  aiCreditAlertThreshold: null,
};
