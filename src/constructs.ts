// The constructs, for apps of cdktf and cdktn.

/** The constructs of the provider's resources and data sources one by one, as `cdktf get` makes them. */
export * as l1 from "./constructs/generated/index.ts";
export { DocsProvider, type DocsProviderConfig } from "./constructs/generated/provider.ts";
