import { type TerraformProvider, Token } from "cdktf";
import type { IConstruct } from "constructs";
import { providerPrefix } from "../model/terraform-names.ts";
import { withArticle } from "../model/with-article.ts";
import { fail } from "./fail.ts";
import { ForeignObject } from "./foreign-object.ts";
import { DocsProvider } from "./generated/provider.ts";
import { identityOf } from "./identity-of.ts";
import type { DocsReference, ISite } from "./references.ts";
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
  if (!isObject(value))
    return [`${name} must be ${wanted}, as an object. ${byItsId("Pass the object itself")}`];
  if (!kinds.includes(value.kind))
    return [`${name} must be ${wanted}, but ${referenceName(value)} is of the type ${value.kind}.`];
  return [...siteProblems(referrer, name, value), ...providerProblems(referrer, name, value)];
}

/** The site of an object. Throws if the value is not a site, because only a site has a structure. */
export function siteGiven(scope: IConstruct, id: string, site: ISite): ISite {
  if (isObject(site) && (site as Partial<ISite>).structure !== undefined) return site;
  const path = [scope.node.path, id].filter((part) => part !== "").join("/");
  throw fail("constructs/no-site", { path, advice: byItsId("Pass the object itself") });
}

/** A reference that is an object. Undefined for other values, which other checks report. */
export function objectGiven<Reference extends DocsReference<string>>(
  value: Reference | undefined,
): Reference | undefined {
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is DocsReference<string> {
  return typeof value === "object" && value !== null && "kind" in value && "id" in value && "node" in value;
}

function siteProblems({ scope }: Referrer, name: string, value: DocsReference<string>): readonly string[] {
  const own = (value as { readonly site?: ISite }).site;
  if (own === undefined || scope?.kind !== own.kind || identityOf(own) === identityOf(scope)) return [];
  return [
    `${name} is ${referenceName(value)}, which belongs to the site ${referenceName(own)}. It must belong to the site ${referenceName(scope)}.`,
  ];
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
  if (providerName(resource.provider) === providerName(provider)) return [];
  return [
    `${name} is ${referenceName(value)}, which has the provider ${providerName(resource.provider)}, not ${providerName(provider)}. ${byItsId("Give both the same provider")}`,
  ];
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
  return [
    `${name} is ${referenceName(value)}, which is in the organization ${theirs}. It must be in the organization ${own}.`,
  ];
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
  return object instanceof ForeignObject ? object.id : object.node.path;
}

function byItsId(otherwise: string): string {
  return `${otherwise}, or refer to it by its id with fromId, such as Site.fromId(this, "site", "site_1").`;
}
