import type { CallName, CallRequest, CallResponse } from "./protobuf/protocol-calls.ts";

/** The parts of a call besides its request. */
export interface CallScope {
  /** Aborts when Terraform cancels the call, its deadline passes, or its connection ends. */
  readonly signal: AbortSignal;
}

/** A response that is already encoded: the schema, which is always the same. */
export class EncodedResponse {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

export type CallHandler<Name extends CallName> = (
  request: CallRequest<Name>,
  scope: CallScope,
) => Promise<CallResponse<Name> | EncodedResponse>;

/** A provider: a handler for each call that it serves. The server answers all other calls with "unimplemented". */
export type ProviderServer = { readonly [Name in CallName]?: CallHandler<Name> };
