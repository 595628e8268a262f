import type { Construct } from "constructs";
import { containsTerraformToken } from "./check-values.ts";
import { defined } from "./defined.ts";
import { argumentsOf, DocsObject, type DocsObjectProps, importBlock } from "./docs-object.ts";
import { ForeignObject } from "./foreign-object.ts";
import {
  SamlProvider as SamlProviderResource,
  type SamlProviderServiceOutputReference,
} from "./generated/saml-provider.ts";
import type { ISamlProvider, ITeam } from "./references.ts";
import { versionOf } from "./write-only.ts";

/** What a SAML provider is. */
export interface SamlProviderProps extends DocsObjectProps<keyof SamlProviderValues>, SamlProviderValues {
  /**
   * Raise it to have `certificate` written again. It is needed where only Terraform knows the certificate
   * (`Fn.file("okta.pem")`, a variable). Absent: 1 there, and else a hash of the certificate, so that another one is
   * written by itself.
   */
  readonly certificateVersion?: number;
  /**
   * Keeps the certificate in Terraform's state, where a Terraform before 1.11 needs it. Absent: it is
   * write-only.
   */
  readonly certificateInState?: boolean;
}

interface SamlProviderValues {
  /** Name of the provider, shown at the login. 1 to 30 characters. */
  readonly label: string;
  /** URL of the identity provider to which people are sent to log in. At most 2048 characters. Absent: not managed. */
  readonly ssoURL?: string;
  /** Entity id of the identity provider. 1 to 1024 characters. Absent: not managed. */
  readonly entityID?: string;
  /**
   * The identity provider's certificate for signatures, PEM. 1 to 10000 characters. Absent: not managed. It is neither
   * in Terraform's state nor in its plans (`certificate_wo`, Terraform 1.11 or later). A text that the app knows stands
   * in the synthesised `cdk.tf.json` all the same: `Fn.file("okta.pem")` and sensitive variables do not.
   */
  readonly certificate?: string;
  /** The team that people join at their first login. It can be changed but not taken away again. Absent: not managed. */
  readonly defaultTeam?: ITeam;
  /**
   * The role that people get at their first login, or `guest` for none. One of `admin`, `create`, `edit`, `review`, `comment`, `read`, `guest`.
   * Absent: not managed.
   */
  readonly defaultRole?: string;
}

/** An identity provider through which people log in to the organization (SAML). */
export class SamlProvider extends DocsObject<"saml_provider", SamlProviderResource> implements ISamlProvider {
  readonly resource: SamlProviderResource;

  /** A SAML provider that is there already and is not managed by the app. */
  static fromId(scope: Construct, id: string, samlProviderId: string): ISamlProvider {
    return new ForeignObject(scope, id, "saml_provider", samlProviderId);
  }

  constructor(scope: Construct, id: string, props: SamlProviderProps) {
    super(scope, id, "saml_provider", props, { provider: props.provider });
    const { label, ssoURL, entityID, defaultTeam, defaultRole } = props;
    this.resource = new SamlProviderResource(this, "Default", {
      ...argumentsOf("saml_provider", props),
      ...defined({ label, ssoUrl: ssoURL, entityId: entityID, defaultTeamId: defaultTeam?.id, defaultRole }),
      ...certificateOf(props),
    });
    importBlock(this, props.importFrom);
  }

  /** What the identity provider must be told. */
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
