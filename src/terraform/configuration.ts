import { defaultBaseUrl } from "../contract/http/base-url.ts";
import { apiVersions } from "../model/endpoint.ts";
import { Secret } from "../model/secret.ts";
import { longestConsistencyWindowMs, readConsistencyWindowMs } from "../model/time-limits.ts";
import { alternatives } from "../util/phrases.ts";
import { present } from "../util/present.ts";
import { providerErrorAt } from "./plugin/diagnostics.ts";
import type { ProviderDiagnostic } from "./plugin/protobuf/messages.ts";
import type { ProviderSchema } from "./plugin/protobuf/schema-messages.ts";
import { typeOfBlock } from "./plugin/schema-type.ts";
import { cty } from "./plugin/values/cty-type.ts";
import { type CtyObject, isUnknown } from "./plugin/values/cty-value.ts";
import { parseDuration } from "./resources/parse-duration.ts";
import { attribute, sortedByName } from "./resources/schema-message.ts";
import type { ProviderSettings } from "./session/settings.ts";

const defaultConcurrency = 50;
const defaultTimeout = "30s";

/** The schema of a provider block. */
export const configurationSchema: ProviderSchema = {
  block: {
    description: "Manages the collections, spaces, sites, teams and settings of a documentation platform.",
    descriptionKind: "markdown",
    attributes: sortedByName([
      attribute(
        "base_url",
        cty.string,
        `URL of the service, without \`/v1\`. Environment variable: \`DOCSFORM_BASE_URL\`. Default: \`${defaultBaseUrl}\`.`,
        { optional: true },
      ),
      attribute(
        "token",
        cty.string,
        "API token. Set the environment variable `DOCSFORM_TOKEN` instead, so that the configuration does not contain the token.",
        {
          optional: true,
          sensitive: true,
        },
      ),
      attribute(
        "organization",
        cty.string,
        "Id of the organization. Environment variable: `DOCSFORM_ORGANIZATION`. Default: the only organization that the token has access to.",
        { optional: true },
      ),
      attribute(
        "api_version",
        cty.string,
        `API version of the service: ${alternatives(apiVersions.map((each) => `\`${each}\``))}. Environment variable: \`DOCSFORM_API_VERSION\`. Default: the version that the service's responses show, otherwise \`current\`.`,
        { optional: true },
      ),
      attribute(
        "max_concurrency",
        cty.number,
        `Maximum number of requests in flight at once, at least 1. Default: ${defaultConcurrency}, so that Terraform's \`-parallelism\` sets the limit.`,
        { optional: true },
      ),
      attribute(
        "requests_per_second",
        cty.number,
        "Maximum number of requests per second. Default: as many as the service allows.",
        { optional: true },
      ),
      attribute(
        "timeout",
        cty.string,
        `Longest wait for one response, such as \`30s\`. Default: \`${defaultTimeout}\`.`,
        { optional: true },
      ),
      attribute(
        "max_deletes",
        cty.number,
        "Maximum number of objects that one run may delete or replace. The provider refuses a plan with more, also with `-auto-approve`. Default: no limit.",
        { optional: true },
      ),
    ]),
  },
};

export const configurationType = typeOfBlock(configurationSchema.block);

