import type { FactsOf } from "../../model/codes/fail.ts";
import { wordsOf } from "../../model/codes/layout-words.ts";
import type { synthCodes } from "../../model/codes/synth-codes.ts";
import type { DesiredValue } from "../../model/desired-world.ts";
import { errorAt, type SourcePosition } from "../../model/diagnostic.ts";
import { type ApiVersion, apiVersions } from "../../model/endpoint.ts";
import { Secret } from "../../model/secret.ts";
import { providerPrefix } from "../../model/terraform-names.ts";
import { present } from "../../util/present.ts";
import { evaluateNode, revealedText, tokenOf } from "./evaluate.ts";
import { type JsonNode, jsonField, jsonText } from "./json-source.ts";
import type { Resolving } from "./place-in-app.ts";
import type { Stack, StackResource } from "./stack.ts";

/** The settings in an app's provider blocks on how to access the service. Absent: no block has the setting. */
export interface ServiceDefaults {
  /** URL of the service. */
  readonly baseUrl?: string;
  readonly token?: Secret;
  /** Maximum number of requests at the same time. */
  readonly maxConcurrency?: number;
  /** Maximum number of requests per second. */
  readonly requestsPerSecond?: number;
  readonly apiVersion?: ApiVersion;
}

/** A configuration of the provider that resources of the app use. */
export interface ProviderRead {
  readonly organization: string | undefined;
  readonly maxDeletes: number | undefined;
  readonly service: ServiceDefaults;
  readonly stack: string;
  readonly at: SourcePosition;
}

/** Reads each configuration that resources of a stack use once. */
export function readProviders(stack: Stack, resolving: Resolving): readonly ProviderRead[] {
  const used = new Map<string, StackResource>();
  for (const resource of stack.resources.values()) {
    const name = providerOf(resource);
    if (!used.has(name)) used.set(name, resource);
  }
  return [...used].map(([name, resource]) => readProvider(stack, resolving, name, resource));
}

function providerOf({ body }: StackResource): string {
  return (jsonText(jsonField(body, "provider")) ?? providerPrefix).replace(/^\$\{(.*)\}$/s, "$1");
}

function readProvider(stack: Stack, resolving: Resolving, name: string, usedBy: StackResource): ProviderRead {
  const block = stack.providers.get(name);
  if (block === undefined && name !== providerPrefix)
    resolving.report(errorAt(usedBy.at, wordsOf("synth/unresolvable", { case: "provider", name })));
  const setting = (accepts: (value: DesiredValue) => boolean, facts: InvalidSetting) =>
    settingIn({ resolving, block }, accepts, facts);
  const whole = (field: string, least: number) => setting(isWhole(least), { case: "whole", field, least });
  const organization = setting(isText, { case: "organization", field: "organization" });
  const baseUrl = setting(isUrl, { case: "url", field: "base_url" });
  const maxDeletes = whole("max_deletes", 0);
  const maxConcurrency = whole("max_concurrency", 1);
  const requestsPerSecond = setting((value) => Number(value) > 0, {
    case: "positive",
    field: "requests_per_second",
  });
  const apiVersion = setting(isApiVersion, {
    case: "apiVersion",
    field: "api_version",
    versions: apiVersions.join(" or "),
  });
  const token = tokenIn(resolving, block);
  return {
    organization: organization === undefined ? undefined : revealedText(organization),
    maxDeletes: maxDeletes === undefined ? undefined : Number(maxDeletes),
    service: {
      ...(baseUrl === undefined ? {} : { baseUrl: revealedText(baseUrl) ?? "" }),
      ...present({ token, apiVersion: apiVersions.find((each) => each === apiVersion) }),
      ...(maxConcurrency === undefined ? {} : { maxConcurrency: Number(maxConcurrency) }),
      ...(requestsPerSecond === undefined ? {} : { requestsPerSecond: Number(requestsPerSecond) }),
    },
    stack: stack.name,
    at: block === undefined ? usedBy.at : stack.source.at(jsonField(block, "organization") ?? block),
  };
}

/** The facts of the error if a setting has a value that it cannot have. */
type InvalidSetting = Extract<
  FactsOf<(typeof synthCodes)["synth/invalid-value"]>,
  { readonly case: "apiVersion" | "organization" | "positive" | "url" | "whole" }
>;

function settingIn(
  { resolving, block }: { readonly resolving: Resolving; readonly block: JsonNode | undefined },
  accepts: (value: DesiredValue) => boolean,
  facts: InvalidSetting,
): DesiredValue | undefined {
  const node = jsonField(block, String(facts.field));
  const value = node === undefined ? undefined : evaluateNode(resolving, node);
  if (node === undefined || value === undefined || value === null) return undefined;
  if (accepts(value instanceof Secret ? value.reveal() : value)) return value;
  resolving.report(errorAt(resolving.stack.source.at(node), wordsOf("synth/invalid-value", facts)));
  return undefined;
}

/** The tokens in the provider blocks of a stack. Errors in the blocks are reported later, when docsform reads their other settings. */
export function tokensOfProviders({ providers }: Stack, resolving: Resolving): readonly Secret[] {
  const quietly = { ...resolving, report: () => undefined };
  return [...providers.values()].flatMap((block) => tokenIn(quietly, block) ?? []);
}

function tokenIn(resolving: Resolving, block: JsonNode | undefined): Secret | undefined {
  const node = jsonField(block, "token");
  return node === undefined ? undefined : tokenOf(resolving, node);
}

function isText(value: DesiredValue): boolean {
  return typeof value === "string" && value !== "";
}

function isUrl(value: DesiredValue): boolean {
  return typeof value === "string" && /^https?:\/\/\S+$/.test(value);
}

function isApiVersion(value: DesiredValue): boolean {
  return apiVersions.some((apiVersion) => apiVersion === value);
}

function isWhole(least: number): (value: DesiredValue) => boolean {
  return (value) =>
    (typeof value === "number" || typeof value === "string") &&
    Number.isInteger(Number(value)) &&
    Number(value) >= least;
}
