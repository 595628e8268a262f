import { Token } from "cdktf";
import { wordsOf } from "../model/codes/app-words.ts";
import type { constructsCodes } from "../model/codes/constructs-codes.ts";
import type { FactsOf } from "../model/codes/fail.ts";
import { apiVersions } from "../model/endpoint.ts";
import { unknownIn } from "./check-properties.ts";
import type { DocsProvider, DocsProviderConfig } from "./generated/provider.ts";
import { problemText } from "./problem-text.ts";
import { defaultProviders, providersOfLayouts } from "./stacks.ts";

/** Problems, one sentence each: a second provider without an alias, and settings with values that they cannot have. */
export function defaultAndSettingProblems(provider: DocsProvider): readonly string[] {
  return [...secondProviderProblems(provider), ...settingProblems(provider)];
}

const settings: Readonly<Record<keyof DocsProviderConfig, true>> = {
  alias: true,
  apiVersion: true,
  baseUrl: true,
  maxConcurrency: true,
  maxDeletes: true,
  organization: true,
  requestsPerSecond: true,
  timeout: true,
  token: true,
};

/** Problems, one sentence each: settings that the provider does not have, such as misspelt ones. */
export function unknownSettingProblems(given: object): readonly string[] {
  return unknownIn(() => "The provider", given, Object.keys(settings));
}

function secondProviderProblems(provider: DocsProvider): readonly string[] {
  const [first, ...others] = defaultProviders(provider);
  // The layout that created the first one reports the others.
  if (first === undefined || !others.includes(provider) || providersOfLayouts.has(first)) return [];
  return [problemText(wordsOf("constructs/second-provider", { provider: first.node.path }))];
}

function settingProblems(provider: DocsProvider): readonly string[] {
  const { organizationInput, baseUrlInput, apiVersionInput, maxDeletesInput, maxConcurrencyInput } = provider;
  return [
    ...problemUnless(organizationInput, isText, { case: "notOrganization", field: "organization" }),
    ...problemUnless(baseUrlInput, isUrl, { case: "notUrl", field: "baseUrl" }),
    ...problemUnless(apiVersionInput, isApiVersion, {
      case: "notOneOf",
      field: "apiVersion",
      values: apiVersions,
    }),
    ...problemUnless(maxDeletesInput, isWhole(0), { case: "notWhole", field: "maxDeletes", least: 0 }),
    ...problemUnless(maxConcurrencyInput, isWhole(1), {
      case: "notWhole",
      field: "maxConcurrency",
      least: 1,
    }),
  ];
}

function problemUnless(
  value: unknown,
  accepts: (value: unknown) => boolean,
  facts: FactsOf<(typeof constructsCodes)["constructs/invalid-value"]>,
): readonly string[] {
  if (value === undefined || Token.isUnresolved(value) || accepts(value)) return [];
  return [problemText(wordsOf("constructs/invalid-value", facts))];
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function isUrl(value: unknown): boolean {
  return typeof value === "string" && /^https?:\/\/\S+$/u.test(value);
}

function isApiVersion(value: unknown): boolean {
  return apiVersions.some((apiVersion) => apiVersion === value);
}

function isWhole(least: number): (value: unknown) => boolean {
  return (value) => typeof value === "number" && Number.isInteger(value) && value >= least;
}
