import type { Construct } from "constructs";
import { defined } from "./defined.ts";
import { argumentsOf, DocsObject, type DocsObjectProps, importBlock } from "./docs-object.ts";
import { ForeignObject } from "./foreign-object.ts";
import {
  OpenapiSpec as OpenapiSpecResource,
  type OpenapiSpecUrlsOutputReference,
} from "./generated/openapi-spec.ts";
import type { IOpenApiSpec } from "./references.ts";

/** What an OpenAPI specification is. */
export interface OpenApiSpecProps extends DocsObjectProps<keyof OpenApiSpecValues>, OpenApiSpecValues {}

interface OpenApiSpecValues {
  /**
   * Name of the specification in the organization, and its id. 1 to 100 characters: lower-case letters and digits, with
   * single hyphens between. A change replaces the specification.
   */
  readonly slug: string;
  /**
   * Where the specification comes from: `url`, which the service fetches (at most 2048 characters), or `text`, the
   * specification itself.
   */
  readonly source: { readonly url: string } | { readonly text: string };
  /**
   * Whether anyone with the link can read the specification or nobody. One of `private`, `public`. Absent: not managed.
   */
  readonly visibility?: string;
}

/** An OpenAPI specification that pages can show as a reference. */
export class OpenApiSpec extends DocsObject<"openapi_spec", OpenapiSpecResource> implements IOpenApiSpec {
  readonly resource: OpenapiSpecResource;

  /** A specification that is there already and is not managed by the app. */
  static fromId(scope: Construct, id: string, slug: string): IOpenApiSpec {
    return new ForeignObject(scope, id, "openapi_spec", slug);
  }

  constructor(scope: Construct, id: string, props: OpenApiSpecProps) {
    super(scope, id, "openapi_spec", props, { provider: props.provider });
    const { slug, source, visibility } = props;
    this.resource = new OpenapiSpecResource(this, "Default", {
      ...argumentsOf("openapi_spec", props),
      ...defined({ slug, source, visibility }),
    });
    importBlock(this, props.importFrom);
  }

  /** Where it is in the app, and where it is published. */
  get urls(): OpenapiSpecUrlsOutputReference {
    return this.resource.urls;
  }
}
