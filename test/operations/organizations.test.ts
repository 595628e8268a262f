import { expect, test } from "vitest";
import { apiVersions } from "../../src/model/endpoint.ts";
import { emulatorAfterScenarios, scenarioClient } from "../support/scenarios.ts";

test.each(apiVersions)(
  "a new organization of the %s API version has the usual fields",
  async (apiVersion) => {
    const { ask, seedRecord } = scenarioClient(emulatorAfterScenarios(apiVersion));
    const usual = {
      sso: false,
      ai: false,
      defaultRole: "read",
      useCase: "internalDocs",
      billing: {
        interval: "monthly",
        endDate: expect.any(String),
        hasPaymentFailed: false,
        isScheduledToCancel: false,
        pricing: { members: { plus_2024: {}, pro_2024: {} }, sites: { premium: {}, ultimate: {} } },
      },
    };
    expect(await ask("getOrganizationById")).toMatchObject(usual);
    // A set value replaces the default. null is a value.
    await ask("updateOrganizationById", { body: { sso: true, defaultRole: null } });
    expect(await ask("getOrganizationById")).toMatchObject({ ...usual, sso: true, defaultRole: null });
    seedRecord("organization", { id: "other", title: "Other", billing: null });
    seedRecord("other/organization_member", { id: "u_ada", role: "read" });
    const other = await ask("getOrganizationById", { params: { organizationId: "other" } });
    expect(other).not.toHaveProperty("billing");
  },
);
