import type { CallName, CallRequest, CallResponse } from "./protobuf/calls.ts";

/** What a call may use besides its request. */
export interface CallScope {
  /** Aborts when Terraform cancels the call, its deadline passes, or its connection ends. */
  readonly signal: AbortSignal;
}

/** An answer that is already a message's bytes: for the schema, which is the same each time. */
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

/** A provider: a handler for each call that it knows. Terraform is told of the others that they are not implemented. */
export type ProviderServer = { readonly [Name in CallName]?: CallHandler<Name> };
