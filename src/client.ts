// The clients alone, for programs that call the service directly.
export {
  createDocsClient,
  type DocsClient,
  type DocsClientOptions,
  type OperationResponse,
  type ReadOnlyDocsClient,
} from "./client/docs-client.ts";
export type { Listing, MethodOptions, Page } from "./client/method-types.ts";
export { ApiError, type ApiErrorCode } from "./http/api-error.ts";
export {
  type ApiResponse,
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
} from "./http/client.ts";
export type { HttpEvent } from "./http/http-event.ts";
export { type ProxySettings, proxyFrom } from "./http/proxy.ts";
export { systemClock } from "./http/system-clock.ts";
export type { Transport, TransportRequest, TransportResponse } from "./http/transport.ts";
export { createUndiciTransport } from "./http/undici-transport.ts";
export { type ApiVersion, type Call, defineEndpoint, type Endpoint } from "./model/endpoint.ts";
export { Secret, type SecretSource } from "./model/secret.ts";
export type { Clock } from "./util/clock.ts";
