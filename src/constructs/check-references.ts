import { type TerraformProvider, Token } from "cdktf";
import type { IConstruct } from "constructs";
import { wordsOf } from "../model/codes/app-words.ts";
import type { constructsCodes } from "../model/codes/constructs-codes.ts";
import type { FactsOf } from "../model/codes/fail.ts";
import { providerPrefix } from "../model/terraform-names.ts";
import { withArticle } from "../util/with-article.ts";
import { ForeignObject } from "./foreign-object.ts";
import { DocsProvider } from "./generated/provider.ts";
import { identityOf } from "./identity-of.ts";
import { problemText } from "./problem-text.ts";
import type { DocsReference, SiteReference } from "./references.ts";
import { foreignExample, isObject } from "./site-given.ts";
import { defaultProviders, isInOneStack } from "./stacks.ts";
import { typeOf } from "./types.ts";

/** The object that has a reference. */
export interface Referrer {
  readonly owner: IConstruct;
  /** The object that addresses it, such as its site. */
  readonly scope?: DocsReference<string> | undefined;
  readonly provider?: TerraformProvider | undefined;
}

/** A reference, which the property `name` contains. */
export interface GivenReference {
  readonly name: string;
  readonly value: unknown;
  /** The types that the referenced object may have. */
  readonly kinds: readonly string[];
}

/**
 * The problems of a reference, one sentence each. TypeScript's types prevent most of them. In plain JavaScript, an id instead of an object
 * would have no effect.
 */
export function referenceProblems(referrer: Referrer, given: GivenReference): readonly string[] {
  const { name, value, kinds } = given;
  const wanted = kinds.map((kind) => withArticle(typeOf(kind).label.one)).join(" or ");
  const example = foreignExample(kinds[0] ?? "");
  if (!isObject(value)) return [wrongReference({ case: "notObject", field: name, wanted, example })];
  if (!kinds.includes(value.kind)) {
    const facts = { field: name, wanted, object: referenceName(value), type: value.kind };
    return [wrongReference({ case: "wrongType", ...facts })];
  }
  return [...siteProblems(referrer, name, value), ...providerProblems(referrer, name, value)];
}

/** A reference that is an object. Undefined for other values, which other checks report. */
export function objectGiven<Reference extends DocsReference<string>>(
  value: Reference | undefined,
): Reference | undefined {
  return isObject(value) ? value : undefined;
}

function siteProblems({ scope }: Referrer, name: string, value: DocsReference<string>): readonly string[] {
  const own = (value as { readonly site?: SiteReference }).site;
  if (own === undefined || scope?.kind !== own.kind || identityOf(own) === identityOf(scope)) return [];
  const facts = { object: referenceName(value), site: referenceName(own), own: referenceName(scope) };
  return [wrongReference({ case: "otherSite", field: name, ...facts })];
}

function providerProblems(
  { owner, provider }: Referrer,
  name: string,
  value: DocsReference<string>,
): readonly string[] {
  const { resource } = value as { readonly resource?: { readonly provider?: TerraformProvider } };
  if (resource === undefined) return [];
  if (!isInOneStack(owner, value))
    return organizationProblems({ owner, provider }, name, value, resource.provider);
  const [own, theirs] = [providerName(provider), providerName(resource.provider)];
  if (own === theirs) return [];
  const facts = { object: referenceName(value), provider: theirs, own, example: foreignExample(value.kind) };
  return [wrongReference({ case: "otherProvider", field: name, ...facts })];
}

/** Each stack names its own providers. Two stacks share only the organization. */
function organizationProblems(
  referrer: Referrer,
  name: string,
  value: DocsReference<string>,
  provider: TerraformProvider | undefined,
): readonly string[] {
  const own = organizationOf(referrer.owner, referrer.provider);
  const theirs = organizationOf(value, provider);
  if (own === undefined || theirs === undefined || own === theirs) return [];
  const facts = { object: referenceName(value), organization: theirs, own };
  return [wrongReference({ case: "otherOrganization", field: name, ...facts })];
}

/** The organization of a provider, or of the stack's default provider. Undefined if the app does not set it. */
function organizationOf(construct: IConstruct, given: TerraformProvider | undefined): string | undefined {
  const provider = given ?? defaultProviders(construct)[0];
  const organization = provider instanceof DocsProvider ? provider.organizationInput : undefined;
  return Token.isUnresolved(organization) ? undefined : organization;
}

function providerName(provider: TerraformProvider | undefined): string {
  return provider?.fqn ?? providerPrefix;
}

function referenceName(object: DocsReference<string>): string {
  return object instanceof ForeignObject ? object.label : object.node.path;
}

function wrongReference(facts: FactsOf<(typeof constructsCodes)["constructs/wrong-reference"]>): string {
  return problemText(wordsOf("constructs/wrong-reference", facts));
}
