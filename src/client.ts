// The clients alone, for programs that call the service directly.
export {
  createDocsClient,
  type DocsClient,
  type DocsClientOptions,
  type OperationResponse,
  type ReadOnlyDocsClient,
} from "./contract/client/docs-client.ts";
export type { Listing, MethodOptions, Page } from "./contract/client/method-types.ts";
export { ApiError, type ApiErrorCode } from "./contract/http/api-error.ts";
export {
  type ApiResponse,
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
} from "./contract/http/http-client.ts";
export type { HttpEvent } from "./contract/http/http-event.ts";
export { type ProxySettings, proxyFrom } from "./contract/http/proxy.ts";
export { systemClock } from "./contract/http/system-clock.ts";
export type { Transport, TransportRequest, TransportResponse } from "./contract/http/transport.ts";
export { createUndiciTransport } from "./contract/http/undici-transport.ts";
export { type ApiVersion, type Call, defineEndpoint, type Endpoint } from "./model/endpoint.ts";
export { DocsformError } from "./model/errors.ts";
export { Secret, type SecretSource } from "./model/secret.ts";
export type { Clock } from "./util/clock.ts";
