import type { Construct } from "constructs";
import { propsGiven } from "./check-properties.ts";
import type { Choice } from "./choice.ts";
import type { DocsObjectProps } from "./common-properties.ts";
import { argumentsOf, DocsObject, importBlock } from "./docs-object.ts";
import { type FindOptions, ForeignObject } from "./foreign-object.ts";
import { DataDocsOpenapiSpec } from "./generated/data-docs-openapi-spec.ts";
import {
  type OpenapiSpecConfig,
  OpenapiSpec as OpenapiSpecResource,
  type OpenapiSpecUrlsOutputReference,
} from "./generated/openapi-spec.ts";
import type { IOpenApiSpec } from "./references.ts";
import { valuesOf } from "./values-of.ts";

/** The properties of an OpenAPI specification. */
export interface OpenApiSpecProps extends DocsObjectProps<keyof OpenApiSpecValues>, OpenApiSpecValues {}

interface OpenApiSpecValues {
  /**
   * Name of the specification in the organization, and its id. 1 to 100 characters: lowercase letters and digits, with single
   * hyphens between them. A change replaces the specification.
   */
  readonly slug: string;
  /** The source of the specification: `url`, which the service fetches (at most 2048 characters), or `text`, the specification itself. */
  readonly source:
    | { readonly url: string; readonly text?: never }
    | { readonly text: string; readonly url?: never };
  /**
   * Whether anyone with the link can read the specification (`public`) or not (`private`). One of `private`, `public`. If
   * omitted, the value stays as it is.
   */
  readonly visibility?: Choice<"openapi_spec", "visibility">;
}

/**
 * An OpenAPI specification that pages can show as a reference.
 *
 * @example
 * new OpenApiSpec(this, "petstore", { slug: "petstore", source: { url: "https://acme.example/openapi.json" } });
 */
export class OpenApiSpec extends DocsObject<"openapi_spec", OpenapiSpecResource> implements IOpenApiSpec {
  readonly resource: OpenapiSpecResource;

  /** Refers to an existing specification that the app does not manage. */
  static fromId(scope: Construct, id: string, slug: string): IOpenApiSpec {
    return new ForeignObject(scope, id, "openapi_spec", slug);
  }

  /** Finds an existing specification by its slug, which exactly one has. The app does not manage it. */
  static fromSlug(scope: Construct, id: string, slug: string, { provider }: FindOptions = {}): IOpenApiSpec {
    return new ForeignObject(scope, id, "openapi_spec", {
      source: DataDocsOpenapiSpec,
      by: { slug },
      provider,
    });
  }

  constructor(scope: Construct, id: string, given: OpenApiSpecProps) {
    const props = propsGiven(given);
    super(scope, id, "openapi_spec", props, { provider: props.provider });
    this.resource = new OpenapiSpecResource(this, "Default", {
      ...argumentsOf(this, props),
      ...valuesOf<OpenapiSpecConfig>("openapi_spec", props),
    });
    importBlock(this, props.importFrom);
  }

  /** Its URLs in the app and for readers. */
  get urls(): OpenapiSpecUrlsOutputReference {
    return this.resource.urls;
  }
}