/** Errors in a provider block. Unknown values pass. */
export function validateConfiguration(config: CtyObject): readonly ProviderDiagnostic[] {
  const check = (name: string, isRight: (value: never) => boolean, remedy: string): ProviderDiagnostic[] => {
    const value = config[name] ?? null;
    if (value === null || isUnknown(value) || isRight(value as never)) return [];
    return [providerErrorAt([name], `\`${name}\` is not valid`, remedy)];
  };
  const isWhole = (least: number) => (value: number | string) =>
    Number.isInteger(Number(value)) && Number(value) >= least;
  return [
    ...check(
      "base_url",
      (value: string) => /^https?:\/\/\S+$/.test(value),
      "Write it as `https://api.example.com`.",
    ),
    ...check("organization", (value: string) => value !== "", "Set an id, or remove the argument."),
    ...check(
      "api_version",
      isApiVersion,
      `Set it to ${alternatives(apiVersions.map((each) => `\`${each}\``))}.`,
    ),
    ...check("max_concurrency", isWhole(1), "Set a whole number of at least 1."),
    ...check("requests_per_second", (value: number | string) => Number(value) > 0, "Set a number above 0."),
    ...check("timeout", (value: string) => (parseDuration(value) ?? 0) > 0, "Write it as `30s` or `2m`."),
    ...check("max_deletes", isWhole(0), "Set a whole number of at least 0."),
  ];
}

export type Configured =
  | { readonly kind: "known"; readonly settings: ProviderSettings }
  /** A value that the provider needs is known only after an apply. */
  | { readonly kind: "unknown"; readonly names: readonly string[] }
  | { readonly kind: "wrong"; readonly diagnostics: readonly ProviderDiagnostic[] };

/** The settings from a provider block. The environment supplies the values that the block omits. */
export function readConfiguration(
  config: CtyObject,
  environment: Readonly<Record<string, string | undefined>>,
): Configured {
  const names = Object.keys(config).filter((name) => isUnknown(config[name]));
  if (names.length > 0) return { kind: "unknown", names };
  const wrong = validateConfiguration(config);
  if (wrong.length > 0) return { kind: "wrong", diagnostics: wrong };
  const text = (name: string, variable: string): string | undefined =>
    nonEmpty(config[name] as string | null) ?? nonEmpty(environment[variable]);
  const number = (name: string): number | undefined =>
    (config[name] ?? null) === null ? undefined : Number(config[name]);
  const token = text("token", "DOCSFORM_TOKEN");
  if (token === undefined) return { kind: "wrong", diagnostics: [noToken] };
  const organization = text("organization", "DOCSFORM_ORGANIZATION");
  const apiVersionText = text("api_version", "DOCSFORM_API_VERSION");
  if (apiVersionText !== undefined && !isApiVersion(apiVersionText))
    return { kind: "wrong", diagnostics: [badApiVersion] };
  if (readConsistencyWindowMs(environment["DOCSFORM_CONSISTENCY_WINDOW_MS"]) === undefined)
    return { kind: "wrong", diagnostics: [badConsistencyWindow] };
  const apiVersion = apiVersions.find((each) => each === apiVersionText);
  const requestsPerSecond = number("requests_per_second");
  const maxDeletes = number("max_deletes");
  return {
    kind: "known",
    settings: {
      baseUrl: text("base_url", "DOCSFORM_BASE_URL") ?? defaultBaseUrl,
      token: new Secret(token, { kind: "literal" }),
      maxConcurrency: number("max_concurrency") ?? defaultConcurrency,
      timeoutMs: parseDuration((config["timeout"] as string | null) ?? defaultTimeout) as number,
      ...present({ organization, apiVersion, requestsPerSecond, maxDeletes }),
    },
  };
}

function nonEmpty(text: string | null | undefined): string | undefined {
  return text === null || text === undefined || text === "" ? undefined : text;
}

function isApiVersion(value: string): boolean {
  return apiVersions.some((apiVersion) => apiVersion === value);
}

const badApiVersion = providerErrorAt(
  ["api_version"],
  "DOCSFORM_API_VERSION is not valid",
  `Set it to ${alternatives(apiVersions)}.`,
);

const badConsistencyWindow: ProviderDiagnostic = {
  severity: "error",
  summary: "DOCSFORM_CONSISTENCY_WINDOW_MS is not valid",
  detail: `Set it to a whole number of milliseconds from 0 to ${longestConsistencyWindowMs}.`,
};

const noToken = providerErrorAt(
  ["token"],
  "The API token is missing",
  "Set the environment variable DOCSFORM_TOKEN, or `token` in the provider block.",
);
