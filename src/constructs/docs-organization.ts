import type { Construct } from "constructs";
import { propsGiven } from "./check-properties.ts";
import type { Choice, Flag } from "./choice.ts";
import type { DocsObjectProps } from "./common-properties.ts";
import { argumentsOf, DocsObject, importBlock } from "./docs-object.ts";
import {
  type OrganizationConfig,
  type OrganizationMergeRules,
  Organization as OrganizationResource,
  type OrganizationUrlsOutputReference,
} from "./generated/organization.ts";
import type { IOrganization, SiteReference } from "./references.ts";
import { valuesOf } from "./values-of.ts";

/** The properties of the organization. */
export interface OrganizationProps extends DocsObjectProps<keyof OrganizationValues>, OrganizationValues {}

interface OrganizationValues {
  /** Name of the organization. 2 to 255 characters. If omitted, the value stays as it is. */
  readonly title?: string;
  /**
   * E-mail domains. People with an address in one of them can join without an invitation. If omitted, the value stays as it is.
   */
  readonly emailDomains?: readonly string[];
  /**
   * Hostname under which the organization publishes its sites, unless a site has its own. 3 to 32 characters. If omitted, the value
   * stays as it is.
   */
  readonly hostname?: string;
  /**
   * Role that people get when they join. `guest` makes them guests. One of `admin`, `create`, `edit`, `review`, `comment`, `read`,
   * `guest`. If omitted, the value stays as it is.
   */
  readonly defaultRole?: Choice<"organization", "defaultRole">;
  /** The site that people see first; `none` removes it. If omitted, the value stays as it is. */
  readonly defaultSite?: SiteReference | "none";
  /** URL of the logo; `none` removes it. `none`, or at most 2048 characters. If omitted, the value stays as it is. */
  readonly logo?: string;
  /** Whether everyone must log in with single sign-on (SSO). If omitted, the value stays as it is. */
  readonly sso?: Flag;
  /** Whether the features that use AI are enabled. If omitted, the value stays as it is. */
  readonly ai?: Flag;
  /** Whether people can be invited with a link. If omitted, the value stays as it is. */
  readonly inviteLinks?: Flag;
  /**
   * Instructions for the organization's agent, as Markdown. At most 100000 characters. If omitted, the value stays as it is.
   */
  readonly agentInstructions?: string;
  /**
   * Rules that a change request must meet before it can be merged. They apply to spaces without rules of their own. If omitted, the
   * value stays as it is.
   */
  readonly mergeRules?: OrganizationMergeRules;
}

/**
 * The organization of the provider, with its settings. A provider has one, which exists already.
 *
 * @example
 * new Organization(this, "acme", { title: "Acme", sso: true, defaultSite: docs });
 */
export class Organization extends DocsObject<"organization", OrganizationResource> implements IOrganization {
  readonly resource: OrganizationResource;

  constructor(scope: Construct, id: string, given: OrganizationProps) {
    const props = propsGiven(given);
    super(scope, id, "organization", props, { provider: props.provider });
    this.resource = new OrganizationResource(this, "Default", {
      ...argumentsOf(this, props),
      ...valuesOf<OrganizationConfig>("organization", props),
    });
    importBlock(this, props.importFrom);
  }

  /** Its URL in the app. */
  get urls(): OrganizationUrlsOutputReference {
    return this.resource.urls;
  }
}
