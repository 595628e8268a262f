import type { Construct } from "constructs";
import { propsGiven } from "./check-properties.ts";
import { containsTerraformToken } from "./check-values.ts";
import type { Choice } from "./choice.ts";
import type { DocsObjectProps } from "./common-properties.ts";
import { argumentsOf, DocsObject, importBlock } from "./docs-object.ts";
import { type FindOptions, ForeignObject } from "./foreign-object.ts";
import { DataDocsSamlProvider } from "./generated/data-docs-saml-provider.ts";
import {
  type SamlProviderConfig,
  SamlProvider as SamlProviderResource,
  type SamlProviderServiceOutputReference,
} from "./generated/saml-provider.ts";
import type { ISamlProvider, ITeam } from "./references.ts";
import { valuesOf } from "./values-of.ts";
import { versionOf } from "./write-only.ts";

/** The properties of a SAML provider. */
export interface SamlProviderProps extends DocsObjectProps<keyof SamlProviderValues>, SamlProviderValues {
  /**
   * Raise this number to write `certificate` again. You need it only if the app does not know the certificate
   * (`Fn.file("okta.pem")`, a variable). Default: 1 in that case, otherwise a hash of the certificate, so that Terraform
   * writes a changed certificate by itself.
   */
  readonly certificateVersion?: number;
  /**
   * Keeps the certificate in Terraform's state, as Terraform before 1.11 needs it. If omitted, the certificate is
   * write-only.
   */
  readonly certificateInState?: boolean;
}

interface SamlProviderValues {
  /** Name of the provider, shown at the login. 1 to 30 characters. */
  readonly label: string;
  /** URL of the identity provider where people log in. At most 2048 characters. If omitted, the value stays as it is. */
  readonly ssoUrl?: string;
  /** Entity id of the identity provider. 1 to 1024 characters. If omitted, the value stays as it is. */
  readonly entityId?: string;
  /**
   * The identity provider's certificate for signatures, PEM. 1 to 10000 characters. If omitted, the value stays as it is. Neither
   * Terraform's state nor its plans contain it (`certificate_wo`, Terraform 1.11 or later). The synthesized `cdk.tf.json`
   * contains a text that the app knows. It does not contain `Fn.file("okta.pem")` or a sensitive variable in clear text.
   */
  readonly certificate?: string;
  /** The team that people join at their first login. It can be changed later, but not removed. If omitted, the value stays as it is. */
  readonly defaultTeam?: ITeam;
  /**
   * The role that people get at their first login. `guest` makes them guests. One of `admin`, `create`, `edit`, `review`, `comment`,
   * `read`, `guest`. If omitted, the value stays as it is.
   */
  readonly defaultRole?: Choice<"saml_provider", "defaultRole">;
}

/**
 * An identity provider through which people log in to the organization (SAML).
 *
 * @example
 * new SamlProvider(this, "okta", { label: "Okta", certificate: Fn.file("okta.pem"), defaultTeam: writers });
 */
export class SamlProvider extends DocsObject<"saml_provider", SamlProviderResource> implements ISamlProvider {
  readonly resource: SamlProviderResource;

  /** Refers to an existing SAML provider that the app does not manage. */
  static fromId(scope: Construct, id: string, samlProviderId: string): ISamlProvider {
    return new ForeignObject(scope, id, "saml_provider", samlProviderId);
  }

  /** Finds an existing SAML provider by its label, which exactly one has. The app does not manage it. */
  static fromLabel(
    scope: Construct,
    id: string,
    label: string,
    { provider }: FindOptions = {},
  ): ISamlProvider {
    return new ForeignObject(scope, id, "saml_provider", {
      source: DataDocsSamlProvider,
      by: { label },
      provider,
    });
  }

  constructor(scope: Construct, id: string, given: SamlProviderProps) {
    const props = propsGiven(given);
    super(scope, id, "saml_provider", props, { provider: props.provider });
    this.resource = new SamlProviderResource(this, "Default", {
      ...argumentsOf(this, props),
      ...valuesOf<SamlProviderConfig>("saml_provider", {
        ...props,
        certificate: undefined,
        certificateVersion: undefined,
      }),
      ...certificateOf(props),
    });
    importBlock(this, props.importFrom);
  }

  /** The values that the identity provider needs. */
  get service(): SamlProviderServiceOutputReference {
    return this.resource.service;
  }
}

function certificateOf({ certificate, certificateVersion, certificateInState }: SamlProviderProps) {
  if (certificate === undefined) return {};
  if (certificateInState === true) return { certificate };
  const certificateWoVersion =
    certificateVersion ??
    (containsTerraformToken(certificate) ? 1 : versionOf("saml_provider", "certificate", certificate));
  return { certificateWo: certificate, certificateWoVersion };
}
